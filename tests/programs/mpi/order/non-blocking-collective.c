// A non-blocking collective signals when it is started and waits when it is completed. What comes between is outside: a put
// after the start is not known to the others, and a load before the wait has not waited.
// variant clean-ibarrier: -DSTART=IBARRIER
// variant clean-iallreduce: -DSTART=IALLREDUCE
// variant clean-ibcast: -DSTART=IBCAST
// variant clean-igather: -DSTART=IGATHER
// variant clean-test: -DSTART=IBARRIER -DTEST
// variant racy-ibarrier-put-inside: -DSTART=IBARRIER -DPUT_INSIDE
// variant racy-iallreduce-put-inside: -DSTART=IALLREDUCE -DPUT_INSIDE
// variant racy-ibarrier-load-inside: -DSTART=IBARRIER -DLOAD_INSIDE
// variant racy-iallreduce-load-inside: -DSTART=IALLREDUCE -DLOAD_INSIDE
// variant racy-ibcast-load-inside: -DSTART=IBCAST -DLOAD_INSIDE
#include "corpus.h"

#define IBARRIER MPI_Ibarrier(MPI_COMM_WORLD, &request)
#define IALLREDUCE MPI_Iallreduce(a, b, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request)
#define IBCAST MPI_Ibcast(a, 1, MPI_INT, 0, MPI_COMM_WORLD, &request)
#define IGATHER MPI_Igather(a, 1, MPI_INT, b, 1, MPI_INT, 1, MPI_COMM_WORLD, &request)

#ifdef PUT_INSIDE
enum { put_inside = 1 };
#else
enum { put_inside = 0 };
#endif
#ifdef LOAD_INSIDE
enum { load_inside = 1 };
#else
enum { load_inside = 0 };
#endif

int main(void) {
  MPI_Win win;
  MPI_Request request;
  int rank = begin(), value = 42, a[2] = {0}, b[2] = {0}, done = 0;
  int* x = open_window(1, &win);

  MPI_Win_lock_all(0, win);
  for (int inside = 0; inside < 2; inside++) {
    if (rank == 0 && inside == put_inside) {
      MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(put)
      MPI_Win_flush(1, win);
    }
    if (inside == 0)
      START;
  }
  for (int inside = 1; inside >= 0; inside--) {
    if (rank == 1 && inside == load_inside)
      use(x[0]);  // race(put)
#ifdef TEST
    while (!done)
      MPI_Test(&request, &done, MPI_STATUS_IGNORE);
#else
    MPI_Wait(&request, MPI_STATUS_IGNORE);
#endif
  }
  MPI_Win_unlock_all(win);
  use(a[0] + b[0] + done);
  return finish(&win);
}
