// A put of many elements, one of which is a flag: as with few, what was fenced before it is there when the wait returns, and the element
// itself, but not its neighbours.
// variant racy: -DORDER= "-DPUT=shmem_long_put(flags,out,N,1)" "-DREAD=use(x)"
// variant racy-other: "-DORDER=shmem_ctx_fence(other)" "-DPUT=shmem_long_put(flags,out,N,1)" "-DREAD=use(x)"
// variant racy-neighbour: "-DORDER=shmem_fence()" "-DPUT=shmem_long_put(flags,out,N,1)" "-DREAD=use((int)flags[16])"
// variant racy-below: "-DORDER=shmem_fence()" "-DPUT=shmem_putmem(flags,out,sizeof(out),1)" "-DREAD=use((int)flags[0])"
// variant clean: "-DORDER=shmem_fence()" "-DPUT=shmem_long_put(flags,out,N,1)" "-DREAD=use(x)"
// variant clean-nbi: "-DORDER=shmem_quiet()" "-DPUT=shmem_long_put_nbi(flags,out,N,1)" "-DREAD=use(x)"
// variant clean-mem: "-DORDER=shmem_fence()" "-DPUT=shmem_putmem(flags,out,sizeof(out),1)" "-DREAD=use(x)"
// variant clean-strided: "-DORDER=shmem_fence()" "-DPUT=shmem_long_iput(flags+1,out,2,1,N/2,1)" "-DREAD=use(x)"
// variant clean-two: "-DORDER=shmem_fence()" "-DPUT=shmem_long_put(flags,out,N,1)" "-DREAD=shmem_long_wait_until(&flags[16],SHMEM_CMP_NE,0);use((int)flags[16])"
#include "corpus.h"

#define N 40
int x;
long flags[N], out[N];

int main(void) {
  int pe = begin();
  shmem_ctx_t other;
  shmem_ctx_create(0, &other);
  for (int i = 0; i < N; ++i)
    out[i] = i + 1;
  if (pe == 0) {
    shmem_int_p(&x, 1, 1);  // race(data) in racy,racy-other
    ORDER;
    PUT;  // race(data) in racy-neighbour,racy-below
  } else if (pe == 1) {
    shmem_long_wait_until(&flags[17], SHMEM_CMP_NE, 0);
    READ;           // race(data)
    flags[17] = 0;  // may be used again
  }
  shmem_ctx_destroy(other);
  return finish();
}
