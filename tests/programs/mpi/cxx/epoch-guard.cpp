// An epoch that ends with its scope: the destructor unlocks, and only then is the buffer free and the target complete.
// variant racy-buffer: -DSTORE_INSIDE
// variant racy-target: -DBARRIER_INSIDE
// variant clean:
#include "corpus.h"

class Epoch {
 public:
  Epoch(int target, MPI_Win win)
      : target_(target), win_(win) { MPI_Win_lock(MPI_LOCK_SHARED, target_, 0, win_); }
  ~Epoch() { MPI_Win_unlock(target_, win_); }
  Epoch(const Epoch&) = delete;
  Epoch& operator=(const Epoch&) = delete;

  template <typename T>
  void put(const T& value) const {
    MPI_Put(&value, sizeof value, MPI_BYTE, target_, 0, sizeof value, MPI_BYTE, win_);  // race(buffer) in racy-buffer race(target) in racy-target
  }

 private:
  int target_;
  MPI_Win win_;
};

int main() {
  MPI_Win win;
  int rank = begin(), value = 42;
  int* x = open_window(1, &win);

  {
    Epoch epoch(1, win);
    if (rank == 0)
      epoch.put(value);
#ifdef STORE_INSIDE
    value = 7;  // race(buffer) in racy-buffer
#endif
#ifdef BARRIER_INSIDE
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1)
      use(*x);  // race(target) in racy-target
#endif
  }
  value = 8;
  MPI_Barrier(MPI_COMM_WORLD);
  use(*x + value);
  return finish(&win);
}
