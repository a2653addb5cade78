#include "transport/channel.h"

#include <algorithm>

namespace farsan::transport {

namespace {

struct ChunkHead {
  Offset next = 0;
  std::uint64_t size = 0;
};

// A record's head: type and size, written as one.
constexpr std::uint64_t kHead = sizeof(std::uint64_t);
static_assert(sizeof(ChunkHead) % kHead == 0);

constexpr RecordType kElsewhere = 0xffffffff;  ///< goes on in the next chunk

constexpr std::uint64_t head_of(RecordType type, std::uint32_t size) { return std::uint64_t{size} << 32 | type; }
constexpr RecordType type_in(std::uint64_t head) { return static_cast<RecordType>(head); }
constexpr std::uint64_t size_in(std::uint64_t head) { return head >> 32; }

/// Heads are read and written by two processes.
// NOLINTNEXTLINE(readability-non-const-parameter): the store does not count as one
void put_head(std::uint64_t* at, std::uint64_t head) { __atomic_store_n(at, head, __ATOMIC_RELEASE); }

// Small enough for 128 x 128 channels that carry little, large enough that busy ones rarely take another.
constexpr std::uint64_t kFirstChunk = 2048;
constexpr std::uint64_t kLargestChunk = 1 << 18;

constexpr std::uint64_t rounded(std::uint64_t size) { return (size + 7) / 8 * 8; }

}  // namespace

bool ChannelWriter::next_chunk(std::uint64_t least) {
  const std::uint64_t left = head_->left.load(std::memory_order_acquire);
  while (recycled_ < left && chunks_.size() > 1) {
    spare_.push_back(chunks_.front());
    chunks_.pop_front();
    ++recycled_;
  }
  Chunk chunk;
  const auto fits = std::find_if(spare_.begin(), spare_.end(), [&](const Chunk& spare) { return spare.size >= least; });
  if (fits != spare_.end()) {
    chunk = *fits;
    spare_.erase(fits);
  } else {
    const std::uint64_t usual = chunks_.empty() ? kFirstChunk : std::min(kLargestChunk, chunks_.back().size * 2);
    chunk.size = std::max(usual, least);
    chunk.at = arena_->take(chunk.size);
    if (chunk.at == 0) return false;
  }
  *arena_->object<ChunkHead>(chunk.at) = {0, chunk.size};
  const Offset first = chunk.at + sizeof(ChunkHead);
  *arena_->object<std::uint64_t>(first) = 0;
  if (chunks_.empty()) {
    head_->first_chunk.store(chunk.at, std::memory_order_release);
  } else {
    arena_->object<ChunkHead>(chunks_.back().at)->next = chunk.at;
    put_head(arena_->object<std::uint64_t>(next_), head_of(kElsewhere, 0));
  }
  chunks_.push_back(chunk);
  next_ = first;
  end_ = chunk.at + chunk.size;
  return true;
}

std::span<std::byte> ChannelWriter::reserve(RecordType type, std::uint32_t size) {
  // Behind every record there is room for a head: of the next record, or the one that says where to go on.
  const std::uint64_t whole = kHead + rounded(size);
  if (next_ + whole + kHead > end_) [[unlikely]] {
    if (!next_chunk(sizeof(ChunkHead) + whole + kHead)) return {};
  }
  head_of_reserved_ = head_of(type, size);
  size_of_reserved_ = whole;
  return {arena_->object<std::byte>(next_ + kHead), size};
}

void ChannelWriter::commit() {
  *arena_->object<std::uint64_t>(next_ + size_of_reserved_) = 0;
  put_head(arena_->object<std::uint64_t>(next_), head_of_reserved_);
  next_ += size_of_reserved_;
}

std::uint64_t ChannelReader::head() const {
  return __atomic_load_n(reinterpret_cast<const std::uint64_t*>(segment_->at(next_)), __ATOMIC_ACQUIRE);
}

bool ChannelReader::any() {
  if (chunk_ == 0) [[unlikely]] {
    chunk_ = head_->first_chunk.load(std::memory_order_acquire);
    if (chunk_ == 0) return false;
    next_ = chunk_ + sizeof(ChunkHead);
  }
  std::uint64_t now = head();
  if (type_in(now) == kElsewhere) [[unlikely]] {
    chunk_ = reinterpret_cast<const ChunkHead*>(segment_->at(chunk_))->next;
    next_ = chunk_ + sizeof(ChunkHead);
    head_->left.store(++left_, std::memory_order_release);
    now = head();
  }
  return now != 0;
}

ChannelReader::Record ChannelReader::front() const {
  const std::uint64_t of = head();
  return {type_in(of), {segment_->at(next_ + kHead), size_in(of)}};
}

void ChannelReader::pop() { next_ += kHead + rounded(size_in(head())); }

}  // namespace farsan::transport
