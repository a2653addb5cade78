// MPI_Test, MPI_Iprobe and MPI_Win_test order only when they say yes. Rank 0 sends when rank 1 tells it to, so that the one test
// before must say no.
// variant racy-test: "-DPOLL=MPI_Test(&request,&flag,MPI_STATUS_IGNORE)" -DRECEIVE
// variant racy-iprobe: "-DPOLL=MPI_Iprobe(0,0,MPI_COMM_WORLD,&flag,MPI_STATUS_IGNORE)"
// variant clean-test: "-DPOLL=MPI_Test(&request,&flag,MPI_STATUS_IGNORE)" -DRECEIVE -DUNTIL
// variant clean-iprobe: "-DPOLL=MPI_Iprobe(0,0,MPI_COMM_WORLD,&flag,MPI_STATUS_IGNORE)" -DUNTIL
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Request request = MPI_REQUEST_NULL;
  int rank = begin(), value = 42, got = 0, flag = 0;
  int* x = open_window(1, &win);

  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(put)
    MPI_Win_unlock(1, win);
    MPI_Recv(NULL, 0, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
#ifdef RECEIVE
    MPI_Irecv(&got, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
#endif
    POLL;
#ifndef UNTIL
    use(x[0]);  // race(put)
#endif
    MPI_Send(NULL, 0, MPI_INT, 0, 1, MPI_COMM_WORLD);
    while (!flag)
      POLL;
    use(x[0]);
#ifndef RECEIVE
    MPI_Recv(&got, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#endif
  }
  use(got + (request == MPI_REQUEST_NULL));
  return finish(&win);
}
