// Initialisation, the end, and what a program can ask about itself and the library.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "pgas/node/environment.h"
#include "pgas/shmem/library.h"

namespace farsan::pgas::shmem {

namespace {

// The process that initialised, not one that it forked, and not a second time.
pid_t initialised_by = 0;

// A program that ends well without shmem_finalize is finalized; one that ends badly must not wait for the others.
void at_exit(int status, void*) {
  if (!Library::running() || getpid() != initialised_by) return;
  if (status == 0 && !Library::get("exit").job().ending()) Library::finish();
}

// By its name, or by its deprecated one.
bool is_asked_for(const char* name, const char* old_name) {
  return std::getenv(name) != nullptr || std::getenv(old_name) != nullptr;
}

void print_what_is_asked_for(const Library& library) {
  if (library.my_pe() != 0) return;
  if (is_asked_for("SHMEM_VERSION", "SMA_VERSION")) {
    std::printf("%s, OpenSHMEM %d.%d\n", SHMEM_VENDOR_STRING, SHMEM_MAJOR_VERSION, SHMEM_MINOR_VERSION);
  }
  if (is_asked_for("SHMEM_INFO", "SMA_INFO")) {
    std::printf(
        "SHMEM_VERSION         print the version\n"
        "SHMEM_INFO            print this\n"
        "SHMEM_SYMMETRIC_SIZE  bytes of symmetric heap on each PE, with k, m, g or t (1g)\n"
        "FARSAN_PGAS_DELAY     hold back effects as long as permitted, at most so many milliseconds in a wait (off)\n"
        "FARSAN_PGAS_SYMMETRIC_LIBRARIES\n"
        "                      names of shared libraries, with colons between, whose variables are symmetric though "
        "they\n"
        "                      lie in a folder of the system\n");
  }
}

int initialise(const char* routine, int requested) {
  if (requested < SHMEM_THREAD_SINGLE || requested > SHMEM_THREAD_MULTIPLE)
    misuse(routine, "no such level of thread support");
  if (Library::running()) return 0;  // the second call of a program that has libraries that use SHMEM, too
  if (initialised_by != 0) misuse(routine, "called after shmem_finalize");
  initialised_by = getpid();
  Library::start(requested);
  on_exit(at_exit, nullptr);
  print_what_is_asked_for(Library::get(routine));
  return 0;
}

}  // namespace

ROUTINE(void, shmem_init, (void)) { initialise(HERE, SHMEM_THREAD_SINGLE); }

ROUTINE(int, shmem_init_thread, (int requested, int* provided)) {
  const int result = initialise(HERE, requested);
  if (provided != nullptr) *provided = Library::get(HERE).thread_level();
  return result;
}

ROUTINE(void, shmem_query_thread, (int* provided)) { *provided = Library::get(HERE).thread_level(); }

ROUTINE(void, shmem_finalize, (void)) {
  if (!Library::running() && initialised_by != 0) return;
  Library::finish();
}

ROUTINE(void, shmem_global_exit, (int status)) { Library::get(HERE).job().end_all(status); }

ROUTINE(int, shmem_my_pe, (void)) { return Library::get(HERE).my_pe(); }
ROUTINE(int, shmem_n_pes, (void)) { return Library::get(HERE).n_pes(); }

ROUTINE(int, shmem_pe_accessible, (int pe)) { return pe >= 0 && pe < Library::get(HERE).n_pes() ? 1 : 0; }

ROUTINE(int, shmem_addr_accessible, (const void* addr, int pe)) {
  const Library& library = Library::get(HERE);
  return pe >= 0 && pe < library.n_pes() && library.counterpart(addr, pe) != nullptr ? 1 : 0;
}

ROUTINE(void*, shmem_ptr, (const void* dest, int pe)) {
  const Library& library = Library::get(HERE);
  if (pe < 0 || pe >= library.n_pes()) return nullptr;
  std::byte* found = library.counterpart(dest, pe);
  return found != nullptr && pe == library.my_pe() ? const_cast<void*>(dest) : found;
}

ROUTINE(void, shmem_info_get_version, (int* major, int* minor)) {
  *major = SHMEM_MAJOR_VERSION;
  *minor = SHMEM_MINOR_VERSION;
}

ROUTINE(void, shmem_info_get_name, (char* name)) {
  static_assert(sizeof SHMEM_VENDOR_STRING <= SHMEM_MAX_NAME_LEN);
  std::strcpy(name, SHMEM_VENDOR_STRING);
}

// Of use only to profiling libraries.
ROUTINE(void, shmem_pcontrol, (int /*level*/, ...)) {}

// --- Deprecated ------------------------------------------------------------------------------------------------------------

ROUTINE(void, start_pes, (int /*npes*/)) { initialise(HERE, SHMEM_THREAD_SINGLE); }
ROUTINE(int, _my_pe, (void)) { return Library::get(HERE).my_pe(); }
ROUTINE(int, _num_pes, (void)) { return Library::get(HERE).n_pes(); }

// Caches are coherent.
ROUTINE(void, shmem_clear_cache_inv, (void)) {}
ROUTINE(void, shmem_clear_cache_line_inv, (void* /*dest*/)) {}
ROUTINE(void, shmem_set_cache_inv, (void)) {}
ROUTINE(void, shmem_set_cache_line_inv, (void* /*dest*/)) {}
ROUTINE(void, shmem_udcflush, (void)) {}
ROUTINE(void, shmem_udcflush_line, (void* /*dest*/)) {}

}  // namespace farsan::pgas::shmem
