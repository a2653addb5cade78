// A probe tells that a message is on its way, not that it has left its buffer: who overwrites that has to receive it first. What the sender did
// before the call is known to who probes; and a buffered send has read its buffer before there is a message.
// variant racy-probe: -DSEND=MPI_Send -DLOOK=PROBE -DRECEIVE=RECV
// variant racy-iprobe: -DSEND=MPI_Send -DLOOK=IPROBE -DRECEIVE=RECV
// variant racy-mprobe: -DSEND=MPI_Send -DLOOK=MPROBE -DRECEIVE=MRECV
// variant racy-ssend: -DSEND=MPI_Ssend -DLOOK=PROBE -DRECEIVE=RECV
// variant racy-sendrecv: -DSEND=SENDRECV -DLOOK=PROBE -DRECEIVE=RECV
// variant clean-received: -DSEND=MPI_Send -DLOOK=PROBE,RECV "-DRECEIVE=(void)0"
// variant clean-matched: -DSEND=MPI_Send -DLOOK=MPROBE,MRECV "-DRECEIVE=(void)0"
// variant clean-imrecv: -DSEND=MPI_Send -DLOOK=MPROBE,IMRECV "-DRECEIVE=(void)0"
// variant racy-imrecv: -DSEND=MPI_Send -DLOOK=MPROBE,IMRECV_BEGIN -DRECEIVE=WAIT
// variant clean-bsend: -DSEND=MPI_Bsend -DLOOK=PROBE -DRECEIVE=RECV
// variant clean-before: -DSEND=MPI_Send -DLOOK=PROBE -DRECEIVE=RECV -DBEFORE
// variant clean-before-mprobe: -DSEND=MPI_Send -DLOOK=MPROBE -DRECEIVE=MRECV -DBEFORE
#include "corpus.h"

#define IGNORE MPI_STATUS_IGNORE
#define PROBE MPI_Probe(0, 0, MPI_COMM_WORLD, IGNORE)
#define IPROBE               \
  for (int seen = 0; !seen;) \
  MPI_Iprobe(0, 0, MPI_COMM_WORLD, &seen, IGNORE)
#define MPROBE MPI_Mprobe(0, 0, MPI_COMM_WORLD, &message, IGNORE)
#define RECV MPI_Recv(&got, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, IGNORE)
#define MRECV MPI_Mrecv(&got, 1, MPI_INT, &message, IGNORE)
#define IMRECV_BEGIN MPI_Imrecv(&got, 1, MPI_INT, &message, &request)
#define WAIT MPI_Wait(&request, IGNORE)
#define IMRECV IMRECV_BEGIN, WAIT

#define SENDRECV(b, n, type, to, tag, comm) \
  MPI_Sendrecv(b, n, type, to, tag, NULL, 0, MPI_INT, MPI_PROC_NULL, 0, comm, IGNORE)

int main(void) {
  MPI_Win win;
  MPI_Message message = MPI_MESSAGE_NULL;
  MPI_Request request = MPI_REQUEST_NULL;
  static char space[1024 + MPI_BSEND_OVERHEAD];
  void* attached;
  int rank = begin(), value = 42, got = 0, size, place = 0;
  int* x = open_window(2, &win);
  MPI_Buffer_attach(space, sizeof space);
#ifdef BEFORE
  place = 1;
#endif

  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    x[1] = 1;
    SEND(x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);  // race(put)
  } else {
    LOOK;
    MPI_Put(&value, 1, MPI_INT, 0, place, 1, MPI_INT, win);  // race(put)
    RECEIVE;
  }
  MPI_Win_unlock_all(win);
  MPI_Buffer_detach(&attached, &size);
  use(got + (message == MPI_MESSAGE_NULL) + (request == MPI_REQUEST_NULL));
  return finish(&win);
}
