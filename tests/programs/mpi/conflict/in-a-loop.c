// Many operations from one line, to computed places: each counts with its own bytes, here and there. One of them meets something.
// variant clean:
// variant racy-target: -DLOOK=9
// variant clean-target: -DLOOK=20
// variant racy-buffer: -DCHANGE=9
// variant clean-buffer: -DCHANGE=20
// variant racy-itself: -DPLACE(i)=(i==12?3:i)
// variant racy-accumulate: -DACCUMULATE -DLOOK=9
// variant clean-accumulate: -DACCUMULATE -DPLACE(i)=(i==12?3:i)
// variant racy-accumulate-buffer: -DACCUMULATE -DCHANGE=9
// variant racy-get: -DGET -DCHANGE=9
// variant racy-get-target: -DGET -DLOOK=9 -DSTORE
// variant clean-get: -DGET -DLOOK=9
// variant racy-get-itself: -DGET -DBUFFER(i)=(i==12?3:i)
// variant racy-types: -DTYPES -DLOOK=17
// variant clean-types: -DTYPES -DLOOK=18
// variant racy-self: -DTARGET=0 -DHERE=9
// variant clean-self: -DTARGET=0 -DHERE=20
// variant racy-both-targets: -DTARGET=(i%2) -DLOOK=9
// variant clean-both-targets: -DTARGET=(i%2) -DLOOK=8
#include "corpus.h"

enum { kCount = 16, kPlaces = 32 };

#ifndef PLACE
#define PLACE(i) (i)
#endif
#ifndef BUFFER
#define BUFFER(i) (i)
#endif
#ifndef TARGET
#define TARGET 1
#endif
#ifdef STORE
#define TOUCH(x) (x) = 1
#else
#define TOUCH(x) use(x)
#endif

int main(void) {
  MPI_Win win;
  int rank = begin(), buffer[kPlaces];
  int* x = open_window(kPlaces, &win);
  for (int i = 0; i < kPlaces; ++i) buffer[i] = i;

  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    for (int i = 0; i < kCount; ++i) {
#if defined ACCUMULATE
      MPI_Accumulate(&buffer[BUFFER(i)], 1, MPI_INT, TARGET, PLACE(i), 1, MPI_INT, MPI_SUM, win);  // race(loop) in racy-acc*
#elif defined GET
      MPI_Get(&buffer[BUFFER(i)], 1, MPI_INT, TARGET, PLACE(i), 1, MPI_INT, win);  // race(loop) in racy-get,racy-get-t* // race(itself) in racy-get-itself // race(itself) in racy-get-itself
#elif defined TYPES
      // The library may give the next type the handle of the one before, but the last is of three.
      MPI_Datatype type;
      MPI_Type_contiguous(i + 1 < kCount ? 1 : 3, MPI_INT, &type);
      MPI_Type_commit(&type);
      MPI_Put(buffer, 1, type, TARGET, i, 1, type, win);  // race(loop) in racy-types
      MPI_Type_free(&type);
#else
      MPI_Put(&buffer[BUFFER(i)], 1, MPI_INT, TARGET, PLACE(i), 1, MPI_INT, win);  // race(loop) in racy-target,racy-buffer,racy-self,racy-both* // race(itself) in racy-itself // race(itself) in racy-itself
#endif
    }
#ifdef CHANGE
    buffer[CHANGE] = 7;  // race(loop) in racy-buffer,racy-accumulate-buffer,racy-get
#endif
#ifdef HERE
    use(x[HERE]);  // race(loop) in racy-self
#endif
    MPI_Win_flush_all(win);
  } else {
#ifdef LOOK
    TOUCH(x[LOOK]);  // race(loop) in racy-target,racy-accumulate,racy-get-target,racy-types,racy-both*
#endif
  }
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  return finish(&win);
}
