#include "pgas/node/board.h"

#include <sched.h>

#include <string>

#include "pgas/node/environment.h"

namespace farsan::pgas {

namespace {

// Boards are made rarely, and never while anything is waited for.
class BoardLock {
 public:
  explicit BoardLock(const Job& job) : word_(job.head().board_lock) {
    while (word_.exchange(1, std::memory_order_acquire) != 0) sched_yield();
  }
  ~BoardLock() { word_.store(0, std::memory_order_release); }
  BoardLock(const BoardLock&) = delete;
  BoardLock& operator=(const BoardLock&) = delete;

 private:
  std::atomic<std::uint32_t>& word_;
};

// Keys that `create` gives out have this bit, those of `find` do not.
constexpr std::uint64_t kCreated = 1ULL << 63;

}  // namespace

// The board with the key, or else a free one, whose key is 0.
Board Board::look_up(const Job& job, std::uint64_t key) {
  std::atomic<std::uint32_t>& used = job.head().boards_used;
  std::uint32_t free = used.load();
  for (std::uint32_t number = 0; number < used.load(); ++number) {
    const Board board(job, number);
    if (key != 0 && board.key() == key) return board;
    if (board.key() == 0 && free == used.load()) free = number;
  }
  if (free == kBoards) fail("more than " + std::to_string(kBoards) + " groups of processes at a time");
  if (free == used.load()) used.fetch_add(1);
  return {job, free};
}

Board::Board(const Job& job, std::uint32_t number)
    : head_(reinterpret_cast<BoardHead*>(job.board(number))), number_(number) {}

Board Board::find(const Job& job, std::uint64_t key) {
  const BoardLock lock(job);
  const Board board = look_up(job, key);
  board.head_->key.store(key);
  return board;
}

Board Board::create(const Job& job) {
  const BoardLock lock(job);
  const Board board = look_up(job, 0);
  board.head_->key.store(kCreated | board.number_);
  return board;
}

void Board::release() {
  head_->key.store(0);
  head_ = nullptr;
}

std::uint32_t Board::arrive(std::uint32_t members) const {
  const std::uint32_t meeting = head_->generation.rung.load(std::memory_order_acquire);
  if (head_->arrived.fetch_add(1, std::memory_order_acq_rel) + 1 == members) {
    head_->arrived.store(0, std::memory_order_relaxed);
    wake(head_->generation);
  }
  return meeting;
}

bool Board::resume(const Job& job, std::uint32_t meeting, Clock::time_point deadline) const {
  const auto over = [this, meeting] { return head_->generation.rung.load(std::memory_order_acquire) != meeting; };
  return wait_until(head_->generation, job.spins(), deadline, over, let_expired_pass);
}

bool Board::meet_until(const Job& job, std::uint32_t members, Clock::time_point deadline) const {
  return resume(job, arrive(members), deadline);
}

}  // namespace farsan::pgas
