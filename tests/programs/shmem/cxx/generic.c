// The type-generic names of C11 are the typed routines.
// flags: -O0 -std=c11
// variant racy-put: "-DOP=shmem_put(&x,&b,1,1)" "-DLOCAL=use((int)x)"
// variant racy-p: "-DOP=shmem_p(&x,1,1)" "-DLOCAL=use((int)x)"
// variant racy-g: "-DOP=use((int)shmem_g(&x,1))" "-DLOCAL=x=2"
// variant racy-context: "-DOP=shmem_p(ctx,&x,1,1)" "-DLOCAL=use((int)x)"
// variant racy-atomic: "-DOP=shmem_atomic_inc(&x,1)" "-DLOCAL=use((int)x)"
// variant clean-g: "-DOP=use((int)shmem_g(&x,1))" "-DLOCAL=use((int)x)"
// variant clean-atomics: "-DOP=shmem_atomic_add(&x,2,1)" "-DLOCAL=use((int)shmem_atomic_fetch(&x,1))"
// since: 1.5
#include "corpus.h"

long x;

int main(void) {
  int pe = begin();
  long b = 1;
  shmem_ctx_t ctx;
  shmem_ctx_create(0, &ctx);
  if (pe == 0)
    OP;  // race(generic)
  if (pe == 1)
    LOCAL;  // race(generic)
  (void)b;
  shmem_ctx_destroy(ctx);
  return finish();
}
