// Messages and collectives from and into window memory are accesses of their process like loads and stores, while rank 0 puts
// into it or gets from it. Blocking ones are over when they return, non-blocking ones when they are completed.
// ranks: 3
// variant racy-put-send: -DREMOTE=PUT "-DOWN=MPI_Send(x,1,MPI_INT,2,0,W)" "-DPARTNER=RECV(1)"
// variant clean-get-send: -DREMOTE=GET "-DOWN=MPI_Send(x,1,MPI_INT,2,0,W)" "-DPARTNER=RECV(1)"
// variant racy-put-recv: -DREMOTE=PUT "-DOWN=MPI_Recv(x,1,MPI_INT,2,0,W,MPI_STATUS_IGNORE)" "-DPARTNER=SEND(1)"
// variant racy-get-recv: -DREMOTE=GET "-DOWN=MPI_Recv(x,1,MPI_INT,2,0,W,MPI_STATUS_IGNORE)" "-DPARTNER=SEND(1)"
// variant racy-put-isend: -DREMOTE=PUT "-DOWN=MPI_Isend(x,1,MPI_INT,2,0,W,&request)" "-DPARTNER=RECV(1)"
// variant racy-get-irecv: -DREMOTE=GET "-DOWN=MPI_Irecv(x,1,MPI_INT,2,0,W,&request)" "-DPARTNER=SEND(1)"
// variant racy-put-bcast-root: -DREMOTE=PUT "-DOWN=MPI_Bcast(x,1,MPI_INT,0,pair)" "-DPARTNER=MPI_Bcast(&value,1,MPI_INT,0,pair)"
// variant clean-get-bcast-root: -DREMOTE=GET "-DOWN=MPI_Bcast(x,1,MPI_INT,0,pair)" "-DPARTNER=MPI_Bcast(&value,1,MPI_INT,0,pair)"
// variant racy-get-bcast-leaf: -DREMOTE=GET "-DOWN=MPI_Bcast(x,1,MPI_INT,1,pair)" "-DPARTNER=MPI_Bcast(&value,1,MPI_INT,1,pair)"
// variant racy-get-allreduce: -DREMOTE=GET "-DOWN=MPI_Allreduce(&value,x,1,MPI_INT,MPI_SUM,pair)" "-DPARTNER=MPI_Allreduce(&value,&got,1,MPI_INT,MPI_SUM,pair)"
// variant clean-get-allreduce: -DREMOTE=GET "-DOWN=MPI_Allreduce(x,&got,1,MPI_INT,MPI_SUM,pair)" "-DPARTNER=MPI_Allreduce(&value,&got,1,MPI_INT,MPI_SUM,pair)"
// variant racy-get-in-place: -DREMOTE=GET "-DOWN=MPI_Allreduce(MPI_IN_PLACE,x,1,MPI_INT,MPI_SUM,pair)" "-DPARTNER=MPI_Allreduce(&value,&got,1,MPI_INT,MPI_SUM,pair)"
#include "corpus.h"

#define W MPI_COMM_WORLD
#define PUT MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win)
#define GET MPI_Get(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win)
#define SEND(to) MPI_Send(&value, 1, MPI_INT, to, 0, W)
#define RECV(from) MPI_Recv(&value, 1, MPI_INT, from, 0, W, MPI_STATUS_IGNORE)

int main(void) {
  MPI_Win win;
  MPI_Comm pair;  // ranks 1 and 2
  MPI_Request request = MPI_REQUEST_NULL;
  int rank = begin(), value = 42, got = 0;
  int* x = open_window(1, &win);
  MPI_Comm_split(W, rank > 0, 0, &pair);

  MPI_Win_lock_all(0, win);
  if (rank == 0)
    REMOTE;  // race(memory)
  if (rank == 1)
    OWN;  // race(memory)
  if (rank == 2)
    PARTNER;
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Win_unlock_all(win);
  use(value + got + (x == NULL));
  MPI_Comm_free(&pair);
  return finish(&win);
}
