// FarSan inside one process of a job: from the start of the job (the binding's init) to its end. Everything that the
// entry points of instrumented code and the bindings share.
//
// Rules of the house, for everyone who calls in here: one thread at a time (the one that started the job; accesses of
// others are not seen yet, see docs/limits.md); hold a `Guard` while inside, so that nothing the runtime itself touches or
// calls is taken for the program's; never throw across the program's frames.
#pragma once

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/process.h"
#include "runtime/options.h"
#include "runtime/pages.h"
#include "runtime/race_keeper.h"
#include "runtime/sites.h"
#include "session/segment.h"
#include "transport/shm_transport.h"

namespace farsan::runtime {

/// The thread is inside FarSan, or inside a library that it watches from outside: accesses do not count.
class Guard {
 public:
  Guard() { ++depth_, ++ignoring_; }
  Guard(const Guard&) = delete;
  Guard(Guard&&) = delete;
  Guard& operator=(const Guard&) = delete;
  Guard& operator=(Guard&&) = delete;
  ~Guard() { --depth_, --ignoring_; }
  [[nodiscard]] static bool inside() { return depth_ != 0; }
  /// Inside, or the program does not want its accesses to count (annotations).
  [[nodiscard]] static bool ignoring() { return ignoring_ != 0; }
  static void ignore(bool begin) { ignoring_ = std::max(ignoring_ + (begin ? 1 : -1), depth_); }

 private:
  static thread_local constinit int depth_ __attribute__((tls_model("initial-exec")));
  static thread_local constinit int ignoring_ __attribute__((tls_model("initial-exec")));
};

/// What a binding lends the runtime to find the other processes with, at start and end: the real collectives.
struct Job {
  std::uint32_t rank = 0;
  std::uint32_t ranks = 0;
  std::string library;  ///< for the report: "Open MPI 4.1.4"
  /// Everybody's `size` bytes to everybody.
  std::function<void(const void* own, void* all, std::size_t size)> all_gather;
  std::function<void()> barrier;
};

class Runtime {
 public:
  /// Null before the start of the job and after its end, or when FarSan is switched off.
  [[nodiscard]] static Runtime* get() { return current_; }
  /// Finds the others. Says why and returns null if it cannot.
  static Runtime* start(const Job& job, const MemoryDirectory& directory);
  /// The end of the job, with all others: what is left is judged, and one process writes the report.
  static void finish(const Job& job);

  [[nodiscard]] engine::Process& process() { return *process_; }
  [[nodiscard]] transport::ShmTransport& transport() { return *transport_; }
  [[nodiscard]] Sites& sites() { return sites_; }
  [[nodiscard]] RaceKeeper& races() { return races_; }
  [[nodiscard]] session::Segment& segment() { return segments_[rank_]; }
  [[nodiscard]] std::uint32_t rank() const { return rank_; }
  [[nodiscard]] std::uint32_t ranks() const { return static_cast<std::uint32_t>(segments_.size()); }
  [[nodiscard]] const std::vector<session::Segment>& segments() const { return segments_; }
  /// Is this the thread that started the job?
  [[nodiscard]] static bool own_thread() { return own_thread_; }

  // --- Memory.
  void expose(model::Interval bytes);
  void conceal(model::Interval bytes);
  void end_exposure(model::Interval bytes);
  /// Memory of another process, mapped here at `here` and there at `there`.
  void map_foreign(model::Interval here, model::ProcessId owner, model::Address there);
  void unmap_foreign(model::Interval here);
  /// Hears of every store of the program to such memory, before the processor does it.
  using ForeignStore = void (*)(Runtime& runtime, model::ProcessId owner, model::Interval there);
  void watch_foreign_stores(ForeignStore watch) { foreign_store_ = watch; }

  /// How many routines of the library have been called so far.
  [[nodiscard]] std::uint64_t calls() const { return calls_; }

  // --- Accesses that are not on the hot path: any size, any page.
  void access(model::AccessKind kind, model::Interval bytes, model::SiteId site);

  /// A routine that synchronises is about to return: the epochs that began in it did so at this site, and what nothing can
  /// race with any more is forgotten now and then.
  template <class Site>
  void returns_from(Site&& site) {
    if (process_->clock(0).now() != last_epoch_) epochs_began_at(site());
    if (++calls_ % kCallsBetween == 0) forget();
  }

 private:
  Runtime(std::uint32_t rank, std::vector<session::Segment> segments, const MemoryDirectory& directory);
  void epochs_began_at(model::SiteId site);
  void forget();
  struct Foreign {
    model::Interval here;
    model::ProcessId owner;
    model::Address there = 0;
  };

  inline static constinit Runtime* current_ = nullptr;
  static thread_local constinit bool own_thread_ __attribute__((tls_model("initial-exec")));

  std::uint32_t rank_;
  std::vector<session::Segment> segments_;
  Sites sites_;
  RaceKeeper races_;
  std::unique_ptr<transport::ShmTransport> transport_;
  std::unique_ptr<engine::Process> process_;
  PageMarks marks_;
  OpenPages open_pages_;
  std::vector<Foreign> foreign_;
  ForeignStore foreign_store_ = nullptr;
  model::Epoch last_epoch_ = 0;

  // Forgetting costs what there is to look at: it is tried when there is twice as much as the last time.
  static constexpr std::size_t kFewOperations = 24;
  static constexpr std::uint64_t kCallsBetween = 16;
  std::uint64_t calls_ = 0;
  model::Epoch floor_at_ = 0;  // when it was published last
  std::size_t forget_at_ = kFewOperations;
};

/// As the process found them at its start; wrong ones end it there, with one line and exit status 2.
const Options& options();

/// One line to standard error, with the tool's name before it. Safe anywhere.
void say(const std::string& line);

}  // namespace farsan::runtime
