// Shadow of exposed memory for an unthreaded process: the last read and the last write of every byte, as (epoch, site).
//
// A local access records and does not check. An operation whose region at this process begins after epoch s races with
// the stores that have an epoch above s when its region ends, and the last store of a byte tells whether there are any.
//
// Four bytes of memory are one granule with two words, one for reads and one for writes, and eight are one pair with two
// words of its own: numbers of eight bytes are what most programs have most of, and at computed places it is the lines of
// shadow that cost. A range that covers whole
// blocks is one word per block, the ragged ends of it one word per line (a region gets those when it first needs them),
// and accesses to part of a granule go to byte cells that a block gets when it first needs them. What one access of a loop
// nest touches (rows of a grid) is one word for all, as long as there are few different nests. The levels are never
// copied into each other: what counts for a byte is the newest of its words, and where two have the same epoch both are
// true (each level holds an access that did happen in that epoch) and both count.
//
// Hot path: HotCells::try_record of an aligned 4-, 8- or 16-byte piece. No allocation, no lock, no call. Budget: under 12
// instructions and 2 ns (bench/core/bench_shadow.cpp; docs/performance.md). Memory: 2 bytes per exposed byte that is accessed in
// pieces of 8, 4 per byte that is accessed in pieces of 4, and a 1/64 on top for the blocks, of which pages that were never
// recorded to cost nothing; 1/4 on top for lines where ranges have ragged ends; 16 more per byte in blocks that are accessed
// in pieces of less than a granule.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

#include "model/access.h"
#include "model/ids.h"
#include "model/ranges.h"

namespace farsan::engine {

/// A site must fit beside the epoch in one word, and the top bit stays free for a quick comparison. 2^24 source
/// positions, 2^39 epochs: six days of a million synchronisations per second.
inline constexpr int kSiteBits = 24;
inline constexpr std::uint64_t kSiteMask = (std::uint64_t{1} << kSiteBits) - 1;

/// (epoch, site); newer epochs compare greater. 0: never.
using ShadowWord = std::uint64_t;
constexpr ShadowWord shadow_word(model::Epoch epoch, model::SiteId site) {
  return (epoch << kSiteBits) | (site.value & kSiteMask);
}
constexpr model::Epoch epoch_of(ShadowWord word) { return word >> kSiteBits; }
constexpr model::SiteId site_of(ShadowWord word) { return {static_cast<std::uint32_t>(word & kSiteMask)}; }

inline constexpr std::uint64_t kGranule = 4;   ///< bytes per cell: the smallest piece HPC codes usually touch
inline constexpr std::uint64_t kPair = 8;      ///< bytes per wide cell
inline constexpr std::uint64_t kLine = 64;     ///< bytes per line word: the ends of a row are a few of them
inline constexpr std::uint64_t kBlock = 1024;  ///< bytes per block word
inline constexpr std::uint64_t kGranulesPerBlock = kBlock / kGranule;
static_assert(std::has_single_bit(kGranule) && std::has_single_bit(kLine) && std::has_single_bit(kBlock));
static_assert(kPair == 2 * kGranule && kPair < kLine && kLine < kBlock);

/// What a piece of memory was last used for.
struct LastAccess {
  model::Interval bytes;
  model::AccessKind kind = model::AccessKind::Load;
  ShadowWord word = 0;
};

/// Where the last loads (or the last stores) of one region's whole granules and pairs are recorded: all that the hot path needs,
/// in one place. By default it takes nothing.
class HotCells {
 public:
  HotCells() = default;
  /// `base` is that of a pair. So many of each are taken.
  HotCells(model::Address base, std::uint64_t pairs, std::uint64_t granules, ShadowWord* cells, ShadowWord* wide,
           model::Epoch epoch)
      : pairs_(pairs),
        base_(base),
        granules_(granules),
        cells_(cells),
        stamp_(shadow_word(epoch, model::SiteId{0})),
        wide_(wide) {}

  /// Hot. True if it was an aligned granule, pair or two of pairs inside and is recorded.
  template <unsigned Size>
  bool try_record(model::Address at, model::SiteId site) {
    static_assert(Size == 1 || Size == 2 || Size == 4 || Size == 8 || Size == 16);
    static_assert(kGranule == 4 && kPair == 8);
    // One comparison tests both bounds and the alignment: a misaligned offset has its low bits on top after this.
    if constexpr (Size == 4) {
      const std::uint64_t granule = std::rotr(at - base_, 2);
      if (granule >= granules_) [[unlikely]]
        return false;
      cells_[granule] = stamp_ | site.value;
      return true;
    } else if constexpr (Size >= kPair) {
      const std::uint64_t pair = std::rotr(at - base_, 3);
      if (pair >= pairs_ || (Size == 16 && pairs_ - pair < 2)) [[unlikely]]
        return false;
      for (unsigned i = 0; i < Size / kPair; ++i) wide_[pair + i] = stamp_ | site.value;
      return true;
    }
    return false;
  }

