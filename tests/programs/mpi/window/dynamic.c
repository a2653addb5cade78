// A dynamic window: memory is attached and addressed absolutely. Two pieces are attached; the put goes into the first one.
// variant racy: -DACCESS=first[1]=7
// variant racy-load: "-DACCESS=use(first[1])"
// variant clean-other-piece: -DACCESS=second[1]=7
// variant clean-other-element: -DACCESS=first[0]=7
// variant clean-after: -DAFTER=first[1]=7
#include "corpus.h"

#ifndef ACCESS
#define ACCESS (void)0
#endif
#ifndef AFTER
#define AFTER (void)0
#endif

int main(void) {
  MPI_Win win;
  MPI_Aint address;
  int rank = begin(), value = 42;
  int *first = calloc(4, sizeof(int)), *second = calloc(4, sizeof(int));
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_attach(win, first, 4 * sizeof(int));
  MPI_Win_attach(win, second, 4 * sizeof(int));
  MPI_Get_address(&first[1], &address);
  MPI_Bcast(&address, 1, MPI_AINT, 1, MPI_COMM_WORLD);

  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT, 1, address, 1, MPI_INT, win);  // race(put)
    MPI_Win_flush(1, win);
  } else {
    ACCESS;  // race(put)
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) {
    AFTER;
  }
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_detach(win, first);
  MPI_Win_detach(win, second);
  int status = finish(&win);
  free(first);
  free(second);
  return status;
}
