// What the library refuses has not happened: the message of a call that returned an error takes the place of no other, a collective
// that did not begin has no number, and its caller can call the right one next.
// variant clean-send: -DTRY=SEND
// variant clean-isend: -DTRY=ISEND
// variant clean-sendrecv: -DTRY=SENDRECV
// variant clean-tag: -DTRY=TAG
// variant clean-irecv: -DTRY=IRECV
// variant clean-bcast: -DTRY=BCAST -DCOLLECTIVE
// variant clean-ibcast: -DTRY=IBCAST -DCOLLECTIVE
// variant clean-reduce: -DTRY=REDUCE -DCOLLECTIVE
// variant racy-send: -DTRY=SEND -DEARLY
// variant racy-isend: -DTRY=ISEND -DEARLY
// variant racy-bcast: -DTRY=BCAST -DCOLLECTIVE -DEARLY
// variant racy-ibcast: -DTRY=IBCAST -DCOLLECTIVE -DEARLY
// verdict: racy-*: what is told here is told before the put.
#include "corpus.h"

static int buffer[8], other[8];
static MPI_Datatype raw;  // not committed
static MPI_Request request;
static MPI_Comm copy;

#define SEND MPI_Send(buffer, 1, raw, 1, 0, copy)
#define ISEND MPI_Isend(buffer, 1, raw, 1, 0, copy, &request)
#define SENDRECV MPI_Sendrecv(buffer, 1, raw, 1, 0, other, 1, raw, 1, 0, copy, MPI_STATUS_IGNORE)
#define TAG MPI_Send(buffer, 1, raw, 1, 0, copy) + MPI_Send(buffer, 1, MPI_INT, 1, largest_tag() + 1, copy)
#define IRECV MPI_Irecv(buffer, 1, raw, 1, 0, copy, &request)
#define BCAST MPI_Bcast(buffer, 1, raw, 0, copy)
#define IBCAST MPI_Ibcast(buffer, 1, raw, 0, copy, &request)
#define REDUCE MPI_Allreduce(buffer, other, 1, MPI_DOUBLE, MPI_BAND, copy)  // not for numbers of this kind

static inline int largest_tag(void) {
  int found, *largest;
  MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &largest, &found);
  return *largest == 0x7fffffff ? -3 : *largest;
}

static void tell(int rank) {
#ifdef COLLECTIVE
  (void)rank;
  MPI_Bcast(other, 1, MPI_INT, 0, copy);
#else
  if (rank == 0)
    MPI_Send(buffer, 1, MPI_INT, 1, 0, copy);
  else
    MPI_Recv(buffer, 1, MPI_INT, 0, 0, copy, MPI_STATUS_IGNORE);
#endif
}

int main(void) {
  MPI_Win win;
  int rank = begin(), value = 42, result = MPI_SUCCESS;
  int* x = open_window(1, &win);
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  MPI_Comm_set_errhandler(copy, MPI_ERRORS_RETURN);
  MPI_Type_vector(2, 1, 2, MPI_INT, &raw);

  if (rank == 0) result = TRY;
#ifdef EARLY
  tell(rank);
#endif
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(put)
    MPI_Win_unlock(1, win);
    if (result == MPI_SUCCESS) printf("nothing was refused\n");
  }
#ifndef EARLY
  tell(rank);
#endif
  if (rank == 1) use(x[0]);  // race(put)

  MPI_Type_free(&raw);
  MPI_Comm_free(&copy);
  return finish(&win);
}
