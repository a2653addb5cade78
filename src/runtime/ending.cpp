#include "runtime/ending.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/prctl.h>
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
#include <string>

#include "runtime/runtime.h"

namespace farsan::runtime {

namespace {

/// What is needed when it is too late to allocate: made at the start.
struct Prepared {
  const std::vector<session::Segment>* segments = nullptr;
  std::uint32_t rank = 0;
  pid_t pid = 0;
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

bool any_race() {
  for (const session::Segment& segment : *g_prepared->segments)
    if (segment.header().race_count.load(std::memory_order_acquire) > 0) return true;
  return false;
}

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
    return first_header().report_done.load() != 0 || is_gone(g_prepared->segments->at(reporter - 1).header());
  });
}

/// Those that somebody else sends: a user, a launcher, a batch system; often to the process and once more to its group.
constexpr std::array kFromOutside = {SIGTERM, SIGINT, SIGHUP, SIGQUIT};

bool is_from_outside(int signal) { return std::ranges::find(kFromOutside, signal) != kFromOutside.end(); }

/// While it lives, signals from outside wait. A second one would find the process waiting for itself.
class HeldBack {
 public:
  HeldBack() {
    sigset_t held;
    sigemptyset(&held);
    for (const int signal : kFromOutside) sigaddset(&held, signal);
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

/// In the child: the descriptors survive the exec, signals are as usual.
[[noreturn]] void become_reporter(Ended how) {
  for (const session::Segment& segment : *g_prepared->segments) ::fcntl(segment.fd(), F_SETFD, 0);
  // A launcher that ends a job ends the process groups of its ranks.
  ::setsid();
  // The launcher is about to end everybody; the report is written all the same.
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::signal(signal, SIG_IGN);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  std::array<const char*, 16> arguments = g_prepared->arguments;
  if (how == Ended::Early) arguments[g_prepared->argument_count] = "--unfinished";
  ::execve(arguments[0], const_cast<char* const*>(arguments.data()), environ);
  ::_exit(127);
}

// --- Signals ---------------------------------------------------------------------------------------------------------

constexpr std::array kFatal = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTERM, SIGINT, SIGHUP, SIGQUIT};
std::array<struct sigaction, kFatal.size()> g_before{};

/// All that has come until now is looked at, and nothing more will be.
void conclude(Runtime& runtime) {
  runtime.process().close();
  runtime.process().drain_all(runtime.transport());
  runtime.process().conclude();
}

/// In a signal handler, where the process may be in the middle of anything: a copy of it looks for races, and if it cannot, then what was
/// found before has to do. The races are in memory that is shared.
template <class Look>
void in_copy(Look&& look) {
  const pid_t child = static_cast<pid_t>(::fork());
  if (child == 0) {
    for (const int signal : kFatal) ::signal(signal, SIG_DFL);
    // glibc has something to say if the process was in the middle of malloc.
    ::close(STDERR_FILENO);
    look();
    ::syscall(SYS_exit_group, 0);
  }
  if (child < 0) return;
  bool over = false;
  await(1000, [&] { return over = ::waitpid(child, nullptr, WNOHANG) != 0; });
  if (over) return;
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
}

/// All that can be known is, before the report is written. What the program did about the signal may not end it: then only what it
/// would have seen by now.
void look_in_copy(bool ends) {
  session::Header& own = g_prepared->segments->at(g_prepared->rank).header();
  session::State running = session::State::Running;
  Runtime* const runtime = Runtime::get();
  if (runtime == nullptr || own.state.load() != running) return;
  if (!ends) {
    if (runtime->process().behind()) in_copy([&] { runtime->process().catch_up(); });
    return;
  }
  in_copy([&] { conclude(*runtime); });
  own.state.compare_exchange_strong(running, session::State::Ended);
}

/// The others may be about to find something out, too: they got the same signal, or end as early.
void await_the_others() {
  await(300, [] {
    return std::ranges::all_of(*g_prepared->segments, [](const session::Segment& segment) {
      return segment.header().state.load() != session::State::Running || is_gone(segment.header());
    });
  });
}

/// What the program did about the signal may not end it.
bool is_deadly(const struct sigaction& before) {
  return (before.sa_flags & SA_SIGINFO) == 0 && before.sa_handler == SIG_DFL;
}

void report_in_handler(int signal, const struct sigaction& before) {
  const HeldBack held;
  look_in_copy(is_deadly(before));
  if (is_deadly(before) && is_from_outside(signal)) await_the_others();
  write_report(Ended::Early);
}

void on_fatal(int signal, siginfo_t* info, void* context) {
  const int saved = errno;
  Guard guard;
  const auto place = std::ranges::find(kFatal, signal) - kFatal.begin();
  const struct sigaction& before = g_before[static_cast<std::size_t>(place)];
  if (g_prepared != nullptr && ::getpid() == g_prepared->pid) report_in_handler(signal, before);
  errno = saved;
  if ((before.sa_flags & SA_SIGINFO) != 0 && before.sa_sigaction != nullptr) {
    before.sa_sigaction(signal, info, context);
    return;
  }
  if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN) {
    before.sa_handler(signal);
    return;
  }
  ::signal(signal, SIG_DFL);
  ::raise(signal);
}

