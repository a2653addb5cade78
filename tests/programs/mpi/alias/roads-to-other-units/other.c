#include "units.h"
#include <stdarg.h>

int* remembered;

void remember(int* p) {
  remembered = p;
}

void take_parcel(const struct parcel* parcel) {
  remembered = parcel->content[1];
}

int** place_for_pointer(void) {
  return &remembered;
}

void come_and_ask(void) {
  remembered = ask_for_memory();
}

void take_bytes(const void* pointer) {
  memcpy(&remembered, pointer, sizeof remembered);
}

void take_number(uintptr_t half) {
  remembered = (int*)(2 * half);
}

void (*volatile how_to_remember)(int* p) = remember;

struct large_block block __attribute__((common));

void take_from_block(void) {
  remembered = block.pointer;
}

void take_last(int count, ...) {
  va_list list;
  va_start(list, count);
  for (int i = 0; i < count; i++)
    remembered = va_arg(list, int*);
  va_end(list);
}

static struct node {
  struct node* next;
  int* content;
}* first;

void put_into_list(int* p) {
  struct node* node = malloc(sizeof *node);
  *node = (struct node){first, p};
  first = node;
}

void take_from_list(void) {
  while (first) {
    struct node* node = first;
    if (node->content)
      remembered = node->content;
    first = node->next;
    free(node);
  }
}

void call_with_place(void (*fill)(int** place)) {
  fill(&remembered);
}

void take_copy(struct parcel parcel) {
  remembered = parcel.content[parcel.weight];
}

void open_remembered(MPI_Win* win) {
  MPI_Win_create(remembered, 8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, win);
}
