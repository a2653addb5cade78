// Post, start, complete, wait. The target's wait completes the put for the target, the origin's complete frees its buffer.
// What the target does before its post is ordered before the put: an operation waits for the post.
// variant clean:
// variant clean-test: -DTEST_LOOP
// variant clean-nocheck: -DNOCHECK
// variant racy-load: -DTARGET_EARLY=use(x[0])
// variant racy-store: -DTARGET_EARLY=x[0]=7
// variant racy-load-test: -DTARGET_EARLY=use(x[0]) -DTEST_LOOP
// variant racy-buffer: -DORIGIN_EARLY=value=7
#include "corpus.h"

#ifndef TARGET_EARLY
#define TARGET_EARLY (void)0
#endif
#ifndef ORIGIN_EARLY
#define ORIGIN_EARLY (void)0
#endif

int main(void) {
  MPI_Win win;
  MPI_Group world, other;
  int rank = begin(), partner = 1 - rank, value = 42;
  int* x = open_window(1, &win);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &partner, &other);

  if (rank == 1) {
    x[0] = 1;
#ifdef NOCHECK
    MPI_Win_post(other, MPI_MODE_NOCHECK, win);
    MPI_Barrier(MPI_COMM_WORLD);
#else
    MPI_Win_post(other, 0, win);
#endif
    TARGET_EARLY;  // race(target) in racy-load*,racy-store
#ifdef TEST_LOOP
    for (int done = 0; !done;)
      MPI_Win_test(win, &done);
#else
    MPI_Win_wait(win);
#endif
    x[0] = 2;
  } else {
#ifdef NOCHECK
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_start(other, MPI_MODE_NOCHECK, win);
#else
    MPI_Win_start(other, 0, win);
#endif
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(target) in racy-load*,racy-store race(buffer) in racy-buffer
    ORIGIN_EARLY;                                        // race(buffer) in racy-buffer
    MPI_Win_complete(win);
    value = 0;
  }
  MPI_Group_free(&world);
  MPI_Group_free(&other);
  return finish(&win);
}
