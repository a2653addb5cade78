// The racing access is far from the call: through other names of the memory, deep calls, function pointers, pointers that were
// copied as bytes, and linked structures.
// variant racy-name: -DACCESS=by_name(x)
// variant racy-deep: -DACCESS=deep(x,20)
// variant racy-function: -DACCESS=chosen(1)(x)
// variant racy-bytes: -DACCESS=by_bytes(x)
// variant racy-linked: -DACCESS=by_list(x)
// variant racy-integer: "-DACCESS=by_name((int*)((uintptr_t)(x+4)-4*sizeof(int)))"
// variant racy-libc: "-DACCESS=by_libc(x)"
// variant clean-deep: -DACCESS=deep(x,20) -DORDERED
// variant clean-bytes: -DACCESS=by_bytes(x+3)
// variant clean-function: -DACCESS=chosen(0)(x)
#include "corpus.h"

struct node {
  struct node* next;
  int* data;
};

static inline void by_name(int* x) {
  int* volatile other = x;
  int* again = other;
  *again = 2;  // race(alias) in racy-name,racy-integer
}
static inline void deep(int* x, int depth) {
  if (depth > 0)
    deep(x, depth - 1);
  else
    *x = 2;  // race(alias) in racy-deep
}
static void stores(int* x) {
  *x = 2;  // race(alias) in racy-function
}
static void leaves(int* x) {
  (void)x;
}
static inline void (*chosen(int which))(int*) {
  static void (*const table[])(int*) = {leaves, stores};
  return table[which];
}
static inline void by_bytes(int* x) {
  unsigned char bytes[sizeof x];
  int* copy;
  memcpy(bytes, &x, sizeof x);
  memcpy(&copy, bytes, sizeof copy);
  copy[0] = 2;  // race(alias) in racy-bytes
}
static inline void by_list(int* x) {
  struct node* last = malloc(sizeof *last);
  struct node first = {last, NULL};
  last->next = NULL;
  last->data = x;
  for (struct node* at = &first; at != NULL; at = at->next)
    if (at->data != NULL)
      use(*at->data);  // race(alias) in racy-linked
  free(last);
}
static inline void by_libc(int* x) {
  int text[4] = {'a', 0, 0, 0};
  memcpy(x, text, sizeof text);  // race(alias) in racy-libc
}

int main(void) {
  int pe = begin();
  int* x = shmem_calloc(4, sizeof(int));
  if (pe == 0)
    shmem_int_p(x, 1, 1);  // race(alias)
#ifdef ORDERED
  shmem_barrier_all();
#endif
  if (pe == 1)
    ACCESS;
  shmem_barrier_all();
  (void)by_name, (void)deep, (void)chosen, (void)by_bytes, (void)by_list, (void)by_libc;
  return finish();
}