/// After the program's own handlers are in place those are called by ours, unless they come later: then they win, and the
/// exit that they make is watched as well.
void watch_signals() {
  for (std::size_t i = 0; i < kFatal.size(); ++i) {
    ::sigaction(kFatal[i], nullptr, &g_before[i]);
    if ((g_before[i].sa_flags & SA_SIGINFO) == 0 && g_before[i].sa_handler == SIG_IGN) continue;
    struct sigaction action{};
    action.sa_sigaction = on_fatal;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    sigemptyset(&action.sa_mask);
    ::sigaction(kFatal[i], &action, nullptr);
  }
}

// --- Exits -----------------------------------------------------------------------------------------------------------

/// A launcher may end the whole job when the first process leaves with a bad status: wait a moment for the others, who
/// may have something to do after MPI_Finalize.
void leave_with_the_others() {
  g_prepared->segments->at(g_prepared->rank).header().exiting.store(1, std::memory_order_release);
  const timespec pause{0, 2'000'000};
  for (int i = 0; i < 1000; ++i) {
    bool all = true;
    for (const session::Segment& segment : *g_prepared->segments) {
      const session::Header& header = segment.header();
      const bool gone = header.exiting.load(std::memory_order_acquire) != 0 || is_gone(header);
      all = all && gone;
    }
    if (all) return;
    ::nanosleep(&pause, nullptr);
  }
}

void on_exit_status(int status, void* /*unused*/) {
  if (g_prepared == nullptr || ::getpid() != g_prepared->pid) return;
  const Guard guard;
  ending_early();
  const int wanted = exit_status(status);
  const bool in_order = first_header().report_done.load() != 0 &&
                        g_prepared->segments->at(g_prepared->rank).header().state == session::State::Finalized;
  if (wanted != 0 && in_order) leave_with_the_others();
  g_prepared->segments->at(g_prepared->rank).header().exiting.store(1, std::memory_order_release);
  if (wanted == status) return;
  std::fflush(nullptr);
  ::syscall(SYS_exit_group, wanted);
}

}  // namespace

void watch_the_end() {
  prepare();
  if (g_prepared->tool.empty()) say("farsan-report is missing beside the library: races will be counted, not shown");
  ::on_exit(on_exit_status, nullptr);
  watch_signals();
}

void write_report(Ended how) {
  if (g_prepared == nullptr || !wants_report()) return;
  const HeldBack held;
  std::uint32_t nobody = 0;
  if (!first_header().reporter.compare_exchange_strong(nobody, g_prepared->rank + 1)) {
    // A launcher ends all when the first one is gone: let the one that reports come to its end.
    if (how == Ended::Early) await_report();
    return;
  }
  if (g_prepared->tool.empty()) {
    write_line("FarSan: there are races, but no farsan-report to show them\n");
    first_header().report_done.store(1);
    return;
  }
  bool nothing_left = false;
  const pid_t child = static_cast<pid_t>(::fork());
  if (child == 0) become_reporter(how);
  if (child > 0) {
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    nothing_left = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (!nothing_left && (!WIFEXITED(status) || WEXITSTATUS(status) != 66))
      write_line("FarSan: farsan-report failed\n");
  } else {
    write_line("FarSan: no process for farsan-report\n");
  }
  first_header().report_done.store(nothing_left ? session::kNothingToTell : 1);
}

void ending_early() {
  if (g_prepared == nullptr || ::getpid() != g_prepared->pid) return;
  session::Header& own = g_prepared->segments->at(g_prepared->rank).header();
  if (own.state.load() == session::State::Finalized) return;
  if (Runtime* runtime = Runtime::get(); runtime != nullptr && own.state.load() == session::State::Running) {
    conclude(*runtime);
    own.state.store(session::State::Ended);
    // A launcher may kill them when the first one is gone, with what they are about to find.
    await_the_others();
  }
  write_report(Ended::Early);
}

int exit_status(int status) {
  if (g_prepared == nullptr || ::getpid() != g_prepared->pid || options().exitcode == 0) return status;
  const bool tells = any_race() && first_header().report_done.load() != session::kNothingToTell;
  return tells ? static_cast<int>(options().exitcode) : status;
}

}  // namespace farsan::runtime

// --- Interposed: ends that no handler hears of ------------------------------------------------------------------------

extern "C" {

__attribute__((visibility("default"))) void _exit(int status) {
  if (!farsan::runtime::Guard::inside()) {
    const farsan::runtime::Guard guard;
    farsan::runtime::ending_early();
    status = farsan::runtime::exit_status(status);
  }
  ::syscall(SYS_exit_group, status);
  __builtin_unreachable();
}

__attribute__((visibility("default"))) void _Exit(int status) { _exit(status); }
}
