// A test that finds the lock free holds it, like shmem_set_lock; one that finds it taken holds nothing.
// (Two PEs that test one lock in a loop: with OSHMEM one of them may never see that the lock is free, without FarSan, too.)
// mpi: embedded sandia
// variant racy-not-held: "-DTAKE=if(pe==0)shmem_set_lock(lock);shmem_barrier_all();if(pe==1)shmem_test_lock(lock);shmem_barrier_all()" "-DGIVE=if(pe==0)shmem_clear_lock(lock)"
// variant racy-two-locks: "-DTAKE=while(shmem_test_lock(&lock[pe])!=0)" "-DGIVE=shmem_clear_lock(&lock[pe])"
// variant clean: "-DTAKE=while(shmem_test_lock(lock)!=0)" "-DGIVE=shmem_clear_lock(lock)"
// variant clean-set: "-DTAKE=while(pe==0&&shmem_test_lock(lock)!=0);if(pe==1)shmem_set_lock(lock)" "-DGIVE=shmem_clear_lock(lock)"
#include "corpus.h"

int x;
long lock[3];

int main(void) {
  int pe = begin();
  TAKE;
  shmem_int_p(&x, pe, 1);  // race(update) race(update)
  GIVE;
  return finish();
}
