// What GASPI orders: a store of the target before a put of MPI.
// variant racy: -DMEET=
// variant racy-wait: -DMEET=WAIT() -DGASPI_FIRST
// variant clean-barrier: -DMEET=BARRIER() -DGASPI_FIRST
// variant clean-notification: -DMEET=NOTIFIED -DMPI_ENDS
#include "corpus.h"

#define NOTIFIED                                    \
  if (rank == 1)                                    \
    must(gaspi_notify(0, 0, 3, 1, 0, GASPI_BLOCK)); \
  else                                              \
    get(3)

int main(void) {
  int* memory;
  int one = 1;
  begin();
  MPI_Win win = allocate_window(1, &memory);
  if (rank == 1)
    memory[0] = 2;  // race(remote)
  MEET;
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(remote)
    MPI_Win_unlock(1, win);
  }
  MPI_Win_free(&win);
  return finish();
}
