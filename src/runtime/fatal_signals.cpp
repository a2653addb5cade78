#include "runtime/fatal_signals.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>

#include "runtime/ending.h"
#include "runtime/libc_routine.h"
#include "runtime/runtime.h"

namespace farsan::runtime {

namespace {

using Action = struct sigaction;

FARSAN_REAL Real<int(int, const Action*, Action*)> real_sigaction("sigaction");
FARSAN_REAL Real<sighandler_t(int, sighandler_t)> real_signal("signal");

/// Those whose default action ends the process, but for SIGKILL and those that debuggers and profilers live on.
constexpr std::array kFatal = {SIGSEGV, SIGBUS, SIGILL,  SIGFPE,  SIGABRT, SIGTERM, SIGINT,  SIGHUP,
                               SIGQUIT, SIGSYS, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU, SIGXFSZ, SIGPIPE};

bool g_watching = false;

bool is_watched(int signal) { return g_watching && std::ranges::find(kFatal, signal) != kFatal.end(); }

bool is_default(const Action& action) { return (action.sa_flags & SA_SIGINFO) == 0 && action.sa_handler == SIG_DFL; }

void set_default(int signal) {
  Action action{};
  action.sa_handler = SIG_DFL;
  real_sigaction(signal, &action, nullptr);
}

/// The default action, with a report before it.
void on_fatal(int signal, siginfo_t* /*info*/, void* /*context*/) {
  {
    const Guard guard;
    ending_early(Where::Anywhere);
  }
  set_default(signal);
  ::syscall(SYS_tgkill, ::getpid(), ::syscall(SYS_gettid), signal);
}

Action own_action() {
  Action action{};
  action.sa_sigaction = on_fatal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  sigemptyset(&action.sa_mask);
  return action;
}

bool is_own(const Action& action) { return (action.sa_flags & SA_SIGINFO) != 0 && action.sa_sigaction == on_fatal; }

}  // namespace

void watch_fatal_signals() {
  g_watching = true;
  for (const int signal : kFatal) {
    Action before{};
    real_sigaction(signal, nullptr, &before);
    if (!is_default(before)) continue;
    const Action own = own_action();
    real_sigaction(signal, &own, nullptr);
  }
}

void use_default_signals() {
  for (const int signal : kFatal) set_default(signal);
  set_default(SIGCHLD);
}

}  // namespace farsan::runtime

using namespace farsan::runtime;

extern "C" {

// NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name)
__attribute__((visibility("default"))) int sigaction(int signal, const struct sigaction* wanted,
                                                     struct sigaction* before) noexcept {
  const struct sigaction own = own_action();
  const bool takes_over = wanted != nullptr && is_watched(signal) && is_default(*wanted);
  const int result = real_sigaction(signal, takes_over ? &own : wanted, before);
  if (result == 0 && before != nullptr && is_own(*before)) {
    *before = {};
    before->sa_handler = SIG_DFL;
  }
  return result;
}

__attribute__((visibility("default"))) sighandler_t signal(int signal, sighandler_t wanted) noexcept {
  if (!is_watched(signal)) return real_signal(signal, wanted);
  struct sigaction before{};
  real_sigaction(signal, nullptr, &before);
  const struct sigaction own = own_action();
  const bool failed =
      wanted == SIG_DFL ? real_sigaction(signal, &own, nullptr) != 0 : real_signal(signal, wanted) == SIG_ERR;
  if (failed) return SIG_ERR;
  return is_own(before) ? SIG_DFL : before.sa_handler;
}
}
