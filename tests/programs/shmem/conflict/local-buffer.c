// The source of a blocking put is free when it returns, that of a non-blocking one when the context is quiet; the dest of a
// non-blocking get is not there before that.
// variant racy-put-nbi: "-DOP=shmem_int_put_nbi(&x,&b,1,1)" -DCOMPLETE= "-DLOCAL=b=2"
// variant racy-get-nbi: "-DOP=shmem_int_get_nbi(&b,&x,1,1)" -DCOMPLETE= "-DLOCAL=use(b)"
// variant racy-fence: "-DOP=shmem_int_put_nbi(&x,&b,1,1)" "-DCOMPLETE=shmem_fence()" "-DLOCAL=b=2"
// variant clean-put: "-DOP=shmem_int_put(&x,&b,1,1)" -DCOMPLETE= "-DLOCAL=b=2"
// variant clean-get: "-DOP=shmem_int_get(&b,&x,1,1)" -DCOMPLETE= "-DLOCAL=use(b)"
// variant clean-read: "-DOP=shmem_int_put_nbi(&x,&b,1,1)" -DCOMPLETE= "-DLOCAL=use(b)"
// variant clean-quiet: "-DOP=shmem_int_get_nbi(&b,&x,1,1)" "-DCOMPLETE=shmem_quiet()" "-DLOCAL=use(b)"
#include "corpus.h"

int x;

int main(void) {
  int pe = begin(), b = 1;
  if (pe == 0) {
    OP;  // race(buffer)
    COMPLETE;
    LOCAL;  // race(buffer)
  }
  return finish();
}
