// A synchronous send that no object file of the program names: it is found while the program runs, as that of a plug-in would be. It tells
// its caller that the receive was there all the same.
// variant clean: "-DNAME=\"MPI_Ssend\""
// variant racy: "-DNAME=\"MPI_Send\""
#define _GNU_SOURCE
#include <dlfcn.h>

#include "corpus.h"

int main(void) {
  MPI_Win win;
  int rank = begin(), value = 42, got = 0;
  int* x = open_window(1, &win);

  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    int (*send)(const void*, int, MPI_Datatype, int, int, MPI_Comm);
    *(void**)&send = dlsym(RTLD_DEFAULT, NAME);
    send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(put)
  } else {
    x[0] = 7;  // race(put)
    MPI_Recv(&got, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Win_unlock_all(win);
  return finish(&win);
}
