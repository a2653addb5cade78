// std::atomic and std::atomic_ref in a shared window: a queue of one element that rank 0 fills and rank 1 empties, a few times.
// flags: -std=c++20 -O1
// variant clean:
// variant clean-ref: -DREF
// variant racy-relaxed: -DORDER=relaxed
// variant racy-relaxed-ref: -DORDER=relaxed -DREF
#include <mpi.h>

#include <atomic>
#include <new>

#ifndef ORDER
#define ORDER release
#endif

namespace {

struct Slot {
#ifdef REF
  int full;
  std::atomic_ref<int> state() { return std::atomic_ref<int>(full); }
#else
  std::atomic<int> full;
  std::atomic<int>& state() { return full; }
#endif
  double value;

  void fill(double with) {
    while (state().load(std::memory_order_acquire) != 0)
      continue;
    value = with;  // race(value) in racy*
    state().store(1, std::memory_order::ORDER);
  }
  double empty() {
    while (state().load(std::memory_order_acquire) != 1)
      continue;
    const double found = value;  // race(value) in racy*
    state().store(0, std::memory_order_release);
    return found;
  }
};

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win win;
  Slot* slot = nullptr;
  const MPI_Aint size = rank == 0 ? sizeof(Slot) : 0;
  MPI_Win_allocate_shared(size, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &slot, &win);
  MPI_Aint its_size = 0;
  int unit = 0;
  MPI_Win_shared_query(win, 0, &its_size, &unit, &slot);
  if (rank == 0)
    new (slot) Slot{};
  MPI_Barrier(MPI_COMM_WORLD);
  double sum = 0;
  for (int i = 0; i < 5; ++i)
    if (rank == 0)
      slot->fill(i);
    else
      sum += slot->empty();
  MPI_Barrier(MPI_COMM_WORLD);
  const bool wrong = rank == 1 && sum != 10;
  MPI_Win_free(&win);
  MPI_Finalize();
  return wrong ? 1 : 0;
}
