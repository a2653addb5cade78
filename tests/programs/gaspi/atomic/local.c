// Atomics are not atomic to loads and stores of the owner, which may use atomics itself.
// variant racy-load: "-DOP=must(gaspi_atomic_fetch_add(0,0,1,1,&old,GASPI_BLOCK))" "-DLOCAL=use(at[0])"
// variant racy-store: "-DOP=must(gaspi_atomic_fetch_add(0,0,1,1,&old,GASPI_BLOCK))" "-DLOCAL=at[1]=1"
// variant racy-swap-load: "-DOP=must(gaspi_atomic_compare_swap(0,0,1,0,1,&old,GASPI_BLOCK))" "-DLOCAL=use(at[0])"
// variant clean-own: "-DOP=must(gaspi_atomic_fetch_add(0,0,1,1,&old,GASPI_BLOCK))" "-DLOCAL=must(gaspi_atomic_fetch_add(0,0,1,1,&old,GASPI_BLOCK))"
#include "corpus.h"

int main(void) {
  int rank = begin();
  gaspi_atomic_value_t old = 0;
  if (rank == 0)
    OP;  // race(atomic)
  if (rank == 1)
    LOCAL;  // race(atomic)
  use((int)old);
  return finish();
}
