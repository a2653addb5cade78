// What a program keeps in vector registers, in mask registers and on the x87 stack stays there while accesses are recorded: sums over a window
// that many pages are, each of which is marked for the first time somewhere in the loop. A sum that is wrong ends the program.
// flags: -O2 -fno-math-errno
// variant clean-xmm: -DLANES=4
// variant clean-ymm: -DLANES=8 -mavx2
// variant clean-zmm: -DLANES=16 -mavx512f -mavx512vl
// variant clean-zmm-O3: -DLANES=16 -mavx512f -mavx512vl -O3 -mprefer-vector-width=512
// variant clean-unoptimised: -DLANES=8 -mavx2 -O0
// variant racy-ymm: -DLANES=8 -mavx2 -DEARLY
// variant racy-zmm: -DLANES=16 -mavx512f -mavx512vl -DEARLY
// machine: x86_64
// machine: x86_64 avx2 in *ymm,clean-unoptimised
// machine: x86_64 avx512f avx512vl in *zmm*
#include "corpus.h"

typedef float vector __attribute__((vector_size(4 * LANES)));
typedef int numbers __attribute__((vector_size(4 * LANES)));
enum { kCount = 1 << 16, kSums = 12 };

static inline vector all(float value) { return value - (vector){}; }

int main(void) {
  MPI_Win win;
  int rank = begin(), value = 0;
  int* x = open_window(kCount, &win);
  static int where[kCount];
  for (int i = 0; i < kCount; i++)
    where[i] = i * 1031 % kCount;

  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&value, 1, MPI_INT, 1, 77, 1, MPI_INT, win);  // race(element)
#ifndef EARLY
  MPI_Win_fence(0, win);
#endif
  if (rank == 1) {
    vector sums[kSums];
    numbers larger = {};
    long double on_the_stack = 1;
    for (int k = 0; k < kSums; k++)
      sums[k] = all(k);
    for (int i = 0; i < kCount; i++) {
      const int found = x[where[i]];  // race(element)
      for (int k = 0; k < kSums; k++)
        sums[k] += all(found + 1);
      larger -= sums[0] > all(i);
      on_the_stack += found + 0.5L;
      if (found != 0)
        x[where[i]] = 0;
    }
    for (int k = 0; k < kSums; k++)
      for (int lane = 0; lane < LANES; lane++)
        if (sums[k][lane] != kCount + k || larger[lane] != kCount || on_the_stack != 1 + kCount / 2)
          MPI_Abort(MPI_COMM_WORLD, 3);
  }
  MPI_Win_fence(0, win);
  return finish(&win);
}
