// Memory that is detached and attached again, after a barrier each: the put of the second round races with the store of the
// second round, not with anything of the first.
// variant racy: -DRACY
// variant clean:
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Aint address;
  int rank = begin(), value = 42;
  static int memory[4];
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);

  for (int round = 0; round < 2; round++) {
    MPI_Win_attach(win, memory, sizeof memory);
    MPI_Get_address(memory, &address);
    MPI_Bcast(&address, 1, MPI_AINT, 1, MPI_COMM_WORLD);
    if (rank == 0) {
      MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
      MPI_Put(&value, 1, MPI_INT, 1, address, 1, MPI_INT, win);  // race(put)
      MPI_Win_unlock(1, win);
    }
#ifdef RACY
    if (rank == 1 && round == 1)
      memory[0] = 7;  // race(put)
#endif
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_detach(win, memory);
    memory[0] = 8;  // nobody else can reach it now
  }
  return finish(&win);
}
