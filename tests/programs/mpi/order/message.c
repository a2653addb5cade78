// Rank 0 puts, completes and then tells rank 1, which waits for the message before it looks. Every kind of send and receive
// will do; looking while the receive is only posted will not, and neither will a message in the other direction.
// variant clean-send: -DSEND=MPI_Send -DWAIT=RECV
// variant clean-ssend: -DSEND=MPI_Ssend -DWAIT=RECV
// variant clean-bsend: -DSEND=MPI_Bsend -DWAIT=RECV
// variant clean-isend: -DSEND=isend -DWAIT=RECV
// variant clean-persistent-send: -DSEND=persistent_send -DWAIT=RECV
// variant clean-irecv-wait: -DSEND=MPI_Send "-DWAIT=IRECV,MPI_Wait(&r,IGNORE)"
// variant clean-irecv-test: -DSEND=MPI_Send "-DWAIT=IRECV;while(!flag)MPI_Test(&r,&flag,IGNORE)"
// variant clean-irecv-status: -DSEND=MPI_Send "-DWAIT=IRECV;while(!flag)MPI_Request_get_status(r,&flag,IGNORE)"
// variant clean-persistent-recv: -DSEND=MPI_Send "-DWAIT=RECV_INIT,MPI_Start(&r),MPI_Wait(&r,IGNORE),MPI_Request_free(&r)"
// variant clean-sendrecv: -DSEND=MPI_Send -DWAIT=SENDRECV
// variant clean-probe: -DSEND=MPI_Send "-DWAIT=MPI_Probe(0,0,MPI_COMM_WORLD,IGNORE)" -DAFTERWARDS=RECV
// variant clean-iprobe: -DSEND=MPI_Send "-DWAIT=while(!flag)MPI_Iprobe(0,0,MPI_COMM_WORLD,&flag,IGNORE)" -DAFTERWARDS=RECV
// variant clean-mprobe: -DSEND=MPI_Send "-DWAIT=MPI_Mprobe(0,0,MPI_COMM_WORLD,&m,IGNORE)" "-DAFTERWARDS=MPI_Mrecv(&got,1,MPI_INT,&m,IGNORE)"
// variant clean-improbe: -DSEND=MPI_Send "-DWAIT=while(!flag)MPI_Improbe(0,0,MPI_COMM_WORLD,&flag,&m,IGNORE)" "-DAFTERWARDS=MPI_Imrecv(&got,1,MPI_INT,&m,&r)"
// variant clean-any-source: -DSEND=MPI_Send "-DWAIT=MPI_Recv(&got,1,MPI_INT,MPI_ANY_SOURCE,MPI_ANY_TAG,MPI_COMM_WORLD,IGNORE)"
// variant racy-irecv: -DSEND=MPI_Send -DWAIT=IRECV
// variant racy-nothing: -DSEND=MPI_Send "-DWAIT=(void)0" -DAFTERWARDS=RECV
// variant racy-recv-init: -DSEND=MPI_Send -DWAIT=RECV_INIT "-DAFTERWARDS=MPI_Start(&r),MPI_Wait(&r,IGNORE),MPI_Request_free(&r)"
// variant racy-start: -DSEND=MPI_Send "-DWAIT=RECV_INIT,MPI_Start(&r)" "-DAFTERWARDS=MPI_Wait(&r,IGNORE),MPI_Request_free(&r)"
// verdict: clean-irecv-status: a true flag says that the operation is complete, as MPI_Test would.
#include "corpus.h"

#define IGNORE MPI_STATUS_IGNORE
#define RECV MPI_Recv(&got, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, IGNORE)
#define IRECV MPI_Irecv(&got, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &r)
#define RECV_INIT MPI_Recv_init(&got, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &r)
#define SENDRECV MPI_Sendrecv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, &got, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, IGNORE)
#ifndef AFTERWARDS
#define AFTERWARDS (void)0
#endif

static inline void isend(int* b, int n, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
  MPI_Request r;
  MPI_Isend(b, n, type, to, tag, comm, &r);
  MPI_Wait(&r, IGNORE);
}

static inline void persistent_send(int* b, int n, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
  MPI_Request r;
  MPI_Send_init(b, n, type, to, tag, comm, &r);
  MPI_Start(&r);
  MPI_Wait(&r, IGNORE);
  MPI_Request_free(&r);
}

int main(void) {
  MPI_Win win;
  MPI_Request r = MPI_REQUEST_NULL;
  MPI_Message m = MPI_MESSAGE_NULL;
  static char space[1024 + MPI_BSEND_OVERHEAD];
  void* attached;
  int rank = begin(), value = 42, got = 0, flag = 0, size;
  int* x = open_window(1, &win);
  MPI_Buffer_attach(space, sizeof space);

  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(put)
    MPI_Win_unlock(1, win);
    SEND(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    WAIT;
    use(x[0]);  // race(put)
    AFTERWARDS;
  }
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  MPI_Buffer_detach(&attached, &size);
  use(flag + (m == MPI_MESSAGE_NULL));
  return finish(&win);
}
