// Which bytes an access touches: a set of stripes, each a block of bytes repeated at a stride. That is what a flattened
// MPI datatype, an OpenSHMEM iput or a GASPI write list comes down to. All questions are answered byte by byte, exactly.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "model/ids.h"

namespace farsan::model {

/// Bytes [begin, end).
struct Interval {
  Address begin = 0;
  Address end = 0;
  [[nodiscard]] constexpr bool empty() const { return begin >= end; }
  [[nodiscard]] constexpr std::uint64_t size() const { return empty() ? 0 : end - begin; }
  [[nodiscard]] constexpr bool overlaps(const Interval& other) const { return begin < other.end && other.begin < end; }
  friend constexpr auto operator<=>(const Interval&, const Interval&) = default;
};

/// The smallest interval that holds both; an empty one counts for nothing.
constexpr Interval hull(Interval a, Interval b) {
  if (a.empty()) return b;
  if (b.empty()) return a;
  return {std::min(a.begin, b.begin), std::max(a.end, b.end)};
}

/// `count` blocks of `block` bytes, the first at `first`, each `stride` after the one before it (stride >= block).
struct Stripe {
  Address first = 0;
  std::uint64_t block = 0;
  std::uint64_t stride = 0;
  std::uint64_t count = 0;
  [[nodiscard]] constexpr Interval at(std::uint64_t i) const {
    return {first + i * stride, first + i * stride + block};
  }
  /// In line even where much else is: it is everywhere.
  [[gnu::always_inline]] [[nodiscard]] constexpr Interval bounds() const {
    return count == 0 ? Interval{first, first} : Interval{first, first + (count - 1) * stride + block};
  }
  friend constexpr auto operator<=>(const Stripe&, const Stripe&) = default;
};

/// By where they begin. They often are, and then it is one look at each.
void sort_by_place(std::vector<Stripe>& stripes);

namespace detail {

/// Stripes, if there are any: a word, and nothing to do for none. Most sets have none beside the one they hold themselves.
class StripeList {
 public:
  StripeList() = default;
  explicit StripeList(std::vector<Stripe> stripes) : list_(std::make_unique<std::vector<Stripe>>(std::move(stripes))) {}
  StripeList(const StripeList& other) : list_(other.list_ ? clone(*other.list_) : nullptr) {}
  StripeList(StripeList&&) noexcept = default;
  StripeList& operator=(const StripeList& other) {
    if (list_ || other.list_) *this = StripeList(other);
    return *this;
  }
  StripeList& operator=(StripeList&&) noexcept = default;
  ~StripeList() = default;

  [[nodiscard]] bool empty() const { return list_ == nullptr; }
  [[nodiscard]] std::span<const Stripe> all() const { return list_ ? *list_ : std::span<const Stripe>(); }
  [[nodiscard]] std::size_t heap_bytes() const {
    return list_ ? sizeof(std::vector<Stripe>) + list_->capacity() * sizeof(Stripe) : 0;
  }
  friend bool operator==(const StripeList& a, const StripeList& b) { return std::ranges::equal(a.all(), b.all()); }

 private:
  static std::unique_ptr<std::vector<Stripe>> clone(const std::vector<Stripe>& list);
  std::unique_ptr<std::vector<Stripe>> list_;
};

}  // namespace detail

/// A common piece of two range sets, and the starts of the two blocks it lies in (atomics compare those).
struct Overlap {
  Interval bytes;
  Address first_block = 0;
  Address second_block = 0;
};

class ByteRanges {
 public:
  ByteRanges() = default;
  /// One contiguous piece.
  static ByteRanges contiguous(Address begin, std::uint64_t size) {
    ByteRanges ranges;
    if (size > 0) ranges.whole_ = {begin, size, size, 1};
    return ranges;
  }
  /// Empty stripes are dropped; a stripe without gaps becomes one block.
  explicit ByteRanges(std::vector<Stripe> stripes);
  static ByteRanges of(const Stripe& one);

  [[nodiscard]] bool empty() const { return whole_.count == 0; }
  [[nodiscard]] std::span<const Stripe> stripes() const {
    if (!several_.empty()) return several_.all();
    return {&whole_, empty() ? 0U : 1U};
  }
  /// The smallest interval that holds all of it.
  [[nodiscard]] Interval bounds() const { return whole_.bounds(); }
  [[nodiscard]] bool is_one_block() const { return several_.empty() && whole_.count == 1; }
  /// Every stripe is one block, and no two of them overlap.
  [[nodiscard]] bool flat() const { return flat_; }
  /// Number of bytes, counted once per block that covers them.
  [[nodiscard]] std::uint64_t size() const;

