// The library's state in this process. Routines ask it what their arguments mean; arguments that mean nothing are errors
// (GASPI_ERROR), which the specification leaves to the program.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "pgas/gaspi/desk.h"
#include "pgas/gaspi/queue.h"
#include "pgas/gaspi/routine.h"
#include "pgas/node/board.h"
#include "pgas/node/heap.h"
#include "pgas/node/job.h"

namespace farsan::pgas::gaspi {

[[nodiscard]] Clock::time_point deadline(gaspi_timeout_t timeout);

/// A group. A call on it that timed out is taken up again where it stopped.
struct Group {
  std::vector<gaspi_rank_t> ranks;  ///< ascending
  std::optional<Board> board;       ///< once it is committed
  std::optional<std::uint32_t> committing;
  std::optional<std::uint32_t> barrier;    ///< the meeting that it waits for
  std::optional<std::uint32_t> reduction;  ///< ... in a reduction
  bool reduced = false;                    ///< and whether that is the second one
  std::mutex mutex{};

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(ranks.size()); }
};

/// A segment of this process.
struct Segment {
  std::byte* address;  ///< what the program sees: in the region, or its own memory
  std::uint64_t size;
  std::uint64_t offset;
  std::uint64_t room;  ///< in the region
  bool creating;       ///< a collective call has not come to its end yet
};

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

  // --- Segments ---
  [[nodiscard]] bool allocate(gaspi_segment_id_t id, std::uint64_t size, bool creating);
  [[nodiscard]] bool bind(gaspi_segment_id_t id, std::byte* memory, std::uint64_t size, bool creating);
  [[nodiscard]] bool remove(gaspi_segment_id_t id);
  /// Null if there is none.
  [[nodiscard]] Segment* segment(gaspi_segment_id_t id);
  [[nodiscard]] std::vector<gaspi_segment_id_t> segment_ids();
  /// Bytes of this process's segment; null if they are not all in it.
  [[nodiscard]] std::byte* local(gaspi_segment_id_t id, std::uint64_t offset, std::uint64_t size);
  /// Bytes of another's, which has to be registered with this process.
  [[nodiscard]] std::byte* remote(std::uint32_t rank, gaspi_segment_id_t id, std::uint64_t offset,
                                  std::uint64_t size) const;
  /// A notification of a segment that exists and is open to this process.
  [[nodiscard]] std::atomic<std::uint32_t>* notification(std::uint32_t rank, gaspi_segment_id_t id,
                                                         std::uint32_t number) const;

  // --- Groups and queues ---
  [[nodiscard]] Group* group(gaspi_group_t id);
  [[nodiscard]] std::optional<gaspi_group_t> add_group();
  [[nodiscard]] bool remove_group(gaspi_group_t id);
  [[nodiscard]] gaspi_number_t group_count();
  [[nodiscard]] std::uint64_t key_for(const Group& group);

  [[nodiscard]] Queue* queue(gaspi_queue_id_t id);
  [[nodiscard]] std::optional<gaspi_queue_id_t> add_queue();
  [[nodiscard]] bool remove_queue(gaspi_queue_id_t id);
  [[nodiscard]] gaspi_number_t queue_count();

 private:
  explicit Process(Job job);
  [[nodiscard]] bool add_segment(gaspi_segment_id_t id, Segment segment);

  static Process* current_;  // stays when it is over
  static bool running_;

  Job job_;
  Heap memory_;
  std::recursive_mutex mutex_;  // of all that follows
  std::map<gaspi_segment_id_t, Segment> segments_;
  std::map<gaspi_group_t, std::unique_ptr<Group>> groups_;
  std::map<std::vector<gaspi_rank_t>, std::uint64_t> groups_made_;  // how many of the same ranks
  std::vector<std::unique_ptr<Queue>> queues_;                      // null: deleted
};

/// What gaspi_config_get says; gaspi_config_set may change the number of queues and their size.
[[nodiscard]] gaspi_config_t& configuration();

}  // namespace farsan::pgas::gaspi
