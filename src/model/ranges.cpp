#include "model/ranges.h"

#include <array>
#include <bit>
#include <numeric>

namespace farsan::model {

namespace {

/// A stripe without gaps becomes one block.
Stripe plain(const Stripe& s) {
  if (s.count > 1 && s.stride != s.block) return s;
  return {s.first, s.block * s.count, s.block * s.count, 1};
}
bool is_nothing(const Stripe& s) { return s.block == 0 || s.count == 0; }

bool is_before(const Stripe& a, const Stripe& b) { return a.first != b.first ? a.first < b.first : a < b; }

/// By their digits, from the lowest on: a few looks at each, where comparisons are a dozen and each of them a guess.
void sort_by_digits(std::vector<Address>& places) {
  constexpr int kBits = 8;
  constexpr std::size_t kDigits = std::size_t{1} << kBits;
  const Address least = *std::ranges::min_element(places);
  Address differ = 0;
  for (const Address place : places) differ |= place - least;
  std::vector<Address> other(places.size());
  for (int shift = std::countr_zero(differ); (differ >> shift) != 0; shift += kBits) {
    const auto digit = [&](Address place) { return ((place - least) >> shift) % kDigits; };
    std::array<std::uint32_t, kDigits + 1> starts{};
    for (const Address place : places) ++starts[digit(place) + 1];
    std::partial_sum(starts.begin(), starts.end(), starts.begin());
    for (const Address place : places) other[starts[digit(place)]++] = place;
    places.swap(other);
    if (shift + kBits >= 64) break;
  }
}

/// Blocks of one size, one by one: what many operations of one line are.
bool are_alike(std::span<const Stripe> stripes) {
  const Stripe& first = stripes.front();
  return std::ranges::all_of(stripes, [&](const Stripe& s) {
    return s.block == first.block && s.stride == first.stride && s.count == first.count;
  });
}

}  // namespace

void sort_by_place(std::vector<Stripe>& stripes) {
  constexpr std::size_t kMany = 128;
  const auto unsorted = std::is_sorted_until(stripes.begin(), stripes.end(), is_before);
  if (unsorted == stripes.end()) return;
  if (std::is_sorted(unsorted, stripes.end(), is_before)) {
    std::vector<Stripe> merged(stripes.size());
    std::merge(stripes.begin(), unsorted, unsorted, stripes.end(), merged.begin(), is_before);
    stripes = std::move(merged);
    return;
  }
  if (stripes.size() < kMany || !are_alike(stripes)) {
    std::sort(stripes.begin(), stripes.end(), is_before);
    return;
  }
  std::vector<Address> places(stripes.size());
  std::ranges::transform(stripes, places.begin(), &Stripe::first);
  sort_by_digits(places);
  for (std::size_t i = 0; i < places.size(); ++i) stripes[i].first = places[i];
}

ByteRanges ByteRanges::of(const Stripe& one) {
  ByteRanges ranges;
  if (is_nothing(one)) return ranges;
  ranges.whole_ = plain(one);
  ranges.flat_ = ranges.whole_.count == 1;
  return ranges;
}

std::unique_ptr<std::vector<Stripe>> detail::StripeList::clone(const std::vector<Stripe>& list) {
  return std::make_unique<std::vector<Stripe>>(list);
}

ByteRanges::ByteRanges(std::vector<Stripe> stripes) {
  std::erase_if(stripes, is_nothing);
  for (Stripe& s : stripes) s = plain(s);
  sort_by_place(stripes);
  Interval all;
  for (const Stripe& s : stripes) {
    const Interval here = s.bounds();
    flat_ = flat_ && s.count == 1 && (all.empty() || all.end <= here.begin);
    all = all.empty() ? here : Interval{std::min(all.begin, here.begin), std::max(all.end, here.end)};
  }
  if (stripes.size() > 1) {
    whole_ = {all.begin, all.size(), all.size(), 1};
    several_ = detail::StripeList(std::move(stripes));
  } else if (!stripes.empty()) {
    whole_ = stripes[0];
  }
}

std::uint64_t ByteRanges::size() const {
  std::uint64_t total = 0;
  for (const Stripe& s : stripes()) total += s.block * s.count;
  return total;
}

ByteRanges ByteRanges::joined(std::vector<Stripe> stripes, std::uint64_t element) {
  sort_by_place(stripes);
  std::vector<Stripe> result;
  for (const Stripe& s : stripes) {
    if (!result.empty()) {
      Stripe& last = result.back();
      const Address end = last.first + last.block;
      const bool same_grid = (s.first - last.first) % element == 0;
      if (last.count == 1 && s.count == 1 && s.first <= end && same_grid) {
        last.block = last.stride = std::max(end, s.first + s.block) - last.first;
        continue;
      }
    }
    result.push_back(s);
  }
  return ByteRanges(std::move(result));
}

void ByteRanges::add(const ByteRanges& other, std::uint64_t element) {
  std::vector<Stripe> all(stripes().begin(), stripes().end());
  all.insert(all.end(), other.stripes().begin(), other.stripes().end());
  *this = joined(std::move(all), element);
}

ByteRanges ByteRanges::cut(Interval bytes) {
  std::vector<Stripe> kept;
  std::vector<Stripe> taken;
  const auto piece = [](Interval of) { return Stripe{of.begin, of.size(), of.size(), of.empty() ? 0U : 1U}; };
  for (const Stripe& stripe : stripes()) {
    const auto [from, to] = detail::blocks_near(stripe, bytes);
    if (from >= to) {
      kept.push_back(stripe);
      continue;
    }
    kept.push_back({stripe.first, stripe.block, stripe.stride, from});
    for (std::uint64_t i = from; i < to; ++i) {
      const Interval block = stripe.at(i);
      const Interval common{std::max(block.begin, bytes.begin), std::min(block.end, bytes.end)};
      if (common.empty()) {
        kept.push_back(piece(block));
        continue;
      }
      kept.push_back(piece({block.begin, common.begin}));
      taken.push_back(piece(common));
      kept.push_back(piece({common.end, block.end}));
    }
    kept.push_back({stripe.at(to).begin, stripe.block, stripe.stride, stripe.count - to});
  }
  *this = ByteRanges(std::move(kept));
  return ByteRanges(std::move(taken));
}

ByteRanges ByteRanges::shifted(std::int64_t by) const {
  std::vector<Stripe> moved(stripes().begin(), stripes().end());
  for (Stripe& s : moved) s.first += static_cast<std::uint64_t>(by);
  return ByteRanges(std::move(moved));
}

bool ByteRanges::overlaps(const ByteRanges& other) const {
  return !for_each_overlap(*this, other, [](const Overlap&) { return false; });
}

}  // namespace farsan::model
