// The type-generic routines in C++, which are inline functions of the header: a race is where the program calls them. Open MPI has none.
// mpi: embedded sandia
// variant racy-buffer: "-DEND=shmem_fence()"
// variant clean-buffer: "-DEND=shmem_quiet()"
#include "corpus.h"

static long there, mine;
static volatile int ready;

int main() {
  const int pe = begin();
  if (pe == 0) {
    shmem_put_nbi(&there, &mine, 1, 1);  // race(buffer)
    END;
    mine = 3;  // race(buffer)
    shmem_quiet();
    shmem_p(const_cast<int*>(&ready), 1, 1);
  } else {
    shmem_wait_until(&ready, SHMEM_CMP_EQ, 1);
    use(static_cast<int>(there));
  }
  return finish();
}
