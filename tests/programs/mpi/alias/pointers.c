// However rank 1's access gets at the window memory, it is an access to it: through a copied pointer, a field, a table of
// pointers, a function pointer, an integer, a union, or far down a chain of calls. Early it races, late it does not.
// variant racy-memcpy: -DROAD=by_memcpy
// variant clean-memcpy: -DROAD=by_memcpy -DLATE
// variant racy-field: -DROAD=by_field
// variant clean-field: -DROAD=by_field -DLATE
// variant racy-list: -DROAD=by_list
// variant racy-integer: -DROAD=by_integer
// variant racy-union: -DROAD=by_union
// variant racy-function-pointer: -DROAD=by_function_pointer
// variant clean-function-pointer: -DROAD=by_function_pointer -DLATE
// variant racy-recursion: -DROAD=by_recursion
// variant clean-recursion: -DROAD=by_recursion -DLATE
// variant racy-heap: -DROAD=by_heap
// variant racy-global: -DROAD=by_global
// variant racy-optimised: -DROAD=by_field -O2
// variant racy-recursion-optimised: -DROAD=by_recursion -O2
#include "corpus.h"
#include <stdint.h>

struct box {
  int before;
  int* content;
};
struct link {
  struct link* next;
  int* content;
};
typedef void road(int* x);
static int* global;

static void touch(int* p) {
  use(*p);  // race(put) in racy-function-pointer,racy-recursion*
}

static inline void by_memcpy(int* x) {
  int* copy;
  memcpy(&copy, &x, sizeof copy);
  use(*copy);  // race(put) in racy-memcpy
}

static inline void by_field(int* x) {
  struct box box = {0, x}, other = box;
  use(*other.content);  // race(put) in racy-field,racy-optimised
}

static inline void by_list(int* x) {
  struct link last = {NULL, x}, first = {&last, NULL};
  struct link* link = &first;
  while (link->next)
    link = link->next;
  use(*link->content);  // race(put) in racy-list
}

static inline void by_integer(int* x) {
  uintptr_t half = (uintptr_t)x / 2;
  use(*(int*)(half + half));  // race(put) in racy-integer
}

static inline void by_union(int* x) {
  union {
    int* pointer;
    char bytes[sizeof(int*)];
  } a, b;
  a.pointer = x;
  for (size_t i = 0; i < sizeof a.bytes; i++)
    b.bytes[i] = a.bytes[i];
  use(*b.pointer);  // race(put) in racy-union
}

static inline void by_function_pointer(int* x) {
  road* volatile roads[2] = {NULL, touch};
  roads[1](x);
}

static void descend(int* x, int depth) {
  if (depth > 0)
    descend(x, depth - 1);
  else
    touch(x);
  use(depth);  // not a tail call
}

static inline void by_recursion(int* x) {
  descend(x, 200);
}

static inline void by_heap(int* x) {
  int*** table = malloc(sizeof *table);
  *table = malloc(sizeof **table);
  **table = x;
  use(***table);  // race(put) in racy-heap
  free(*table);
  free(table);
}

static inline void by_global(int* x) {
  global = x;
  use(*global);  // race(put) in racy-global
}

int main(void) {
  MPI_Win win;
  int rank = begin(), value = 42;
  road* all[] = {by_memcpy, by_field, by_list, by_integer, by_union, by_function_pointer, by_recursion, by_heap, by_global};
  int* x = open_window(1, &win);

  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(put)
#ifdef LATE
  MPI_Win_fence(0, win);
#endif
  if (rank == 1)
    ROAD(x);
  MPI_Win_fence(0, win);
  use(all[0] == NULL);
  return finish(&win);
}
