#include "units.h"

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

void open_remembered(MPI_Win* win) {
  MPI_Win_create(remembered, 8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, win);
}
