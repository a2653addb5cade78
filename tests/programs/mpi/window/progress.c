// While a process is in a routine that has nothing to do with its window, the library may put there what others send: that is the others' access,
// and no memcpy of this process.
// variant clean:
// variant racy: -DSTORE
#include "corpus.h"

enum { kCount = 1024 };

int main(void) {
  MPI_Win win;
  MPI_File file;
  static int own[kCount];
  int rank = begin();
  int* memory = open_window(kCount, &win);
  (void)memory;

  MPI_Win_lock_all(0, win);
  MPI_Barrier(MPI_COMM_WORLD);
#ifdef STORE
  if (rank == 0) memory[5] = 1;  // race(put)
#endif
  if (rank == 1) {
    const double until = MPI_Wtime() + 0.2;
    while (MPI_Wtime() < until) continue;
    for (int i = 0; i < 4; ++i) {
      MPI_Put(own, kCount, MPI_INT, 0, 0, kCount, MPI_INT, win);  // race(put)
      MPI_Win_flush(0, win);
    }
  }
  // Waits for all others.
  MPI_File_open(MPI_COMM_WORLD, "farsan-progress", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
  MPI_File_close(&file);
  MPI_Win_unlock_all(win);
  return finish(&win);
}
