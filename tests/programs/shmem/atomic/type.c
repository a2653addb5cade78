// Atomics of different types are not atomic to each other, not even of the same size; two names of one type are one. Neighbours
// in one word do not meet. (OSHMEM 4.1 declares atomics of these types and does not have them.)
// ranks: 3
// variant racy-signed: "-DFIRST=shmem_int64_atomic_inc((int64_t*)&board.count,2)" "-DSECOND=shmem_uint64_atomic_inc(&board.count,2)"
// variant racy-wider: "-DFIRST=shmem_uint32_atomic_inc((uint32_t*)&board.count,2)" "-DSECOND=shmem_uint64_atomic_inc(&board.count,2)"
// variant racy-upper-half: "-DFIRST=shmem_uint32_atomic_or((uint32_t*)&board.count+1,4,2)" "-DSECOND=shmem_uint64_atomic_inc(&board.count,2)"
// variant racy-double: "-DFIRST=shmem_double_atomic_set((double*)&board.count,1.0,2)" "-DSECOND=shmem_uint64_atomic_set(&board.count,1,2)"
// variant racy-fetch: "-DFIRST=use((int)shmem_int64_atomic_fetch((int64_t*)&board.count,2))" "-DSECOND=shmem_uint64_atomic_set(&board.count,1,2)"
// variant racy-put: "-DFIRST=shmem_uint64_p(&board.count,3,2)" "-DSECOND=shmem_uint64_atomic_inc(&board.count,2)"
// variant racy-get: "-DFIRST=use((int)shmem_uint64_g(&board.count,2))" "-DSECOND=shmem_uint64_atomic_inc(&board.count,2)"
// variant clean-same: "-DFIRST=shmem_uint64_atomic_inc(&board.count,2)" "-DSECOND=shmem_uint64_atomic_xor(&board.count,1,2)"
// variant clean-alias: "-DFIRST=shmem_uint64_atomic_inc(&board.count,2)" "-DSECOND=shmem_ulong_atomic_inc(&board.count,2)"
// variant clean-size: "-DFIRST=shmem_size_atomic_inc(&board.count,2)" "-DSECOND=use((int)shmem_uint64_atomic_fetch_add(&board.count,2,2))"
// variant clean-swap: "-DFIRST=use((int)shmem_uint64_atomic_swap(&board.count,7,2))" "-DSECOND=use((int)shmem_uint64_atomic_compare_swap(&board.count,7,9,2))"
// variant clean-halves: "-DFIRST=shmem_uint32_atomic_inc((uint32_t*)&board.count,2)" "-DSECOND=shmem_uint32_atomic_inc((uint32_t*)&board.count+1,2)"
// variant clean-fetches: "-DFIRST=use((int)shmem_int64_atomic_fetch((int64_t*)&board.count,2))" "-DSECOND=use((int)shmem_uint64_atomic_fetch(&board.count,2))"
// since: 1.5
#include "corpus.h"

struct {
  int unused;
  uint64_t count;
} board;

int main(void) {
  int pe = begin();
  if (pe == 0)
    FIRST;  // race(type)
  if (pe == 1)
    SECOND;  // race(type)
  return finish();
}
