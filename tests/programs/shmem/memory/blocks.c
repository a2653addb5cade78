// Blocks of the symmetric heap, however they were made; static variables of functions; parts of structs.
// variant racy-malloc: "-DMAKE=shmem_malloc(64)"
// variant racy-calloc: "-DMAKE=shmem_calloc(16,4)"
// variant racy-align: "-DMAKE=shmem_align(64,64)"
// variant racy-realloc: "-DMAKE=shmem_realloc(shmem_malloc(16),4096)"
// variant racy-realloc-nothing: "-DMAKE=shmem_realloc(NULL,64)"
// variant racy-static: "-DMAKE=of_function()"
// variant racy-struct: "-DMAKE=(box.b)"
// variant racy-reused: "-DMAKE=reused()"
// variant clean-malloc: "-DMAKE=shmem_malloc(64)" -DORDERED
// variant clean-realloc: "-DMAKE=shmem_realloc(shmem_malloc(16),4096)" -DORDERED
// variant clean-struct: "-DMAKE=(box.b)" -DPLACE=-1
// variant clean-reused: "-DMAKE=reused()" -DORDERED
#include "corpus.h"

#ifndef PLACE
#define PLACE 1
#endif
struct {
  char name[3];
  int a[2], b[8];
} box;

static inline int* of_function(void) {
  static int here[16];
  return here;
}

static inline int* reused(void) {
  int* block = shmem_malloc(64);
  shmem_int_p(&block[1], 3, (shmem_my_pe() + 1) % shmem_n_pes());
  shmem_free(block);
  return shmem_malloc(64);
}

int main(void) {
  int pe = begin();
  int* x = MAKE;
  if (pe == 0)
    shmem_int_p(&x[PLACE], 1, 1);  // race(remote)
#ifdef ORDERED
  shmem_barrier_all();
#endif
  if (pe == 1)
    use(x[1]);  // race(remote)
  shmem_barrier_all();
  return finish();
}
