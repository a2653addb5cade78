#include "runtime/runtime.h"

#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <numeric>
#include <utility>

#include "runtime/call_stack.h"
#include "runtime/ending.h"
#include "session/keeper.h"

namespace farsan::runtime {

thread_local constinit int Guard::depth_ = 0;
thread_local constinit int Guard::ignoring_ = 1;
thread_local constinit const void* Guard::frame_ = nullptr;
thread_local constinit bool Guard::own_thread_ = false;
thread_local constinit CallStack t_calls;

using model::Interval;

void say(const std::string& line) {
  const std::string whole = "FarSan: " + line + "\n";
  std::size_t done = 0;
  while (done < whole.size()) {
    const ssize_t written = ::write(STDERR_FILENO, whole.data() + done, whole.size() - done);
    if (written <= 0) return;
    done += static_cast<std::size_t>(written);
  }
}

const Options& options() {
  static const Options parsed = [] {
    const char* text = std::getenv("FARSAN_OPTIONS");
    if (text != nullptr && std::strcmp(text, "help") == 0) {
      const std::string help = options_help();
      [[maybe_unused]] const ssize_t written = ::write(STDOUT_FILENO, help.data(), help.size());
      ::_exit(0);
    }
    auto read = parse_options(text == nullptr ? "" : text);
    if (const auto* error = std::get_if<OptionsError>(&read)) {
      say("FARSAN_OPTIONS: " + error->message);
      ::_exit(2);
    }
    auto& chosen = std::get<Options>(read);
    if (!chosen.suppressions.empty() && ::access(chosen.suppressions.c_str(), R_OK) != 0) {
      say("FARSAN_OPTIONS: suppressions: cannot read " + chosen.suppressions);
      ::_exit(2);
    }
    // The program may go elsewhere.
    for (std::string* file : {&chosen.json, &chosen.text, &chosen.suppressions})
      if (std::error_code unknown; !file->empty()) *file = std::filesystem::absolute(*file, unknown).string();
    return std::move(chosen);
  }();
  return parsed;
}

// --- Start and end ---------------------------------------------------------------------------------------------------

Runtime::Runtime(std::uint32_t rank, std::vector<session::Segment> segments)
    : rank_(rank), segments_(std::move(segments)) {
  sites_.attach(segment());
  races_.attach(segment());
  transport_ = std::make_unique<transport::ShmTransport>(rank, segments_);
  process_ = std::make_unique<engine::Process>(model::ProcessId{rank}, ranks(), *transport_, races_);
  process_->observe(&open_pages_);
}

namespace {

/// Where a process's segment is to be found.
struct Contact {
  std::int32_t pid = 0;
  std::int32_t fd = -1;
};

/// All segments of the job, or none if one of them could not be had by one of the processes.
std::vector<session::Segment> meet(const Job& job) {
  // Address space only. Room for a job's metadata, and still little when 128 of them are mapped.
  constexpr std::uint64_t kArena = std::uint64_t{1} << 33;
  errno = 0;
  auto own = session::Segment::create(job.rank, job.ranks, kArena);
  int why_not = errno;
  const Contact contact = own ? Contact{::getpid(), own->fd()} : Contact{};
  std::vector<Contact> contacts(job.ranks);
  job.all_gather(&contact, contacts.data(), sizeof contact);
  std::vector<session::Segment> segments;
  bool all = true;
  for (std::uint32_t rank = 0; rank < job.ranks; ++rank) {
    // NOLINTNEXTLINE(bugprone-use-after-move): it comes by once
    auto segment = rank == job.rank ? std::move(own) : session::Segment::open(contacts[rank].pid, contacts[rank].fd);
    if (all && !segment && errno != 0) why_not = errno;
    all = all && segment.has_value();
    segments.push_back(segment ? std::move(*segment) : session::Segment());
  }
  std::vector<std::uint8_t> everybody(job.ranks);
  const std::uint8_t has_all = all ? 1 : 0;
  job.all_gather(&has_all, everybody.data(), 1);
  if (std::find(everybody.begin(), everybody.end(), 0) == everybody.end()) return segments;
  if (job.rank == 0)
    say("not looking for races: the processes cannot share memory (" + std::string(std::strerror(why_not)) +
        "); they must run on one node and see each other in /proc");
  return {};
}

}  // namespace

/// A copy of the process that the program makes has copies of its memory, which nobody else reaches: it is none of the job's.
void Runtime::leave_in_child() {
  current_ = departing_ = nullptr;
  of_ = {};
  if (Guard::own_thread_) Guard::stop_counting();
  HotView::forbid();
}

Runtime* Runtime::begin(const Job& job) {
  if (!options().enabled) return nullptr;
  static bool has_begun = false;
  if (std::exchange(has_begun, true)) {
    if (job.rank == 0) say("not following " + job.library + ": it begins after the job has ended for FarSan");
    return nullptr;
  }
  if (!reserve_pages()) {
    say("not looking for races: no address space for the page table (is there a limit, ulimit -v?)");
    return nullptr;
  }
  std::vector<session::Segment> segments = meet(job);
  if (segments.empty()) return nullptr;
  Guard::begin_to_count();
  current_ = new Runtime(job.rank, std::move(segments));
  const engine::Process& process = *current_->process_;
  HotView::allow(process.hot_cells(model::AccessKind::Load), process.hot_cells(model::AccessKind::Store));
  if (const char* keeper = std::getenv(session::kKeeperVariable))
    session::hand_to_keeper(keeper, current_->segment().fd());
  current_->segment().header().library = current_->segment().add_text(job.library);
  current_->segment().header().state.store(session::State::Running, std::memory_order_release);
  auto& processes = current_->processes_[static_cast<std::size_t>(job.model)];
  processes.resize(job.ranks);
  std::iota(processes.begin(), processes.end(), 0U);
  // Nobody reads another's segment before it is set up.
  job.barrier();
  watch_the_end();
  ::pthread_atfork(nullptr, nullptr, leave_in_child);
  if (options().verbosity > 0 && job.rank == 0) say("looking for races in " + std::to_string(job.ranks) + " ranks");
  return current_;
}

bool Runtime::join(const Job& job) {
  // Numbers may differ from model to model: each process says which one of the job it is.
  struct Introduction {
    std::int32_t pid;
    std::uint32_t process;
  };
  const Introduction own{::getpid(), rank_};
  std::vector<Introduction> all(job.ranks);
  job.all_gather(&own, all.data(), sizeof own);
  const bool known = std::ranges::all_of(all, [&](const Introduction& other) {
    return other.process < ranks() && segments_[other.process].header().pid == other.pid;
  });
  std::vector<std::uint8_t> everybody(job.ranks);
  const std::uint8_t knows_all = known ? 1 : 0;
  job.all_gather(&knows_all, everybody.data(), 1);
  if (std::find(everybody.begin(), everybody.end(), 0) != everybody.end()) {
    if (job.rank == 0)
      say("not following " + job.library + ": its processes are not those of the job that began with " +
          std::string(segment().text(segment().header().library)));
    return false;
  }
  std::vector<std::uint32_t>& processes = processes_[static_cast<std::size_t>(job.model)];
  processes.clear();
  for (const Introduction& other : all) processes.push_back(other.process);
  const std::string libraries(segment().text(segment().header().library));
  if (libraries.find(job.library) == std::string::npos)
    segment().header().library = segment().add_text(libraries + " and " + job.library);
  return true;
}

Runtime* Runtime::start(const Job& job, const MemoryDirectory& directory) {
  if (current_ == nullptr ? begin(job) == nullptr : !current_->join(job)) return nullptr;
  const auto model = static_cast<std::size_t>(job.model);
  current_->segment().header().numbers[model].store(1 + job.rank, std::memory_order_release);
  current_->races_.describe_with(directory);
  of_[model] = current_;
  return current_;
}

bool Runtime::goes_on_without(session::Model model) {
  for (std::size_t other = 0; other < of_.size(); ++other)
    if (other != static_cast<std::size_t>(model) && of_[other] != nullptr) return true;
  return false;
}

void Runtime::finish(const Job& job) {
  Runtime* runtime = std::exchange(of_[static_cast<std::size_t>(job.model)], nullptr);
  if (runtime == nullptr || goes_on_without(job.model)) return;
  runtime->process_->close(engine::BehindGates::LeftOut);
  if (runtime->ends_in_any_order()) {
    departing_ = runtime;
  } else if (job.model != session::Model::Gaspi) {
    runtime->end_together(job.barrier, job.rank == 0);
  } else {
    // A rank may have left by itself, and the barrier does not hold any more then. The others wait for each other all the same.
    std::uint32_t stage = 0;
    const auto barrier = [&] {
      runtime->segment().header().departure.store(++stage, std::memory_order_release);
      job.barrier();
      runtime->await_departure(stage);
    };
    runtime->end_together(barrier, true);
  }
}

/// gaspi_proc_term waits for nobody: the last model of one process may be the first of another, and has no barrier for both.
bool Runtime::ends_in_any_order() const {
  const auto used = std::ranges::count_if(processes_, [](const auto& processes) { return !processes.empty(); });
  return used > 1 && !processes(session::Model::Gaspi).empty();
}

void Runtime::depart() {
  Runtime* runtime = std::exchange(departing_, nullptr);
  if (runtime == nullptr) return;
  std::uint32_t stage = 0;
  // The first one that comes to it reports: process 0 may be gone.
  runtime->end_together([&] { runtime->await_departure(++stage); }, true);
}

void Runtime::await_departure(std::uint32_t stage) {
  segment().header().departure.store(stage, std::memory_order_release);
  const auto is_there_or_gone = [&](const session::Segment& other) {
    const session::Header& header = other.header();
    return header.departure.load(std::memory_order_acquire) >= stage ||
           header.state.load(std::memory_order_acquire) == session::State::Ended || ::kill(header.pid, 0) != 0;
  };
  const timespec pause{0, 200'000};
  while (!std::ranges::all_of(segments_, is_there_or_gone)) ::nanosleep(&pause, nullptr);
}

void Runtime::end_together(const std::function<void()>& barrier, bool reports) {
  barrier();
  process_->drain_all(*transport_);
  barrier();
  // Draining may have made others post (what landed): once more.
  process_->drain_all(*transport_);
  process_->conclude();
  segment().header().state.store(session::State::Finalized, std::memory_order_release);
  HotView::forbid();
  current_ = nullptr;
  barrier();
  const bool all_are_here = std::ranges::all_of(segments_, [](const session::Segment& segment) {
    return segment.header().state.load(std::memory_order_acquire) == session::State::Finalized;
  });
  if (reports) write_report(all_are_here ? Ended::Together : Ended::Early);
  barrier();
}

void Runtime::begins_to_finalise(session::Model model) {
  Runtime* const runtime = of(model);
  if (runtime == nullptr || !goes_on_without(model)) return;
  // Where a model has not all processes, nobody waits for the others.
  const bool all_in_all = std::ranges::all_of(runtime->processes_, [&](const auto& processes) {
    return processes.empty() || processes.size() == runtime->ranks();
  });
  const auto own = 1 + static_cast<std::uint32_t>(model);
  std::uint32_t none = 0;
  if (!all_in_all || !runtime->segment().header().first_finalised.compare_exchange_strong(none, own)) return;
  for (const session::Segment& other : runtime->segments_) {
    const std::uint32_t its = other.header().first_finalised.load();
    if (its == 0 || its == own || runtime->segments_[0].header().order_told.exchange(1) != 0) continue;
    constexpr std::array<const char*, session::kModels> kTitles = {"MPI", "OpenSHMEM", "GASPI"};
    say("process " + std::to_string(runtime->rank_) + " finalises " + kTitles[own - 1] + " first, process " +
        std::to_string(other.header().rank) + " " + kTitles[its - 1] +
        ": each waits there for all others. Finalise them in the same order everywhere");
  }
}

// --- Memory ----------------------------------------------------------------------------------------------------------

void Runtime::expose(Interval bytes) {
  if (bytes.empty()) return;
  process_->expose(bytes);
  marks_.add(kExposed, bytes);
}

void Runtime::conceal(Interval bytes) {
  if (bytes.empty()) return;
  marks_.remove(kExposed, bytes);
  process_->conceal(bytes);
}

void Runtime::end_exposure(Interval bytes) {
  if (bytes.empty()) return;
  marks_.remove(kExposed, bytes);
  process_->end_exposure(0, bytes);
}

void Runtime::map_foreign(Interval here, model::ProcessId owner, model::Address there) {
  if (here.empty()) return;
  const bool known = std::any_of(foreign_.begin(), foreign_.end(), [&](const Foreign& f) { return f.here == here; });
  if (known) return;
  foreign_.push_back({here, owner, there});
  marks_.add(kForeign, here);
}

void Runtime::unmap_foreign(Interval here) {
  std::erase_if(foreign_, [&](const Foreign& f) { return f.here == here; });
  marks_.remove(kForeign, here);
}

void Runtime::end_sharing(Interval own) {
  if (std::erase(shared_, own) > 0) transport_->atomics().forget(own.begin, own.end);
}

std::optional<Runtime::SharedObject> Runtime::shared_object(Interval bytes) const {
  const std::uint8_t marks = marks_of(bytes);
  if ((marks & kForeign) != 0) {
    for (const Foreign& foreign : foreign_)
      if (engine::is_inside(bytes, foreign.here))
        return SharedObject{foreign.owner, bytes.begin - foreign.here.begin + foreign.there};
  }
  if ((marks & kExposed) == 0) return std::nullopt;
  const bool shared = std::ranges::any_of(shared_, [&](Interval own) { return engine::is_inside(bytes, own); });
  if (!shared && !(shares_exposed_ && process_->memory().shadow().exposes(bytes))) return std::nullopt;
  return SharedObject{{rank_}, bytes.begin};
}

void Runtime::access_atomically(model::AccessKind kind, const SharedObject& object, std::uint32_t size,
                                const model::Atomicity& atomicity, model::SiteId site) {
  const auto there = model::ByteRanges::contiguous(object.there, size);
  process_->touch(0, {kind, object.owner, there, atomicity}, site);
  if (foreign_store_ != nullptr && kind == model::AccessKind::Store && object.owner.value != rank_)
    foreign_store_(*this, object.owner, there.bounds());
}

void Runtime::access(model::AccessKind kind, Interval bytes, model::SiteId site) {
  if (bytes.empty()) return;
  const std::uint8_t marks = marks_of(bytes);
  if (marks == 0) return;
  if ((marks & kForeign) != 0) {
    for (const Foreign& foreign : foreign_) {
      const Interval common{std::max(bytes.begin, foreign.here.begin), std::min(bytes.end, foreign.here.end)};
      if (common.empty()) continue;
      const auto there =
          model::ByteRanges::contiguous(common.begin - foreign.here.begin + foreign.there, common.size());
      process_->touch(0, {kind, foreign.owner, there}, site);
      if (foreign_store_ != nullptr && kind == model::AccessKind::Store)
        foreign_store_(*this, foreign.owner, there.bounds());
    }
  }
  if ((marks & (kExposed | kOpen)) != 0)
    process_->touch(0, {kind, {rank_}, model::ByteRanges::contiguous(bytes.begin, bytes.size())}, site);
}

void Runtime::forget() {
  process_->catch_up();  // else it would gather where a process does nothing but receive
  if (transport_->exhausted() && !std::exchange(told_of_room_, true))
    say("process " + std::to_string(rank_) +
        " has no more room to tell the others what it does: from here on races may be missed, or reported by mistake");
  // A floor that is published now is known to whoever takes a signal of this epoch or a later one. To find it costs what is open: where that
  // is very much, the last one does for a while, since floors only rise.
  constexpr std::size_t kOpenPerCall = 8;
  const model::Epoch now = process_->now(0);
  if (now != floor_at_ && process_->open_operations() <= (calls_ - floor_call_) * kOpenPerCall) {
    transport_->publish_floor(process_->floor(), now);
    floor_at_ = now;
    floor_call_ = calls_;
  }
  if (process_->memory().live_operations() < forget_at_) return;
  const auto& clock = process_->clock(0);
  if (const auto floor = transport_->meet_of_floors([&](model::Point point) { return clock.knows(point); })) {
    process_->forget(*floor);
    forget_at_ = std::max(kFewOperations, process_->memory().live_operations() * 2);
  }
}

void Runtime::epochs_began_at(model::SiteId site) {
  const model::Epoch now = process_->now(0);
  for (model::Epoch epoch = std::max(last_epoch_ + 1, now < 64 ? 1 : now - 64); epoch <= now; ++epoch)
    began(epoch, site);
}

}  // namespace farsan::runtime
