// A put may be the update that a wait waits for: the wait does not return before that element is there whole. What came before it
// and is fenced is there, too; what is not fenced need not be, nor other elements of the same put.
// variant racy-p: -DORDER= "-DSET=shmem_int_p(&flag,1,1)"
// variant racy-put: -DORDER= "-DSET=shmem_int_put(&flag,&one,1,1)"
// variant racy-put-nbi: -DORDER= "-DSET=shmem_int_put_nbi(&flag,&one,1,1)"
// variant racy-sync: "-DORDER=shmem_ctx_fence(other)" "-DSET=shmem_int_p(&flag,1,1)"
// variant clean-p: "-DORDER=shmem_fence()" "-DSET=shmem_int_p(&flag,1,1)"
// variant clean-put: "-DORDER=shmem_fence()" "-DSET=shmem_int_put(&flag,&one,1,1)"
// variant clean-put-nbi: "-DORDER=shmem_fence()" "-DSET=shmem_int_put_nbi(&flag,&one,1,1)"
// variant clean-iput: "-DORDER=shmem_fence()" "-DSET=shmem_int_iput(&flag,&one,2,2,1,1)"
// variant clean-putmem: "-DORDER=shmem_fence()" "-DSET=shmem_putmem(&flag,&one,sizeof(int),1)"
// variant clean-put32: "-DORDER=shmem_fence()" "-DSET=shmem_put32(&flag,&one,1,1)"
// variant clean-quiet: "-DORDER=shmem_quiet()" "-DSET=shmem_int_p(&flag,1,1)"
#include "corpus.h"

int x, flag;

int main(void) {
  int pe = begin();
  static int one = 1;
  shmem_ctx_t other;
  shmem_ctx_create(0, &other);
  if (pe == 0) {
    shmem_int_p(&x, 1, 1);  // race(data)
    ORDER;
    SET;
  } else if (pe == 1) {
    shmem_int_wait_until(&flag, SHMEM_CMP_EQ, 1);
    use(x);  // race(data)
    flag = 0;
  }
  (void)one;
  shmem_ctx_destroy(other);
  return finish();
}
