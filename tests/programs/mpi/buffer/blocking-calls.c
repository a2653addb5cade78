// Buffers of open operations used by blocking calls: MPI_Send reads its buffer, MPI_Recv and MPI_Bcast write theirs.
// variant racy-get-send: -DOPEN=GET "-DCALL=MPI_Send(&b,1,MPI_INT,1,0,W)" -DPARTNER=RECV
// variant clean-put-send: -DOPEN=PUT "-DCALL=MPI_Send(&b,1,MPI_INT,1,0,W)" -DPARTNER=RECV
// variant racy-put-recv: -DOPEN=PUT "-DCALL=MPI_Recv(&b,1,MPI_INT,1,0,W,MPI_STATUS_IGNORE)" -DPARTNER=SEND
// variant racy-put-bcast: -DOPEN=PUT "-DCALL=MPI_Bcast(&b,1,MPI_INT,1,W)" "-DPARTNER=MPI_Bcast(&b,1,MPI_INT,1,W)"
// variant clean-put-bcast-root: -DOPEN=PUT "-DCALL=MPI_Bcast(&b,1,MPI_INT,0,W)" "-DPARTNER=MPI_Bcast(&b,1,MPI_INT,0,W)"
// variant racy-get-reduce: -DOPEN=GET "-DCALL=MPI_Reduce(&b,&c,1,MPI_INT,MPI_SUM,1,W)" "-DPARTNER=MPI_Reduce(&b,&c,1,MPI_INT,MPI_SUM,1,W)"
// variant clean-get-reduce-leaf: -DOPEN=GET "-DCALL=MPI_Reduce(&c,&b,1,MPI_INT,MPI_SUM,1,W)" "-DPARTNER=MPI_Reduce(&b,&c,1,MPI_INT,MPI_SUM,1,W)"
// variant racy-put-sendrecv-replace: -DOPEN=PUT "-DCALL=REPLACE" "-DPARTNER=REPLACE"
// variant racy-isend-recv: -DOPEN=ISEND "-DCALL=MPI_Recv(&b,1,MPI_INT,1,0,W,MPI_STATUS_IGNORE)" -DPARTNER=SEND,RECV_1
// verdict: clean-get-reduce-leaf: the receive buffer of MPI_Reduce means nothing except at the root.
#include "corpus.h"

#define W MPI_COMM_WORLD
#define PUT MPI_Put(&b, 1, MPI_INT, 1, 0, 1, MPI_INT, win)
#define GET MPI_Get(&b, 1, MPI_INT, 1, 0, 1, MPI_INT, win)
#define ISEND MPI_Isend(&b, 1, MPI_INT, 1, 1, W, &request)
#define SEND MPI_Send(&b, 1, MPI_INT, 0, 0, W)
#define RECV MPI_Recv(&b, 1, MPI_INT, 0, 0, W, MPI_STATUS_IGNORE)
#define RECV_1 MPI_Recv(&b, 1, MPI_INT, 0, 1, W, MPI_STATUS_IGNORE)
#define REPLACE MPI_Sendrecv_replace(&b, 1, MPI_INT, 1 - rank, 0, 1 - rank, 0, W, MPI_STATUS_IGNORE)

int main(void) {
  MPI_Win win;
  MPI_Request request = MPI_REQUEST_NULL;
  int rank = begin(), b = 1, c = 2;
  open_window(1, &win);

  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    OPEN;  // race(buffer)
    CALL;  // race(buffer)
  } else {
    PARTNER;
  }
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Win_unlock_all(win);
  use(b + c);
  return finish(&win);
}
