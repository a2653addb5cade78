// Rank 0 puts 100,000 blocks of two ints, one in each three ints of rank 1; what rank 1 stores meanwhile lies in one of the blocks, or between two.
// variant racy: -DPLACE=3*70000+1
// variant racy-last: -DPLACE=3*99999
// variant clean: -DPLACE=3*70000+2
#include "corpus.h"

enum { kBlocks = 100000 };

int main(void) {
  MPI_Win win;
  MPI_Datatype blocks;
  int rank = begin();
  int* x = open_window(3 * kBlocks, &win);
  int* values = calloc(3 * kBlocks, sizeof *values);
  MPI_Type_vector(kBlocks, 2, 3, MPI_INT, &blocks);
  MPI_Type_commit(&blocks);

  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(values, 1, blocks, 1, 0, 1, blocks, win);  // race(store)
  if (rank == 1)
    x[PLACE] = 1;  // race(store)
  MPI_Win_fence(0, win);
  MPI_Type_free(&blocks);
  free(values);
  return finish(&win);
}
