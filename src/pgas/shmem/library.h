// The library's state in this process, and how routines get at it: by asking for what their arguments mean. Arguments that
// mean nothing end the process with one line that names the routine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "pgas/node/delay.h"
#include "pgas/node/heap.h"
#include "pgas/node/job.h"
#include "pgas/shmem/symmetric_data.h"
#include "pgas/shmem/team.h"

/// What a shmem_ctx_t points to: the scope of quiet and fence. Never freed, so that a stale handle can be told.
struct farsan_shmem_ctx {
  farsan::pgas::shmem::Team* team;
  long options = 0;
  bool alive = true;
  farsan::pgas::DelayQueue held{};
};

namespace farsan::pgas::shmem {

using Context = farsan_shmem_ctx;

/// Says "shmem_put: what" and ends the process.
[[noreturn]] void misuse(const char* routine, const std::string& what);

class Library {
 public:
  /// The library, which has been initialised and not finalized.
  [[nodiscard]] static Library& get(const char* routine) {
    if (current_ == nullptr) [[unlikely]]
      not_running(routine);
    return *current_;
  }
  [[nodiscard]] static bool running() { return current_ != nullptr; }
  static void start(int thread_level);
  /// Completes everything and waits for the others.
  static void finish();

  [[nodiscard]] const Job& job() const { return job_; }
  [[nodiscard]] int my_pe() const { return static_cast<int>(job_.rank()); }
  [[nodiscard]] int n_pes() const { return static_cast<int>(job_.size()); }
  [[nodiscard]] int thread_level() const { return thread_level_; }

  // --- Symmetric addresses ---
  /// Where the counterpart of a symmetric address of this PE is for another one (a PE of the world); null if it is none.
  [[nodiscard]] std::byte* counterpart(const void* address, int world_pe) const;
  /// ... which it has to be, for so many bytes.
  template <class T>
  [[nodiscard]] T* symmetric(const char* routine, T* address, int world_pe) const {
    if (world_pe == my_pe()) {
      // Still looked up, so that a program that runs on one PE runs on two.
      if (counterpart(address, world_pe) == nullptr) [[unlikely]]
        not_symmetric(routine, address);
      return address;
    }
    std::byte* found = counterpart(address, world_pe);
    if (found == nullptr) [[unlikely]]
      not_symmetric(routine, address);
    return reinterpret_cast<T*>(found);
  }
  [[nodiscard]] Heap& heap() { return heap_; }
  [[nodiscard]] std::byte* heap_address(std::uint64_t offset) const { return job_.region(job_.rank()) + offset; }
  [[nodiscard]] std::uint64_t heap_offset(const void* address) const {
    return static_cast<std::uint64_t>(static_cast<const std::byte*>(address) - job_.region(job_.rank()));
  }

  // --- Teams and contexts ---
  [[nodiscard]] Team& world() { return world_; }
  /// The team of a handle; null for SHMEM_TEAM_INVALID.
  [[nodiscard]] Team* team(const char* routine, shmem_team_t handle);
  /// ... which may not be invalid.
  [[nodiscard]] Team& valid_team(const char* routine, shmem_team_t handle);
  [[nodiscard]] Team& active_set(const char* routine, int start, int log_stride, int size);
  [[nodiscard]] shmem_team_t handle(Team& team);
  [[nodiscard]] Team* add_team(const PeSet& pes, Board board);
  [[nodiscard]] Context& context(const char* routine, shmem_ctx_t handle) {
    if (handle == SHMEM_CTX_DEFAULT) [[likely]]
      return default_context_;
    return other_context(routine, handle);
  }
  [[nodiscard]] Context& default_context() { return default_context_; }
  [[nodiscard]] Context* add_context(Team& team, long options);
  void destroy(Context& context);

  // --- Synchronisation ---
  void meet(const Team& team) const { team.board.meet(job_, team.size()); }
  static void quiet(Context& context);
  void barrier_all();

 private:
  Library(Job job, int thread_level);
  [[noreturn]] static void not_running(const char* routine);
  [[noreturn]] static void not_symmetric(const char* routine, const void* address);
  [[nodiscard]] Context& other_context(const char* routine, shmem_ctx_t handle);

  static Library* current_;

  Job job_;
  int thread_level_;
  std::vector<DataSegment> segments_;
  std::uint64_t heap_begin_ = 0;  // offset in the region, behind the segments
  std::uint64_t heap_end_ = 0;
  Heap heap_;
  Team world_;
  Team shared_;
  Context default_context_;

  std::mutex mutex_;  // of what follows; destroyed teams and contexts stay in it
  std::unordered_map<const Team*, std::unique_ptr<Team>> teams_;  // by their handles
  std::vector<std::unique_ptr<Context>> contexts_;
  std::vector<Context*> unused_contexts_;  // those of them that were destroyed
  std::map<std::tuple<int, int, int>, Team> active_sets_;
};

/// A PE that an operation on a context names, and what the operation needs of it.
struct Target {
  Library& library;
  Context& context;
  int pe;  ///< of the world
  const char* routine;

  Target(const char* routine_name, shmem_ctx_t handle, int number);

  template <class T>
  [[nodiscard]] T* address(T* mine) const {
    return library.symmetric(routine, mine, pe);
  }
  void changed() const { library.job().changed(static_cast<std::uint32_t>(pe)); }
};

}  // namespace farsan::pgas::shmem
