// The displacement unit is that of the target and may differ per process: here 8 at rank 0, 4 at rank 1, 1 at rank 2. The
// same displacement 4 means byte 32, 16 or 4.
// ranks: 3
// variant racy-rank-1: -DTARGET=1 -DBYTE=16
// variant clean-rank-1: -DTARGET=1 -DBYTE=4
// variant racy-rank-2: -DTARGET=2 -DBYTE=4
// variant clean-rank-2: -DTARGET=2 -DBYTE=16
// variant racy-rank-2-last-byte: -DTARGET=2 -DBYTE=7
// variant clean-rank-2-behind: -DTARGET=2 -DBYTE=8
#include "corpus.h"

int main(void) {
  MPI_Win win;
  char* memory;
  int rank = begin(), value = 42, units[3] = {8, 4, 1};
  MPI_Win_allocate(64, units[rank], MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);

  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&value, 1, MPI_INT, TARGET, 4, 1, MPI_INT, win);  // race(byte)
  if (rank == TARGET)
    memory[BYTE] = 7;  // race(byte)
  MPI_Win_fence(0, win);
  return finish(&win);
}
