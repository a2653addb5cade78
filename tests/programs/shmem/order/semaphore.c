// A semaphore that its owner waits for and takes one off, when more than one is there already: that it is still not 0 is due to those
// that came later. Not so where the owner's own update may still be on its way.
// (Not with OSHMEM, which lets nothing of others in while a PE only fetches: the loop would not end.)
// mpi: embedded sandia
// variant racy-on-its-way: "-DTAKE=shmem_int_atomic_add(&count,-1,1)"
// variant racy-no-fence: "-DTAKE=shmem_int_atomic_fetch_add(&count,-1,1)" -DFENCE=
// variant racy-ahead: "-DTAKE=shmem_int_atomic_fetch_add(&count,-1,1)" "-DITEM=(i<3?i+1:i)"
// variant clean: "-DTAKE=shmem_int_atomic_fetch_add(&count,-1,1)"
// variant clean-quiet: "-DTAKE=shmem_int_atomic_add(&count,-1,1);shmem_quiet()"
// variant clean-context: "-DTAKE=shmem_ctx_int_atomic_add(context,&count,-1,1);shmem_ctx_quiet(context)"
// variant racy-other-context: "-DTAKE=shmem_ctx_int_atomic_add(context,&count,-1,1);shmem_quiet()"
#include "corpus.h"

#ifndef ITEM
#define ITEM i
#endif
#ifndef FENCE
#define FENCE shmem_fence()
#endif

static int items[4];
static int count;

int main(void) {
  int pe = begin();
  shmem_ctx_t context;
  if (shmem_ctx_create(0, &context) != 0)
    abort();
  if (pe == 0) {
    for (int i = 0; i < 4; ++i) {
      shmem_int_p(&items[i], i + 1, 1);  // race(item)
      FENCE;
      shmem_int_atomic_inc(&count, 1);
    }
  } else {
    while (shmem_int_atomic_fetch(&count, 1) < 4)
      continue;  // orders nothing
    for (int i = 0; i < 4; ++i) {
      shmem_int_wait_until(&count, SHMEM_CMP_GE, 1);
      TAKE;
      use(items[ITEM]);  // race(item)
    }
  }
  shmem_ctx_destroy(context);
  return finish();
}
