// A store through a pointer of shmem_ptr may be what a wait waits for. What was fenced before it is there, and what was stored.
// OSHMEM gives no pointers to variables of others.
// mpi: embedded sandia
// variant racy: -DORDER= "-DDATA=shmem_int_p(x,1,1)"
// variant racy-after: "-DORDER=shmem_fence()" "-DDATA=(void)0" "-DLATER=*data=1"
// variant clean-fence: "-DORDER=shmem_fence()" "-DDATA=shmem_int_p(x,1,1)"
// variant clean-quiet: "-DORDER=shmem_quiet()" "-DDATA=shmem_int_p(x,1,1)"
// variant clean-store: "-DORDER=shmem_fence()" "-DDATA=*data=1"
// variant clean-many: "-DORDER=shmem_fence()" "-DDATA=for(int i=0;i<16;++i)data[i]=1"
#include "corpus.h"

#ifndef LATER
#define LATER (void)0
#endif
int x[16], flag;

int main(void) {
  int pe = begin();
  if (pe == 0) {
    int* data = shmem_ptr(x, 1);
    int* there = shmem_ptr(&flag, 1);
    if (data == NULL || there == NULL)
      shmem_global_exit(77);
    DATA;  // race(data) in racy
    ORDER;
    *there = 1;
    LATER;  // race(data) in racy-after
  } else if (pe == 1) {
    shmem_int_wait_until(&flag, SHMEM_CMP_EQ, 1);
    use(x[0]);  // race(data)
    flag = 0;
  }
  return finish();
}
