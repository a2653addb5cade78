// Start and end of the job.
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "bindings/shmem/collectives.h"
#include "bindings/shmem/job.h"
#include "bindings/shmem/library.h"
#include "bindings/shmem/locks.h"
#include "bindings/shmem/notifications.h"
#include "bindings/shmem/symmetric.h"
#include "runtime/access.h"
#include "runtime/ending.h"
#include "runtime/imports.h"

namespace farsan::shmem {

namespace {

/// FarSan's own piece of the symmetric heap: two rows of a note per PE, which take turns, so that a PE that is ahead by one
/// does not overwrite what others still read.
class Notes {
 public:
  static constexpr std::size_t kSize = 256;

  void open() {
    const std::size_t size = rows_size() * 2 + sizeof(long);
    memory_ = static_cast<std::byte*>(pshmem_malloc(size));
    if (memory_ == nullptr) {
      runtime::say("no room for " + std::to_string(size) +
                   " bytes of its own in the symmetric heap (SHMEM_SYMMETRIC_SIZE)");
      ::_exit(2);
    }
    *zero() = 0;
  }
  [[nodiscard]] long* zero() const { return reinterpret_cast<long*>(memory_ + rows_size() * 2); }
  void exchange(const std::byte* own, std::byte* all, std::size_t size, std::size_t apart) {
    std::byte* const row = memory_ + (turn_++ % 2) * rows_size();
    const int pes = pshmem_n_pes();
    for (int pe = 0; pe < pes; ++pe)
      pshmem_putmem(row + static_cast<std::size_t>(pshmem_my_pe()) * kSize, own, size, pe);
    pshmem_barrier_all();
    for (int pe = 0; pe < pes; ++pe)
      std::memcpy(all + static_cast<std::size_t>(pe) * apart, row + static_cast<std::size_t>(pe) * kSize, size);
  }

 private:
  static std::size_t rows_size() { return static_cast<std::size_t>(pshmem_n_pes()) * kSize; }
  std::byte* memory_ = nullptr;
  std::uint64_t turn_ = 0;
};
Notes g_notes;
SymmetricDirectory g_directory;
/// The process that began the job, not one that it forked.
pid_t g_begun_by = 0;

runtime::Job job() {
  runtime::Job description;
  description.model = kModel;
  description.rank = static_cast<std::uint32_t>(pshmem_my_pe());
  description.ranks = static_cast<std::uint32_t>(pshmem_n_pes());
  description.library = library_name();
  description.all_gather = [](const void* own, void* all, std::size_t size) { gather(own, all, size); };
  description.barrier = [] { pshmem_barrier_all(); };
  return description;
}

/// shmem_finalize completes everything and waits for everybody. At the end of a job that makes no difference, but here it goes on
/// with another model.
void part_from_others(const Call& call) {
  if (!runtime::Runtime::goes_on_without(kModel)) return;
  runtime::Runtime::begins_to_finalise(kModel);
  for_each_context([&](const Context& context) { quiet(call, context.scope); });
  barrier(call, &world(), [] { pshmem_barrier_all(); });
}

/// For which variables does the program wait? Then updates of them are notifications.
AwaitedSizes awaited_by_program() {
  AwaitedSizes awaited = runtime::program_finds_routines() ? kAnyAwaited : 0;
  runtime::for_each_import("libfarsan", [&](std::string_view symbol) {
    awaited |= awaited_by(symbol);
    return true;
  });
  return awaited;
}

/// Does any process load and store in the memory of another one? Then atomics of C and C++ there are those of several processes.
bool points_at_others(const runtime::Runtime& runtime) {
  const bool own = runtime::program_imports({"shmem_ptr"}, "libfarsan") || runtime::program_finds_routines();
  const auto all = gather(runtime, static_cast<std::uint8_t>(own));
  return std::ranges::any_of(all, [](std::uint8_t one) { return one != 0; });
}

void finalize() {
  const runtime::Guard guard;
  end_job();
  pshmem_finalize();
}

/// A program that ends well has finalized (docs/shmem.md), whether or not it says so. Not where it ends by shmem_global_exit, in a child
/// process, or with a model that is still to be finalised.
void finalize_at_exit(int status, void* /*unused*/) {
  const runtime::Runtime* const runtime = runtime::Runtime::of(kModel);
  if (status != 0 || runtime == nullptr || runtime::Guard::inside() || ::getpid() != g_begun_by) return;
  const auto state = runtime->segments()[runtime->rank()].header().state.load(std::memory_order_acquire);
  if (state == session::State::Running && !runtime::Runtime::goes_on_without(kModel)) finalize();
}

}  // namespace

long* symmetric_zero() { return g_notes.zero(); }

void gather(const void* own, void* all, std::size_t size) {
  for (std::size_t done = 0; done < size; done += Notes::kSize)
    g_notes.exchange(static_cast<const std::byte*>(own) + done, static_cast<std::byte*>(all) + done,
                     std::min(size - done, Notes::kSize), size);
}

void begin_job() {
  if (runtime::Runtime::of(kModel) != nullptr) return;
  g_notes.open();
  runtime::Runtime* runtime = runtime::Runtime::start(job(), g_directory);
  if (runtime == nullptr) return;
  AwaitedSizes awaited = 0;
  for (const AwaitedSizes of_one : gather(*runtime, awaited_by_program())) awaited |= of_one;
  let_notify(*runtime, awaited);
  if (points_at_others(*runtime)) runtime->share_what_is_exposed();
  make_locks(*runtime);
  expose_variables(*runtime);
  runtime::g_process = &runtime->process();
  runtime::g_sites = &runtime->sites();
  // After those of the library and of the runtime: it is called before them.
  g_begun_by = ::getpid();
  ::on_exit(finalize_at_exit, nullptr);
  begin_other_models();
}

void end_job() {
  if (runtime::Runtime::of(kModel) == nullptr) return;
  end_other_models();
  runtime::Runtime::finish(job());
  forget_teams();
}

}  // namespace farsan::shmem

using namespace farsan::shmem;
using farsan::runtime::Guard;

namespace {

template <class Init>
auto initialise(Init init) {
  const bool inside = Guard::inside();
  const Guard guard;
  if (!inside) (void)farsan::runtime::options();  // wrong ones end the program before the job starts
  init();
  if (!inside) begin_job();
}

}  // namespace

FARSAN_SHMEM void shmem_init() {
  initialise([] { pshmem_init(); });
}
FARSAN_SHMEM int shmem_init_thread(int requested, int* provided) {
  int result = 0;
  initialise([&] { result = pshmem_init_thread(requested, provided); });
  return result;
}
FARSAN_SHMEM void start_pes(int npes) {
  initialise([=] { pstart_pes(npes); });
}

FARSAN_SHMEM void shmem_finalize() {
  if (Guard::inside()) return pshmem_finalize();
  {
    FARSAN_CALL("shmem_finalize");
    if (call) part_from_others(call);
  }
  finalize();
}

FARSAN_SHMEM void shmem_global_exit(int status) {
  const Guard guard;
  farsan::runtime::ending_early(farsan::runtime::Where::Ordinary);
  pshmem_global_exit(status);
}

FARSAN_SHMEM void* shmem_ptr(const void* dest, int pe) {
  FARSAN_CALL("shmem_ptr");
  void* const found = pshmem_ptr(dest, pe);
  if (call && found != nullptr) map_counterpart(call, dest, process_of(static_cast<std::uint32_t>(pe)), found);
  return found;
}
