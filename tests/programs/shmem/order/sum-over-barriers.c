// A sum is of all that it was made of, also of updates that barriers lie between. Barriers complete nothing on contexts of the
// program's own: what was put there in order before an update is there when the sum is.
// ranks: 3
// variant racy: "-DORDER=(void)0"
// variant clean: "-DORDER=shmem_ctx_fence(own)"
#include "corpus.h"

int x, sum;

int main(void) {
  int pe = begin();
  if (pe == 0) {
    shmem_ctx_t own;
    if (shmem_ctx_create(0, &own) != 0) return 1;
    shmem_ctx_int_p(own, &x, 1, 2);  // race(data)
    ORDER;
    shmem_ctx_int_atomic_inc(own, &sum, 2);
  }
  shmem_barrier_all();
  if (pe == 1) shmem_int_atomic_inc(&sum, 2);
  shmem_barrier_all();
  if (pe == 1) shmem_int_atomic_inc(&sum, 2);
  if (pe == 2) {
    shmem_int_wait_until(&sum, SHMEM_CMP_GE, 3);
    use(x);  // race(data)
  }
  return finish();
}
