// What the processes of a job share, as it lies in the job's memory file: one head, a slot for each process, boards where
// groups meet, and then one region for each process, which belongs to the library (OpenSHMEM, GASPI) alone.
//
//   | JobHead | Slot[0] .. Slot[N-1] | Board[0] .. Board[kBoards-1] | region 0 | region 1 | .. | region N-1 |
//
// The file has no name. It is zero where nobody wrote, and takes memory only there: sizes can be generous.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace farsan::pgas {

inline constexpr std::uint64_t kJobMagic = 0x314a4e4153524146;  // "FARSANJ1"
inline constexpr std::uint32_t kMaxProcesses = 4096;
inline constexpr std::uint32_t kBoards = 2048;  ///< groups that can exist at a time
inline constexpr std::uint32_t kNoBoard = ~0U;
inline constexpr std::uint64_t kGrain =
    64 * 1024;                            ///< areas begin at multiples of it: the largest page of x86-64 and AArch64
inline constexpr std::size_t kLine = 64;  ///< of the cache

/// A word to sleep on, and how many do.
struct Bell {
  std::atomic<std::uint32_t> rung;
  std::atomic<std::uint32_t> sleepers;
};

/// How far a process has come; it only grows.
enum class Stage : std::uint32_t { Absent, Attached, Finished };

struct JobHead {
  std::uint64_t magic;
  std::uint32_t processes;
  /// Which library runs in the job (a hash of its name), what its regions take, and what they have to agree on. 0 until the
  /// first process says so.
  std::atomic<std::uint64_t> library;
  std::atomic<std::uint64_t> region_size;
  std::atomic<std::uint64_t> fingerprint;
  /// Set by who ends the whole job, with the status in the low byte.
  std::atomic<std::uint32_t> ending;
  std::atomic<std::uint32_t> board_lock;
  std::atomic<std::uint32_t>
      boards_used;  ///< those with lower numbers have been used; looking at others would cost memory
};
inline constexpr std::uint32_t kEnding = 0x100;

/// Written by its own process but for the bell, which others ring after they have changed something in its region.
struct alignas(kLine) Slot {
  std::atomic<std::int32_t> pid;
  std::atomic<Stage> stage;
  alignas(kLine) Bell bell;
};

/// One line for each member of a group, to show the others something.
struct alignas(kLine) Seat {
  std::atomic<std::uint64_t> words[8];
};
static_assert(sizeof(Seat) == kLine);

struct alignas(kLine) BoardHead {
  std::atomic<std::uint64_t> key;  ///< 0: free
  alignas(kLine) std::atomic<std::uint32_t> arrived;
  alignas(kLine) Bell generation;  ///< `rung` counts the meetings
};

// Where things are.

[[nodiscard]] constexpr std::uint64_t round_up(std::uint64_t value, std::uint64_t grain) {
  return (value + grain - 1) / grain * grain;
}
inline constexpr std::uint64_t kSlotsAt = 4096;
static_assert(sizeof(JobHead) <= kSlotsAt);

[[nodiscard]] constexpr std::uint64_t board_size(std::uint32_t processes) {
  return sizeof(BoardHead) + processes * sizeof(Seat);
}
[[nodiscard]] constexpr std::uint64_t boards_at(std::uint32_t processes) {
  return round_up(kSlotsAt + processes * sizeof(Slot), kLine);
}
[[nodiscard]] constexpr std::uint64_t regions_at(std::uint32_t processes) {
  return round_up(boards_at(processes) + kBoards * board_size(processes), kGrain);
}

}  // namespace farsan::pgas
