// Rank 0 never ends its epoch, which is a mistake: no MPI_Win_complete, or no fence behind the one that begins it and waits for nobody. Its put
// comes after what rank 1 did before it posted, or before its own call of that fence; but nothing ever completes it.
// variant racy-start: -DSTART -DLOADS
// variant racy-fence: -DLOADS
// variant clean-start: -DSTART
// variant clean-fence:
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Group world, other;
  int rank = begin();
  int* x = open_window(1, &win);
  int value = 42, its = 1 - rank;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &its, &other);

  if (rank == 1)
    x[0] = 1;
#ifdef START
  if (rank == 1)
    MPI_Win_post(other, 0, win);
  else
    MPI_Win_start(other, 0, win);
#else
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
#endif
  if (rank == 0)
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(load)
  MPI_Barrier(MPI_COMM_WORLD);
#ifdef LOADS
  if (rank == 1)
    use(x[0]);  // race(load)
#endif
  MPI_Group_free(&other);
  MPI_Group_free(&world);
  MPI_Finalize();
  return 0;
}
