// What Open MPI's OpenSHMEM has besides the standard, in shmemx.h: each is what the routine without the x is.
// (Not tried: its compare-and-swap of 4 bytes writes beyond its variable and aborts, without FarSan, too.)
// mpi: oshmem
// variant clean-add: "-DUPDATE=shmemx_int32_add(&flag, 1, 1)"
// variant clean-inc: "-DUPDATE=shmemx_int32_inc(&flag, 1)"
// variant clean-set: "-DUPDATE=shmemx_int32_set(&flag, 1, 1)"
// variant clean-swap: "-DUPDATE=use(shmemx_int32_swap(&flag, 1, 1))"
// variant clean-fadd: "-DUPDATE=use(shmemx_int32_fadd(&flag, 1, 1))"
// variant clean-finc: "-DUPDATE=use(shmemx_int32_finc(&flag, 1))"
// variant clean-or: "-DUPDATE=shmemx_int32_atomic_or(&flag, 1, 1)"
// variant clean-fetch-xor: "-DUPDATE=use(shmemx_int32_atomic_fetch_xor(&flag, 1, 1))"
// variant clean-p: "-DUPDATE=shmemx_int32_p(&flag, 1, 1)"
// variant clean-old-wait: "-DUPDATE=shmemx_int32_inc(&flag, 1)" "-DWAIT=shmemx_int32_wait(&flag, 0)"
// variant clean-sum: "-DUPDATE=shmem_quiet()" -DWAIT=SUM -DALL=SUM
// variant racy-fetch: "-DUPDATE=shmemx_int32_add(&flag, 1, 1)" "-DWAIT=use(shmemx_int32_fetch(&flag, 1))"
// variant racy-late: "-DUPDATE=shmemx_int32_add(&flag, 1, 1)" -DLATE
#include "corpus.h"

#include <shmemx.h>

#ifndef WAIT
#define WAIT shmemx_int32_wait_until(&flag, SHMEM_CMP_EQ, 1)
#endif
#define SUM shmemx_int32_sum_to_all(&sum, &one, 1, 0, 0, 2, work, sync)
#ifndef ALL
#define ALL (void)0
#endif

int32_t flag, sum, one = 1, work[SHMEM_REDUCE_MIN_WRKDATA_SIZE];
long sync[SHMEM_REDUCE_SYNC_SIZE];

int main(void) {
  const int pe = begin();
  for (int i = 0; i < SHMEM_REDUCE_SYNC_SIZE; ++i) sync[i] = SHMEM_SYNC_VALUE;
  int64_t* x = shmemx_malloc_with_hint(sizeof *x, 0);
  if (pe == 0) {
#ifdef LATE
    UPDATE;
    shmem_fence();
#endif
    shmemx_int64_p(x, 7, 1);  // race(x)
#ifndef LATE
    shmem_fence();
    UPDATE;
#endif
    ALL;
  } else {
    WAIT;
    use((int)*x);  // race(x)
  }
  return finish();
}
