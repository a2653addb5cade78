// One way from one process to another: a queue of records without a bound, in the writer's segment. One writer, one
// reader, no lock; a writer never waits for a slow reader, it takes another chunk.
//
// A record is written, then `written` is raised (release); the reader sees it (acquire) or it does not. Records do not
// straddle chunks. A chunk that the reader has left is used again.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <span>

#include "transport/arena.h"

namespace farsan::transport {

/// What the two share, in the writer's segment.
struct ChannelHead {
  alignas(64) std::atomic<std::uint64_t> written;  ///< records so far
  Offset first_chunk = 0;
  alignas(64) std::atomic<std::uint64_t> left;  ///< chunks that the reader is done with; the reader's
};

/// What a record is, for whoever reads it. 0 is the channel's own.
using RecordType = std::uint32_t;

class ChannelWriter {
 public:
  ChannelWriter(Arena& arena, ChannelHead& head) : arena_(&arena), head_(&head) {}

  /// Room for a record of `size` bytes, aligned to 8; empty if the arena has none. To be followed by `commit`.
  [[nodiscard]] std::span<std::byte> reserve(RecordType type, std::uint64_t size);
  void commit() { head_->written.store(++written_, std::memory_order_release); }

 private:
  struct Chunk {
    Offset at = 0;
    std::uint64_t size = 0;
  };
  bool next_chunk(std::uint64_t least);

  Arena* arena_;
  ChannelHead* head_;
  std::deque<Chunk> chunks_;  // from the oldest that the reader may be in to the one that is written to
  std::deque<Chunk> spare_;
  std::uint64_t recycled_ = 0;  // chunks taken off the front so far
  std::uint64_t at_ = 0;        // in the newest chunk
  std::uint64_t written_ = 0;
};

class ChannelReader {
 public:
  struct Record {
    RecordType type = 0;
    std::span<const std::byte> bytes;
  };

  ChannelReader(const session::Segment& segment, ChannelHead& head) : segment_(&segment), head_(&head) {}

  [[nodiscard]] bool any() const { return head_->written.load(std::memory_order_acquire) > read_; }
  /// The next record: only if there is any. Valid until `pop`.
  [[nodiscard]] Record front();
  void pop();

 private:
  const session::Segment* segment_;
  ChannelHead* head_;
  Offset chunk_ = 0;
  std::uint64_t at_ = 0;
  std::uint64_t read_ = 0;
  std::uint64_t left_ = 0;
};

}  // namespace farsan::transport
