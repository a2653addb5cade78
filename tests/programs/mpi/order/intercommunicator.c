// Ranks 0 and 1 on one side, 2 and 3 on the other. A collective on the intercommunicator orders the two sides: a barrier each
// with the other, a broadcast the root before the other side, a reduction the other side before the root. It does not order
// the members of one side among themselves.
// ranks: 4
// variant clean-barrier: -DORIGIN=0 -DTARGET=2 -DCALL=MPI_Barrier(inter)
// variant clean-allreduce: -DORIGIN=3 -DTARGET=0 "-DCALL=MPI_Allreduce(&a,&b,1,MPI_INT,MPI_SUM,inter)"
// variant clean-bcast: -DORIGIN=1 -DTARGET=2 "-DCALL=MPI_Bcast(&a,1,MPI_INT,root,inter)"
// variant racy-bcast-backwards: -DORIGIN=2 -DTARGET=1 "-DCALL=MPI_Bcast(&a,1,MPI_INT,root,inter)"
// variant racy-bcast-not-root: -DORIGIN=0 -DTARGET=2 "-DCALL=MPI_Bcast(&a,1,MPI_INT,root,inter)"
// variant clean-reduce: -DORIGIN=3 -DTARGET=1 "-DCALL=MPI_Reduce(&a,&b,1,MPI_INT,MPI_SUM,root,inter)"
// variant racy-reduce-backwards: -DORIGIN=1 -DTARGET=3 "-DCALL=MPI_Reduce(&a,&b,1,MPI_INT,MPI_SUM,root,inter)"
// variant racy-one-side: -DORIGIN=0 -DTARGET=1 -DCALL=MPI_Barrier(inter)
// variant clean-message: -DORIGIN=0 -DTARGET=2 "-DCALL=MESSAGE"
// variant clean-merged: -DORIGIN=0 -DTARGET=1 -DCALL=MPI_Barrier(merged)
// verdict: racy-one-side: each side waits for the other one only.
#include "corpus.h"

// From rank 0 of the one side to rank 0 of the other.
#define MESSAGE                            \
  if (rank == 0)                           \
    MPI_Send(&a, 1, MPI_INT, 0, 0, inter); \
  if (rank == 2)                           \
  MPI_Recv(&a, 1, MPI_INT, 0, 0, inter, MPI_STATUS_IGNORE)

int main(void) {
  MPI_Win win;
  MPI_Comm side, inter, merged;
  int rank = begin(), value = 42, a = 0, b = 0;
  int* x = open_window(1, &win);
  MPI_Comm_split(MPI_COMM_WORLD, rank / 2, 0, &side);
  MPI_Intercomm_create(side, 0, MPI_COMM_WORLD, rank / 2 ? 0 : 2, 0, &inter);
  MPI_Intercomm_merge(inter, rank / 2, &merged);
  int root = rank == 1 ? MPI_ROOT : rank == 0 ? MPI_PROC_NULL
                                              : 1;  // rank 1 of the world

  MPI_Win_lock_all(0, win);
  if (rank == ORIGIN) {
    MPI_Put(&value, 1, MPI_INT, TARGET, 0, 1, MPI_INT, win);  // race(put)
    MPI_Win_flush(TARGET, win);
  }
  CALL;
  if (rank == TARGET)
    use(x[0]);  // race(put)
  MPI_Win_unlock_all(win);
  use(a + b + root);
  MPI_Comm_free(&merged);
  MPI_Comm_free(&inter);
  MPI_Comm_free(&side);
  return finish(&win);
}
