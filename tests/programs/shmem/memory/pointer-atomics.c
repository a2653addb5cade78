// Atomics of C through a pointer of shmem_ptr: PE 0 hands data over, PE 1 waits in a loop of its own. Other than a loop of loads, that is an
// order, if the memory orders say so. An atomic of C does not excuse one of OpenSHMEM.
// OSHMEM gives no pointers to variables of others.
// mpi: embedded sandia
// variant clean-release-acquire: -DSET=STORE(RELEASE) -DSEEN=LOAD(ACQUIRE)
// variant clean-of-owner: -DSET=STORE(SEQ_CST) -DSEEN=LOAD(SEQ_CST) -DFLAG_OF_0
// variant clean-put: -DSET=STORE(RELEASE) -DSEEN=LOAD(ACQUIRE) "-DDATA=(shmem_int_p(x,1,1),shmem_quiet())"
// variant clean-fences: "-DSET=__atomic_thread_fence(__ATOMIC_RELEASE),STORE(RELAXED)" -DSEEN=LOAD(RELAXED) "-DAFTER=__atomic_thread_fence(__ATOMIC_ACQUIRE)"
// variant clean-wait: -DSET=STORE(RELEASE) "-DSEEN=(shmem_int_wait_until(flag,SHMEM_CMP_EQ,1),1)"
// variant racy-relaxed: -DSET=STORE(RELAXED) -DSEEN=LOAD(RELAXED)
// variant racy-not-acquired: -DSET=STORE(RELEASE) -DSEEN=LOAD(RELAXED) -DFLAG_OF_0
// variant racy-put: -DSET=STORE(RELEASE) -DSEEN=LOAD(ACQUIRE) "-DDATA=shmem_int_p(x,1,1)"
// variant racy-mixed: "-DSET=shmem_int_atomic_set(flag,1,1)" -DSEEN=LOAD(ACQUIRE) "-DDATA=(void)0"
#include "corpus.h"

#define STORE(order) __atomic_store_n(there, 1, __ATOMIC_##order)
#define LOAD(order) __atomic_load_n(there, __ATOMIC_##order)
#ifndef DATA
#define DATA *data = 1
#endif
#ifndef AFTER
#define AFTER (void)0
#endif
int x[16];

int main(void) {
  int pe = begin();
  int* flag = shmem_malloc(sizeof(int));
  *flag = 0;
  shmem_barrier_all();
#ifdef FLAG_OF_0
  int* there = shmem_ptr(flag, 0);
#else
  int* there = shmem_ptr(flag, 1);
#endif
  int* data = shmem_ptr(x, 1);
  if (there == NULL || data == NULL) shmem_global_exit(77);
  if (pe == 0) {
    DATA;  // race(data) in racy-relaxed,racy-not-*,racy-put
    SET;   // race(flag) in racy-mixed
  } else if (pe == 1) {
    while (!SEEN) continue;  // race(flag) in racy-mixed
    AFTER;
    use(x[0]);  // race(data) in racy-relaxed,racy-not-*,racy-put
  }
  shmem_barrier_all();
  shmem_free(flag);
  return finish();
}
