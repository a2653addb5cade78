// An atomic that fetches has been performed when it returns; one that does not, and one whose result comes later, when the context is quiet.
// variant racy-add: "-DTAKE=shmem_long_atomic_add(&ticket,1,1)"
// variant racy-fetch-nbi: "-DTAKE=shmem_long_atomic_fetch_add_nbi(&found,&ticket,1,1)"
// variant clean-fetch-add: "-DTAKE=(void)shmem_long_atomic_fetch_add(&ticket,1,1)"
// variant clean-swap: "-DTAKE=(void)shmem_long_atomic_swap(&ticket,1,1)"
// variant clean-compare-swap: "-DTAKE=(void)shmem_long_atomic_compare_swap(&ticket,0,1,1)"
// variant clean-add-quiet: "-DTAKE=shmem_long_atomic_add(&ticket,1,1);shmem_quiet()"
// since: 1.5 in racy-fetch-nbi
#include "corpus.h"

long ticket, flag;

int main(void) {
  int pe = begin();
  static long found;
  (void)found;
  if (pe == 0) {
    TAKE;  // race(ticket)
    shmem_long_atomic_set(&flag, 1, 1);
  } else if (pe == 1) {
    shmem_long_wait_until(&flag, SHMEM_CMP_EQ, 1);
    use((int)ticket);  // race(ticket)
  }
  return finish();
}
