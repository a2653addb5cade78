// A wait that no object file of the program names: it is found while the program runs, as that of a plug-in would be. What it waits for
// notifies all the same.
// variant clean: -DFENCE=shmem_fence
// variant racy: -DFENCE=shmem_my_pe
#define _GNU_SOURCE
#include <dlfcn.h>

#include "corpus.h"

int flag, x;

int main(void) {
  const int pe = begin();
  if (pe == 0) {
    shmem_int_p(&x, 1, 1);  // race(x)
    FENCE();
    shmem_int_atomic_set(&flag, 1, 1);
  } else {
    void (*wait)(int*, int, int);
    *(void**)&wait = dlsym(RTLD_DEFAULT, "shmem_int_wait_until");
    wait(&flag, SHMEM_CMP_EQ, 1);
    use(x);  // race(x)
  }
  return finish();
}
