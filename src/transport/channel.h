// One way from one process to another: a queue of records without a bound, in the writer's segment. One writer, one
// reader, no lock; a writer never waits for a slow reader, it takes another chunk.
//
// A record's head is written last (release), and is 0 until then: the reader looks for the next record where it will be,
// so that a record that fits a cache line costs the transfer of that line and no other. Records do not straddle chunks. A
// chunk that the reader has left is used again.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <span>

#include "transport/arena.h"

namespace farsan::transport {

/// What the two share, in the writer's segment.
struct ChannelHead {
  alignas(64) std::atomic<Offset> first_chunk;
  alignas(64) std::atomic<std::uint64_t> left;  ///< chunks that the reader is done with; the reader's
};

/// What a record is, for whoever reads it. 0 and the largest are the channel's own.
using RecordType = std::uint32_t;

class ChannelWriter {
 public:
  ChannelWriter(Arena& arena, ChannelHead& head) : arena_(&arena), head_(&head) {}

  /// Room for a record of `size` bytes, aligned to 8; empty if the arena has none. To be followed by `commit`.
  [[nodiscard]] std::span<std::byte> reserve(RecordType type, std::uint32_t size);
  void commit();

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
  Offset next_ = 0;             // where the next record begins
  Offset end_ = 0;              // of the newest chunk
  std::uint64_t head_of_reserved_ = 0;
  std::uint64_t size_of_reserved_ = 0;  // with its head
};

class ChannelReader {
 public:
  struct Record {
    RecordType type = 0;
    std::span<const std::byte> bytes;
  };

  ChannelReader(const session::Segment& segment, ChannelHead& head) : segment_(&segment), head_(&head) {}

  /// There is a record: `front` may be called.
  [[nodiscard]] bool any();
  /// The next record. Valid until `pop`.
  [[nodiscard]] Record front() const;
  void pop();

 private:
  [[nodiscard]] std::uint64_t head() const;

  const session::Segment* segment_;
  ChannelHead* head_;
  Offset chunk_ = 0;
  Offset next_ = 0;
  std::uint64_t left_ = 0;
};

}  // namespace farsan::transport
