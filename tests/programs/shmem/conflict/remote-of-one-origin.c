// Two puts of one PE to one place take effect in any order, unless a fence or a quiet of their context lies between them.
// variant racy: -DBETWEEN=
// variant racy-other-context: "-DBETWEEN=shmem_ctx_fence(ctx)"
// variant clean-fence: "-DBETWEEN=shmem_fence()"
// variant clean-quiet: "-DBETWEEN=shmem_quiet()"
#include "corpus.h"

int x;

int main(void) {
  int pe = begin();
  shmem_ctx_t ctx;
  shmem_ctx_create(0, &ctx);
  if (pe == 0) {
    shmem_int_p(&x, 1, 1);  // race(puts)
    BETWEEN;
    shmem_int_p(&x, 2, 1);  // race(puts)
  }
  shmem_ctx_destroy(ctx);
  return finish();
}