  /// All of these in as few stripes as is simple: blocks that continue or overlap each other join, unless that would lose
  /// where an element of `element` bytes begins.
  static ByteRanges joined(std::vector<Stripe> stripes, std::uint64_t element = 1);
  /// Adds the bytes of `other`, joined.
  void add(const ByteRanges& other, std::uint64_t element = 1);
  /// Takes these bytes out, and returns those of them that were there.
  ByteRanges cut(Interval bytes);
  /// The same bytes, moved.
  [[nodiscard]] ByteRanges shifted(std::int64_t by) const;
  [[nodiscard]] bool overlaps(const ByteRanges& other) const;

  /// Calls `visit(Interval)` for every block.
  template <class Visit>
  void for_each_block(Visit&& visit) const {
    for (const Stripe& stripe : stripes())
      for (std::uint64_t i = 0; i < stripe.count; ++i) visit(stripe.at(i));
  }

  /// Adds its stripes to a list. Hot: most sets have one.
  void append_to(std::vector<Stripe>& list) const {
    if (several_.empty()) {
      if (!empty()) list.push_back(whole_);
    } else {
      list.insert(list.end(), several_.all().begin(), several_.all().end());
    }
  }

  /// Heap bytes that this set holds on to.
  [[nodiscard]] std::size_t heap_bytes() const { return several_.heap_bytes(); }

  friend bool operator==(const ByteRanges&, const ByteRanges&) = default;

 private:
  template <class Visit>
  friend bool for_each_overlap(const ByteRanges& a, const ByteRanges& b, Visit&& visit);

  /// The only stripe (most sets have one: it needs no allocation); of several, a block that holds them all. Count 0: none.
  Stripe whole_{0, 0, 0, 0};
  detail::StripeList several_;
  /// Every stripe is one block, blocks ascend and do not overlap: intersections are a merge instead of a product.
  bool flat_ = true;
};

namespace detail {

/// Blocks of `stripe` that may overlap `bytes`: indices [from, to).
struct BlockSpan {
  std::uint64_t from = 0;
  std::uint64_t to = 0;
};
constexpr BlockSpan blocks_near(const Stripe& stripe, Interval bytes) {
  if (!stripe.bounds().overlaps(bytes)) return {};
  if (stripe.count == 1) return {0, 1};
  const std::uint64_t from =
      bytes.begin < stripe.first + stripe.block ? 0 : (bytes.begin - stripe.first - stripe.block) / stripe.stride + 1;
  const std::uint64_t to = (bytes.end - 1 - stripe.first) / stripe.stride + 1;
  return {from, std::min(to, stripe.count)};
}

/// `visit` returns false to stop; so does this.
template <class Visit>
bool overlap_stripes(const Stripe& a, const Stripe& b, Visit&& visit) {
  const BlockSpan span_a = blocks_near(a, b.bounds());
  for (std::uint64_t i = span_a.from; i < span_a.to; ++i) {
    const Interval block_a = a.at(i);
    const BlockSpan span_b = blocks_near(b, block_a);
    for (std::uint64_t j = span_b.from; j < span_b.to; ++j) {
      const Interval block_b = b.at(j);
      const Interval common{std::max(block_a.begin, block_b.begin), std::min(block_a.end, block_b.end)};
      if (!common.empty() && !visit(Overlap{common, block_a.begin, block_b.begin})) return false;
    }
  }
  return true;
}

}  // namespace detail

/// Some byte of the stripe is one of these.
constexpr bool touches(const Stripe& stripe, Interval bytes) {
  const detail::BlockSpan span = detail::blocks_near(stripe, bytes);
  return span.from < span.to;
}

/// Calls `visit(Overlap)` for every common piece until it returns false; says whether it never did.
template <class Visit>
bool for_each_overlap(const ByteRanges& a, const ByteRanges& b, Visit&& visit) {
  const Interval bounds_a = a.bounds();
  const Interval bounds_b = b.bounds();
  if (!bounds_a.overlaps(bounds_b)) return true;
  const std::span<const Stripe> of_a = a.stripes();
  const std::span<const Stripe> of_b = b.stripes();
  if (a.flat_ && b.flat_) {
    const auto ends_before = [](const Stripe& s, Address at) { return s.first + s.block <= at; };
    auto i = std::lower_bound(of_a.begin(), of_a.end(), bounds_b.begin, ends_before);
    auto j = std::lower_bound(of_b.begin(), of_b.end(), bounds_a.begin, ends_before);
    while (i != of_a.end() && j != of_b.end()) {
      if (!detail::overlap_stripes(*i, *j, visit)) return false;
      (i->first + i->block < j->first + j->block) ? ++i : ++j;
    }
    return true;
  }
  for (const Stripe& sa : of_a) {
    if (!sa.bounds().overlaps(bounds_b)) continue;
    for (const Stripe& sb : of_b)
      if (!detail::overlap_stripes(sa, sb, visit)) return false;
  }
  return true;
}

}  // namespace farsan::model
