// Non-blocking puts, with signals or without, all of them open until one quiet at the end: what one costs does not grow with those that are
// open. (It would take minutes.)
// mpi: embedded
// variant racy: "-DPUT=shmem_long_put_nbi(&there[i],&mine[i],1,1)" -DMEET=shmem_sync_all
// variant racy-signal: "-DPUT=shmem_long_put_signal_nbi(&there[i],&mine[i],1,&count,1,SHMEM_SIGNAL_ADD,1)" -DMEET=shmem_sync_all
// variant clean: "-DPUT=shmem_long_put_nbi(&there[i],&mine[i],1,1)" -DMEET=shmem_barrier_all
// variant clean-signal: "-DPUT=shmem_long_put_signal_nbi(&there[i],&mine[i],1,&count,1,SHMEM_SIGNAL_ADD,1)" -DMEET=shmem_barrier_all
// since: 1.5
#include "corpus.h"

enum { N = 100000 };
static long there[N], mine[N];
static uint64_t count, never;

int main(void) {
  int pe = begin();
  if (pe == 0)
    for (int i = 0; i < N; ++i)
      PUT;  // race(put)
  MEET();
  if (pe == 1)
    use((int)there[N / 2]);  // race(put)
  if (pe > 1)
    shmem_uint64_wait_until(&never, SHMEM_CMP_EQ, 1);
  (void)count;
  return finish();
}
