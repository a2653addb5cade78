// Waiting for a put by loading the element again and again: the loads race with the put, since nothing orders them. An atomic
// read of the own window instead is fine, with an atomic write.
// variant racy: -DPOLL=x[0] -DWRITE=PUT
// variant racy-atomic-write: -DPOLL=x[0] -DWRITE=ACCUMULATE
// variant clean: -DPOLL=atomic_read(win) -DWRITE=ACCUMULATE
// verdict: MPI lets a program poll in the unified model; FarSan reports it unless an annotation says otherwise.
#include "corpus.h"

#define PUT MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win)
#define ACCUMULATE MPI_Accumulate(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_REPLACE, win)

static inline int atomic_read(MPI_Win win) {
  int result;
  MPI_Fetch_and_op(NULL, &result, MPI_INT, 1, 0, MPI_NO_OP, win);
  MPI_Win_flush(1, win);
  return result;
}

int main(void) {
  MPI_Win win;
  int rank = begin(), one = 1, flag;
  volatile int* x = open_window(1, &win);

  MPI_Win_lock_all(0, win);
  if (rank == 0)
    WRITE;  // race(flag)
  if (rank == 1) {
    for (int tries = 0; tries < 1000; tries++) {  // bounded: in some implementations the put needs rank 1's help
      if (POLL)                                   // race(flag)
        break;
      MPI_Iprobe(0, 0, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    }
  }
  MPI_Win_unlock_all(win);
  use(x == NULL);
  return finish(&win);
}
