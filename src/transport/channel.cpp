#include "transport/channel.h"

#include <algorithm>

namespace farsan::transport {

namespace {

struct ChunkHead {
  Offset next = 0;
  std::uint64_t size = 0;
};

struct RecordHead {
  RecordType type = 0;
  std::uint32_t unused = 0;
  std::uint64_t size = 0;
};
static_assert(sizeof(ChunkHead) % 8 == 0 && sizeof(RecordHead) % 8 == 0);

constexpr RecordType kElsewhere = 0;  ///< goes on in the next chunk

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
  if (chunks_.empty()) {
    head_->first_chunk = chunk.at;
  } else {
    *arena_->object<RecordHead>(chunks_.back().at + at_) = {kElsewhere, 0, 0};
    arena_->object<ChunkHead>(chunks_.back().at)->next = chunk.at;
  }
  chunks_.push_back(chunk);
  at_ = sizeof(ChunkHead);
  return true;
}

std::span<std::byte> ChannelWriter::reserve(RecordType type, std::uint64_t size) {
  // Behind every record there is room for the one that says where to go on.
  const std::uint64_t needed = sizeof(RecordHead) + rounded(size) + sizeof(RecordHead);
  if (chunks_.empty() || at_ + needed > chunks_.back().size) {
    if (!next_chunk(sizeof(ChunkHead) + needed)) return {};
  }
  const Offset record = chunks_.back().at + at_;
  *arena_->object<RecordHead>(record) = {type, 0, size};
  at_ += sizeof(RecordHead) + rounded(size);
  return {arena_->object<std::byte>(record + sizeof(RecordHead)), size};
}

ChannelReader::Record ChannelReader::front() {
  if (chunk_ == 0) {
    chunk_ = head_->first_chunk;
    at_ = sizeof(ChunkHead);
  }
  const auto* record = reinterpret_cast<const RecordHead*>(segment_->at(chunk_ + at_));
  if (record->type == kElsewhere) {
    chunk_ = reinterpret_cast<const ChunkHead*>(segment_->at(chunk_))->next;
    at_ = sizeof(ChunkHead);
    head_->left.store(++left_, std::memory_order_release);
    record = reinterpret_cast<const RecordHead*>(segment_->at(chunk_ + at_));
  }
  return {record->type, {segment_->at(chunk_ + at_ + sizeof(RecordHead)), record->size}};
}

void ChannelReader::pop() {
  const auto* record = reinterpret_cast<const RecordHead*>(segment_->at(chunk_ + at_));
  at_ += sizeof(RecordHead) + rounded(record->size);
  ++read_;
}

}  // namespace farsan::transport
