// Atomics of one origin on the same element are performed in program order, so even different operations do not race. The
// info key accumulate_ordering takes that back; different datatypes and different windows never had it.
// variant clean-default: -DSECOND=MPI_REPLACE
// variant clean-replace-first: -DFIRST=MPI_REPLACE -DSECOND=MPI_SUM
// variant clean-all-named: -DSECOND=MPI_REPLACE "-DORDERING=rar,raw,war,waw"
// variant clean-none-same-operation: -DSECOND=MPI_SUM -DORDERING=none
// variant racy-none: -DSECOND=MPI_REPLACE -DORDERING=none
// variant racy-reads-only: -DSECOND=MPI_REPLACE -DORDERING=rar
// variant racy-other-type: -DSECOND=MPI_REPLACE -DTYPE=MPI_UNSIGNED
// variant racy-other-window: -DSECOND=MPI_SUM -DWIN=other
// variant clean-read-after-write: -DFETCHES "-DORDERING=raw,waw"
// variant racy-no-read-after-write: -DFETCHES "-DORDERING=war,waw"
// variant clean-write-after-read: -DFETCHES_FIRST "-DORDERING=war,waw"
// variant racy-no-write-after-read: -DFETCHES_FIRST "-DORDERING=raw,waw"
// verdict: racy-reads-only: two writes are ordered by waw alone, which the info leaves out.
// verdict: racy-other-window: "concurrent communications to distinct, overlapping windows may lead to undefined results".
#include "corpus.h"

#define QUOTE(...) #__VA_ARGS__
#define STRING(...) QUOTE(__VA_ARGS__)
#ifndef FIRST
#define FIRST MPI_SUM
#endif
#ifndef SECOND
#define SECOND MPI_SUM
#endif
#ifndef TYPE
#define TYPE MPI_INT
#endif
#ifndef WIN
#define WIN win
#endif

int main(void) {
  MPI_Win win, other;
  MPI_Info info;
  static int x;
  int rank = begin(), one = 1, old = 0;

  MPI_Info_create(&info);
#ifdef ORDERING
  MPI_Info_set(info, "accumulate_ordering", STRING(ORDERING));
#endif
  MPI_Win_create(&x, sizeof x, sizeof x, info, MPI_COMM_WORLD, &win);
  MPI_Win_create(&x, sizeof x, sizeof x, info, MPI_COMM_WORLD, &other);
  MPI_Win_lock_all(0, win);
  MPI_Win_lock_all(0, other);
  if (rank == 0) {
#ifdef FETCHES_FIRST
    MPI_Fetch_and_op(&one, &old, MPI_INT, 1, 0, MPI_REPLACE, win);  // race(order) in racy-no-write*
#else
    MPI_Accumulate(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, FIRST, win);  // race(order) in racy-none,racy-reads-only,racy-other*,racy-no-read*
#endif
#ifdef FETCHES
    MPI_Fetch_and_op(&one, &old, MPI_INT, 1, 0, MPI_REPLACE, win);  // race(order) in racy-no-read*
#else
    MPI_Accumulate(&one, 1, TYPE, 1, 0, 1, TYPE, SECOND, WIN);  // race(order) in racy-none,racy-reads-only,racy-other*,racy-no-write*
#endif
  }
  MPI_Win_unlock_all(other);
  MPI_Win_unlock_all(win);
  use(old);
  MPI_Info_free(&info);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&other);
  return finish(&win);
}
