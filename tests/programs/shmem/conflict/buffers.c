// Two operations of one PE on one buffer: a get writes it, a put reads it. Blocking ones do so inside of their call.
// variant racy-put-get: "-DFIRST=shmem_int_put_nbi(x,b,2,1)" "-DSECOND=shmem_int_get_nbi(b+1,y,2,1)"
// variant racy-get-get: "-DFIRST=shmem_int_get_nbi(b,x,2,1)" "-DSECOND=shmem_int_get_nbi(b+1,y,2,1)"
// variant racy-get-put: "-DFIRST=shmem_int_get_nbi(b,x,2,1)" "-DSECOND=shmem_int_put_nbi(y,b+1,1,1)"
// variant racy-blocking-get: "-DFIRST=shmem_int_put_nbi(x,b,2,1)" "-DSECOND=shmem_int_get(b,y,1,1)"
// variant racy-blocking-put: "-DFIRST=shmem_int_get_nbi(b,x,2,1)" "-DSECOND=shmem_int_put(y,b,1,1)"
// variant racy-iget: "-DFIRST=shmem_int_put_nbi(x,b,3,1)" "-DSECOND=shmem_int_iget(b,y,2,1,2,1)"
// variant racy-memcpy: "-DFIRST=shmem_int_get_nbi(b,x,4,1)" "-DSECOND=memcpy(copy,b,sizeof(copy))"
// variant racy-memset: "-DFIRST=shmem_int_put_nbi(x,b,4,1)" "-DSECOND=memset(b,0,sizeof(b))"
// variant clean-put-put: "-DFIRST=shmem_int_put_nbi(x,b,2,1)" "-DSECOND=shmem_int_put_nbi(y,b,2,1)"
// variant clean-apart: "-DFIRST=shmem_int_get_nbi(b,x,2,1)" "-DSECOND=shmem_int_get_nbi(b+2,y,2,1)"
// variant clean-between: "-DFIRST=shmem_int_put_nbi(x,b+1,1,1)" "-DSECOND=shmem_int_iget(b,y,2,1,2,1)"
// variant clean-blocking: "-DFIRST=shmem_int_get(b,x,2,1)" "-DSECOND=shmem_int_put(y,b,2,1)"
// needs -O0 in racy-memcpy: an optimiser removes a copy that nobody looks at
#include "corpus.h"

int x[4], y[4];

int main(void) {
  int pe = begin(), b[4] = {1, 2, 3, 4}, copy[4];
  memset(copy, 0, sizeof copy);
  if (pe == 0) {
    FIRST;   // race(buffer)
    SECOND;  // race(buffer)
  }
  shmem_quiet();
  return finish();
}
