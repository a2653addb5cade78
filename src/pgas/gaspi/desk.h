// What a process lays open to the others at the beginning of its region: its segments, notifications, mailbox, and buffers
// for reductions. Behind it come the segments themselves.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "pgas/node/layout.h"

namespace farsan::pgas::gaspi {

inline constexpr std::uint32_t kSegments = 256;
inline constexpr std::uint32_t kNotifications = 65536;
inline constexpr std::uint32_t kGroups = 256;  ///< at most: what gaspi_group_t counts
inline constexpr std::uint64_t kPassiveMost = 65536;
inline constexpr std::uint64_t kReduceBytes = 65536;

/// A segment of the process. Others look at it without a lock: `offset` is written last.
struct SegmentEntry {
  std::atomic<std::uint64_t> offset;  ///< in the region; 0: there is none
  std::atomic<std::uint64_t> size;
  std::atomic<std::uint64_t> open_to[kMaxProcesses / 64];  ///< a bit for each rank that it is registered with

  [[nodiscard]] bool is_open_to(std::uint32_t rank) const {
    return (open_to[rank / 64].load() >> (rank % 64) & 1) != 0;
  }
  void open(std::uint32_t rank) { open_to[rank / 64].fetch_or(1ULL << (rank % 64)); }
};

/// A message of passive communication, one at a time. Senders claim it, the receiver empties it, the sender frees it.
struct Mailbox {
  enum State : std::uint32_t { Free, Claimed, Full, Taken };
  std::atomic<std::uint32_t> state;
  std::uint32_t sender;
  std::uint64_t size;
  std::byte data[kPassiveMost];
};

struct Desk {
  SegmentEntry segments[kSegments];
  Mailbox mailbox;
  std::byte reductions[kBoards][kReduceBytes];  ///< by the group's board for reductions
  /// On pages of their own: given back when a segment goes.
  alignas(kGrain) std::atomic<std::uint32_t> notifications[kSegments][kNotifications];
};
inline constexpr std::uint64_t kSegmentsAt = round_up(sizeof(Desk), kGrain);

}  // namespace farsan::pgas::gaspi