  /// From now on it takes nothing.
  void close() { pairs_ = granules_ = 0; }

  /// For code that records many pieces of one size: the bytes from an aligned address on that are taken, all of them, and what to
  /// add to the address of a piece, times words per granule or pair for their bytes, to have that of its cell.
  struct Span {
    std::uint64_t bytes = 0;
    std::uint64_t bias = 0;
    ShadowWord stamp = 0;
  };
  template <unsigned Size>
  [[nodiscard]] Span span_from(model::Address at) const {
    static_assert(Size == kGranule || Size == kPair);
    const std::uint64_t index = (at - base_) / Size;
    const std::uint64_t count = Size == kPair ? pairs_ : granules_;
    if (at % Size != 0 || at < base_ || index >= count) return {};
    const auto cells = reinterpret_cast<std::uintptr_t>(Size == kPair ? wide_ : cells_);
    return {(count - index) * Size, cells - base_ * (sizeof(ShadowWord) / Size), stamp_};
  }

  /// Where instrumented code that does the same in line finds what it needs.
  struct Layout;

 private:
  // In this order what a test needs lies side by side, and so does what recording needs: one load instruction each.
  std::uint64_t pairs_ = 0;
  model::Address base_ = 0;
  std::uint64_t granules_ = 0;
  ShadowWord* cells_ = nullptr;
  ShadowWord stamp_ = 0;
  ShadowWord* wide_ = nullptr;
};

struct HotCells::Layout {
  static constexpr std::size_t kPairs = offsetof(HotCells, pairs_);
  static constexpr std::size_t kBase = offsetof(HotCells, base_);
  static constexpr std::size_t kGranules = offsetof(HotCells, granules_);
  static constexpr std::size_t kCells = offsetof(HotCells, cells_);
  static constexpr std::size_t kStamp = offsetof(HotCells, stamp_);
  static constexpr std::size_t kWide = offsetof(HotCells, wide_);
};

/// All that one access of a loop nest touched, as one record: rows of a grid, a column, an array. A program goes over its
/// arrays in a few ways, again and again.
struct Nest {
  model::Stripe pieces;
  ShadowWord word = 0;
};

/// Zeroes whose pages cost no memory until they are written to.
struct FreeZeroed {
  std::uint64_t mapped = 0;  ///< bytes; 0: from the heap
  void operator()(void* memory) const;
};
template <class T>
using Zeroed = std::unique_ptr<T[], FreeZeroed>;  // NOLINT(modernize-avoid-c-arrays): of a size known at run time

/// Shadow of one exposure: window, symmetric object, segment.
class ShadowRegion {
 public:
  explicit ShadowRegion(model::Interval bytes);

  [[nodiscard]] model::Interval bytes() const { return bytes_; }

  /// The hot path's view of loads or stores here, for the rest of this epoch: of pieces of this size, and of others that it was
  /// asked for before. (What nobody uses need not be looked at.) A pair (at the end, a granule) that lies in the
  /// region in part only is none of it: the rest of it may lie in the next region.
  [[nodiscard]] HotCells hot_cells(model::AccessKind kind, std::uint64_t size, model::Epoch epoch) const;
  /// Nothing here was recorded in a later epoch than this.
  [[nodiscard]] model::Epoch newest(model::AccessKind kind) const {
    return newest_[kind == model::AccessKind::Store ? 1 : 0];
  }

  /// Any piece inside the region.
  void record(model::AccessKind kind, model::Interval piece, ShadowWord word);
  /// Pieces inside the region, in one step. False if there are too many different ones already.
  [[nodiscard]] bool record_nest(model::AccessKind kind, const model::Stripe& pieces, ShadowWord word);
  /// Pieces inside the region, each for itself. Hot in loops with strides: numbers that do not lie side by side are a store each.
  void record_pieces(model::AccessKind kind, const model::Stripe& pieces, ShadowWord word);
  /// Drops nests of these epochs and before, with which nothing can race any more.
  void forget(model::Epoch known);

