// A runtime for code that the plugin instrumented, which writes down what is recorded instead of looking for races: for
// each epoch (from one call of synchronise() to the next), each call of the runtime by its return address, which bytes of the
// arena it said are loaded or stored. Only pages that are marked count, as in the real one.
//
// The table has a byte for each of 2^36 pages, behind them a byte for each of 2^27 regions and one for all, and before them two pointers to
// hot cells (runtime/pass_interface.h).
//
// The arena has room for objects of the program behind that for arrays (outside.c), and the variables of the program count as well, as
// soon as mark_objects() was called: their bytes are numbered behind those of the arena, from the beginning of the data segment on.
//
// With LAST in the environment it is the last access to each granule that is written down instead, of those that may be recorded in
// line; every other page has a second mark, so that those must not be.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { kPage = 4096, kArrayPages = 8, kObjectPages = 8, kArena = (kArrayPages + kObjectPages) * kPage, kSites = 4096 };
enum { kVariables = 512 * 1024, kBytes = kArena + kVariables };

unsigned char arena[kArena] __attribute__((aligned(kPage)));
uint8_t* __farsan_pages;

struct Site {
  uintptr_t pc;
  int store;
  int begin, end;  // of what is touched
};
static struct Site sites[kSites];
static unsigned char (*touched)[kBytes];  // by each; not a variable: those of the program would be far behind it
static int epoch;

enum { kGranules = kArena / 4, kSiteBits = 24 };
static const uint64_t kByCall = (uint64_t)1 << 63;  // on a page with a second mark
static uint64_t *last[2], *last_wide[2];
static struct HotCells {
  uint64_t pairs, base, granules;
  uint64_t* cells;
  uint64_t stamp;
  uint64_t* wide;
} hot[2];
static int only_last;

extern char __executable_start, __data_start, _end;

static void* zeroed(size_t size) {
  void* memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) abort();
  return memory;
}

void __farsan_init(void) {
  if (__farsan_pages != NULL) return;
  const size_t before = 1 << 16;
  __farsan_pages = (uint8_t*)zeroed(before + ((size_t)1 << 36) + ((size_t)1 << 27) + 1) + before;
  touched = zeroed(kSites * sizeof *touched);
  only_last = getenv("LAST") != NULL;
  for (int store = 0; store < 2; store++) {
    last[store] = zeroed(kGranules * sizeof **last);
    last_wide[store] = zeroed(kGranules / 2 * sizeof **last_wide);
    if (only_last) hot[store] = (struct HotCells){kGranules / 2, (uintptr_t)arena, kGranules, last[store], 0, last_wide[store]};
    ((struct HotCells**)__farsan_pages)[store - 2] = &hot[store];
  }
}

void __tsan_init(void) { __farsan_init(); }

void mark_pages(unsigned pages) {
  __farsan_init();
  uint8_t* regions = __farsan_pages + ((size_t)1 << 36);
  const uintptr_t first = (uintptr_t)arena / kPage;
  for (unsigned page = 0; page < kArrayPages; page++) regions[(first + page) / 512] = 0;
  for (unsigned page = 0; page < kArrayPages; page++) {
    __farsan_pages[first + page] = (pages >> page) & 1 ? (only_last && page % 2 != 0 ? 3 : 1) : 0;
    regions[(first + page) / 512] |= (pages >> page) & 1;
  }
  if (pages != 0) regions[(size_t)1 << 27] = 1;
}

void mark_objects(void) {
  __farsan_init();
  uint8_t* regions = __farsan_pages + ((size_t)1 << 36);
  for (uintptr_t page = (uintptr_t)&__data_start / kPage; page <= (uintptr_t)&_end / kPage; page++)
    if (page < (uintptr_t)arena / kPage || page >= (uintptr_t)arena / kPage + kArrayPages)
      regions[(size_t)1 << 27] = regions[page / 512] |= __farsan_pages[page] = 1;
}

void* __farsan_move(void* to, const void* from, unsigned long size) { return memmove(to, from, size); }
void* __farsan_fill(void* to, int value, unsigned long size) { return memset(to, value, size); }

unsigned long __farsan_clear_bytes(void* from) {
  const uintptr_t at = (uintptr_t)from;
  uintptr_t page = at / kPage;
  while (page < at / kPage + 1000 && !__farsan_pages[page]) page++;
  return page * kPage > at ? page * kPage - at : 0;
}

static struct Site* site_of(int store, uintptr_t pc) {
  size_t slot = (pc >> 2) % kSites;
  while (sites[slot].pc != 0 && (sites[slot].pc != pc || sites[slot].store != store)) slot = (slot + 1) % kSites;
  sites[slot].pc = pc;
  sites[slot].store = store;
  return &sites[slot];
}

