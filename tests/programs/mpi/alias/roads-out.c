// Memory that looks private: it is allocated here and touched by its own name only. But its address reaches the window by a road
// that an analysis of the program has to follow: copies of pointers, numbers, fields, tables, callbacks, variable arguments. Early
// rank 1's access races, late it does not.
// variant racy-memcpy: -DROAD=by_memcpy
// variant clean-memcpy: -DROAD=by_memcpy -DLATE
// variant racy-memmove-of-struct: -DROAD=by_memmove
// variant clean-memmove-of-struct: -DROAD=by_memmove -DLATE
// variant racy-bytes: -DROAD=by_bytes
// variant clean-bytes: -DROAD=by_bytes -DLATE
// variant racy-integer: -DROAD=by_integer
// variant clean-integer: -DROAD=by_integer -DLATE
// variant racy-difference: -DROAD=by_difference
// variant clean-difference: -DROAD=by_difference -DLATE
// variant racy-exclusive-or: -DROAD=by_exclusive_or
// variant racy-field: -DROAD=by_field
// variant clean-field: -DROAD=by_field -DLATE
// variant racy-container-of: -DROAD=by_container_of
// variant clean-container-of: -DROAD=by_container_of -DLATE
// variant racy-list: -DROAD=by_list
// variant clean-list: -DROAD=by_list -DLATE
// variant racy-function-pointer: -DROAD=by_function_pointer
// variant clean-function-pointer: -DROAD=by_function_pointer -DLATE
// variant racy-varargs: -DROAD=by_varargs
// variant clean-varargs: -DROAD=by_varargs -DLATE
// variant racy-returned: -DROAD=by_return
// variant clean-returned: -DROAD=by_return -DLATE
// variant racy-escaped-memory: -DROAD=by_escaped_memory
// variant clean-escaped-memory: -DROAD=by_escaped_memory -DLATE
// variant racy-callback: -DROAD=by_callback
// variant clean-callback: -DROAD=by_callback -DLATE
// variant racy-initializer: -DROAD=by_initializer -DSTATIC
// variant clean-initializer: -DROAD=by_initializer -DSTATIC -DLATE
// variant racy-atomic: -DROAD=by_atomic
// variant racy-text: -DROAD=by_text
// variant racy-constant-table: -DROAD=by_constant_table
// variant racy-memcpy-optimised: -DROAD=by_memcpy -O2
// variant racy-difference-optimised: -DROAD=by_difference -O2
// variant racy-list-optimised: -DROAD=by_list -O2
// variant racy-varargs-optimised: -DROAD=by_varargs -O2
// variant racy-callback-optimised: -DROAD=by_callback -O2
// variant racy-escaped-memory-optimised: -DROAD=by_escaped_memory -O2
#include "corpus.h"
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#define MAYBE __attribute__((unused, noinline))

struct box {
  long before;
  int* content;
};
struct link {
  struct link* next;
  int* content;
};
static int known[8];
static struct box initialized = {0, known};
static int* slot;
static int** const constant_table[1] = {&slot};
int* volatile visible;

static MAYBE int* by_memcpy(int* p) {
  int* copy;
  memcpy(&copy, &p, sizeof copy);
  return copy;
}

static MAYBE int* by_memmove(int* p) {
  struct box boxes[3] = {{0, p}, {1, NULL}, {2, NULL}};
  memmove(boxes + 1, boxes, 2 * sizeof *boxes);
  return boxes[1].content;
}

static MAYBE int* by_bytes(int* p) {
  int* copy;
  unsigned char* to = (unsigned char*)&copy;
  const unsigned char* from = (const unsigned char*)&p;
  for (size_t i = 0; i < sizeof p; i++)
    to[i] = from[i];
  return copy;
}

static MAYBE int* by_integer(int* p) {
  uintptr_t half = (uintptr_t)p / 2;
  return (int*)(half + half);
}

static MAYBE int* by_difference(int* p) {
  static char here;
  ptrdiff_t far = (char*)p - &here;
  return (int*)(&here + far);
}

static MAYBE int* by_exclusive_or(int* p) {
  uintptr_t key = (uintptr_t)&initialized, mixed = (uintptr_t)p ^ key;
  return (int*)(mixed ^ key);
}

static MAYBE int* by_field(int* p) {
  struct box box = {0, p}, other = box;
  return other.content;
}

static MAYBE int* by_container_of(int* p) {
  struct box box = {3, p};
  int** field = &box.content;
  return ((struct box*)((char*)field - offsetof(struct box, content)))->content;
}

static MAYBE int* by_list(int* p) {
  struct link* first = calloc(1, sizeof *first);
  first->next = calloc(1, sizeof *first);
  first->next->content = p;
  struct link* link = first;
  while (link->next)
    link = link->next;
  int* found = link->content;
  free(first->next);
  free(first);
  return found;
}

static MAYBE int* same(int* p) {
  return p;
}

static MAYBE int* by_function_pointer(int* p) {
  int* (*volatile call)(int*) = same;
  return call(p);
}

static MAYBE int* second(int count, ...) {
  va_list list;
  va_start(list, count);
  (void)va_arg(list, int);
  int* p = va_arg(list, int*);
  va_end(list);
  return p;
}

static MAYBE int* by_varargs(int* p) {
  return second(2, 1, p);
}

static MAYBE struct box packed(int* p) {
  return (struct box){1, p};
}

static MAYBE int* by_return(int* p) {
  return packed(p).content;
}

static MAYBE int* by_escaped_memory(int* p) {
  visible = p;
  return visible;
}

static int* smallest;
static MAYBE int compare(const void* a, const void* b) {
  const struct box *x = a, *y = b;
  smallest = x->before < y->before ? x->content : y->content;
  return x->before < y->before ? -1 : x->before > y->before;
}

static MAYBE int* by_callback(int* p) {
  struct box boxes[2] = {{5, NULL}, {1, p}};
  qsort(boxes, 2, sizeof *boxes, compare);
  return smallest;
}

static MAYBE int* by_initializer(int* p) {
  (void)p;
  return initialized.content;
}

static MAYBE int* by_atomic(int* p) {
  static int* cell;
  __atomic_store_n(&cell, p, __ATOMIC_RELAXED);
  return __atomic_exchange_n(&cell, NULL, __ATOMIC_RELAXED);
}

static MAYBE int* by_text(int* p) {
  char text[40];
  void* found = NULL;
  snprintf(text, sizeof text, "%p", (void*)p);
  sscanf(text, "%p", &found);
  return found;
}

static MAYBE int* by_constant_table(int* p) {
  *constant_table[0] = p;
  return slot;
}

int main(void) {
  MPI_Win win;
  int rank = begin(), value = 42;
#ifdef STATIC
  int* x = known;
#else
  int* x = calloc(8, sizeof *x);
#endif
  MPI_Win_create(ROAD(x), 8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(put)
#ifdef LATE
  MPI_Win_fence(0, win);
#endif
  if (rank == 1)
    use(x[0]);  // race(put)
  MPI_Win_fence(0, win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&win);
  MPI_Finalize();
#ifndef STATIC
  free(x);
#endif
  return 0;
}