  /// Calls `visit(LastAccess)` for the last accesses of `kind` (Load or Store) to bytes of `piece` that have an epoch
  /// above `known`; neighbouring bytes with the same word come as one.
  template <class Visit>
  void for_each_after(model::AccessKind kind, model::Interval piece, model::Epoch known, Visit&& visit) const;

  [[nodiscard]] std::size_t heap_bytes() const;

 private:
  struct Block {
    std::array<ShadowWord, 2> whole;  // [Load], [Store]
  };
  /// Words of single bytes, [Load] and [Store], for a block that was accessed in pieces of a granule.
  struct ByteCells {
    std::array<std::array<ShadowWord, kBlock>, 2> cells{};
  };

  void record_inside_block(model::AccessKind kind, std::uint64_t begin, std::uint64_t end, ShadowWord word);
  void record_inside_line(model::AccessKind kind, std::uint64_t begin, std::uint64_t end, ShadowWord word);
  /// Of nests that are newer than that, at the byte.
  template <class Visit>
  void for_each_nest_at(std::size_t kind, model::Address at, ShadowWord least, Visit&& visit) const;
  [[nodiscard]] bool any_after(std::size_t kind, std::uint64_t begin, std::uint64_t end, ShadowWord least) const;
  /// The first block that has any of these, as the offset where they may begin; `end` if none has.
  [[nodiscard]] std::uint64_t first_after(std::size_t kind, std::uint64_t begin, std::uint64_t end,
                                          ShadowWord least) const;

  // Offsets below are from base_, the region's begin rounded down to a block, so that granules and blocks do not depend
  // on where an exposure happens to begin.
  model::Interval bytes_;
  model::Address base_ = 0;
  std::uint64_t granule_count_ = 0;  // from base_ to the end, the last one perhaps in part
  std::uint64_t pair_count_ = 0;     // likewise
  std::uint64_t block_count_ = 0;
  std::array<Zeroed<ShadowWord>, 2> granules_;  // [Load], [Store], as all that follow
  std::array<Zeroed<ShadowWord>, 2> pairs_;
  /// The last epoch in which anything, or a granule, or a pair, may have been recorded. Who knows it does not look: most
  /// operations come when what the process did to its memory is over, and window memory that is only gone over as a whole,
  /// or only put to, is compared block by block.
  mutable std::array<model::Epoch, 2> newest_ = {0, 0};
  mutable std::array<model::Epoch, 2> newest_granule_ = {0, 0};
  mutable std::array<model::Epoch, 2> newest_pair_ = {0, 0};
  mutable std::array<bool, 2> takes_granules_ = {false, false};  // on the hot path
  mutable std::array<bool, 2> takes_pairs_ = {false, false};
  Zeroed<Block> blocks_;
  std::array<Zeroed<ShadowWord>, 2> lines_;                 // null until some range needs them
  std::vector<std::unique_ptr<ByteCells>> bytes_of_block_;  // empty until some block needs them
  static constexpr std::size_t kMostNests = 32;
  std::array<std::vector<Nest>, 2> nests_;  // no two of the same pieces
};

/// All exposures of a process.
class Shadow {
 public:
  void expose(model::Interval bytes);
  void conceal(model::Interval bytes);

  /// Records the exposed part of the piece.
  void record(model::AccessKind kind, model::Interval piece, ShadowWord word);
  /// All pieces in one step, if they are in one region and it takes them.
  [[nodiscard]] bool record_nest(model::AccessKind kind, const model::Stripe& pieces, ShadowWord word);
  /// The same one after the other. False if they are not in one region.
  [[nodiscard]] bool record_pieces(model::AccessKind kind, const model::Stripe& pieces, ShadowWord word);
  void forget(model::Epoch known);

  template <class Visit>
  void for_each_after(model::AccessKind kind, model::Interval piece, model::Epoch known, Visit&& visit) const {
    for (std::size_t i = first_region(piece.begin); i < regions_.size() && regions_[i]->bytes().overlaps(piece); ++i)
      regions_[i]->for_each_after(kind, piece, known, visit);
  }

  /// The last epochs in which something near these bytes may have been accessed.
  struct Newest {
    model::Epoch load = 0;
    model::Epoch store = 0;
  };
  [[nodiscard]] Newest newest_near(model::Interval bytes) const {
    Newest newest;
    for (std::size_t i = first_region(bytes.begin); i < regions_.size() && regions_[i]->bytes().overlaps(bytes); ++i) {
      newest.load = std::max(newest.load, regions_[i]->newest(model::AccessKind::Load));
      newest.store = std::max(newest.store, regions_[i]->newest(model::AccessKind::Store));
    }
    return newest;
  }

