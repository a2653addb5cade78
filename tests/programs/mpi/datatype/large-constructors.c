// Datatypes made by the constructors for large counts have the same bytes as those of the others.
// mpi: mpich
// (Open MPI 4.1 does not have them.)
// variant clean-contiguous: "-DMAKE=MPI_Type_contiguous_c(2, MPI_INT, &type)" -DAT=2
// variant racy-contiguous: "-DMAKE=MPI_Type_contiguous_c(2, MPI_INT, &type)" -DAT=1
// variant clean-vector: "-DMAKE=MPI_Type_vector_c(2, 1, 5, MPI_INT, &type)" -DAT=1
// variant racy-vector: "-DMAKE=MPI_Type_vector_c(2, 1, 5, MPI_INT, &type)" -DAT=5
// variant clean-hvector: "-DMAKE=MPI_Type_create_hvector_c(2, 1, 20, MPI_INT, &type)" -DAT=1
// variant racy-hvector: "-DMAKE=MPI_Type_create_hvector_c(2, 1, 20, MPI_INT, &type)" -DAT=5
// variant clean-indexed: "-DMAKE=MPI_Type_indexed_c(2, ones, places, MPI_INT, &type)" -DAT=1
// variant racy-indexed: "-DMAKE=MPI_Type_indexed_c(2, ones, places, MPI_INT, &type)" -DAT=5
// variant clean-hindexed: "-DMAKE=MPI_Type_create_hindexed_c(2, ones, bytes, MPI_INT, &type)" -DAT=1
// variant racy-hindexed: "-DMAKE=MPI_Type_create_hindexed_c(2, ones, bytes, MPI_INT, &type)" -DAT=5
// variant clean-indexed-block: "-DMAKE=MPI_Type_create_indexed_block_c(2, 1, places, MPI_INT, &type)" -DAT=1
// variant racy-indexed-block: "-DMAKE=MPI_Type_create_indexed_block_c(2, 1, places, MPI_INT, &type)" -DAT=5
// variant clean-hindexed-block: "-DMAKE=MPI_Type_create_hindexed_block_c(2, 1, bytes, MPI_INT, &type)" -DAT=1
// variant racy-hindexed-block: "-DMAKE=MPI_Type_create_hindexed_block_c(2, 1, bytes, MPI_INT, &type)" -DAT=5
// variant clean-struct: "-DMAKE=MPI_Type_create_struct_c(2, ones, bytes, types, &type)" -DAT=1
// variant racy-struct: "-DMAKE=MPI_Type_create_struct_c(2, ones, bytes, types, &type)" -DAT=5
// variant clean-subarray: "-DMAKE=MPI_Type_create_subarray_c(2, sizes, subsizes, starts, MPI_ORDER_C, MPI_INT, &type)" -DAT=4
// variant racy-subarray: "-DMAKE=MPI_Type_create_subarray_c(2, sizes, subsizes, starts, MPI_ORDER_C, MPI_INT, &type)" -DAT=5
// variant clean-darray: "-DMAKE=MPI_Type_create_darray_c(2, 1, 1, sizes + 2, cyclic, by_one, two, MPI_ORDER_C, MPI_INT, &type)" -DAT=4
// variant racy-darray: "-DMAKE=MPI_Type_create_darray_c(2, 1, 1, sizes + 2, cyclic, by_one, two, MPI_ORDER_C, MPI_INT, &type)" -DAT=5
// variant clean-resized: "-DMAKE=MPI_Type_create_resized_c(MPI_INT, 0, 20, &type)" -DAT=1 -DCOUNT=2
// variant racy-resized: "-DMAKE=MPI_Type_create_resized_c(MPI_INT, 0, 20, &type)" -DAT=5 -DCOUNT=2
#include "corpus.h"

#ifndef COUNT
#define COUNT 1
#endif

int main(void) {
  MPI_Win win;
  MPI_Datatype type;
  const MPI_Count ones[] = {1, 1}, places[] = {0, 5}, bytes[] = {0, 20};
  const MPI_Count sizes[] = {3, 3, 8}, subsizes[] = {2, 1}, starts[] = {1, 2};
  const int cyclic[] = {MPI_DISTRIBUTE_CYCLIC}, by_one[] = {MPI_DISTRIBUTE_DFLT_DARG}, two[] = {2};
  const MPI_Datatype types[] = {MPI_INT, MPI_INT};
  int rank = begin(), own[16] = {0};
  int* memory = open_window(16, &win);
  (void)ones, (void)places, (void)bytes, (void)sizes, (void)subsizes, (void)starts, (void)types;
  (void)cyclic, (void)by_one, (void)two;

  MAKE;
  MPI_Type_commit(&type);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(own, COUNT, type, 1, 0, COUNT, type, win);  // race(put)
  else
    memory[AT] = 1;  // race(put)
  MPI_Win_fence(0, win);
  MPI_Type_free(&type);
  return finish(&win);
}
