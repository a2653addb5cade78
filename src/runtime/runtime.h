// FarSan inside one process of a job: from the start of the job (the binding's init) to its end. Everything that the
// entry points of instrumented code and the bindings share.
//
// Rules of the house, for everyone who calls in here: one thread at a time (the one that started the job; accesses of
// others are not seen yet, see docs/limits.md); hold a `Guard` while inside, so that nothing the runtime itself touches or
// calls is taken for the program's; never throw across the program's frames.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <functional>
#include <memory>
#include <optional>
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
  Guard() {
    if (own_thread_ && ignoring_ == 0) HotView::hide();
    ++depth_, ++ignoring_;
  }
  Guard(const Guard&) = delete;
  Guard(Guard&&) = delete;
  Guard& operator=(const Guard&) = delete;
  Guard& operator=(Guard&&) = delete;
  ~Guard() {
    --depth_, --ignoring_;
    if (own_thread_ && ignoring_ == 0) HotView::show();
  }
  [[nodiscard]] static bool inside() { return depth_ != 0; }
  /// The same for a routine that was called from this frame of the stack. Whatever was inside and was called from there or from further
  /// in, as `called_from` said, is over: a handler of the program has left it with longjmp.
  [[nodiscard]] static bool inside(const void* frame) {
    if (depth_ != 0 && frame_ != nullptr && static_cast<const std::byte*>(frame) + kPushed >= frame_) [[unlikely]]
      leave_all();
    return depth_ != 0;
  }
  static void called_from(const void* frame) { frame_ = frame; }
  /// Inside, or the program does not want its accesses to count (annotations).
  [[nodiscard]] static bool ignoring() { return ignoring_ != 0; }
  static void ignore(bool begin) {
    ignoring_ = std::max(ignoring_ + (begin ? 1 : -1), depth_ + (own_thread_ ? 0 : 1));
    if (!own_thread_) return HotView::forbid();
    if (ignoring_ == 0)
      HotView::show();
    else
      HotView::hide();
  }

 private:
  friend class Runtime;
  /// How much further down the stack of a function may end at one call than at another: where parameters from the seventh on are pushed, by
  /// the eight of a routine with fourteen. (The frames of a routine and of what it calls are larger together.)
#if defined(__x86_64__)
  static constexpr std::size_t kPushed = 64;
#else
  static constexpr std::size_t kPushed = 0;
#endif
  static void leave_all() {
    ignoring_ -= depth_;
    depth_ = 0;
    frame_ = nullptr;
  }
  /// From the start of the job on this thread's accesses count. (They did not, and those of all others never do.)
  static void begin_to_count() {
    own_thread_ = true;
    --ignoring_;
  }
  static void stop_counting() {
    own_thread_ = false;
    ++ignoring_;
  }
  /// The one that started the job.
  static thread_local constinit bool own_thread_ __attribute__((tls_model("initial-exec")));
  static thread_local constinit int depth_ __attribute__((tls_model("initial-exec")));
  static thread_local constinit int ignoring_ __attribute__((tls_model("initial-exec")));
  static thread_local constinit const void* frame_ __attribute__((tls_model("initial-exec")));
};

/// As the process found them at its start; wrong ones end it there, with one line and exit status 2.
const Options& options();

/// What a binding lends the runtime to find the other processes with, at start and end: the real collectives.
struct Job {
  session::Model model = session::Model::Mpi;
  std::uint32_t rank = 0;  ///< as the model counts them
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
  /// The same for one model's part in it: null also before that is initialised, and after it is finalised.
  [[nodiscard]] static Runtime* of(session::Model model) { return of_[static_cast<std::size_t>(model)]; }
  /// A model is initialised. The first one starts the job and finds the others, the next ones join it. Says why and returns
  /// null if it cannot. Collective over the model's processes.
  static Runtime* start(const Job& job, const MemoryDirectory& directory);
  /// A model is about to be finalised. With the last one the job ends, together with all others: what is left is judged, and
  /// one process writes the report.
  static void finish(const Job& job);
  /// After the routine that finalises a model: ends the job, if `finish` could not yet.
  static void depart();
  /// A routine begins that finalises the model and waits for all of its processes. Says so if others began with another model: they
  /// are going to wait for each other.
  static void begins_to_finalise(session::Model model);
  /// Other models than this one take part, too: the job goes on without it.
  [[nodiscard]] static bool goes_on_without(session::Model model);
  /// The process that a model knows by this number; `kNobody`, which is more than all numbers, if there is none.
  static constexpr std::uint32_t kNobody = ~std::uint32_t{0};
  [[nodiscard]] std::uint32_t process_of(session::Model model, std::uint32_t number) const {
    const auto& known = processes_[static_cast<std::size_t>(model)];
    return number < known.size() ? known[number] : kNobody;
  }
  /// All processes that a model knows, by its numbers.
  [[nodiscard]] const std::vector<std::uint32_t>& processes(session::Model model) const {
    return processes_[static_cast<std::size_t>(model)];
  }

  [[nodiscard]] engine::Process& process() { return *process_; }
  [[nodiscard]] transport::ShmTransport& transport() { return *transport_; }
  [[nodiscard]] Sites& sites() { return sites_; }
  [[nodiscard]] RaceKeeper& races() { return races_; }
  [[nodiscard]] session::Segment& segment() { return segments_[rank_]; }
  [[nodiscard]] std::uint32_t rank() const { return rank_; }
  [[nodiscard]] std::uint32_t ranks() const { return static_cast<std::uint32_t>(segments_.size()); }
  [[nodiscard]] const std::vector<session::Segment>& segments() const { return segments_; }
  /// Sites of calls have the calls that led there.
  [[nodiscard]] bool keeps_stacks() const { return keeps_stacks_; }
  /// Is this the thread that started the job?
  [[nodiscard]] static bool own_thread() { return Guard::own_thread_; }

