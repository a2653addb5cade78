// A put or get of one PE and a load or store of another, of the same symmetric variable, with no synchronisation in between.
// Two reads do not conflict.
// variant racy-put-load: "-DOP=shmem_int_p(&x,1,1)" "-DLOCAL=use(x)"
// variant racy-put-store: "-DOP=shmem_int_p(&x,1,1)" "-DLOCAL=x=2"
// variant racy-get-store: "-DOP=use(shmem_int_g(&x,1))" "-DLOCAL=x=2"
// variant clean-get-load: "-DOP=use(shmem_int_g(&x,1))" "-DLOCAL=use(x)"
// variant clean-other-variable: "-DOP=shmem_int_p(&y,1,1)" "-DLOCAL=x=2"
#include "corpus.h"

int x, y;

int main(void) {
  int pe = begin();
  if (pe == 0)
    OP;  // race(remote)
  if (pe == 1)
    LOCAL;  // race(remote)

  return finish();
}
