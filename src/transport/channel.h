// One way from one process to another: a queue of records without a bound, in the writer's segment. One writer, one
// reader, no lock; a writer never waits for a slow reader, it takes another chunk.
//
// A record's head is written last, and is 0 until then: the reader looks for the next record where it will be, so that a
// record that fits a cache line costs the transfer of that line and no other. Each record begins a line: what the writer
// writes next has not just been read. Records do not straddle chunks. A chunk that the reader has left is used again, unless
// the reader still holds records in it.
//
// Hot: all but `next_chunk` and `elsewhere`. Budget: 20 instructions to reserve and commit, 20 to look, read and pop.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <deque>
#include <span>
#include <utility>

#include "transport/arena.h"

namespace farsan::transport {

/// What the two share, in the writer's segment.
struct ChannelHead {
  alignas(64) std::atomic<Offset> first_chunk;
  /// How many records of a kind that changes the meaning of earlier ones were written; the writer's.
  std::atomic<std::uint64_t> recalls;
  alignas(64) std::atomic<std::uint64_t> left;  ///< chunks that the reader is done with; the reader's
};

/// What a record is, for whoever reads it. 0 and the largest are the channel's own.
using RecordType = std::uint32_t;

/// A record's head: type and size, written and read as one.
class RecordHead {
 public:
  static constexpr std::uint64_t kSize = sizeof(std::uint64_t);
  static constexpr std::uint64_t kLine = 64;

  constexpr RecordHead() = default;
  constexpr RecordHead(RecordType type, std::uint32_t size) : word_(std::uint64_t{size} << 32 | type) {}
  [[nodiscard]] constexpr bool written() const { return word_ != 0; }
  [[nodiscard]] constexpr RecordType type() const { return static_cast<RecordType>(word_); }
  [[nodiscard]] constexpr std::uint64_t size() const { return word_ >> 32; }
  /// Of the record with its head, up to where the next one begins.
  [[nodiscard]] constexpr std::uint64_t whole() const { return (kSize + size() + kLine - 1) / kLine * kLine; }

  static RecordHead read(const std::byte* at) {
    RecordHead head;
    head.word_ = __atomic_load_n(reinterpret_cast<const std::uint64_t*>(at), __ATOMIC_ACQUIRE);
    return head;
  }
  /// What was written before is seen by whoever sees this.
  void write(std::byte* at) const { __atomic_store_n(reinterpret_cast<std::uint64_t*>(at), word_, __ATOMIC_RELEASE); }
  static void clear(std::byte* at) { *reinterpret_cast<std::uint64_t*>(at) = 0; }

 private:
  std::uint64_t word_ = 0;
};

class ChannelWriter {
 public:
  ChannelWriter(Arena& arena, ChannelHead& head) : arena_(&arena), head_(&head) {}

  /// Room for a record of `size` bytes, aligned to 8; null if the arena has none. To be followed by `commit`.
  [[nodiscard]] std::byte* reserve(RecordType type, std::uint32_t size) {
    reserved_ = {type, size};
    // Behind every record there is room for a head: of the next record, or the one that says where to go on.
    if (reserved_.whole() + RecordHead::kSize > room_) [[unlikely]] {
      if (!next_chunk(reserved_.whole() + RecordHead::kSize)) return nullptr;
    }
    return next_ + RecordHead::kSize;
  }
  /// The same of fewer bytes than were reserved.
  void commit(std::uint32_t size) {
    reserved_ = {reserved_.type(), size};
    commit();
  }
  void commit() {
    std::byte* const at = next_;
    next_ += reserved_.whole();
    room_ -= reserved_.whole();
    RecordHead::clear(next_);
    reserved_.write(at);
    // The line behind the next record is written to as well: it should be here by then.
    __builtin_prefetch(next_ + RecordHead::kLine, 1);
  }

 private:
  struct Chunk {
    Offset at = 0;
    std::uint64_t size = 0;
  };
  bool next_chunk(std::uint64_t least);

  Arena* arena_;
  ChannelHead* head_;
  std::byte* next_ = nullptr;  // where the next record begins
  std::uint64_t room_ = 0;     // from there to the end of the newest chunk
  RecordHead reserved_;
  std::deque<Chunk> chunks_;  // from the oldest that the reader may be in to the one that is written to
  std::deque<Chunk> spare_;
  std::uint64_t recycled_ = 0;  // chunks taken off the front so far
};

class ChannelReader {
 public:
  ChannelReader(const session::Segment& segment, ChannelHead& head) : segment_(&segment), head_(&head) {}

  /// There is a record: what is below may be called.
  [[nodiscard]] bool any() {
    if (front_.written()) return true;
    if (next_ == nullptr) [[unlikely]] {
      if (!begun()) return false;
    }
    front_ = RecordHead::read(next_);
    if (front_.type() == kElsewhere) [[unlikely]]
      elsewhere();
    if (!front_.written()) end_batch();
    return front_.written();
  }
  /// The next record, which was written, is asked for soon: as many lines as were read since this was asked the last time, or since there
  /// was none left, are on their way at once. Programs do the same again, and each line by itself takes as long as all of them.
  void prefetch() {
    end_batch();
    for (std::uint64_t line = 0; line < std::max(last_batch_, RecordHead::kLine); line += RecordHead::kLine)
      __builtin_prefetch(next_ + line);
  }
  /// The same of the one behind it: only if that was written as well, else its writer has to fetch the line back.
  void prefetch_next() const { __builtin_prefetch(next_ + front_.whole()); }
  /// The next record. Valid until `pop`.
  [[nodiscard]] RecordType type() const { return front_.type(); }
  [[nodiscard]] std::span<const std::byte> bytes() const { return {next_ + RecordHead::kSize, front_.size()}; }
  void pop() {
    next_ += front_.whole();
    batch_ += front_.whole();
    front_ = {};
  }
  /// The bytes of records stay valid until `release`, too.
  void hold() { holds_ = true; }
  void release() {
    holds_ = false;
    if (left_ != told_) tell();
  }

 private:
  friend class ChannelWriter;
  static constexpr RecordType kElsewhere = 0xffffffff;  ///< goes on in the next chunk
  static constexpr std::uint64_t kMostAhead = 8 * RecordHead::kLine;

  bool begun();
  void elsewhere();
  void end_batch() {
    if (batch_ != 0) last_batch_ = std::min(std::exchange(batch_, 0), kMostAhead);
  }
  /// The writer may use the chunks again that were left.
  void tell();

  const session::Segment* segment_;
  ChannelHead* head_;
  Offset chunk_ = 0;
  const std::byte* next_ = nullptr;
  RecordHead front_;              // of the next record, if it has been seen
  std::uint64_t batch_ = 0;       // bytes that were read since the last batch
  std::uint64_t last_batch_ = 0;  // and of that
  std::uint64_t left_ = 0;
  std::uint64_t told_ = 0;  // so many of those that were left
  bool holds_ = false;
};

}  // namespace farsan::transport
