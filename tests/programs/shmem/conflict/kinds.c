// Each kind of operation against a load or store of the memory's owner.
// variant racy-put-load: "-DOP=shmem_int_put(x,b,2,1)" "-DLOCAL=use(x[1])"
// variant racy-put-store: "-DOP=shmem_int_put(x,b,2,1)" "-DLOCAL=x[0]=2"
// variant racy-put-nbi: "-DOP=shmem_int_put_nbi(x,b,2,1)" "-DLOCAL=use(x[1])"
// variant racy-iput: "-DOP=shmem_int_iput(x,b,2,1,2,1)" "-DLOCAL=use(x[2])"
// variant racy-put32: "-DOP=shmem_put32(x,b,2,1)" "-DLOCAL=use(x[1])"
// variant racy-putmem: "-DOP=shmem_putmem((char*)x+7,b,1,1)" "-DLOCAL=use(x[1])"
// variant racy-putmem-nbi: "-DOP=shmem_putmem_nbi(x,b,8,1)" "-DLOCAL=x[0]=1"
// variant racy-get-store: "-DOP=shmem_int_get(b,x,2,1)" "-DLOCAL=x[1]=2"
// variant racy-get-nbi: "-DOP=shmem_int_get_nbi(b,x,2,1)" "-DLOCAL=x[1]=2"
// variant racy-iget: "-DOP=shmem_int_iget(b,x,1,2,2,1)" "-DLOCAL=x[2]=2"
// variant racy-getmem: "-DOP=shmem_getmem(b,x,1,1)" "-DLOCAL=x[0]=2"
// variant racy-atomic-load: "-DOP=shmem_int_atomic_inc(x,1)" "-DLOCAL=use(x[0])"
// variant racy-atomic-store: "-DOP=use(shmem_int_atomic_fetch_add(x,1,1))" "-DLOCAL=x[0]=4"
// variant racy-fetch-store: "-DOP=use(shmem_int_atomic_fetch(x,1))" "-DLOCAL=x[0]=4"
// variant racy-copy: "-DOP=shmem_int_put(x,b,2,1)" "-DLOCAL=memcpy(b,x,8)"
// variant racy-fill: "-DOP=shmem_int_get(b,x,2,1)" "-DLOCAL=memset(x,0,8)"
// variant clean-get-load: "-DOP=shmem_int_get(b,x,2,1)" "-DLOCAL=use(x[1])"
// variant clean-fetch-load: "-DOP=use(shmem_int_atomic_fetch(x,1))" "-DLOCAL=use(x[0])"
// variant clean-get-copy: "-DOP=shmem_int_get_nbi(b,x,2,1)" "-DLOCAL=memcpy(b,x,8)"
// variant clean-beside: "-DOP=shmem_int_put(x,b,2,1)" "-DLOCAL=x[2]=1"
// variant clean-iput: "-DOP=shmem_int_iput(x,b,2,1,2,1)" "-DLOCAL=x[1]=1"
// variant clean-bytes: "-DOP=shmem_putmem((char*)x+4,b,3,1)" "-DLOCAL=((char*)x)[7]=1"
// variant clean-nothing: "-DOP=shmem_int_put(x,b,0,1)" "-DLOCAL=x[0]=1"
#include "corpus.h"

int x[4] __attribute__((aligned(8)));

int main(void) {
  int pe = begin(), b[4] = {1, 2, 3, 4};
  (void)b;
  if (pe == 0)
    OP;  // race(remote)
  shmem_fence();
  if (pe == 1)
    LOCAL;  // race(remote)
  shmem_quiet();
  return finish();
}
