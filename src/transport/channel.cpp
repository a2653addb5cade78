#include "transport/channel.h"

#include <algorithm>

namespace farsan::transport {

namespace {

struct alignas(RecordHead::kLine) ChunkHead {
  Offset next = 0;
  std::uint64_t size = 0;
};

// Small enough for 128 x 128 channels that carry little, large enough that busy ones rarely take another.
constexpr std::uint64_t kFirstChunk = 2048;
constexpr std::uint64_t kLargestChunk = 1 << 18;

}  // namespace

bool ChannelWriter::next_chunk(std::uint64_t least) {
  least += sizeof(ChunkHead);
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
  auto* const head = arena_->object<ChunkHead>(chunk.at);
  *head = {0, chunk.size};
  auto* const first = reinterpret_cast<std::byte*>(head + 1);
  RecordHead::clear(first);
  if (chunks_.empty()) {
    head_->first_chunk.store(chunk.at, std::memory_order_release);
  } else {
    arena_->object<ChunkHead>(chunks_.back().at)->next = chunk.at;
    RecordHead(ChannelReader::kElsewhere, 0).write(next_);
  }
  chunks_.push_back(chunk);
  next_ = first;
  room_ = chunk.size - sizeof(ChunkHead);
  return true;
}

bool ChannelReader::begun() {
  chunk_ = head_->first_chunk.load(std::memory_order_acquire);
  if (chunk_ == 0) return false;
  next_ = segment_->at(chunk_ + sizeof(ChunkHead));
  return true;
}

void ChannelReader::elsewhere() {
  chunk_ = reinterpret_cast<const ChunkHead*>(segment_->at(chunk_))->next;
  next_ = segment_->at(chunk_ + sizeof(ChunkHead));
  ++left_;
  if (!holds_) tell();
  front_ = RecordHead::read(next_);
}

void ChannelReader::tell() {
  told_ = left_;
  head_->left.store(left_, std::memory_order_release);
}

}  // namespace farsan::transport
