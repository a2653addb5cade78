#include "runtime/ending.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <optional>
#include <string>

#include "runtime/fatal_signals.h"
#include "runtime/libc_routine.h"
#include "runtime/runtime.h"

namespace farsan::runtime {

namespace {

/// What is needed when it is too late to allocate: made at the start.
struct Prepared {
  const std::vector<session::Segment>* segments = nullptr;
  std::uint32_t rank = 0;
  pid_t pid = 0;
  int exitcode = 0;
  std::string tool;
  std::string fds;
  std::string json;
  std::string suppressions;
  std::string text;
  std::string color;
  std::array<const char*, 16> arguments{};
  std::size_t argument_count = 0;
};
Prepared* g_prepared = nullptr;

/// Where this library lies: the tools are found from there.
std::string library_folder() {
  Dl_info info{};
  if (::dladdr(reinterpret_cast<void*>(&watch_the_end), &info) == 0 || info.dli_fname == nullptr) return {};
  const std::string path = info.dli_fname;
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash);
}

std::string find_tool() {
  if (const char* given = std::getenv("FARSAN_REPORT_TOOL")) return given;
  const std::string lib = library_folder();
  for (const char* place : {"/../../libexec/farsan/farsan-report", "/../libexec/farsan/farsan-report"}) {
    std::string candidate = lib + place;
    if (::access(candidate.c_str(), X_OK) == 0) return candidate;
  }
  return {};
}

void prepare() {
  Runtime& runtime = *Runtime::get();
  auto* prepared = new Prepared;
  prepared->segments = &runtime.segments();
  prepared->rank = runtime.rank();
  prepared->pid = ::getpid();
  prepared->exitcode = static_cast<int>(options().exitcode);
  prepared->tool = find_tool();
  for (const session::Segment& segment : runtime.segments()) {
    if (!prepared->fds.empty()) prepared->fds += ',';
    prepared->fds += std::to_string(segment.fd());
  }
  prepared->json = options().json;
  prepared->suppressions = options().suppressions;
  prepared->text = options().text;
  prepared->color = options().color;
  const auto add = [&](const char* argument) { prepared->arguments[prepared->argument_count++] = argument; };
  add(prepared->tool.c_str());
  add("--segments");
  add(prepared->fds.c_str());
  add("--color");
  add(prepared->color.c_str());
  if (!prepared->json.empty()) {
    add("--json");
    add(prepared->json.c_str());
  }
  if (!prepared->suppressions.empty()) {
    add("--suppressions");
    add(prepared->suppressions.c_str());
  }
  if (!prepared->text.empty()) {
    add("--text");
    add(prepared->text.c_str());
  }
  g_prepared = prepared;
}

std::uint32_t pairs_found() {
  std::uint32_t pairs = 0;
  for (const session::Segment& segment : *g_prepared->segments)
    pairs += segment.header().race_count.load(std::memory_order_acquire);
  return pairs;
}

bool any_race() { return pairs_found() > 0; }

bool wants_report() { return any_race() || !g_prepared->json.empty(); }

session::Header& first_header() { return g_prepared->segments->front().header(); }

void write_line(const char* line) {
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, line, std::strlen(line));
}

bool is_gone(const session::Header& header) { return ::kill(header.pid, 0) != 0; }

/// Looks every few milliseconds, for so many at most.
template <class Done>
void await(int milliseconds, Done done) {
  constexpr long kEvery = 5;
  const timespec pause{0, kEvery * 1'000'000};
  for (int i = 0; i < milliseconds / kEvery && !done(); ++i) ::nanosleep(&pause, nullptr);
}

void await_report() {
  await(5000, [] {
    const std::uint32_t reporter = first_header().reporter.load();
    const bool is_lost = reporter != 0 && is_gone(g_prepared->segments->at(reporter - 1).header());
    return first_header().report_done.load() != 0 || is_lost;
  });
}

/// Nobody else is left who could find something out.
bool is_last() {
  return std::ranges::all_of(*g_prepared->segments, [](const session::Segment& segment) {
    const session::Header& header = segment.header();
    return header.rank == g_prepared->rank || header.state.load() != session::State::Running || is_gone(header);
  });
}

enum class Turn : std::uint8_t { First, Again, None };

/// The first process that comes to it writes the report. If others went on after that, the last of them writes it again with what they found.
Turn take_turn(Ended how) {
  std::atomic<std::uint32_t>& told = first_header().races_told;
  const std::uint32_t found = 1 + pairs_found();
  std::uint32_t before = 0;
  if (told.compare_exchange_strong(before, found)) return Turn::First;
  const bool is_more = before < found && is_last();
  // A launcher ends all when the first one is gone: let the one that reports come to its end.
  if (is_more || how == Ended::Early) await_report();
  return is_more && told.compare_exchange_strong(before, found) ? Turn::Again : Turn::None;
}