static void record_last(int store, uintptr_t at, uintptr_t size, uintptr_t pc) {
  const uintptr_t offset = at - (uintptr_t)arena;
  if (at % size != 0 || offset >= kArena || !__farsan_pages[at / kPage]) return;
  const uint64_t mark = __farsan_pages[at / kPage] == 1 ? 0 : kByCall;
  const uint64_t word = mark | (uint64_t)epoch << kSiteBits | (uint64_t)(site_of(store, pc) - sites + 1);
  if (size == 8)
    last_wide[store][offset / 8] = word;
  else
    last[store][offset / 4] = word;
}

/// Its number, or -1.
static long number_of(uintptr_t byte) {
  if (byte - (uintptr_t)arena < kArena) return (long)(byte - (uintptr_t)arena);
  const uintptr_t offset = byte - (uintptr_t)&__data_start;
  return offset < kVariables && byte < (uintptr_t)&_end ? (long)(kArena + offset) : -1;
}

static void record(int store, uintptr_t at, uintptr_t size, uintptr_t pc) {
  if (only_last) return;
  struct Site* site = site_of(store, pc);
  for (uintptr_t byte = at; byte < at + size; byte++) {
    const long number = number_of(byte);
    if (number < 0 || !__farsan_pages[byte / kPage]) continue;
    if (site->end == 0 || number < site->begin) site->begin = (int)number;
    if (number >= site->end) site->end = (int)number + 1;
    touched[site - sites][number] = 1;
  }
}

static void print_touched(const struct Site* site) {
  const unsigned char* bytes = touched[site - sites];
  printf("%d %d %lx", epoch, site->store, (unsigned long)(site->pc - (uintptr_t)&__executable_start));
  for (int begin = site->begin; begin < site->end; begin++) {
    if (!bytes[begin]) continue;
    int end = begin;
    while (end < site->end && bytes[end]) end++;
    printf(" %d-%d", begin, end);
    begin = end;
  }
  printf("\n");
}

static void print_cells(int store, const uint64_t* cells, int size) {
  for (int i = 0; i < kArena / size; i++) {
    const uint64_t site = cells[i] & (((uint64_t)1 << kSiteBits) - 1);
    if (site == 0 || (cells[i] & ~kByCall) >> kSiteBits != (uint64_t)epoch) continue;
    const unsigned long pc = sites[site - 1].pc - (uintptr_t)&__executable_start;
    printf("%d %d %lx %d-%d\n", epoch, store + (cells[i] & kByCall ? 2 : 0), pc, size * i, size * (i + 1));
  }
}

static void print_last(void) {
  for (int store = 0; store < 2; store++) {
    print_cells(store, last[store], 4);
    print_cells(store, last_wide[store], 8);
  }
}

/// If the program can show its objects to others (outside.c): what they see now.
__attribute__((weak)) void look_around(void);
/// Prints that the bytes from there on can be seen.
void print_exposed(uintptr_t from, int size) {
  const long number = number_of(from);
  if (number >= 0) printf("%d exposed 0 %ld-%ld\n", epoch, number, number + size);
}

void synchronise(void) {
  __farsan_init();
  if (look_around != NULL) look_around();
  if (only_last) print_last();
  for (int i = 0; i < kSites; i++) {
    if (sites[i].end == 0) continue;
    print_touched(&sites[i]);
    memset(touched[i] + sites[i].begin, 0, (size_t)(sites[i].end - sites[i].begin));
    sites[i].begin = sites[i].end = 0;
  }
  epoch++;
  for (int store = 0; store < 2; store++) hot[store].stamp = (uint64_t)epoch << kSiteBits;
}

#define PC ((uintptr_t)__builtin_return_address(0))
#define SIZED(size)                                                                                       \
  void __tsan_read##size(void* at) { record(0, (uintptr_t)at, size, PC); }                                 \
  void __tsan_write##size(void* at) { record(1, (uintptr_t)at, size, PC); }                                \
  void __tsan_unaligned_read##size(void* at) { record(0, (uintptr_t)at, size, PC); }                       \
  void __tsan_unaligned_write##size(void* at) { record(1, (uintptr_t)at, size, PC); }
#define HOT(what, store, size)                                             \
  void __tsan_##what##size(void* at) {                                     \
    record(store, (uintptr_t)at, size, PC);                                \
    if (only_last) record_last(store, (uintptr_t)at, size, PC);            \
  }                                                                        \
  void __farsan_##what##size(void* at, unsigned* site) {                   \
    record(store, (uintptr_t)at, size, PC);                                \
    if (!only_last) return;                                                \
    record_last(store, (uintptr_t)at, size, PC);                           \
    *site = (unsigned)(site_of(store, PC) - sites + 1);                    \
  }                                                                        \
  void __tsan_unaligned_##what##size(void* at) { record(store, (uintptr_t)at, size, PC); }
