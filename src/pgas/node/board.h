// A board: where the processes of a group meet, and a seat for each member to show the others something. Any set of
// processes can have one; it lives in the job's memory and is found by a key that the members share.
#pragma once

#include <atomic>
#include <cstdint>

#include "pgas/node/job.h"
#include "pgas/node/layout.h"

namespace farsan::pgas {

class Board {
 public:
  Board() = default;
  /// The board with this number, which another member has created.
  Board(const Job& job, std::uint32_t number);

  /// The board with this key (not 0), a new one if there is none yet. Fails with a line if there are too many.
  [[nodiscard]] static Board find(const Job& job, std::uint64_t key);
  /// A new board, whose number the creator tells the others.
  [[nodiscard]] static Board create(const Job& job);
  [[nodiscard]] std::uint32_t number() const { return number_; }
  /// Gives it back. One of the members, after the last meeting is over for all.
  void release();

  /// Returns when `members` processes have called it. All that they did before is visible after. One thread of each process
  /// at a time.
  void meet(const Job& job, std::uint32_t members) const { static_cast<void>(meet_until(job, members, kForever)); }
  /// False if the others have not come until the deadline; this process then counts as come, and asks again with `resume`.
  [[nodiscard]] bool meet_until(const Job& job, std::uint32_t members, Clock::time_point deadline) const;
  [[nodiscard]] std::uint32_t arrive(std::uint32_t members) const;
  [[nodiscard]] bool resume(const Job& job, std::uint32_t meeting, Clock::time_point deadline) const;

  [[nodiscard]] Seat& seat(std::uint32_t member) const { return reinterpret_cast<Seat*>(head_ + 1)[member]; }

 private:
  [[nodiscard]] std::uint64_t key() const { return head_->key.load(std::memory_order_relaxed); }
  static Board look_up(const Job& job, std::uint64_t key);

  BoardHead* head_ = nullptr;
  std::uint32_t number_ = kNoBoard;
};

}  // namespace farsan::pgas
