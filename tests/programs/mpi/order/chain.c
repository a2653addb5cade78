// Order through third processes: rank 0 puts into rank 3 and the news travels 0, 1, 2, 3. If a link is missing, or the chain
// starts before the unlock, it is a race.
// ranks: 4
// variant racy-broken: -DBROKEN
// variant racy-early: -DEARLY
// variant racy-backwards: -DBACKWARDS
// variant clean:
#include "corpus.h"

static void receive_from(int from) {
  MPI_Recv(NULL, 0, MPI_INT, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void send_to(int to) {
  MPI_Send(NULL, 0, MPI_INT, to, 0, MPI_COMM_WORLD);
}

int main(void) {
  MPI_Win win;
  int rank = begin(), value = 42;
  int* x = open_window(1, &win);

  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 3, 0, win);
    MPI_Put(&value, 1, MPI_INT, 3, 0, 1, MPI_INT, win);  // race(put)
#ifdef EARLY
    send_to(1);
#endif
    MPI_Win_unlock(3, win);
#ifdef BACKWARDS
    receive_from(1);
#elif !defined EARLY
    send_to(1);
#endif
  } else if (rank < 3) {
#ifdef BACKWARDS
    receive_from(rank + 1);
    send_to(rank - 1);
#elif defined BROKEN
    if (rank == 1) {
      send_to(2);  // rank 1 speaks before it listens
      receive_from(0);
    } else {
      receive_from(1);
      send_to(3);
    }
#else
    receive_from(rank - 1);
    send_to(rank + 1);
#endif
  } else {
#ifdef BACKWARDS
    send_to(2);
#else
    receive_from(2);
#endif
    use(x[0]);  // race(put)
  }
  return finish(&win);
}