/// While it lives, signals wait that a user, a launcher or a batch system sends, often to the process and once more to its group. A second one
/// would find the process waiting for itself.
class HeldBack {
 public:
  HeldBack() {
    sigset_t held;
    sigemptyset(&held);
    for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGALRM, SIGUSR1, SIGUSR2}) sigaddset(&held, signal);
    ::pthread_sigmask(SIG_BLOCK, &held, &before_);
  }
  HeldBack(const HeldBack&) = delete;
  HeldBack(HeldBack&&) = delete;
  HeldBack& operator=(const HeldBack&) = delete;
  HeldBack& operator=(HeldBack&&) = delete;
  ~HeldBack() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_{};
};

// --- Copies of the process -------------------------------------------------------------------------------------------

/// fork, but nobody is told of it, neither at the start (glibc takes malloc's locks, and a signal may have come in the middle of malloc) nor at the
/// end: only who waits for it hears of that, whatever the program does about SIGCHLD and its own children. (Emulators of another
/// processor can make no copy that ends in silence.)
pid_t copy(int tells_by = 0) {
  const auto child = static_cast<pid_t>(::syscall(SYS_clone, tells_by, nullptr, nullptr, nullptr, nullptr));
  return child < 0 && errno == EINVAL && tells_by == 0 ? copy(SIGCHLD) : child;
}

/// The status with which it ended; none if that is not to be known.
std::optional<int> end_of(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, __WALL) < 0)
    if (errno != EINTR) return std::nullopt;
  return WIFEXITED(status) ? std::optional(WEXITSTATUS(status)) : std::nullopt;
}

/// In the child: the descriptors survive the exec, signals are as usual.
[[noreturn]] void become_reporter(Ended how) {
  for (const session::Segment& segment : *g_prepared->segments) ::fcntl(segment.fd(), F_SETFD, 0);
  // The launcher is about to end everybody; the report is written all the same.
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::signal(signal, SIG_IGN);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  std::array<const char*, 16> arguments = g_prepared->arguments;
  if (how == Ended::Early) arguments[g_prepared->argument_count] = "--unfinished";
  ::execve(arguments[0], const_cast<char* const*>(arguments.data()), environ);
  ::syscall(SYS_exit_group, 127);
  __builtin_unreachable();
}

/// In a copy, which leaves as farsan-report does. (Who becomes another program tells its parent by SIGCHLD again.)
[[noreturn]] void have_it_reported(Ended how) {
  // A launcher that ends a job ends the process groups of its ranks.
  ::setsid();
  use_default_signals();
  const pid_t child = copy(SIGCHLD);
  if (child == 0) become_reporter(how);
  if (child < 0) write_line("FarSan: no process for farsan-report\n");
  ::syscall(SYS_exit_group, end_of(child).value_or(127));
  __builtin_unreachable();
}

/// All that has come until now is looked at, and nothing more will be. A job may end while one waits for a lock that another one holds: what
/// it wanted to do then has not begun.
void conclude(Runtime& runtime) {
  runtime.tell_of_early_end();
  runtime.process().close(engine::BehindGates::LeftOut);
  runtime.process().drain_all(runtime.transport());
  runtime.process().conclude();
}

/// Where the process may be in the middle of anything: a copy of it looks for races, and if it cannot, then what was found before has to
/// do. The races are in memory that is shared. For those that end: the copy takes what was sent to the process.
template <class Look>
void in_copy(Look&& look) {
  const pid_t child = copy();
  if (child == 0) {
    use_default_signals();
    // glibc has something to say if the process was in the middle of malloc.
    ::close(STDERR_FILENO);
    look();
    ::syscall(SYS_exit_group, 0);
  }
  if (child < 0) return;
  bool over = false;
  await(1000, [&] { return over = ::waitpid(child, nullptr, WNOHANG | __WALL) != 0; });
  if (over) return;
  ::kill(child, SIGKILL);
  (void)end_of(child);
}

/// The others may be about to find something out, too: they got the same signal, or end as early.
void await_the_others() { await(300, is_last); }

// --- Exits -----------------------------------------------------------------------------------------------------------

/// A launcher may end the whole job when the first process leaves with a bad status: wait a moment for the others, who
/// may have something to do after MPI_Finalize. Says whether all have come to their ends: the last one finds that they have.
bool all_are_leaving() {
  bool all = false;
  await(2000, [&] {
    return all = std::ranges::all_of(*g_prepared->segments, [](const session::Segment& segment) {
             const session::Header& header = segment.header();
             return header.exiting.load(std::memory_order_acquire) != 0 || is_gone(header);
           });
  });
  return all;
}

