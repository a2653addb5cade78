// A window is freed although operations on it are open, or their target has not waited for them. MPI forbids it, and Open MPI lets it pass
// (MPICH does not): what races with them before that is reported as it would be at the end.
// mpi: openmpi
// variant racy-fence: -DFENCE
// variant racy-get: -DFENCE -DGET
// variant racy-after-a-barrier: -DFENCE -DBARRIER
// variant racy-lock: -DLOCK
// variant racy-source: -DFENCE -DSOURCE
// variant racy-no-wait: -DPOST
// variant clean-other-place: -DFENCE -DPLACE=1
// variant clean-flushed: -DLOCK -DFLUSH -DBARRIER
// variant clean-next-window: -DFENCE -DNEXT
#include "corpus.h"

#ifndef PLACE
#define PLACE 0
#endif

int main(void) {
  static int memory[2];
  MPI_Win win;
  int rank = begin(), value = 42;
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

#ifdef FENCE
  MPI_Win_fence(0, win);
#endif
#ifdef POST
  int other = 1 - rank;
  MPI_Group world, group;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &other, &group);
  if (rank == 1)
    MPI_Win_post(group, 0, win);
  if (rank == 0)
    MPI_Win_start(group, 0, win);
#endif
  if (rank == 0) {
#ifdef LOCK
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
#endif
#ifdef GET
    MPI_Get(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(get) in racy-get
#else
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(put) in racy-fence,racy-after*,racy-lock,racy-no* race(source) in racy-source
#endif
#ifdef FLUSH
    MPI_Win_flush(1, win);
#endif
#ifdef POST
    MPI_Win_complete(win);
#endif
  }
#ifdef BARRIER
  MPI_Barrier(MPI_COMM_WORLD);
#endif
#if !defined(SOURCE) && !defined(NEXT)
  if (rank == 1)
    memory[PLACE] = 7;  // race(put) in racy-fence,racy-after*,racy-lock,racy-no* race(get) in racy-get
#endif
#ifdef FLUSH
  if (rank == 0)
    MPI_Win_unlock(1, win);
#endif
  MPI_Win_free(&win);
#ifdef SOURCE
  if (rank == 0)
    value = 43;  // race(source) in racy-source
#endif
#ifdef NEXT
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  if (rank == 1)
    memory[0] = 8;
  MPI_Win_free(&win);
#endif
  MPI_Finalize();
  return 0;
}
