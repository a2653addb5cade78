/* The symmetric heap: addresses correspond, blocks do not overlap, what is freed is used again. */
#include <stdint.h>
#include <string.h>

#include "check.h"

static long offset_of(const void* p) {
  static char* first;
  if (first == NULL) first = shmem_malloc(1);
  return (long)((const char*)p - first);
}

/* The same on all PEs. */
static void same_everywhere(const void* p) {
  static long mine, least, most;
  mine = offset_of(p);
  shmem_long_min_reduce(SHMEM_TEAM_WORLD, &least, &mine, 1);
  shmem_long_max_reduce(SHMEM_TEAM_WORLD, &most, &mine, 1);
  CHECK(least == most);
}

int main(void) {
  begin();
  CHECK(shmem_malloc(0) == NULL);
  shmem_free(NULL);
  offset_of(NULL);

  int* a = shmem_malloc(100 * sizeof(int));
  int* b = shmem_calloc(50, sizeof(int));
  char* c = shmem_align(4096, 10);
  long* d = shmem_malloc_with_hints(sizeof(long), SHMEM_MALLOC_ATOMICS_REMOTE | SHMEM_MALLOC_SIGNAL_REMOTE);
  CHECK(a && b && c && d && (uintptr_t)c % 4096 == 0);
  CHECK(b >= a + 100 || a >= b + 50);
  for (int i = 0; i < 50; ++i) CHECK(b[i] == 0);
  same_everywhere(a), same_everywhere(b), same_everywhere(c), same_everywhere(d);

  for (int i = 0; i < 100; ++i) a[i] = value(me, i);
  shmem_barrier_all();
  CHECK(shmem_int_g(&a[99], right) == value(right, 99));
  a = shmem_realloc(a, 1000 * sizeof(int));
  same_everywhere(a);
  for (int i = 0; i < 100; ++i) CHECK(a[i] == value(me, i));
  a = shmem_realloc(a, 10 * sizeof(int));
  for (int i = 0; i < 10; ++i) CHECK(a[i] == value(me, i));
  CHECK(shmem_realloc(a, 0) == NULL);
  int* e = shmem_realloc(NULL, 8);
  CHECK(e != NULL);

  /* All alignments, whatever lies before. */
  for (size_t alignment = sizeof(long); alignment <= 65536; alignment *= 2) {
    char* aligned = shmem_align(alignment, 33);
    CHECK(aligned != NULL && (uintptr_t)aligned % alignment == 0);
    same_everywhere(aligned);
    CHECK((uintptr_t)shmem_ptr(aligned, right) % alignment == 0);
    shmem_free(aligned);
  }

  /* Memory that was used is zeroed by calloc. */
  memset(e, 0xff, 8);
  shmem_free(e);
  char* zero = shmem_calloc(8, 1);
  for (int i = 0; i < 8; ++i) CHECK(zero[i] == 0);

  /* Much more than the heap in total, but never at a time. */
  for (int i = 0; i < 200; ++i) {
    char* block = shmem_malloc(16 << 20);
    CHECK(block != NULL);
    block[0] = 1, block[(16 << 20) - 1] = 1;
    shmem_free(block);
  }
  CHECK(shmem_malloc((size_t)1 << 45) == NULL);
  CHECK(shmem_calloc((size_t)1 << 40, (size_t)1 << 40) == NULL);
  shmem_free(zero), shmem_free(b), shmem_free(c), shmem_free(d);

  /* Pointers to others' memory. */
  long* there = shmem_malloc(sizeof(long));
  *there = me;
  shmem_barrier_all();
  const long* direct = shmem_ptr(there, right);
  CHECK(direct != NULL && *direct == right);
  CHECK(shmem_ptr(there, me) == (void*)there);
  static long global;
  global = 100 + me;
  shmem_barrier_all();
  CHECK(*(long*)shmem_ptr(&global, left) == 100 + left);
  long local;
  CHECK(shmem_ptr(&local, right) == NULL && shmem_ptr(there, n) == NULL && shmem_ptr(there, -1) == NULL);
  CHECK(shmem_addr_accessible(there, right) && shmem_addr_accessible(&global, left));
  CHECK(!shmem_addr_accessible(&local, right) && !shmem_addr_accessible(there, n));
  CHECK(shmem_pe_accessible(n - 1) && !shmem_pe_accessible(n) && !shmem_pe_accessible(-1));
  return end();
}
