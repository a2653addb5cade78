// The library's state in this process. Routines ask it what their arguments mean; arguments that mean nothing are errors, which
// the specification leaves to the program.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "pgas/gaspi/desk.h"
#include "pgas/gaspi/queue.h"
#include "pgas/gaspi/routine.h"
#include "pgas/node/board.h"
#include "pgas/node/heap.h"
#include "pgas/node/job.h"

namespace farsan::pgas::gaspi {

[[nodiscard]] Clock::time_point deadline(gaspi_timeout_t timeout);

/// What an argument means; or that it means nothing, and what the routine then returns.
template <class T>
class Meaning {
 public:
  Meaning(T* it) : it_(it) {}
  Meaning(gaspi_return_t why) : why_(why) {}
  explicit operator bool() const { return it_ != nullptr; }
  [[nodiscard]] gaspi_return_t why() const { return why_; }
  [[nodiscard]] T* get() const { return it_; }
  T* operator->() const { return it_; }
  T& operator*() const { return *it_; }

 private:
  T* it_ = nullptr;
  gaspi_return_t why_ = GASPI_SUCCESS;
};

/// Where the members of a group come together for one kind of collective call. A call that timed out is taken up again where it
/// stopped.
struct Meeting {
  std::optional<Board> board;
  std::optional<std::uint32_t> awaited;  ///< this process has come, and waits for the others
};

/// A group. A barrier and a reduction of one group may be under way at the same time, so each has a board of its own.
struct Group {
  enum class State : std::uint8_t { Open, Committing, Committed };

  std::vector<gaspi_rank_t> ranks;  ///< ascending
  State state = State::Open;
  Meeting barrier;
  Meeting reduction;
  bool shown = false;                     ///< all operands of the reduction are there
  std::optional<gaspi_return_t> reduced;  ///< ... and were combined, or could not be: it waits for the others once more
  std::mutex mutex{};

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(ranks.size()); }
  [[nodiscard]] bool has(std::uint32_t rank) const {
    return std::ranges::binary_search(ranks, static_cast<gaspi_rank_t>(rank));
  }
};

/// A segment of this process.
struct Segment {
  std::byte* address;  ///< what the program sees: in the region, or its own memory
  std::uint64_t size;
  std::uint64_t offset;
  std::uint64_t room;  ///< in the region
  bool creating;       ///< a collective call has not come to its end yet
};

/// From the first page that memory is on to the end of the last.
using Pages = std::pair<std::uint64_t, std::uint64_t>;

class Process {
 public:
  /// Null before gaspi_proc_init and after gaspi_proc_term.
  [[nodiscard]] static Process* get() { return running_ ? current_ : nullptr; }
  static void start();
  void finish();

  [[nodiscard]] const Job& job() const { return job_; }
  [[nodiscard]] std::uint32_t rank() const { return job_.rank(); }
  [[nodiscard]] std::uint32_t size() const { return job_.size(); }
  [[nodiscard]] Desk& desk(std::uint32_t rank) const { return *reinterpret_cast<Desk*>(job_.region(rank)); }

  /// It runs, or has left as it should.
  [[nodiscard]] bool is_healthy(std::uint32_t rank) const;

  // --- Segments ---
  [[nodiscard]] gaspi_return_t allocate(gaspi_segment_id_t id, std::uint64_t size, bool creating);
  [[nodiscard]] gaspi_return_t bind(gaspi_segment_id_t id, std::byte* memory, std::uint64_t size, bool creating);
  [[nodiscard]] gaspi_return_t remove(gaspi_segment_id_t id);
  [[nodiscard]] Meaning<Segment> segment(gaspi_segment_id_t id);
  [[nodiscard]] std::vector<gaspi_segment_id_t> segment_ids();
  /// Bytes of this process's segment, all of which must be in it.
  [[nodiscard]] Meaning<std::byte> local(gaspi_segment_id_t id, std::uint64_t offset, std::uint64_t size);
  /// Bytes of another's, which has to be registered with this process.
  [[nodiscard]] Meaning<std::byte> remote(std::uint32_t rank, gaspi_segment_id_t id, std::uint64_t offset,
                                          std::uint64_t size) const;
  /// A notification of a segment that exists and is open to this process.
  [[nodiscard]] Meaning<std::atomic<std::uint32_t>> notification(std::uint32_t rank, gaspi_segment_id_t id,
                                                                 std::uint32_t number) const;

  // --- Groups and queues ---
  [[nodiscard]] Meaning<Group> group(gaspi_group_t id);
  /// One whose members can meet, if this process is one of them.
  [[nodiscard]] Meaning<Group> committed_group(gaspi_group_t id);
  [[nodiscard]] std::optional<gaspi_group_t> add_group();
  [[nodiscard]] gaspi_return_t remove_group(gaspi_group_t id);
  [[nodiscard]] gaspi_number_t group_count();
  /// Gives the group its boards.
  void seat(Group& group);

  [[nodiscard]] Meaning<Queue> queue(gaspi_queue_id_t id);
  [[nodiscard]] std::optional<gaspi_queue_id_t> add_queue();
  [[nodiscard]] gaspi_return_t remove_queue(gaspi_queue_id_t id);
  [[nodiscard]] gaspi_number_t queue_count();

 private:
  explicit Process(Job job);
  /// Whether one more can have this id and size.
  [[nodiscard]] gaspi_return_t has_room(gaspi_segment_id_t id, std::uint64_t size) const;
  gaspi_return_t add_segment(gaspi_segment_id_t id, Segment segment);

  static Process* current_;  // stays when it is over
  static bool running_;

  Job job_;
  Heap memory_;
  std::recursive_mutex mutex_;  // of all that follows
  std::map<gaspi_segment_id_t, Segment> segments_;
  std::map<Pages, std::uint64_t> retired_;  // where the pages of deleted segments that were bound still are
  std::map<gaspi_group_t, std::unique_ptr<Group>> groups_;
  std::map<std::vector<gaspi_rank_t>, std::uint64_t> groups_made_;  // how many of the same ranks
  std::vector<std::unique_ptr<Queue>> queues_;                      // null: deleted
};

/// A result of which the program wants one number.
template <class T, class Value>
gaspi_return_t answer(T* where, Value value) {
  if (where == nullptr) return GASPI_ERR_NULLPTR;
  *where = static_cast<T>(value);
  return GASPI_SUCCESS;
}

/// What gaspi_config_get says.
[[nodiscard]] gaspi_config_t& configuration();

/// What a routine has returned, in words. Writable, as GASPI's type for text is; nobody writes to it.
[[nodiscard]] char* text_of(gaspi_return_t code);

}  // namespace farsan::pgas::gaspi
