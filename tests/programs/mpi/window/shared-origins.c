// Buffers of one-sided operations in memory of another process: rank 2 has them in rank 1's part of a shared window, and puts to rank 0,
// or gets from it. Rank 1, the owner, or rank 2 itself, reads or writes there.
// ranks: 3
// variant racy-put: -DOPERATION=PUT "-DOWNER=mine[1]=7"
// variant racy-get: -DOPERATION=GET "-DOWNER=use(mine[1])"
// variant racy-get-store: -DOPERATION=GET "-DOWNER=mine[1]=7"
// variant racy-accumulate: -DOPERATION=ACCUMULATE "-DOWNER=mine[1]=7"
// variant racy-fetch: -DOPERATION=FETCH "-DOWNER=use(mine[1])"
// variant racy-request: -DOPERATION=REQUEST "-DOWNER=mine[1]=7"
// variant racy-own-put: -DOPERATION=PUT "-DCALLER=theirs[1]=7"
// variant racy-own-get: -DOPERATION=GET "-DCALLER=use(theirs[1])"
// variant racy-put-again: -DOPERATION=PUT -DTWICE "-DOWNER=mine[1]=7"
// variant racy-put-flush-other: -DOPERATION=PUT "-DCOMPLETE=MPI_Win_flush_local(1,win)" "-DOWNER=mine[1]=7"
// variant clean-put-load: -DOPERATION=PUT "-DOWNER=use(mine[1])"
// variant clean-put-apart: -DOPERATION=PUT "-DOWNER=mine[3]=7"
// variant clean-own-put-load: -DOPERATION=PUT "-DCALLER=use(theirs[1])"
// variant clean-put-flush-local: -DOPERATION=PUT "-DCOMPLETE=MPI_Win_flush_local(0,win)" "-DOWNER=mine[1]=7"
// variant clean-put-flush-all: -DOPERATION=PUT "-DCOMPLETE=MPI_Win_flush_all(win)" "-DOWNER=mine[1]=7"
// variant clean-get-flush: -DOPERATION=GET "-DCOMPLETE=MPI_Win_flush(0,win)" "-DOWNER=mine[1]=7"
// variant clean-get-again: -DOPERATION=GET -DTWICE "-DCOMPLETE=MPI_Win_flush_local_all(win)" "-DOWNER=use(mine[1])"
// variant clean-fetch: -DOPERATION=FETCH "-DCOMPLETE=MPI_Win_flush_local(0,win)" "-DOWNER=mine[1]=7"
// variant clean-request: -DOPERATION=REQUEST "-DCOMPLETE=MPI_Wait(&request,MPI_STATUS_IGNORE)" "-DOWNER=mine[1]=7"
// variant clean-request-flush: -DOPERATION=REQUEST "-DCOMPLETE=MPI_Win_flush(0,win)" "-DOWNER=mine[1]=7"
// variant clean-own-get: -DOPERATION=GET "-DCOMPLETE=MPI_Win_flush_local(0,win)" "-DCALLER=use(theirs[1])"
// variant clean-before: -DOPERATION=GET -DBEFORE "-DOWNER=mine[1]=7"
#include "corpus.h"

enum { PUT,
       GET,
       ACCUMULATE,
       FETCH,
       REQUEST };

#ifndef OWNER
#define OWNER (void)mine
#endif
#ifndef CALLER
#define CALLER (void)theirs
#endif
#ifndef COMPLETE
#define COMPLETE (void)0
#endif

static MPI_Request request = MPI_REQUEST_NULL;

static void begin_operation(int* buffer, MPI_Win win) {
  static int one = 1;
  const int operation = OPERATION;
  if (operation == PUT)
    MPI_Put(buffer, 2, MPI_INT, 0, 0, 2, MPI_INT, win);  // race(abroad) in racy-put,racy-own-put,racy-put-again,racy-put-flush-other
  else if (operation == GET)
    MPI_Get(buffer, 2, MPI_INT, 0, 0, 2, MPI_INT, win);  // race(abroad) in racy-get,racy-get-store,racy-own-get
  else if (operation == ACCUMULATE)
    MPI_Accumulate(buffer, 2, MPI_INT, 0, 0, 2, MPI_INT, MPI_SUM, win);  // race(abroad) in racy-accumulate
  else if (operation == FETCH)
    MPI_Fetch_and_op(&one, buffer + 1, MPI_INT, 0, 0, MPI_SUM, win);  // race(abroad) in racy-fetch
  else
    MPI_Rput(buffer, 2, MPI_INT, 0, 0, 2, MPI_INT, win, &request);  // race(abroad) in racy-request
}

int main(void) {
  MPI_Win shared, win;
  MPI_Aint size;
  int rank = begin(), unit, *mine, *theirs, *target;
  MPI_Win_allocate_shared(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &shared);
  MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &target, &win);
  MPI_Win_shared_query(shared, 1, &size, &unit, &theirs);
  mine[0] = mine[1] = mine[2] = mine[3] = 0;
  target[0] = target[1] = 0;
  MPI_Win_lock_all(MPI_MODE_NOCHECK, shared);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);

#ifdef BEFORE
  if (rank == 1) {
    OWNER;
  }
  MPI_Barrier(MPI_COMM_WORLD);
#endif
  if (rank == 2) {
    begin_operation(theirs, win);
#ifdef TWICE
    MPI_Win_flush(0, win);
    begin_operation(theirs, win);
#endif
    COMPLETE;
    CALLER;  // race(abroad) in racy-own-put,racy-own-get
  }
  MPI_Barrier(MPI_COMM_WORLD);
#ifndef BEFORE
  if (rank == 1) {
    OWNER;  // race(abroad) in racy-put,racy-get,racy-get-store,racy-accumulate,racy-fetch,racy-request,racy-put-again,racy-put-flush-other
  }
#endif
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Win_unlock_all(win);
  MPI_Win_unlock_all(shared);
  MPI_Win_free(&shared);
  return finish(&win);
}
