// What is done under a lock is complete before the next one holds it. Two locks are two.
// ranks: 3
// variant racy-no-lock: "-DTAKE=(void)lock" "-DGIVE=(void)lock"
// variant racy-two-locks: "-DTAKE=shmem_set_lock(&lock[pe])" "-DGIVE=shmem_clear_lock(&lock[pe])"
// variant clean: "-DTAKE=shmem_set_lock(lock)" "-DGIVE=shmem_clear_lock(lock)"
#include "corpus.h"

int x;
long lock[3];

int main(void) {
  int pe = begin();
  if (pe < 2) {
    TAKE;
    shmem_int_p(&x, pe, 2);  // race(update) race(update)
    GIVE;
  }
  return finish();
}
