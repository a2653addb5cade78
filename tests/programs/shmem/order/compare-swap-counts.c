// A counter that is raised by compare-and-swap: one that finds what it expects leaves its value only because of what was there, so whoever
// sees that value knows of all who have counted, as with an atomic add. A swap leaves its value whatever was there.
// ranks: 4
// The one of OSHMEM 4.1 writes beyond its variable and aborts, without FarSan, too.
// mpi: embedded sandia
// variant racy-unfenced: "-DORDER=(void)0" "-DCOUNT=shmem_int_atomic_compare_swap(&count,pe,pe+1,3)"
// variant racy-swap: "-DORDER=shmem_fence()" "-DCOUNT=shmem_int_atomic_swap(&count,pe+1,3)"
// variant clean-in-turn: "-DORDER=shmem_fence()" "-DCOUNT=shmem_int_atomic_compare_swap(&count,pe,pe+1,3)"
// variant clean-any-turn: "-DORDER=shmem_fence()" -DANY_TURN
// variant clean-old-name: "-DORDER=shmem_fence()" "-DCOUNT=shmem_int_cswap(&count,pe,pe+1,3)"
#include "corpus.h"

int x[3], count, turn;

static inline void raise(void) {
  int expected = 0, found;
  while ((found = shmem_int_atomic_compare_swap(&count, expected, expected + 1, 3)) != expected)
    expected = found;
}

int main(void) {
  int pe = begin();
  if (pe < 3) {
    shmem_int_p(&x[pe], 1, 3);  // race(data)
    ORDER;
#ifdef ANY_TURN
    raise();
#else
    // Whose turn it is tells nothing of the data: who looks at it by an atomic does not wait.
    while (shmem_int_atomic_fetch(&turn, 3) != pe) {
    }
    use(COUNT);
    shmem_int_atomic_inc(&turn, 3);
#endif
  } else {
    shmem_int_wait_until(&count, SHMEM_CMP_EQ, 3);
    use(x[0] + x[1] + x[2]);  // race(data)
  }
  return finish();
}
