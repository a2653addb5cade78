#include "pgas/node/waiting.h"

#include <linux/futex.h>
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <climits>
#include <ctime>

namespace farsan::pgas {

namespace {

// Not FUTEX_PRIVATE_FLAG: the word is shared between processes.
long futex(std::atomic<std::uint32_t>& word, int operation, std::uint32_t value, const timespec* limit) {
  return syscall(SYS_futex, &word, operation, value, limit, nullptr, 0);
}

/// This process and its parent at the start; none if it does not matter.
struct Family {
  pid_t self = 0;
  pid_t parent = 0;
};
Family g_family;

}  // namespace

void end_with_parent() { g_family = {getpid(), getppid()}; }

void end_if_parent_is_gone() {
  // Not for children that the program makes.
  if (g_family.parent == 0 || getpid() != g_family.self || getppid() == g_family.parent) return;
  kill(g_family.self, SIGTERM);
}

void sleep_on(Bell& bell, std::uint32_t seen, std::chrono::microseconds limit) {
  const timespec time{.tv_sec = static_cast<time_t>(limit.count() / 1'000'000),
                      .tv_nsec = static_cast<long>(limit.count() % 1'000'000 * 1000)};
  futex(bell.rung, FUTEX_WAIT, seen, &time);
}

void wake(Bell& bell) {
  bell.rung.fetch_add(1, std::memory_order_seq_cst);
  if (bell.sleepers.load(std::memory_order_seq_cst) != 0) futex(bell.rung, FUTEX_WAKE, INT_MAX, nullptr);
}

int spins_for(std::uint32_t processes) {
  constexpr int kCrowded = 20;
  constexpr int kAlone = 4000;
  cpu_set_t cores;
  if (sched_getaffinity(0, sizeof cores, &cores) != 0) return kCrowded;
  return processes <= static_cast<std::uint32_t>(CPU_COUNT(&cores)) ? kAlone : kCrowded;
}

}  // namespace farsan::pgas
