// Loops over window memory that the optimiser turns into vector or library code: the line of the loop's body still races if one
// element does, and does not if none does.
// flags: -O3
// variant racy-sum: "-DBODY=sum+=x[i]" -DAT=77
// variant racy-fill: "-DBODY=x[i]=0" -DAT=0
// variant racy-copy: "-DBODY=copy[i]=x[i]" -DAT=127
// variant racy-scale: "-DBODY=x[i]=3*copy[i]" -DAT=1
// variant clean-sum: "-DBODY=sum+=x[i]" -DAT=128
// variant clean-fill: "-DBODY=x[i]=0" -DAT=128
// variant clean-copy: "-DBODY=copy[i]=x[i]" -DAT=200
#include "corpus.h"

enum { n = 128 };

int main(void) {
  MPI_Win win;
  static int copy[n];
  int rank = begin(), value = 42, sum = 0;
  int* x = open_window(2 * n, &win);

  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT, 1, AT, 1, MPI_INT, win);  // race(element)
  } else {
    for (int i = 0; i < n; i++)
      BODY;  // race(element)
  }
  MPI_Win_fence(0, win);
  use(sum + copy[rank]);
  return finish(&win);
}
