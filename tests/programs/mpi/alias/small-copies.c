// Copies so small that the compiler makes instructions of them instead of a call.
// flags: -O2
// variant racy-memset: "-DACCESS=memset(x+1,0,8)"
// variant clean-memset: "-DACCESS=memset(x+3,0,8)"
// variant racy-memcpy-to: "-DACCESS=memcpy(x,other,12)"
// variant racy-memcpy-from: "-DACCESS=memcpy(other,x,12)"
// variant clean-memcpy-from: "-DACCESS=memcpy(other,x+3,12)"
// variant racy-memmove: "-DACCESS=memmove(x+1,x+5,20)"
// variant clean-memmove: "-DACCESS=memmove(x+3,x+4,20)"
// variant racy-memcmp: "-DACCESS=use(memcmp(x,other,8)==0)"
// variant clean-memcmp: "-DACCESS=use(memcmp(x+3,other,8)==0)"
// variant racy-strcmp: "-DACCESS=use(strcmp((char*)(x+1),\"ab\")==0)"
// variant clean-strcmp: "-DACCESS=use(strcmp((char*)(x+3),\"ab\")==0)"
// variant racy-strncmp: "-DACCESS=use(strncmp((char*)(x+1),\"abc\",3)==0)"
// variant racy-sprintf: "-DACCESS=use(sprintf((char*)(x+1),\"abc\"))"
// variant clean-sprintf: "-DACCESS=use(sprintf((char*)(x+3),\"abc\"))"
// variant racy-snprintf: "-DACCESS=use(snprintf((char*)(x+1),9,\"abc\"))"
// variant racy-strncpy: "-DACCESS=strncpy((char*)(x+1),\"abc\",4)"
// variant racy-strcpy: "-DACCESS=strcpy((char*)(x+1),\"abc\")"
// variant clean-strcpy: "-DACCESS=strcpy((char*)(x+3),\"abc\")"
// variant racy-fortified-memcpy: -D_FORTIFY_SOURCE=2 "-DACCESS=memcpy(x,other,12)"
// variant clean-fortified-memcpy: -D_FORTIFY_SOURCE=2 "-DACCESS=memcpy(x+3,other,12)"
// variant racy-fortified-memset: -D_FORTIFY_SOURCE=2 "-DACCESS=memset(x+1,0,8)"
// variant racy-fortified-memmove: -D_FORTIFY_SOURCE=2 "-DACCESS=memmove(x+1,x+5,20)"
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int rank = begin(), values[2] = {4, 2};
  static int other[8];
  int* x = open_window(16, &win);

  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Put(values, 2, MPI_INT, 1, 1, 2, MPI_INT, win);  // race(byte)
  } else {
    ACCESS;  // race(byte)
  }
  MPI_Win_fence(0, win);
  use(other[rank] + other[rank + 1] + x[1]);
  return finish(&win);
}
