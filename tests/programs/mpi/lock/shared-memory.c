// A lock protects loads and stores of a shared window, too, whoever's part is locked: MPI_Win_lock waits there. It does not with
// MPI_MODE_NOCHECK, a shared lock excludes no other one, and the lock of another part protects nothing.
// ranks: 3
// variant clean-exclusive: "-DLOCK=MPI_Win_lock(MPI_LOCK_EXCLUSIVE,0,0,win)" "-DUNLOCK=MPI_Win_unlock(0,win)"
// variant clean-with-put: "-DLOCK=MPI_Win_lock(MPI_LOCK_EXCLUSIVE,0,0,win)" "-DUNLOCK=MPI_Win_unlock(0,win)" -DPUT
// variant clean-lock-all: "-DLOCK=lock(rank,win)" "-DUNLOCK=unlock(rank,win)" -DREAD
// variant racy-shared: "-DLOCK=MPI_Win_lock(MPI_LOCK_SHARED,0,0,win)" "-DUNLOCK=MPI_Win_unlock(0,win)" -DREAD
// variant racy-nocheck: "-DLOCK=MPI_Win_lock(MPI_LOCK_EXCLUSIVE,0,MPI_MODE_NOCHECK,win)" "-DUNLOCK=MPI_Win_unlock(0,win)" -DREAD
// variant racy-other-part: "-DLOCK=MPI_Win_lock(MPI_LOCK_EXCLUSIVE,rank,0,win)" "-DUNLOCK=MPI_Win_unlock(rank,win)" -DREAD
// verdict: the standard on locks: they "protect load/store accesses to a locked local or shared memory window".
#include "corpus.h"

// One writes alone, all others read together.
static inline void lock(int rank, MPI_Win win) {
  if (rank == 1)
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
  else
    MPI_Win_lock_all(0, win);
}
static inline void unlock(int rank, MPI_Win win) {
  if (rank == 1)
    MPI_Win_unlock(0, win);
  else
    MPI_Win_unlock_all(win);
}

int main(void) {
  MPI_Win win;
  MPI_Aint size;
  int rank = begin(), unit, value = 3, *mine, *first;
  MPI_Win_allocate_shared(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
  MPI_Win_shared_query(win, 0, &size, &unit, &first);
  mine[0] = mine[1] = 0;
  MPI_Barrier(MPI_COMM_WORLD);

  for (int i = 0; i < 3; i++) {
    LOCK;
#ifdef READ
    if (rank == 1)
      first[1] = i;  // race(part)
    if (rank == 2)
      use(first[1]);  // race(part)
#else
    if (rank > 0)
      first[1]++;
#endif
#ifdef PUT
    if (rank == 0)
      MPI_Put(&value, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
#endif
    UNLOCK;
  }
  MPI_Barrier(MPI_COMM_WORLD);
  use(mine[1] + value);
  return finish(&win);
}
