// The window lies over a std::vector. Access by index, by iterator and through a reference.
// variant racy-index: "-DACCESS=use(x[2])"
// variant racy-reference: "-DACCESS=reference=7"
// variant racy-range: "-DACCESS=for(int&each:x)each=0"
// variant racy-data: "-DACCESS=x.data()[2]=7"
// variant clean-index: "-DACCESS=use(x[3])"
// variant clean-size: "-DACCESS=use(int(x.size()))"
// variant racy-index-optimised: "-DACCESS=use(x[2])" -O2
#include "corpus.h"
#include <vector>

int main() {
  MPI_Win win;
  int rank = begin(), value = 42;
  std::vector<int> x(8);
  int& reference = x[2];
  MPI_Win_create(x.data(), x.size() * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT, 1, 2, 1, MPI_INT, win);  // race(element)
  } else {
    ACCESS;  // race(element)
  }
  MPI_Win_fence(0, win);
  use(reference);
  return finish(&win);
}
