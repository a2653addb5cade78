// Start and end of the job.
#include <functional>
#include <numeric>

#include "bindings/mpi/comms.h"
#include "bindings/mpi/epochs.h"
#include "bindings/mpi/freed_sends.h"
#include "bindings/mpi/job.h"
#include "bindings/mpi/not_followed.h"
#include "bindings/mpi/other_wrappers.h"
#include "bindings/mpi/synchronous.h"
#include "bindings/mpi/windows.h"
#include "runtime/access.h"
#include "runtime/ending.h"

namespace farsan::mpi {

namespace {

/// FarSan's own talk, apart from the program's.
MPI_Comm g_private = MPI_COMM_NULL;
WindowDirectory g_directory;

std::string library_name() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
  int length = 0;
  PMPI_Get_library_version(text.data(), &length);
  const std::string whole(text.data());
  return whole.substr(0, whole.find_first_of(",\n"));
}

runtime::Job job() {
  int rank = 0;
  int ranks = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &ranks);
  runtime::Job description;
  description.model = kModel;
  description.rank = static_cast<std::uint32_t>(rank);
  description.ranks = static_cast<std::uint32_t>(ranks);
  description.library = library_name();
  description.all_gather = [](const void* own, void* all, std::size_t size) {
    PMPI_Allgather(own, static_cast<int>(size), MPI_BYTE, all, static_cast<int>(size), MPI_BYTE, g_private);
  };
  description.barrier = [] { PMPI_Barrier(g_private); };
  return description;
}

/// What some program of the job uses, all must take part in.
void agree_on_messages(const runtime::Runtime& runtime) {
  enum : std::uint8_t { kSynchronous = 1, kFreed = 2, kProbes = 4 };
  const auto own =
      static_cast<std::uint8_t>((program_sends_synchronously() ? kSynchronous : 0) |
                                (program_frees_requests() ? kFreed : 0) | (program_probes() ? kProbes : 0));
  std::vector<std::uint8_t> all(runtime.processes(kModel).size());
  job().all_gather(&own, all.data(), 1);
  const std::uint8_t some = std::accumulate(all.begin(), all.end(), std::uint8_t{0}, std::bit_or<>());
  use_synchronous_sends((some & kSynchronous) != 0);
  use_freed_sends((some & kFreed) != 0);
  use_probes((some & kProbes) != 0);
  count_messages((some & (kSynchronous | kFreed)) != 0);
}

}  // namespace

void begin_job() {
  if (runtime::Runtime::of(kModel) != nullptr) return;
  PMPI_Comm_dup(MPI_COMM_WORLD, &g_private);
  runtime::Runtime* runtime = runtime::Runtime::start(job(), g_directory);
  if (runtime == nullptr) return;
  runtime->watch_early_end(open_gates_at_exit);
  if (runtime->process_of(kModel, 0) == runtime->rank()) {
    warn_of_fortran_not_followed();
    warn_of_other_wrappers();
  }
  agree_on_messages(*runtime);
  runtime::g_process = &runtime->process();
  runtime::g_sites = &runtime->sites();
}

void end_job() {
  runtime::Runtime* const runtime = runtime::Runtime::of(kModel);
  if (runtime == nullptr) return;
  runtime::Runtime::begins_to_finalise(kModel);
  open_gates_at_end(*runtime, job());
  runtime::Runtime::finish(job());
  forget_comms();
  PMPI_Comm_free(&g_private);
}

}  // namespace farsan::mpi

using farsan::runtime::Guard;

FARSAN_MPI int MPI_Init(int* argc, char*** argv) {
  if (Guard::inside()) return PMPI_Init(argc, argv);
  const Guard guard;
  (void)farsan::runtime::options();  // wrong ones end the program before the job starts
  const int result = PMPI_Init(argc, argv);
  if (result == MPI_SUCCESS) farsan::mpi::begin_job();
  return result;
}

FARSAN_MPI int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
  if (Guard::inside()) return PMPI_Init_thread(argc, argv, required, provided);
  const Guard guard;
  (void)farsan::runtime::options();
  const int result = PMPI_Init_thread(argc, argv, required, provided);
  if (result == MPI_SUCCESS) farsan::mpi::begin_job();
  return result;
}

FARSAN_MPI int MPI_Finalize() {
  if (Guard::inside(__builtin_dwarf_cfa())) return PMPI_Finalize();
  const Guard guard;
  farsan::mpi::end_job();
  const int result = PMPI_Finalize();
  farsan::runtime::Runtime::depart();
  return result;
}

FARSAN_MPI int MPI_Abort(MPI_Comm comm, int error) {
  const Guard guard;
  farsan::runtime::ending_early(farsan::runtime::Where::Ordinary);
  return PMPI_Abort(comm, error);
}
