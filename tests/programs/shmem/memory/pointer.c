// Memory of another PE through shmem_ptr: loads and stores are accesses to that PE's memory.
// variant racy-store: -DORDER= "-DOWN=use(*x)" "-DTHERE=*there=1"
// variant racy-load: -DORDER= "-DOWN=*x=2" "-DTHERE=use(*there)"
// variant clean: "-DORDER=shmem_barrier_all()" "-DOWN=use(*x)" "-DTHERE=*there=1"
// variant clean-loads: -DORDER= "-DOWN=use(*x)" "-DTHERE=use(*there)"
#include "corpus.h"

int main(void) {
  int pe = begin();
  int* x = shmem_calloc(1, sizeof(int));
  int* there = shmem_ptr(x, 1);
  if (pe == 0)
    THERE;  // race(pointer)
  ORDER;
  if (pe == 1)
    OWN;  // race(pointer)
  return finish();
}
