#include "engine/shadow.h"

#include <sys/mman.h>

#include <cstring>
#include <new>

namespace farsan::engine {

using model::AccessKind;
using model::Interval;

namespace {

constexpr std::uint64_t round_up(std::uint64_t value, std::uint64_t to) { return (value + to - 1) / to * to; }
constexpr std::size_t slot(AccessKind kind) { return kind == AccessKind::Store ? 1 : 0; }

/// Much of it is mapped without a reservation: the heap refuses at once what is more than the machine has, and few programs touch all
/// of their windows in all ways.
template <class T>
Zeroed<T> zeroed(std::uint64_t count) {
  constexpr std::uint64_t kMuch = std::uint64_t{1} << 20;
  const std::uint64_t bytes = std::max<std::uint64_t>(count, 1) * sizeof(T);
  if (bytes < kMuch) {
    void* const memory = std::calloc(bytes, 1);  // NOLINT(cppcoreguidelines-no-malloc)
    if (memory == nullptr) throw std::bad_alloc();
    return Zeroed<T>(static_cast<T*>(memory));
  }
  constexpr int kAccess = PROT_READ | PROT_WRITE;
  constexpr int kFlags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  void* const memory = ::mmap(nullptr, bytes, kAccess, kFlags, -1, 0);
  // NOLINTNEXTLINE(performance-no-int-to-ptr,cppcoreguidelines-pro-type-cstyle-cast): the system's macro
  if (memory == MAP_FAILED) throw std::bad_alloc();
  return Zeroed<T>(static_cast<T*>(memory), FreeZeroed{bytes});
}

/// Two words at once, at the address of any word. (Not through a pointer to a type of less alignment: GCC forgets that it has less, and
/// x86-64 then ends the process.)
using Lanes [[gnu::vector_size(2 * sizeof(ShadowWord))]] = ShadowWord;
Lanes lanes_at(const ShadowWord* words) {
  Lanes lanes;
  std::memcpy(&lanes, words, sizeof(lanes));
  return lanes;
}
void put(ShadowWord* words, const Lanes& lanes) { std::memcpy(words, &lanes, sizeof(lanes)); }

/// Hot in applying operations: a subtraction and an `or` per vector, in chains that do not wait for each other, and no
/// exit inside a chunk. (Plain loops are left scalar by GCC's -O2, and SSE2 cannot compare words of 64 bits.)
bool any_at_least(const ShadowWord* words, std::uint64_t count, ShadowWord least) {
  constexpr std::uint64_t kChunk = 32;
  // Words have their top bit free: it is set in below - word if and only if word > below.
  const ShadowWord below = least - 1;
  const Lanes bound = {below, below};
  std::uint64_t i = 0;
  for (; i + kChunk <= count; i += kChunk) {
    const auto behind = [&](std::uint64_t pair) { return bound - lanes_at(words + i + 2 * pair); };
    const Lanes a = behind(0) | behind(1) | behind(2) | behind(3);
    const Lanes b = behind(4) | behind(5) | behind(6) | behind(7);
    const Lanes c = behind(8) | behind(9) | behind(10) | behind(11);
    const Lanes d = behind(12) | behind(13) | behind(14) | behind(15);
    const Lanes any = (a | b) | (c | d);
    if (((any[0] | any[1]) >> 63) != 0) return true;
  }
  Lanes any = {0, 0};
  for (; i + 2 <= count; i += 2) any |= bound - lanes_at(words + i);
  return ((any[0] | any[1]) >> 63) != 0 || (i < count && words[i] >= least);
}

/// Hot in recording ranges: the ends of a row that cover no whole block. (Left to GCC's -O2 it is a word at a time.)
void fill(ShadowWord* words, std::uint64_t count, ShadowWord word) {
  const Lanes both = {word, word};
  std::uint64_t i = 0;
  for (; i + 8 <= count; i += 8) {
    put(words + i, both);
    put(words + i + 2, both);
    put(words + i + 4, both);
    put(words + i + 6, both);
  }
  for (; i < count; ++i) words[i] = word;
}

}  // namespace

void FreeZeroed::operator()(void* memory) const {
  if (mapped == 0)
    std::free(memory);  // NOLINT(cppcoreguidelines-no-malloc)
  else
    ::munmap(memory, mapped);
}

ShadowRegion::ShadowRegion(Interval bytes) : bytes_(bytes), base_(bytes.begin / kBlock * kBlock) {
  const std::uint64_t span = bytes.end - base_;
  granule_count_ = round_up(span, kGranule) / kGranule;
  pair_count_ = round_up(span, kPair) / kPair;
  block_count_ = round_up(span, kBlock) / kBlock;
  for (auto& granules : granules_) granules = zeroed<ShadowWord>(granule_count_);
  for (auto& pairs : pairs_) pairs = zeroed<ShadowWord>(pair_count_);
  blocks_ = zeroed<Block>(block_count_);
}

HotCells ShadowRegion::hot_cells(AccessKind kind, std::uint64_t size, model::Epoch epoch) const {
  const model::Address first = round_up(bytes_.begin, kPair);
  const model::Address last = std::max(first, bytes_.end / kGranule * kGranule);
  const std::size_t k = slot(kind);
  newest_[k] = std::max(newest_[k], epoch);
  (size < kPair ? takes_granules_ : takes_pairs_)[k] = true;
  if (takes_granules_[k]) newest_granule_[k] = std::max(newest_granule_[k], epoch);
  if (takes_pairs_[k]) newest_pair_[k] = std::max(newest_pair_[k], epoch);
  return {first,
          takes_pairs_[k] ? (last - first) / kPair : 0,
          takes_granules_[k] ? (last - first) / kGranule : 0,
          granules_[k].get() + (first - base_) / kGranule,
          pairs_[k].get() + (first - base_) / kPair,
          epoch};
}

void ShadowRegion::record(AccessKind kind, Interval piece, ShadowWord word) {
  newest_[slot(kind)] = std::max(newest_[slot(kind)], epoch_of(word));
  const std::uint64_t begin = std::max(piece.begin, bytes_.begin) - base_;
  const std::uint64_t end = std::min(piece.end, bytes_.end) - base_;
  for (std::uint64_t at = begin; at < end;) {
    const std::uint64_t next = std::min(end, (at / kBlock + 1) * kBlock);
    // The last block of a region is whole when nothing of it is left out: what lies beyond cannot be asked for.
    const bool whole = at % kBlock == 0 && (next % kBlock == 0 || next == bytes_.end - base_);
    if (whole)
      blocks_[at / kBlock].whole[slot(kind)] = word;
    else
      record_inside_block(kind, at, next, word);
    at = next;
  }
}

bool ShadowRegion::record_nest(AccessKind kind, const model::Stripe& pieces, ShadowWord word) {
  std::vector<Nest>& nests = nests_[slot(kind)];
  const auto same = std::find_if(nests.begin(), nests.end(), [&](const Nest& nest) { return nest.pieces == pieces; });
  if (same != nests.end())
    same->word = word;
  else if (nests.size() < kMostNests)
    nests.push_back({pieces, word});
  else
    return false;
  newest_[slot(kind)] = std::max(newest_[slot(kind)], epoch_of(word));
  return true;
}

void ShadowRegion::record_pieces(AccessKind kind, const model::Stripe& pieces, ShadowWord word) {
  const std::size_t k = slot(kind);
  const auto are_of = [&](std::uint64_t size) {
    return pieces.block == size && pieces.first % size == 0 && pieces.stride % size == 0;
  };
  if (!are_of(kPair) && !are_of(kGranule)) {
    for (std::uint64_t i = 0; i < pieces.count; ++i) record(kind, pieces.at(i), word);
    return;
  }
  newest_[k] = std::max(newest_[k], epoch_of(word));
  model::Epoch& newest = (pieces.block == kPair ? newest_pair_ : newest_granule_)[k];
  newest = std::max(newest, epoch_of(word));
  const Zeroed<ShadowWord>& all = pieces.block == kPair ? pairs_[k] : granules_[k];
  ShadowWord* cell = all.get() + (pieces.first - base_) / pieces.block;
  const std::uint64_t step = pieces.stride / pieces.block;
  for (std::uint64_t i = 0; i < pieces.count; ++i) cell[i * step] = word;
}

void ShadowRegion::forget(model::Epoch known) {
  for (std::vector<Nest>& nests : nests_)
    std::erase_if(nests, [&](const Nest& nest) { return epoch_of(nest.word) <= known; });
}

void ShadowRegion::record_inside_block(AccessKind kind, std::uint64_t begin, std::uint64_t end, ShadowWord word) {
  const std::uint64_t first = round_up(begin, kLine);
  const std::uint64_t last = end / kLine * kLine;
  if (first >= last) {
    record_inside_line(kind, begin, end, word);
    return;
  }
  Zeroed<ShadowWord>& lines = lines_[slot(kind)];
  if (!lines) lines = zeroed<ShadowWord>(block_count_ * (kBlock / kLine));
  fill(lines.get() + first / kLine, (last - first) / kLine, word);
  record_inside_line(kind, begin, first, word);
  record_inside_line(kind, last, end, word);
}

void ShadowRegion::record_inside_line(AccessKind kind, std::uint64_t begin, std::uint64_t end, ShadowWord word) {
  if (begin == end) return;
  const std::size_t k = slot(kind);
  const std::uint64_t first = std::min(end, round_up(begin, kGranule));
  const std::uint64_t last = std::max(first, end / kGranule * kGranule);
  // Pairs, and the granules that are left on both sides of them.
  const std::uint64_t first_pair = std::min(last, round_up(first, kPair));
  const std::uint64_t last_pair = std::max(first_pair, last / kPair * kPair);
  if (first_pair < last_pair) newest_pair_[k] = std::max(newest_pair_[k], epoch_of(word));
  if (first < first_pair || last_pair < last) newest_granule_[k] = std::max(newest_granule_[k], epoch_of(word));
  fill(pairs_[k].get() + first_pair / kPair, (last_pair - first_pair) / kPair, word);
  fill(granules_[k].get() + first / kGranule, (first_pair - first) / kGranule, word);
  fill(granules_[k].get() + last_pair / kGranule, (last - last_pair) / kGranule, word);
  if (begin == first && last == end) return;
  if (bytes_of_block_.empty()) bytes_of_block_.resize(block_count_);
  std::unique_ptr<ByteCells>& cells = bytes_of_block_[begin / kBlock];
  if (!cells) cells = std::make_unique<ByteCells>();
  for (std::uint64_t at = begin; at < first; ++at) cells->cells[k][at % kBlock] = word;
  for (std::uint64_t at = last; at < end; ++at) cells->cells[k][at % kBlock] = word;
}

bool ShadowRegion::any_after(std::size_t kind, std::uint64_t begin, std::uint64_t end, ShadowWord least) const {
  const std::uint64_t block = begin / kBlock;
  if (blocks_[block].whole[kind] >= least) return true;
  for (const Nest& nest : nests_[kind])
    if (nest.word >= least && model::touches(nest.pieces, {base_ + begin, base_ + end})) return true;
  if (const ShadowWord* lines = lines_[kind].get()) {
    const std::uint64_t first = begin / kLine;
    if (any_at_least(lines + first, round_up(end, kLine) / kLine - first, least)) return true;
  }
  const auto any_in = [&](const Zeroed<ShadowWord>& cells, std::uint64_t size) {
    const std::uint64_t first = begin / size;
    return any_at_least(cells.get() + first, round_up(end, size) / size - first, least);
  };
  if (newest_pair_[kind] >= epoch_of(least) && any_in(pairs_[kind], kPair)) return true;
  if (newest_granule_[kind] >= epoch_of(least) && any_in(granules_[kind], kGranule)) return true;
  if (bytes_of_block_.empty() || !bytes_of_block_[block]) return false;
  return any_at_least(&bytes_of_block_[block]->cells[kind][begin % kBlock], end - begin, least);
}

std::uint64_t ShadowRegion::first_after(std::size_t kind, std::uint64_t begin, std::uint64_t end,
                                        ShadowWord least) const {
  while (begin < end) {
    const std::uint64_t next = std::min(end, (begin / kBlock + 1) * kBlock);
    if (any_after(kind, begin, next, least)) return begin;
    begin = next;
  }
  return end;
}

std::size_t ShadowRegion::heap_bytes() const {
  std::size_t total = 2 * (granule_count_ + pair_count_) * sizeof(ShadowWord) + block_count_ * sizeof(Block);
  for (const auto& lines : lines_) total += lines ? block_count_ * (kBlock / kLine) * sizeof(ShadowWord) : 0;
  for (const auto& nests : nests_) total += nests.capacity() * sizeof(Nest);
  for (const auto& cells : bytes_of_block_) total += sizeof(cells) + (cells ? sizeof(ByteCells) : 0);
  return total;
}

void Shadow::expose(Interval bytes) {
  if (bytes.empty()) return;
  exposures_.push_back(bytes);
  // Several windows may lie over one memory: only what has no shadow yet gets one.
  std::vector<Interval> missing;
  Interval rest = bytes;
  for (std::size_t i = first_region(bytes.begin); i < regions_.size() && regions_[i]->bytes().begin < bytes.end; ++i) {
    const Interval known = regions_[i]->bytes();
    if (rest.begin < known.begin) missing.push_back({rest.begin, known.begin});
    rest.begin = std::max(rest.begin, known.end);
  }
  if (rest.begin < rest.end) missing.push_back(rest);
  for (const Interval& m : missing)
    regions_.insert(std::next(regions_.begin(), static_cast<std::ptrdiff_t>(first_region(m.begin))),
                    std::make_unique<ShadowRegion>(m));
}

void Shadow::conceal(Interval bytes) {
  const auto it = std::find(exposures_.begin(), exposures_.end(), bytes);
  if (it == exposures_.end()) return;
  exposures_.erase(it);
  const auto first = std::next(regions_.begin(), static_cast<std::ptrdiff_t>(first_region(bytes.begin)));
  const auto last = std::find_if(first, regions_.end(), [&](const auto& r) { return bytes.end <= r->bytes().begin; });
  const auto is_over = [&](const auto& region) {
    return std::ranges::none_of(exposures_, [&](const Interval& e) { return e.overlaps(region->bytes()); });
  };
  regions_.erase(std::remove_if(first, last, is_over), last);
}

std::size_t Shadow::first_of_many(model::Address at) const {
  const auto it = std::partition_point(regions_.begin(), regions_.end(),
                                       [&](const auto& region) { return region->bytes().end <= at; });
  return static_cast<std::size_t>(it - regions_.begin());
}

void Shadow::record(AccessKind kind, Interval piece, ShadowWord word) {
  for (std::size_t i = first_region(piece.begin); i < regions_.size() && regions_[i]->bytes().overlaps(piece); ++i)
    regions_[i]->record(kind, piece, word);
}

bool Shadow::record_nest(AccessKind kind, const model::Stripe& pieces, ShadowWord word) {
  ShadowRegion* const region = region_with(pieces);
  return region != nullptr && region->record_nest(kind, pieces, word);
}

bool Shadow::record_pieces(AccessKind kind, const model::Stripe& pieces, ShadowWord word) {
  ShadowRegion* const region = region_with(pieces);
  if (region != nullptr) region->record_pieces(kind, pieces, word);
  return region != nullptr;
}

ShadowRegion* Shadow::region_with(const model::Stripe& pieces) {
  const std::size_t i = first_region(pieces.first);
  if (i == regions_.size()) return nullptr;
  const Interval all = pieces.bounds();
  const Interval bytes = regions_[i]->bytes();
  return bytes.begin <= all.begin && all.end <= bytes.end ? regions_[i].get() : nullptr;
}

void Shadow::forget(model::Epoch known) {
  for (const auto& region : regions_) region->forget(known);
}

const ShadowRegion* Shadow::region_of(Interval piece) const {
  const std::size_t i = first_region(piece.begin);
  if (i == regions_.size()) return nullptr;
  const Interval bytes = regions_[i]->bytes();
  return bytes.begin <= piece.begin && piece.end <= bytes.end ? regions_[i].get() : nullptr;
}

std::size_t Shadow::heap_bytes() const {
  std::size_t total = 0;
  for (const auto& region : regions_) total += region->heap_bytes();
  return total;
}

}  // namespace farsan::engine
