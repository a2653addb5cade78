// A window over memory of any kind: on the stack, global, on the heap, from MPI_Alloc_mem, or from MPI_Win_allocate.
// variant racy-stack: -DMEMORY=stack -DRACY
// variant racy-global: -DMEMORY=global -DRACY
// variant racy-heap: "-DMEMORY=malloc(32)" -DRACY
// variant racy-alloc-mem: "-DMEMORY=alloc_mem()" -DRACY
// variant clean-stack: -DMEMORY=stack
// variant clean-global: -DMEMORY=global
// variant clean-heap: "-DMEMORY=malloc(32)"
// variant clean-alloc-mem: "-DMEMORY=alloc_mem()"
#include "corpus.h"

static inline int* alloc_mem(void) {
  int* memory;
  MPI_Alloc_mem(32, MPI_INFO_NULL, &memory);
  return memory;
}

int main(void) {
  MPI_Win win;
  static int global[8];
  int stack[8];
  int rank = begin(), value = 42;
  int* x = MEMORY;
  MPI_Win_create(x, 32, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&value, 1, MPI_INT, 1, 7, 1, MPI_INT, win);  // race(put)
#ifdef RACY
  if (rank == 1)
    use(x[7]);  // race(put)
#endif
  MPI_Win_fence(0, win);
  use(x[7] + (&stack[0] == &global[0]));
  return finish(&win);
}
