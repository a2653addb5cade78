// Buffers of non-blocking operations in memory of another process: rank 2 has them in rank 1's part of a shared window, whose owner reads or
// writes there.
// ranks: 3
// variant racy-receive: -DRECEIVE "-DOWNER=use(mine[1])"
// variant racy-receive-store: -DRECEIVE "-DOWNER=mine[1]=7"
// variant racy-send: -DSEND "-DOWNER=mine[1]=7"
// variant racy-collective: -DCOLLECTIVE "-DOWNER=use(mine[1])"
// variant clean-send-load: -DSEND "-DOWNER=use(mine[1])"
// variant clean-receive-apart: -DRECEIVE "-DOWNER=use(mine[3])"
// variant clean-receive-later: -DRECEIVE "-DOWNER=use(mine[1])" -DLATER
// variant clean-send-later: -DSEND "-DOWNER=mine[1]=7" -DLATER
// variant clean-receive-before: -DRECEIVE "-DOWNER=mine[1]=7" -DBEFORE
// variant racy-send-freed: -DSEND -DFREED "-DOWNER=mine[1]=7"
// variant clean-send-freed: -DSEND -DFREED "-DOWNER=mine[1]=7" -DLATER
// variant clean-receive-twice: -DRECEIVE -DTWICE "-DOWNER=use(mine[1])" -DLATER
#include "corpus.h"

static MPI_Request begin_operation(int rank, int* buffer) {
  MPI_Request request = MPI_REQUEST_NULL;
  static int result[2], two[2] = {1, 2};
#if defined(RECEIVE)
  if (rank == 2)
    MPI_Irecv(buffer, 2, MPI_INT, 0, 5, MPI_COMM_WORLD, &request);  // race(abroad) in racy-receive,racy-receive-store
#elif defined(SEND)
  if (rank == 2)
    MPI_Isend(buffer, 2, MPI_INT, 0, 5, MPI_COMM_WORLD, &request);  // race(abroad) in racy-send,racy-send-freed
#else
  MPI_Iallreduce(two, rank == 2 ? buffer : result, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);  // race(abroad) in racy-collective
#endif
  if (rank == 0) {
#if defined(RECEIVE)
    MPI_Isend(two, 2, MPI_INT, 2, 5, MPI_COMM_WORLD, &request);
#elif defined(SEND)
    MPI_Irecv(result, 2, MPI_INT, 2, 5, MPI_COMM_WORLD, &request);
#endif
  }
  return request;
}

int main(void) {
  MPI_Win win;
  MPI_Aint size;
  int rank = begin(), unit, *mine, *theirs;
  MPI_Win_allocate_shared(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
  MPI_Win_shared_query(win, 1, &size, &unit, &theirs);
  mine[0] = mine[1] = mine[2] = mine[3] = 0;
  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  MPI_Barrier(MPI_COMM_WORLD);

#ifdef BEFORE
  if (rank == 1) {
    OWNER;
  }
  MPI_Barrier(MPI_COMM_WORLD);
#endif
  MPI_Request request = begin_operation(rank, theirs);
#ifdef FREED
  if (rank == 2)
    MPI_Request_free(&request);
#endif
#ifdef TWICE
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  request = begin_operation(rank, theirs);
#endif
#ifdef LATER
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
#ifdef FREED
  MPI_Barrier(MPI_COMM_WORLD);  // the first tells rank 2 of the receive, this one the owner
#endif
#endif
#ifndef BEFORE
  if (rank == 1) {
    OWNER;  // race(abroad)
  }
#endif
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_unlock_all(win);
  return finish(&win);
}
