// Only common bytes conflict: an array of which one byte, one element or no element is in the buffer of the operation.
// variant racy-first: -DACCESS=array[2]=7
// variant racy-last: -DACCESS=array[5]=7
// variant racy-one-byte: "-DACCESS=((char*)array)[23]=7"
// variant racy-wide: "-DACCESS=memset(array,0,sizeof(array))"
// variant racy-two-bytes-across: "-DACCESS=memset((char*)array+23,0,2)"
// variant clean-before: -DACCESS=array[1]=7
// variant clean-behind: -DACCESS=array[6]=7
// variant clean-byte-before: "-DACCESS=((char*)array)[7]=7"
// variant clean-byte-behind: "-DACCESS=((char*)array)[24]=7"
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int rank = begin(), array[8] = {0};
  open_window(4, &win);

  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Put(&array[2], 4, MPI_INT, 1, 0, 4, MPI_INT, win);  // race(overlap)
    ACCESS;                                                 // race(overlap)
  }
  MPI_Win_fence(0, win);
  use(array[2]);
  return finish(&win);
}
