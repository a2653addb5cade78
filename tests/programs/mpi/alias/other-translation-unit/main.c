// The put, the load and the store are in three source files; main.c only puts them together, and passes on nothing but a handle.
// variant racy-load: -DRACY -DTOUCH=look
// variant racy-store: -DRACY -DTOUCH=change
// variant racy-callback: -DRACY -DTOUCH=for_each
// variant clean-load: -DTOUCH=look
// variant clean-store: -DTOUCH=change
#include "field.h"

int main(void) {
  int rank = begin();
  struct field field;
  field_open(&field);

  MPI_Win_fence(0, field.win);
  if (rank == 0)
    field_send(&field, 1);
#ifndef RACY
  MPI_Win_fence(0, field.win);
#endif
  if (rank == 1)
    TOUCH(&field);
  MPI_Win_fence(0, field.win);
  return finish(&field.win);
}
