// Operations from one line, each complete before the next one: what is known of the last one is what is said of the next, but for what has
// changed in between. One of them meets something.
// ranks: 3
// variant clean:
// variant racy-target: -DLOOK=9
// variant clean-target: -DLOOK=20
// variant racy-buffer: -DCHANGE=9
// variant clean-buffer: -DCHANGE_AFTER=9
// variant clean-other-buffer: -DCHANGE=9 -DCHANGED=10
// variant racy-get: -DGET -DCHANGE=9
// variant racy-get-target: -DGET -DLOOK=9 -DSTORE
// variant clean-get: -DGET -DLOOK=9
// variant racy-accumulate: -DACCUMULATE -DLOOK=9
// variant clean-accumulate: -DACCUMULATE -DBOTH
// variant racy-both: -DBOTH
// variant racy-window-of-the-buffer: -DEXPOSE=8
// variant racy-fence: -DFENCE -DLOOK=9
// variant clean-fence: -DFENCE -DLOOK_AFTER=9
// variant racy-fence-buffer: -DFENCE -DCHANGE=9
// variant racy-lock: -DLOCK -DLOOK=9
// variant clean-lock: -DLOCK -DBOTH
// variant racy-lock-buffer: -DLOCK -DCHANGE=9
// variant clean-lock-buffer: -DLOCK -DCHANGE_AFTER=9
// variant racy-new-window: -DNEW_WINDOW -DLOOK=9
// variant clean-new-window: -DNEW_WINDOW -DLOOK_AFTER=9
// variant racy-new-window-buffer: -DNEW_WINDOW -DCHANGE=9
// variant clean-new-window-buffer: -DNEW_WINDOW -DCHANGE_AFTER=9
// variant racy-new-window-fence: -DNEW_WINDOW -DFENCE -DLOOK=9
// variant clean-new-window-fence: -DNEW_WINDOW -DFENCE -DLOOK_AFTER=9
// variant clean-new-window-fence-buffer: -DNEW_WINDOW -DFENCE -DCHANGE_AFTER=9
#include "corpus.h"

enum { kRounds = 16, kPlaces = 32 };

#ifndef CHANGE
#define CHANGE -1
#endif
#ifndef CHANGED
#define CHANGED CHANGE
#endif
#ifndef CHANGE_AFTER
#define CHANGE_AFTER -1
#endif
#ifndef LOOK
#define LOOK -1
#endif
#ifndef LOOK_AFTER
#define LOOK_AFTER -1
#endif
#ifndef EXPOSE
#define EXPOSE -1
#endif
#ifdef BOTH
#define ORIGIN (rank == 0 || rank == 2)
#else
#define ORIGIN (rank == 0)
#endif
#ifdef STORE
#define TOUCH(x) (x) = 1
#else
#define TOUCH(x) use(x)
#endif

static int rank, buffer[kPlaces];
static MPI_Win win;

static void operation(int i) {
#if defined ACCUMULATE
  MPI_Accumulate(&buffer[i], 1, MPI_INT, 1, i, 1, MPI_INT, MPI_SUM, win);  // race(it) in racy-accumulate
#elif defined GET
  MPI_Get(&buffer[i], 1, MPI_INT, 1, i, 1, MPI_INT, win);  // race(it) in racy-get,racy-get-target
#else
  MPI_Put(&buffer[i], 1, MPI_INT, 1, i, 1, MPI_INT, win);  // race(it) in racy-target,racy-buffer,racy-window*,racy-fence*,racy-lock*,racy-new* // race(each) in racy-both // race(each) in racy-both
#endif
}

static void begin_epoch(void) {
#ifdef FENCE
  MPI_Win_fence(0, win);
#elif !defined LOCK
  MPI_Win_lock_all(0, win);
#endif
}
static void end_epoch(void) {
#ifdef FENCE
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
#elif !defined LOCK
  MPI_Win_unlock_all(win);
#endif
}
static void before(void) {
#ifdef LOCK
  if (ORIGIN) MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
#endif
}
static void after(void) {
#if defined LOCK
  if (ORIGIN) MPI_Win_unlock(1, win);
#elif defined FENCE
  MPI_Win_fence(0, win);
#else
  if (ORIGIN) MPI_Win_flush(1, win);
#endif
}

int main(void) {
  rank = begin();
  int* x = open_window(kPlaces, &win);
  for (int i = 0; i < kPlaces; ++i) buffer[i] = i;
  begin_epoch();
  for (int i = 0; i < kRounds; ++i) {
#ifdef NEW_WINDOW
    // The library may give the next one the handle of the one before.
    end_epoch();
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_free(&win);
    x = open_window(kPlaces, &win);
    begin_epoch();
#endif
    before();
    if (ORIGIN) operation(i);
    if (rank == 0 && i == CHANGE) buffer[CHANGED] = 7;  // race(it) in racy-buffer,racy-get,racy-fence-buffer,racy-lock-buffer,racy-new-window-buffer
    if (rank == 1 && i == LOOK) TOUCH(x[i]);  // race(it) in racy-target,racy-get-target,racy-accumulate,racy-fence,racy-lock,racy-new-window,racy-new-window-fence
    after();
    if (rank == 0 && i == CHANGE_AFTER) buffer[i] = 7;
#ifdef FENCE
    if (rank == 1 && i == LOOK_AFTER) use(x[i]);
#endif
    if (i == EXPOSE) {
      // Others reach the buffer of the next one.
      MPI_Win other;
      MPI_Win_create(buffer, sizeof buffer, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &other);
      if (rank == 0) operation(i + 1);
      if (rank == 1) {
        int seven = 7;
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, other);
        MPI_Put(&seven, 1, MPI_INT, 0, i + 1, 1, MPI_INT, other);  // race(it) in racy-window*
        MPI_Win_unlock(0, other);
      }
      after();
      MPI_Barrier(MPI_COMM_WORLD);
      MPI_Win_free(&other);
      break;
    }
#ifdef NEW_WINDOW
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1 && i == LOOK_AFTER) use(x[i]);
#endif
  }
  end_epoch();
  return finish(&win);
}
