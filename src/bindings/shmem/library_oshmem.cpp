// OSHMEM, the OpenSHMEM of Open MPI.
#include <dlfcn.h>
#include <shmem.h>

#include <array>

#include "bindings/mpi/job.h"
#include "bindings/shmem/library.h"
#include "runtime/imports.h"
#include "runtime/runtime.h"

extern "C" void shmem_info_get_name(char* name);

namespace {

/// What it has without a profiling name, or in a library beneath it.
template <class Routine>
Routine* next(const char* name) {
  return reinterpret_cast<Routine*>(::dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" {
void pstart_pes(int npes) { next<void(int)>("start_pes")(npes); }
void* pshmalloc(std::size_t size) { return next<void*(std::size_t)>("shmalloc")(size); }
void pshfree(void* ptr) { next<void(void*)>("shfree")(ptr); }
void* pshrealloc(void* ptr, std::size_t size) { return next<void*(void*, std::size_t)>("shrealloc")(ptr, size); }
}

namespace farsan::shmem {

std::string library_name() {
  std::array<char, SHMEM_MAX_NAME_LEN> name{};
  shmem_info_get_name(name.data());
  return name.data();
}

// It works for others only inside of its own calls, and not in all of them (a loop of shmem_test waits for ever).
void let_library_progress() {
  static auto* const progress = next<void()>("opal_progress");
  if (progress != nullptr) progress();
}

// shmem_init initialises MPI, and a program need not call MPI_Init then; shmem_finalize finalises it.
#if FARSAN_WITH_MPI
void begin_other_models() {
  bool uses_mpi = false;
  runtime::for_each_import("libmpi", [&](std::string_view symbol) {
    uses_mpi = symbol.starts_with("MPI_") || symbol.starts_with("mpi_");
    return !uses_mpi;
  });
  if (uses_mpi) mpi::begin_job();
}
void end_other_models() { mpi::end_job(); }
#else
void begin_other_models() {}
void end_other_models() {}
#endif

bool libraries_are_symmetric() { return true; }

}  // namespace farsan::shmem
