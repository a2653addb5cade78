// The same put again and again, each complete before the next: what races with one of them races with that one, whether or not nobody could
// tell it from the one before.
// variant clean:
// variant racy-load: -DLOAD
// variant racy-after-a-message: -DMESSAGE -DAGAIN
// variant clean-before-a-message: -DMESSAGE
// variant racy-without-completion: -DOPEN
// variant racy-buffer: -DSTORE
// variant clean-epochs: -DEPOCHS -DLOCKED
// variant racy-epochs: -DEPOCHS -DLOAD
// variant racy-in-a-later-epoch: -DEPOCHS -DMESSAGE -DAGAIN
#include "corpus.h"

static int value = 42;

static void put(MPI_Win win) {
  MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(put) in racy-load,racy-a*,racy-w*,racy-e*,racy-in* // race(buffer) in racy-buffer
}

static void put_often(MPI_Win win) {
  for (int i = 0; i < 30; ++i) {
#ifdef EPOCHS
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    put(win);
    MPI_Win_unlock(1, win);
#else
    put(win);
#ifdef STORE
    if (i == 20) value = i;  // race(buffer) in racy-buffer
#endif
    MPI_Win_flush(1, win);
#endif
  }
}

int main(void) {
  MPI_Win win;
  int rank = begin(), token = 0;
  int* x = open_window(1, &win);

#ifndef EPOCHS
  if (rank == 0) MPI_Win_lock_all(0, win);
#endif
  if (rank == 0) put_often(win);
#ifdef OPEN
  if (rank == 0) put(win);
#endif
#ifdef MESSAGE
  if (rank == 0) MPI_Send(&token, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
#ifdef AGAIN
  if (rank == 0) put_often(win);
#endif
  if (rank == 1) {
    MPI_Recv(&token, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    use(x[0]);  // race(put) in racy-after-a-message,racy-in-a-later-epoch
  }
#elif defined LOAD
  if (rank == 1) use(x[0]);  // race(put) in racy-load,racy-epochs
#elif defined LOCKED
  if (rank == 1) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    use(x[0]);
    MPI_Win_unlock(1, win);
  }
#endif
  (void)token;
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) use(x[0]);  // race(put) in racy-without-completion
#ifndef EPOCHS
  if (rank == 0) MPI_Win_unlock_all(win);
#endif
  return finish(&win);
}
