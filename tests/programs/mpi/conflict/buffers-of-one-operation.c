// The buffers of one operation must be disjoint where one of them is written: a result over its operand, or a put onto its
// own source. Operands may coincide.
// variant racy-fetch: "-DOP=MPI_Fetch_and_op(&b,&b,MPI_INT,1,0,MPI_SUM,win)"
// variant racy-cas: "-DOP=MPI_Compare_and_swap(&a,&b,&b,MPI_INT,1,0,win)"
// variant racy-get-accumulate: "-DOP=MPI_Get_accumulate(&b,1,MPI_INT,&b,1,MPI_INT,1,0,1,MPI_INT,MPI_SUM,win)"
// variant clean-fetch: "-DOP=MPI_Fetch_and_op(&a,&b,MPI_INT,1,0,MPI_SUM,win)"
// variant clean-cas: "-DOP=MPI_Compare_and_swap(&a,&a,&b,MPI_INT,1,0,win)"
// variant clean-no-op: "-DOP=MPI_Get_accumulate(&b,1,MPI_INT,&b,1,MPI_INT,1,0,1,MPI_INT,MPI_NO_OP,win)"
// verdict: MPI: "The origin and result buffers must be disjoint"; with MPI_NO_OP the origin buffer is ignored.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int rank = begin(), a = 1, b = 2;
  open_window(1, &win);

  MPI_Win_lock_all(0, win);
  if (rank == 0)
    OP;  // race(self) race(self)
  MPI_Win_unlock_all(win);
  use(a + b);
  return finish(&win);
}