  // --- Memory.
  void expose(model::Interval bytes);
  void conceal(model::Interval bytes);
  void end_exposure(model::Interval bytes);
  /// Memory of another process, mapped here at `here` and there at `there`.
  void map_foreign(model::Interval here, model::ProcessId owner, model::Address there);
  void unmap_foreign(model::Interval here);
  [[nodiscard]] bool maps_foreign() const { return !foreign_.empty(); }
  /// Own memory that others map, too; or all that is exposed.
  void share(model::Interval own) { shared_.push_back(own); }
  void share_what_is_exposed() { shares_exposed_ = true; }
  void end_sharing(model::Interval own);
  [[nodiscard]] bool shares_memory() const { return shares_exposed_ || !shared_.empty() || !foreign_.empty(); }
  /// Memory that several processes have before them, where its owner has it.
  struct SharedObject {
    model::ProcessId owner;
    model::Address there = 0;
  };
  /// Not if any of it is other memory.
  [[nodiscard]] std::optional<SharedObject> shared_object(model::Interval bytes) const;
  /// Is any of it such memory?
  [[nodiscard]] bool is_foreign(model::Interval bytes) const {
    return std::ranges::any_of(foreign_, [&](const Foreign& foreign) { return foreign.here.overlaps(bytes); });
  }
  /// Takes what is such memory out of `bytes`, and calls `visit(owner, ByteRanges there)` for it.
  template <class Visit>
  void take_foreign(model::ByteRanges& bytes, Visit&& visit) const {
    for (const Foreign& foreign : foreign_) {
      if (!bytes.bounds().overlaps(foreign.here)) continue;
      const model::ByteRanges part = bytes.cut(foreign.here);
      if (!part.empty())
        visit(foreign.owner, part.shifted(static_cast<std::int64_t>(foreign.there - foreign.here.begin)));
    }
  }
  /// Hears of every store of the program to such memory, before the processor does it.
  using ForeignStore = void (*)(Runtime& runtime, model::ProcessId owner, model::Interval there);
  void watch_foreign_stores(ForeignStore watch) { foreign_store_ = watch; }

  /// Hears when the process is about to end early (ending.h), maybe in a copy of it: what is known of open operations can be said then.
  using EarlyEnd = void (*)(Runtime& runtime);
  void watch_early_end(EarlyEnd watch) { early_end_ = watch; }
  void tell_of_early_end() {
    if (early_end_ != nullptr) early_end_(*this);
  }

  /// How many routines of the library have been called so far.
  [[nodiscard]] std::uint64_t calls() const { return calls_; }

  /// Where operations are open that accesses must be compared with.
  [[nodiscard]] const OpenPages& open_pages() const { return open_pages_; }

  // --- Accesses that are not on the hot path: any size, any page.
  void access(model::AccessKind kind, model::Interval bytes, model::SiteId site);
  void access_atomically(model::AccessKind kind, const SharedObject& object, std::uint32_t size,
                         const model::Atomicity& atomicity, model::SiteId site);

  /// A routine that synchronises is about to return: the epochs that began in it did so at this site, and what nothing can
  /// race with any more is forgotten now and then.
  template <class Site>
  void returns_from(Site&& site) {
    const model::Epoch now = process_->now(0);
    if (now == last_epoch_ + 1) [[likely]]
      began(now, site());
    else if (now != last_epoch_)
      epochs_began_at(site());
    if (++calls_ % kCallsBetween == 0) forget();
  }

 private:
  Runtime(std::uint32_t rank, std::vector<session::Segment> segments);
  static Runtime* begin(const Job& job);
  static void leave_in_child();
  [[nodiscard]] bool join(const Job& job);
  void began(model::Epoch epoch, model::SiteId site) {
    segment().epoch(epoch) = {static_cast<std::uint32_t>(epoch), site.value};
    last_epoch_ = epoch;
  }
  void epochs_began_at(model::SiteId site);
  void forget();
  [[nodiscard]] bool ends_in_any_order() const;
  void await_departure(std::uint32_t stage);
  void end_together(const std::function<void()>& barrier, bool reports);
  struct Foreign {
    model::Interval here;
    model::ProcessId owner;
    model::Address there = 0;
  };

  inline static constinit Runtime* current_ = nullptr;
  inline static constinit std::array<Runtime*, session::kModels> of_{};
  inline static constinit Runtime* departing_ = nullptr;

  std::uint32_t rank_;
  const bool keeps_stacks_ = options().stacks;
  std::array<std::vector<std::uint32_t>, session::kModels> processes_;  // by model, and by its numbers
  std::vector<session::Segment> segments_;
  Sites sites_;
  RaceKeeper races_;
  std::unique_ptr<transport::ShmTransport> transport_;
  std::unique_ptr<engine::Process> process_;
  PageMarks marks_;
  OpenPages open_pages_;
  std::vector<Foreign> foreign_;
  std::vector<model::Interval> shared_;
  bool shares_exposed_ = false;
  ForeignStore foreign_store_ = nullptr;
  EarlyEnd early_end_ = nullptr;
  model::Epoch last_epoch_ = 0;

  // Forgetting costs what there is to look at: it is tried when there is twice as much as the last time.
  static constexpr std::size_t kFewOperations = 8;
  static constexpr std::uint64_t kCallsBetween = 32;
  std::uint64_t calls_ = 0;
  model::Epoch floor_at_ = 0;     // when it was published last
  std::uint64_t floor_call_ = 0;  // and in which call
  bool told_of_room_ = false;
  std::size_t forget_at_ = kFewOperations;
};

/// One line to standard error, with the tool's name before it. Safe anywhere.
void say(const std::string& line);

}  // namespace farsan::runtime
