// A put with a derived datatype at the target touches its blocks and not its holes. Rank 1 stores into element AT meanwhile.
// The datatype has blocks at ints 0, 1 and 4, 5 of 8 (or is said otherwise), made by every constructor.
// variant clean-vector: -DTYPE=VECTOR -DAT=2
// variant racy-vector: -DTYPE=VECTOR -DAT=4
// variant clean-hvector: -DTYPE=HVECTOR -DAT=3
// variant racy-hvector: -DTYPE=HVECTOR -DAT=5
// variant clean-indexed: -DTYPE=INDEXED -DAT=3
// variant racy-indexed: -DTYPE=INDEXED -DAT=1
// variant clean-indexed-block: -DTYPE=INDEXED_BLOCK -DAT=2
// variant racy-indexed-block: -DTYPE=INDEXED_BLOCK -DAT=5
// variant clean-hindexed: -DTYPE=HINDEXED -DAT=2
// variant racy-hindexed: -DTYPE=HINDEXED -DAT=4
// variant clean-hindexed-block: -DTYPE=HINDEXED_BLOCK -DAT=6
// variant racy-hindexed-block: -DTYPE=HINDEXED_BLOCK -DAT=0
// variant clean-struct: -DTYPE=STRUCT -DAT=3
// variant racy-struct: -DTYPE=STRUCT -DAT=5
// variant clean-subarray: -DTYPE=SUBARRAY -DAT=2
// variant racy-subarray: -DTYPE=SUBARRAY -DAT=5
// variant clean-darray-block: -DTYPE=DARRAY_BLOCK -DAT=3
// variant racy-darray-block: -DTYPE=DARRAY_BLOCK -DAT=5
// variant clean-darray-cyclic: -DTYPE=DARRAY_CYCLIC -DAT=6
// variant racy-darray-cyclic: -DTYPE=DARRAY_CYCLIC -DAT=4
// variant clean-darray-fortran: -DTYPE=DARRAY_FORTRAN -DAT=2
// variant racy-darray-fortran: -DTYPE=DARRAY_FORTRAN -DAT=1
// variant clean-resized: -DTYPE=RESIZED -DCOUNT=2 -DAT=2
// variant racy-resized: -DTYPE=RESIZED -DCOUNT=2 -DAT=4
// variant clean-contiguous: -DTYPE=CONTIGUOUS -DAT=3
// variant racy-contiguous: -DTYPE=CONTIGUOUS -DAT=4
// variant clean-behind: -DTYPE=VECTOR -DAT=6
#include "corpus.h"

#define VECTOR MPI_Type_vector(2, 2, 4, MPI_INT, &type)
#define HVECTOR MPI_Type_create_hvector(2, 2, 16, MPI_INT, &type)
#define INDEXED MPI_Type_indexed(2, twos, at, MPI_INT, &type)
#define INDEXED_BLOCK MPI_Type_create_indexed_block(2, 2, at, MPI_INT, &type)
#define HINDEXED MPI_Type_create_hindexed(2, twos, bytes, MPI_INT, &type)
#define HINDEXED_BLOCK MPI_Type_create_hindexed_block(2, 2, bytes, MPI_INT, &type)
#define STRUCT MPI_Type_create_struct(2, twos, bytes, types, &type)
#define SUBARRAY MPI_Type_create_subarray(2, sizes, twos, starts, MPI_ORDER_C, MPI_INT, &type)
// The part of process 0: columns 0 and 1 of two rows of four; blocks of two, dealt out in turn, of eight.
#define DARRAY_BLOCK DARRAY(2, sizes, by_block, whole, ((int[]){1, 2}), MPI_ORDER_C)
#define DARRAY_CYCLIC DARRAY(1, ((int[]){8}), cyclic, twos, twos, MPI_ORDER_C)
#define DARRAY_FORTRAN DARRAY(2, ((int[]){4, 2}), by_block, whole, ((int[]){2, 1}), MPI_ORDER_FORTRAN)
#define DARRAY(dims, size, how, arguments, grid, order) \
  MPI_Type_create_darray(2, 0, dims, size, how, arguments, grid, order, MPI_INT, &type)
// Two ints that are said to be four apart; counted twice.
#define RESIZED MPI_Type_contiguous(2, MPI_INT, &part), MPI_Type_create_resized(part, 0, 16, &type)
// Two of those in one.
#define CONTIGUOUS RESIZED, MPI_Type_free(&part), part = type, MPI_Type_contiguous(2, part, &type)
#ifndef COUNT
#define COUNT 1
#endif

int main(void) {
  MPI_Win win;
  MPI_Datatype type, part = MPI_DATATYPE_NULL, types[2] = {MPI_INT, MPI_INT};
  MPI_Aint bytes[2] = {0, 16};
  int rank = begin(), from[4] = {1, 2, 3, 4}, twos[2] = {2, 2}, at[2] = {0, 4}, sizes[2] = {2, 4}, starts[2] = {0, 0};
  int by_block[2] = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_BLOCK}, cyclic[1] = {MPI_DISTRIBUTE_CYCLIC};
  int whole[2] = {MPI_DISTRIBUTE_DFLT_DARG, MPI_DISTRIBUTE_DFLT_DARG};
  int* x = open_window(8, &win);
  TYPE;
  MPI_Type_commit(&type);

  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(from, 4, MPI_INT, 1, 0, COUNT, type, win);  // race(block)
  else
    x[AT] = 7;  // race(block)
  MPI_Win_fence(0, win);
  MPI_Type_free(&type);
  if (part != MPI_DATATYPE_NULL)
    MPI_Type_free(&part);
  use(bytes[0] + twos[0] + at[0] + sizes[0] + starts[0] + by_block[0] + cyclic[0] + whole[0] + (types[0] == MPI_INT));
  return finish(&win);
}
