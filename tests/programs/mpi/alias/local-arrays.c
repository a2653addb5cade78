// Buffers in local arrays and structs, of which one element is touched: by a constant or a variable index, as a field, through a
// pointer, in two dimensions. (clang up to 19 does not instrument elements of a local array of which the address was taken.)
// variant racy-constant-index: -DACCESS=array[2]=7
// variant racy-variable-index: -DACCESS=array[rank+2]=7
// variant racy-load: "-DACCESS=use(array[2])" -DRECEIVE
// variant racy-field: -DACCESS=s.inner.field=7 -DBUFFER=&s.inner.field
// variant racy-array-in-struct: -DACCESS=s.numbers[2]=7 -DBUFFER=s.numbers
// variant racy-two-dimensions: -DACCESS=matrix[1][1]=7 -DBUFFER=matrix[1]
// variant racy-pointer: "-DACCESS=*(array+2)=7"
// variant racy-constant-index-optimised: -DACCESS=array[2]=7 -O2
// variant racy-load-optimised: "-DACCESS=use(array[2])" -DRECEIVE -O2
// variant clean-beside: -DACCESS=array[7]=7
// variant clean-other-row: -DACCESS=matrix[0][1]=7 -DBUFFER=matrix[1]
// variant clean-other-field: -DACCESS=s.numbers[0]=7 -DBUFFER=&s.inner.field -DCOUNT=1
#include "corpus.h"

#ifndef BUFFER
#define BUFFER array
#endif
#ifndef COUNT
#define COUNT 4
#endif
#ifdef RECEIVE
#define OPEN MPI_Irecv
#define PARTNER MPI_Isend
#else
#define OPEN MPI_Isend
#define PARTNER MPI_Irecv
#endif

int main(void) {
  MPI_Request request;
  struct {
    int numbers[4];
    struct {
      int field, room[3];
    } inner;
  } s = {{0}, {0, {0}}};
  int rank = begin(), array[8] = {0}, matrix[2][4] = {{0}};

  if (rank == 0) {
    OPEN(BUFFER, COUNT, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);  // race(element)
    ACCESS;                                                        // race(element)
  } else {
    PARTNER(array, COUNT, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
  }
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  use(array[rank] + matrix[0][rank] + s.numbers[rank] + s.inner.field);
  MPI_Finalize();
  return 0;
}
