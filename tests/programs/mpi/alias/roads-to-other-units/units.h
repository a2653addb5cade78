#pragma once

#include "corpus.h"
#include <stdint.h>

struct parcel {
  int weight;
  int* content[2];
};

extern int* remembered;
void remember(int* p);
void take_parcel(const struct parcel* parcel);
int** place_for_pointer(void);
void come_and_ask(void);
void open_remembered(MPI_Win* win);

void take_bytes(const void* pointer);
void take_number(uintptr_t half);
extern void (*volatile how_to_remember)(int* p);
void take_from_block(void);
void take_last(int count, ...);
void put_into_list(int* p);
void take_from_list(void);
void call_with_place(void (*fill)(int** place));
void take_copy(struct parcel parcel);

// The same memory in both units, of different sizes.
struct small_block {
  long before;
  int* pointer;
};
struct large_block {
  long before;
  void* pointer;
  long behind[4];
};

int* ask_for_memory(void);
void fill_place(int** place);
