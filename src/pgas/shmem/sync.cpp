// Barriers, which complete what was put on the default context, and syncs, which do not.
#include "pgas/shmem/library.h"

namespace farsan::pgas::shmem {

ROUTINE(void, shmem_barrier_all, (void)) { Library::get(HERE).barrier_all(); }

ROUTINE(void, shmem_barrier, (int PE_start, int logPE_stride, int PE_size, long* /*pSync*/)) {
  Library& library = Library::get(HERE);
  const Team& set = library.active_set(HERE, PE_start, logPE_stride, PE_size);
  Library::quiet(library.default_context());
  library.meet(set);
}

ROUTINE(void, shmem_sync_all, (void)) {
  Library& library = Library::get(HERE);
  library.meet(library.world());
}

ROUTINE(void, shmem_sync, (int PE_start, int logPE_stride, int PE_size, long* /*pSync*/)) {
  Library& library = Library::get(HERE);
  library.meet(library.active_set(HERE, PE_start, logPE_stride, PE_size));
}

}  // namespace farsan::pgas::shmem
