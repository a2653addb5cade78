// A fence in an epoch of MPI_Win_post is refused, in one of MPI_Win_start by MPICH (Open MPI waits in it): it completes nothing, and the
// fences after it are counted as if it had not been called.
// variant racy-before: -DBEFORE
// variant racy-after: -DAFTER=0
// variant clean: -DAFTER=1
#include "corpus.h"

static MPI_Group only(int rank) {
  MPI_Group world, group;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &rank, &group);
  MPI_Group_free(&world);
  return group;
}

int main(void) {
  MPI_Win win;
  int rank = begin(), value = 42;
  int* memory = open_window(2, &win);
  MPI_Group group = only(1 - rank);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);

  if (rank == 1) {
    MPI_Win_post(group, 0, win);
    MPI_Win_fence(0, win);  // refused
    MPI_Send(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Win_wait(win);
  } else {
    MPI_Recv(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_start(group, 0, win);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(source) in racy-before
#ifdef MPICH
    MPI_Win_fence(0, win);  // refused
#endif
#ifdef BEFORE
    value = 43;  // race(source) in racy-before
#endif
    MPI_Win_complete(win);
  }
  MPI_Win_fence(0, win);
#ifdef AFTER
  if (rank == 1)
    MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // race(target) in racy-after
  if (AFTER)
    MPI_Win_fence(0, win);
  if (rank == 0)
    use(memory[0]);  // race(target) in racy-after
#endif
  MPI_Win_fence(0, win);
  MPI_Group_free(&group);
  (void)memory;
  return finish(&win);
}
