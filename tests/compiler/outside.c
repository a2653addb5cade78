// What is not of the program: memory for its objects, and code that is shown some of them. All objects, variables as well, are of 256
// bytes and begin at a multiple of that, so that a pointer tells the object. The objects that a program shows, and all that can be
// reached from them, are printed at the next synchronisation: accesses to them must have been recorded, whatever the plugin's steps are.
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { kObject = 256, kObjects = 128, kFirstSize = 100000, kCells = 16, kMostRoots = 4096, kMostVariables = 2048 };

extern unsigned char arena[];
extern char __data_start, _end;
void print_exposed(uintptr_t from, int size);

static unsigned char* heap(void) { return arena + 8 * 4096; }

// An object has a number of its own, which is its size, so that it does not move when another one is optimised away.
static void* new_memory(size_t size) {
  static unsigned char others[1 << 16] __attribute__((aligned(16)));
  static size_t used;
  if (size >= kFirstSize && size < kFirstSize + kObjects) {
    unsigned char* object = heap() + (size - kFirstSize) * kObject;
    for (int i = 0; i < kObject; i++) ((volatile unsigned char*)object)[i] = 0;
    return object;
  }
  size = (size + 15) & ~(size_t)15;
  if (used + size > sizeof others) abort();
  return others + (used += size) - size;
}
void* malloc(size_t size) { return new_memory(size); }
void* calloc(size_t count, size_t size) { return new_memory(count * size); }
void* realloc(void* old, size_t size) { return old == NULL ? new_memory(size) : (abort(), NULL); }
void free(void* memory) { (void)memory; }

int given(int value) { return value; }

static uintptr_t roots[kMostRoots];
static int count;
static void* cells[kCells];

void show(void* object) {
  if (count == kMostRoots) abort();
  roots[count++] = (uintptr_t)object;
}
void show_number(uintptr_t number) { show((void*)number); }
void show_many(int many, ...) {
  va_list list;
  va_start(list, many);
  while (many-- > 0) show(va_arg(list, void*));
  va_end(list);
}
void** mailbox(int i) { return &cells[i % kCells]; }
void call_back(void (*with)(int32_t*), int32_t* object) {
  show(object);
  with(object);
}
// What was shown before, or the same again.
void* shown(void* object) {
  show(object);
  return (void*)roots[count - 1];
}

static unsigned char seen[kObjects + kMostVariables], printed[kObjects + kMostVariables];

static void look_at(uintptr_t pointer) {
  const uintptr_t object = pointer / kObject * kObject;
  const uintptr_t first_variable = (uintptr_t)&__data_start / kObject * kObject;
  size_t number;
  if (object - (uintptr_t)heap() < kObjects * kObject)
    number = (object - (uintptr_t)heap()) / kObject;
  else if (pointer >= (uintptr_t)&__data_start && pointer < (uintptr_t)&_end &&
           (object - first_variable) / kObject < kMostVariables && pointer - (uintptr_t)arena >= 8 * 4096)
    number = kObjects + (object - first_variable) / kObject;
  else
    return;
  if (seen[number]) return;
  seen[number] = 1;
  if (!printed[number]) print_exposed(object, kObject);
  printed[number] = 1;
  for (int i = 0; i < kObject / 8; i++) look_at(((const uintptr_t*)object)[i]);
}

void look_around(void) {
  memset(seen, 0, sizeof seen);
  for (int i = 0; i < count; i++) look_at(roots[i]);
  for (int i = 0; i < kCells; i++) look_at((uintptr_t)cells[i]);
}
