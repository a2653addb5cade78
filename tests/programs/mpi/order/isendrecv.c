// The completion of MPI_Isendrecv waits for the message that it received, and for no other: MPICH does not say which one that was.
// mpi: mpich
// variant clean:
// variant clean-replace: -DREPLACE
// variant clean-met-by-a-send: -DSENT
// variant clean-message-after-it: -DAFTER
// variant racy-message-not-received-yet: -DEARLIER
// (Open MPI has it from version 5 on.)
#include "corpus.h"

static void exchange(int peer, MPI_Request* request) {
  static int sent = 1, received = 0;
#ifdef SENT
  if (peer == 1) {
    MPI_Isend(&sent, 1, MPI_INT, peer, 3, MPI_COMM_WORLD, request);
    return;
  }
  int to = MPI_PROC_NULL;
#else
  int to = peer;
#endif
#ifdef REPLACE
  MPI_Isendrecv_replace(&received, 1, MPI_INT, to, 3, peer, 3, MPI_COMM_WORLD, request);
#else
  MPI_Isendrecv(&sent, 1, MPI_INT, to, 3, &received, 1, MPI_INT, peer, 3, MPI_COMM_WORLD, request);
#endif
}

static void put(MPI_Win win) {
  int value = 42;
  MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
  MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(late)
  MPI_Win_unlock(1, win);
}

int main(void) {
  MPI_Win win;
  MPI_Request request;
  int rank = begin(), value = 0;
  int* x = open_window(1, &win);

#ifdef EARLIER
  exchange(1 - rank, &request);
  if (rank == 0) {
    put(win);
    for (int tag = 0; tag < 3; ++tag) MPI_Send(&value, 1, MPI_INT, 1, tag, MPI_COMM_WORLD);
  }
#elif defined AFTER
  exchange(1 - rank, &request);
#else
  if (rank == 0) put(win);
  exchange(1 - rank, &request);
#endif
  MPI_Wait(&request, MPI_STATUS_IGNORE);
#ifdef AFTER
  if (rank == 0) {
    put(win);
    MPI_Send(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
  } else {
    MPI_Recv(&value, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
#endif
  if (rank == 1) use(x[0]);  // race(late)
#ifdef EARLIER
  for (int tag = 0; rank == 1 && tag < 3; ++tag) MPI_Recv(&value, 1, MPI_INT, 0, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#endif
  return finish(&win);
}