  /// Some byte of the piece is exposed.
  [[nodiscard]] bool exposes(model::Interval piece) const {
    const std::size_t i = first_region(piece.begin);
    return i < regions_.size() && regions_[i]->bytes().overlaps(piece);
  }
  /// The region that holds the whole piece, or null.
  [[nodiscard]] const ShadowRegion* region_of(model::Interval piece) const;
  [[nodiscard]] std::size_t heap_bytes() const;

 private:
  std::vector<model::Interval> exposures_;  // as given; they may overlap
  /// That which holds all of them, or null.
  [[nodiscard]] ShadowRegion* region_with(const model::Stripe& pieces);
  /// The first region that ends behind this address, as an index. Most processes have one or two.
  [[nodiscard]] std::size_t first_region(model::Address at) const {
    if (regions_.empty() || at < regions_.front()->bytes().end) return 0;
    return at < regions_.back()->bytes().end ? first_of_many(at) : regions_.size();
  }
  [[nodiscard]] std::size_t first_of_many(model::Address at) const;

  std::vector<std::unique_ptr<ShadowRegion>> regions_;  // ascending, disjoint, together as much as the exposures
};

template <class Visit>
void ShadowRegion::for_each_after(model::AccessKind kind, model::Interval piece, model::Epoch known,
                                  Visit&& visit) const {
  const std::size_t k = kind == model::AccessKind::Store ? 1 : 0;
  const ShadowWord least = shadow_word(known + 1, model::SiteId{0});
  if (newest_[k] < epoch_of(least)) return;
  const std::uint64_t end = std::min(piece.end, bytes_.end) - base_;
  const std::uint64_t begin = first_after(k, std::max(piece.begin, bytes_.begin) - base_, end, least);
  if (begin >= end) [[likely]]
    return;
  // Runs of equal words, one for each level: levels may both be true for a byte (same epoch). Every nest is a level.
  const std::vector<Nest>& nests = nests_[k];
  std::array<LastAccess, 5> runs;
  std::vector<LastAccess> runs_of_nests(nests.size());
  const auto flush = [&](LastAccess& run) {
    if (!run.bytes.empty()) visit(run);
    run = {};
  };
  const auto extend = [&](LastAccess& run, std::uint64_t at, ShadowWord word) {
    if (run.bytes.end != base_ + at || run.word != word) {
      flush(run);
      run = {{base_ + at, base_ + at}, kind, word};
    }
    ++run.bytes.end;
  };
  for (std::uint64_t block = begin / kBlock; block * kBlock < end; ++block) {
    const std::uint64_t from = std::max(begin, block * kBlock);
    const std::uint64_t to = std::min(end, (block + 1) * kBlock);
    if (!any_after(k, from, to, least)) continue;
    const ByteCells* bytes = bytes_of_block_.empty() ? nullptr : bytes_of_block_[block].get();
    const ShadowWord* lines = lines_[k].get();
    for (std::uint64_t at = from; at < to; ++at) {
      const std::array<ShadowWord, runs.size()> words = {blocks_[block].whole[k], lines ? lines[at / kLine] : 0,
                                                         pairs_[k][at / kPair], granules_[k][at / kGranule],
                                                         bytes ? bytes->cells[k][at % kBlock] : 0};
      model::Epoch newest = epoch_of(*std::max_element(words.begin(), words.end()));
      for_each_nest_at(k, base_ + at, least, [&](const Nest& nest) { newest = std::max(newest, epoch_of(nest.word)); });
      for (std::size_t level = 0; level < words.size(); ++level)
        if (words[level] >= least && epoch_of(words[level]) == newest) extend(runs[level], at, words[level]);
      for_each_nest_at(k, base_ + at, least, [&](const Nest& nest) {
        const auto number = static_cast<std::size_t>(&nest - nests.data());
        if (epoch_of(nest.word) == newest) extend(runs_of_nests[number], at, nest.word);
      });
    }
  }
  for (LastAccess& run : runs) flush(run);
  for (LastAccess& run : runs_of_nests) flush(run);
}

template <class Visit>
void ShadowRegion::for_each_nest_at(std::size_t kind, model::Address at, ShadowWord least, Visit&& visit) const {
  for (const Nest& nest : nests_[kind])
    if (nest.word >= least && model::touches(nest.pieces, {at, at + 1})) visit(nest);
}

}  // namespace farsan::engine
