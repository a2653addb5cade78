// The owner of the memory takes part in the lock with its store, or does not.
// variant racy-no-lock: "-DTAKE=(void)0" "-DGIVE=(void)0"
// variant racy-other-lock: "-DTAKE=shmem_set_lock(&other)" "-DGIVE=shmem_clear_lock(&other)"
// variant clean: "-DTAKE=shmem_set_lock(&lock)" "-DGIVE=shmem_clear_lock(&lock)"
#include "corpus.h"

long x, lock, other;

int main(void) {
  int pe = begin();
  if (pe == 0) {
    shmem_set_lock(&lock);
    shmem_long_p(&x, 1, 1);  // race(store)
    shmem_clear_lock(&lock);
  } else {
    TAKE;
    x = 2;  // race(store)
    GIVE;
  }
  (void)other;
  return finish();
}
