// Rank 0 sends two messages, one before and one after its put. Which of them a receive got is what counts: by tag, by
// communicator, or by the order of messages that both would fit.
// variant clean-tag: -DFIRST=1,MPI_COMM_WORLD -DSECOND=2,MPI_COMM_WORLD -DAWAIT=2,MPI_COMM_WORLD -DLATER=1,MPI_COMM_WORLD
// variant racy-tag: -DFIRST=1,MPI_COMM_WORLD -DSECOND=2,MPI_COMM_WORLD -DAWAIT=1,MPI_COMM_WORLD -DLATER=2,MPI_COMM_WORLD
// variant clean-communicator: -DFIRST=1,MPI_COMM_WORLD -DSECOND=1,other -DAWAIT=1,other -DLATER=1,MPI_COMM_WORLD
// variant racy-communicator: -DFIRST=1,MPI_COMM_WORLD -DSECOND=1,other -DAWAIT=1,MPI_COMM_WORLD -DLATER=1,other
// variant racy-order: -DFIRST=1,other -DSECOND=1,other -DAWAIT=1,other -DLATER=1,other
// variant racy-any-tag: -DFIRST=1,other -DSECOND=2,other -DAWAIT=MPI_ANY_TAG,other -DLATER=MPI_ANY_TAG,other
// variant clean-any-tag: -DFIRST=1,other -DSECOND=2,MPI_COMM_WORLD -DAWAIT=MPI_ANY_TAG,MPI_COMM_WORLD -DLATER=MPI_ANY_TAG,other
#include "corpus.h"

// Spread "tag,communicator" over two arguments.
#define SEND(...) SEND_(__VA_ARGS__)
#define SEND_(tag, comm) MPI_Isend(&value, 1, MPI_INT, 1, tag, comm, next++)
#define RECEIVE(...) RECEIVE_(__VA_ARGS__)
#define RECEIVE_(tag, comm) MPI_Recv(&value, 1, MPI_INT, 0, tag, comm, MPI_STATUS_IGNORE)

int main(void) {
  MPI_Win win;
  MPI_Comm other;
  MPI_Request sends[2], *next = sends;  // a blocking send could wait for a receive that comes later
  int rank = begin(), value = 42;
  int* x = open_window(1, &win);
  MPI_Comm_dup(MPI_COMM_WORLD, &other);

  if (rank == 0) {
    SEND(FIRST);
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(put)
    MPI_Win_unlock(1, win);
    SEND(SECOND);
    MPI_Waitall(2, sends, MPI_STATUSES_IGNORE);
  } else {
    RECEIVE(AWAIT);
    use(x[0]);  // race(put)
    RECEIVE(LATER);
  }
  MPI_Comm_free(&other);
  return finish(&win);
}
