// Bitwise atomics of signed integers, by their type-generic names: Open MPI's OpenSHMEM has routines of its own for them. They are atomic to each
// other, and who waits for what they make may use what was fenced before.
// ranks: 3
// variant clean-same: -DONE=OR -DTWO=XOR
// variant clean-long: -DTYPE=int64_t -DONE=AND -DTWO=FETCH
// variant racy-put: -DONE=OR -DTWO=PUT
// variant racy-fetching-put: -DONE=FETCH -DTWO=PUT
// variant racy-context: -DONE=CTX -DTWO=PUT
// variant clean-flag: -DONE=FLAG -DTWO=WAIT
// variant racy-flag: -DONE=FLAG_TOO_EARLY -DTWO=WAIT
#include "corpus.h"

#ifndef TYPE
#define TYPE int32_t
#endif
TYPE bits;
int x;

#define OR shmem_atomic_or(&bits, 1, 2)
#define XOR shmem_atomic_xor(&bits, 2, 2)
#define AND shmem_atomic_and(&bits, 3, 2)
#define FETCH use((int)shmem_atomic_fetch_or(&bits, 4, 2))
#define CTX shmem_atomic_fetch_xor(SHMEM_CTX_DEFAULT, &bits, 4, 2)
#define PUT shmem_p(&bits, 5, 2)
#define FLAG shmem_p(&x, 1, 1), shmem_fence(), shmem_atomic_or(&bits, 1, 1)
#define FLAG_TOO_EARLY shmem_atomic_or(&bits, 1, 1), shmem_fence(), shmem_p(&x, 1, 1)
#define WAIT shmem_wait_until(&bits, SHMEM_CMP_EQ, 1), use(x)

int main(void) {
  const int pe = begin();
  if (pe == 0)
    ONE;  // race(bits)
  if (pe == 1)
    TWO;  // race(bits)
  return finish();
}