bool is_of_this_process() { return g_prepared != nullptr && ::getpid() == g_prepared->pid; }

/// While the program's libraries are all there. What it does at its exit comes after this, or before.
void on_exit_begun(int /*status*/, void* /*unused*/) {
  if (!is_of_this_process()) return;
  const Guard guard;
  ending_early(Where::Ordinary);
}

/// Registered before anything else, so it is the last that is called: all that the program does at its exit is done. FarSan's own static
/// objects are gone as well.
void on_exit_over(int status, void* /*unused*/) {
  if (!is_of_this_process()) return;
  const Guard guard;
  const int wanted = exit_status(status);
  session::Header& own = g_prepared->segments->at(g_prepared->rank).header();
  const bool in_order = first_header().report_done.load() != 0 && own.state == session::State::Finalized;
  own.exiting.store(1, std::memory_order_release);
  if (wanted != 0 && in_order && !all_are_leaving()) return;
  if (wanted == status) return;
  std::fflush(nullptr);
  ::syscall(SYS_exit_group, wanted);
}

__attribute__((constructor(101))) void watch_exits() { ::on_exit(on_exit_over, nullptr); }

}  // namespace

void watch_the_end() {
  prepare();
  if (g_prepared->tool.empty()) say("farsan-report is missing beside the library: races will be counted, not shown");
  ::on_exit(on_exit_begun, nullptr);
  watch_fatal_signals();
}

void write_report(Ended how) {
  if (g_prepared == nullptr || !wants_report()) return;
  const HeldBack held;
  const Turn turn = take_turn(how);
  if (turn == Turn::None) return;
  first_header().report_done.store(0);
  first_header().reporter.store(g_prepared->rank + 1);
  if (turn == Turn::Again && (g_prepared->text.empty() || g_prepared->text == "-"))
    write_line("FarSan: there are more races since the report above; all of them are:\n");
  if (g_prepared->tool.empty()) {
    write_line(any_race() ? "FarSan: there are races, but no farsan-report to show them\n"
                          : "FarSan: there are no races, but no farsan-report to write that down\n");
    first_header().report_done.store(1);
    return;
  }
  std::optional<int> status;
  if (const pid_t child = copy(); child == 0)
    have_it_reported(how);
  else if (child > 0)
    status = end_of(child);
  if (status != 0 && status != 66) write_line("FarSan: farsan-report failed\n");
  first_header().report_done.store(status == 0 ? session::kNothingToTell : 1);
}

void ending_early(Where where) {
  if (!is_of_this_process()) return;
  const HeldBack held;
  session::Header& own = g_prepared->segments->at(g_prepared->rank).header();
  session::State running = session::State::Running;
  if (own.state.load() == session::State::Finalized) return;
  if (Runtime* runtime = Runtime::get(); runtime != nullptr && own.state.load() == running) {
    if (where == Where::Ordinary)
      conclude(*runtime);
    else
      in_copy([&] { conclude(*runtime); });
    own.state.compare_exchange_strong(running, session::State::Ended);
    // A launcher may kill them when the first one is gone, with what they are about to find. Or they got the same signal.
    await_the_others();
  }
  write_report(Ended::Early);
}

int exit_status(int status) {
  if (!is_of_this_process() || g_prepared->exitcode == 0) return status;
  const bool tells = any_race() && first_header().report_done.load() != session::kNothingToTell;
  return tells ? g_prepared->exitcode : status;
}

}  // namespace farsan::runtime

// --- Interposed: ends that no handler hears of ------------------------------------------------------------------------

namespace {

int status_at_the_end(int status) {
  if (farsan::runtime::Guard::inside()) return status;
  const farsan::runtime::Guard guard;
  // It may be a handler's.
  farsan::runtime::ending_early(farsan::runtime::Where::Anywhere);
  return farsan::runtime::exit_status(status);
}

FARSAN_REAL farsan::runtime::Real<void(int)> real_quick_exit("quick_exit");

}  // namespace

extern "C" {

__attribute__((visibility("default"))) void _exit(int status) {
  ::syscall(SYS_exit_group, status_at_the_end(status));
  __builtin_unreachable();
}

__attribute__((visibility("default"))) void _Exit(int status) { _exit(status); }

__attribute__((visibility("default"))) void quick_exit(int status) {
  real_quick_exit(status_at_the_end(status));
  __builtin_unreachable();
}
}
