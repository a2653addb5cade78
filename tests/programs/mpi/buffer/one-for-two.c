// What one call sends and what it receives must not overlap, in any memory: the call races with itself. Blocks side by side, or one in the
// gaps of the other, may be of one array.
// variant racy-sendrecv: -DSENDRECV=4
// variant racy-sendrecv-in-a-window: -DSENDRECV=4 -DWINDOW
// variant racy-sendrecv-gaps: -DGAPS=2
// variant clean-sendrecv: -DSENDRECV=8
// variant clean-sendrecv-in-a-window: -DSENDRECV=8 -DWINDOW
// variant clean-sendrecv-gaps: -DGAPS=1
// variant clean-sendrecv-one-way: -DSENDRECV=4 -DONE_WAY
// variant clean-replace: -DREPLACE
// variant racy-alltoall: "-DCALL=MPI_Alltoall(x, 4, MPI_INT, x + 4, 4, MPI_INT, W)"
// variant racy-alltoall-in-a-window: "-DCALL=MPI_Alltoall(x, 4, MPI_INT, x + 4, 4, MPI_INT, W)" -DWINDOW
// variant clean-alltoall: "-DCALL=MPI_Alltoall(x, 4, MPI_INT, x + 8, 4, MPI_INT, W)"
// variant racy-allgather: "-DCALL=MPI_Allgather(x + 2 + 4 * rank, 4, MPI_INT, x, 4, MPI_INT, W)"
// variant clean-allgather: "-DCALL=MPI_Allgather(x + 8, 4, MPI_INT, x, 4, MPI_INT, W)"
// variant clean-allgather-in-place: "-DCALL=MPI_Allgather(MPI_IN_PLACE, 0, MPI_INT, x, 4, MPI_INT, W)"
// variant racy-scan: "-DCALL=MPI_Scan(x, x + 2, 4, MPI_INT, MPI_SUM, W)"
// variant clean-scan: "-DCALL=MPI_Scan(x, x + 4, 4, MPI_INT, MPI_SUM, W)"
// variant clean-scan-in-place: "-DCALL=MPI_Scan(MPI_IN_PLACE, x, 4, MPI_INT, MPI_SUM, W)"
// variant clean-gather-elsewhere: "-DCALL=MPI_Gather(x, 4, MPI_INT, rank == 0 ? x + 8 : x, 4, MPI_INT, 0, W)"
#include "corpus.h"

#define W MPI_COMM_WORLD
#ifdef SENDRECV
#define CALL MPI_Sendrecv(x, 8, MPI_INT, to, 0, x + SENDRECV, 8, MPI_INT, from, 0, W, MPI_STATUS_IGNORE)
#elif defined GAPS
#define CALL MPI_Sendrecv(x, 1, every_second, to, 0, x + GAPS, 1, every_second, from, 0, W, MPI_STATUS_IGNORE)
#elif defined REPLACE
#define CALL MPI_Sendrecv_replace(x, 8, MPI_INT, to, 0, from, 0, W, MPI_STATUS_IGNORE)
#endif

int main(void) {
  MPI_Win win;
  MPI_Datatype every_second;
  const int rank = begin();
  int* window = open_window(16, &win);
  int array[16] = {0};
#ifdef WINDOW
  int* x = window;
#else
  int* x = array;
#endif
#ifdef ONE_WAY
  const int to = rank == 0 ? 1 : MPI_PROC_NULL, from = rank == 0 ? MPI_PROC_NULL : 0;
#else
  const int to = 1 - rank, from = 1 - rank;
#endif
  MPI_Type_vector(4, 1, 2, MPI_INT, &every_second);
  MPI_Type_commit(&every_second);

  CALL;  // race(overlap) // race(overlap)
  use(x[0] + window[0] + to + from);
  MPI_Type_free(&every_second);
  return finish(&win);
}