// What functions of the plugin call, which say where the access is.
static void from(int store, void* at, uintptr_t size, unsigned* site, uintptr_t pc) {
  record(store, (uintptr_t)at, size, pc);
  if (!only_last || size < 4) return;
  record_last(store, (uintptr_t)at, size, pc);
  if (site != NULL) *site = (unsigned)(site_of(store, pc) - sites + 1);
}
#define FROM(size)                                                                                              \
  void __farsan_read##size##_from(void* at, unsigned* site, uintptr_t pc) { from(0, at, size, site, pc); }      \
  void __farsan_write##size##_from(void* at, unsigned* site, uintptr_t pc) { from(1, at, size, site, pc); }
FROM(1)
FROM(2)
FROM(4)
FROM(8)
// What a loop may record by itself: to the end of the pages that have one mark.
struct Span {
  uint64_t bytes, bias, word;
};
static void span(int store, uintptr_t at, uintptr_t size, uintptr_t pc, unsigned* site, struct Span* span) {
  const uintptr_t offset = at - (uintptr_t)arena;
  memset(span, 0, sizeof *span);
  if (!only_last || at % size != 0 || offset >= kArena) return;
  uintptr_t end = offset;
  while (end < kArena && __farsan_pages[((uintptr_t)arena + end) / kPage] == 1) end = (end / kPage + 1) * kPage;
  if (*site == 0) *site = (unsigned)(site_of(store, pc) - sites + 1);
  const uintptr_t cells = (uintptr_t)(size == 8 ? last_wide[store] : last[store]);
  *span = (struct Span){end - offset, cells - (uintptr_t)arena * (8 / size), hot[store].stamp | *site};
}
#define SPAN(what, store, size) \
  void __farsan_span_##what##size(void* at, unsigned* site, struct Span* it) { span(store, (uintptr_t)at, size, PC, site, it); }
SPAN(read, 0, 4)
SPAN(read, 0, 8)
SPAN(write, 1, 4)
SPAN(write, 1, 8)

SIZED(1)
SIZED(2)
SIZED(16)
HOT(read, 0, 4)
HOT(read, 0, 8)
HOT(write, 1, 4)
HOT(write, 1, 8)

static void strided(int store, void* at, long stride, unsigned long size, unsigned long count, uintptr_t pc) {
  for (unsigned long i = 0; i < count; i++) record(store, (uintptr_t)at + (uintptr_t)stride * i, size, pc);
}
#define RANGES(what, store)                                                                                            \
  void __tsan_##what##_range(void* at, unsigned long size) { record(store, (uintptr_t)at, size, PC); }                 \
  void __farsan_##what##_range_from(void* at, unsigned long size, uintptr_t pc) { record(store, (uintptr_t)at, size, pc); } \
  void __farsan_##what##_strided(void* at, long stride, unsigned long size, unsigned long count) {                     \
    strided(store, at, stride, size, count, PC);                                                                       \
  }                                                                                                                    \
  void __farsan_##what##_strided_from(void* at, long stride, unsigned long size, unsigned long count, uintptr_t pc) {  \
    strided(store, at, stride, size, count, pc);                                                                       \
  }
RANGES(read, 0)
RANGES(write, 1)
void* __tsan_memcpy(void* to, const void* from, unsigned long size) {
  record(0, (uintptr_t)from, size, PC);
  record(1, (uintptr_t)to, size, PC);
  return memmove(to, from, size);
}
void* __tsan_memmove(void* to, const void* from, unsigned long size) {
  record(0, (uintptr_t)from, size, PC);
  record(1, (uintptr_t)to, size, PC);
  return memmove(to, from, size);
}
void* __tsan_memset(void* to, int value, unsigned long size) {
  record(1, (uintptr_t)to, size, PC);
  return memset(to, value, size);
}
void __tsan_func_entry(void* from) { (void)from; }
void __tsan_func_exit(void) {}

/* Atomics: an effect of 0 is a load. */
void __farsan_begin_atomic(void* at, unsigned size, int effect, int order) { (void)at, (void)size, (void)effect, (void)order; }
void __farsan_end_atomic(void* at, unsigned size, int effect, int order) {
  (void)order;
  record(effect != 0, (uintptr_t)at, size, PC);
}
void __farsan_atomic_fence(int order) { (void)order; }
