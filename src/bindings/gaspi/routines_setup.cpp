// Start and end of the job.
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "bindings/common/exchange.h"
#include "bindings/gaspi/job.h"
#include "bindings/gaspi/library.h"
#include "bindings/gaspi/notifications.h"
#include "bindings/gaspi/segments.h"
#include "runtime/access.h"
#include "runtime/ending.h"
#include "runtime/imports.h"

namespace farsan::gaspi {

namespace {

SegmentDirectory g_directory;
/// Of all ranks, from the start of the job to the end of the process.
const std::vector<session::Segment>* g_everybody = nullptr;
/// The process that began the job, not one that it forked.
pid_t g_begun_by = 0;

/// A rank that has ended without the others will not come to a barrier any more.
bool somebody_left() {
  return g_everybody != nullptr && std::ranges::any_of(*g_everybody, [](const session::Segment& segment) {
           const session::Header& header = segment.header();
           return header.state.load(std::memory_order_acquire) == session::State::Ended || ::kill(header.pid, 0) != 0;
         });
}

void barrier() {
  constexpr gaspi_timeout_t kPatience = 100;  // milliseconds
  while (pgaspi_barrier(GASPI_GROUP_ALL, kPatience) == GASPI_TIMEOUT && !somebody_left()) {
  }
}

runtime::Job job() {
  gaspi_rank_t rank = 0;
  gaspi_rank_t ranks = 0;
  pgaspi_proc_rank(&rank);
  pgaspi_proc_num(&ranks);
  runtime::Job description;
  description.model = kModel;
  description.rank = rank;
  description.ranks = ranks;
  description.library = library_name();
  description.all_gather = [](const void* own, void* all, std::size_t size) { gather(own, all, size); };
  description.barrier = barrier;
  return description;
}

/// The job goes on with another model, and the memory of the segments may be used for something else. The others will part, too:
/// signals do not tell them of their segments any more.
void part_from_others(const Call& call) {
  if (!runtime::Runtime::goes_on_without(kModel)) return;
  bindings::tell_of_segments(call);
  conceal_segments(call.runtime());
}

bool looks_at_notifications() {
  if (const auto known = program_looks_at_notifications()) return *known;
  return runtime::program_imports({"gaspi_notify_waitsome", "gaspi_notify_reset"}, "libfarsan") ||
         runtime::program_finds_routines();
}

/// Who leaves with success has terminated, whether or not it says so. Others may be at work, and write here.
void end_job_at_exit(int status, void* /*unused*/) {
  const runtime::Runtime* const runtime = runtime::Runtime::of(kModel);
  if (status != 0 || runtime == nullptr || ::getpid() != g_begun_by) return;
  if (runtime::Guard::inside() || !runtime::Runtime::own_thread() || runtime::Runtime::goes_on_without(kModel)) return;
  const auto state = runtime->segments()[runtime->rank()].header().state.load(std::memory_order_acquire);
  if (state != session::State::Running) return;
  const runtime::Guard guard;
  end_job();
}

}  // namespace

// A sum in which everybody adds to a place of its own.
void gather(const void* own, void* all, std::size_t size) {
  gaspi_rank_t rank = 0;
  gaspi_rank_t ranks = 0;
  gaspi_number_t most = 0;
  pgaspi_proc_rank(&rank);
  pgaspi_proc_num(&ranks);
  pgaspi_allreduce_elem_max(&most);
  const std::size_t words = (size + sizeof(gaspi_ulong) - 1) / sizeof(gaspi_ulong);
  std::vector<gaspi_ulong> mine(words * ranks);
  std::vector<gaspi_ulong> everybodys(words * ranks);
  std::memcpy(&mine[words * rank], own, size);
  for (std::size_t done = 0; done < mine.size(); done += most) {
    const auto count = static_cast<gaspi_number_t>(std::min<std::size_t>(most, mine.size() - done));
    pgaspi_allreduce(&mine[done], &everybodys[done], count, GASPI_OP_SUM, GASPI_TYPE_ULONG, GASPI_GROUP_ALL,
                     GASPI_BLOCK);
  }
  for (std::size_t i = 0; i < ranks; ++i)
    std::memcpy(static_cast<std::byte*>(all) + i * size, &everybodys[i * words], size);
}

void begin_job() {
  if (runtime::Runtime::of(kModel) != nullptr) return;
  // Without connections (GASPI_TOPOLOGY_NONE) there is no such group.
  if (pgaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK) != GASPI_SUCCESS) {
    std::fputs("farsan: GASPI_GROUP_ALL cannot be used in this job: nothing is looked at\n", stderr);
    return;
  }
  runtime::Runtime* runtime = runtime::Runtime::start(job(), g_directory);
  if (runtime == nullptr) return;
  g_everybody = &runtime->segments();
  const auto looking = gather(static_cast<std::uint8_t>(looks_at_notifications()), job().ranks);
  let_notifications_matter(std::find(looking.begin(), looking.end(), 1) != looking.end());
  runtime::g_process = &runtime->process();
  runtime::g_sites = &runtime->sites();
  // After those of the library and of the runtime: it is called before them.
  g_begun_by = ::getpid();
  ::on_exit(end_job_at_exit, nullptr);
}

void end_job() {
  if (runtime::Runtime::of(kModel) != nullptr) runtime::Runtime::finish(job());
}

}  // namespace farsan::gaspi

using farsan::gaspi::Call;
using farsan::runtime::Guard;

FARSAN_GASPI gaspi_proc_init(gaspi_timeout_t timeout) {
  if (Guard::inside()) return pgaspi_proc_init(timeout);
  const Guard guard;
  (void)farsan::runtime::options();  // wrong ones end the program before the job starts
  const gaspi_return_t result = pgaspi_proc_init(timeout);
  if (result == GASPI_SUCCESS) farsan::gaspi::begin_job();
  return result;
}

FARSAN_GASPI gaspi_proc_term(gaspi_timeout_t timeout) {
  if (Guard::inside()) return pgaspi_proc_term(timeout);
  {
    FARSAN_CALL("gaspi_proc_term");
    if (call) farsan::gaspi::part_from_others(call);
  }
  const Guard guard;
  farsan::gaspi::end_job();
  const gaspi_return_t result = pgaspi_proc_term(timeout);
  farsan::runtime::Runtime::depart();
  return result;
}
