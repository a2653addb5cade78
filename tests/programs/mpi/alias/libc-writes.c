// Routines of the C library that write window memory on behalf of the program, while rank 0 gets from it. qsort calls back
// into the program, which only reads; the swaps are those of qsort.
// variant racy-memcpy: "-DCALL=memcpy(x,other,8)"
// variant racy-memmove: "-DCALL=memmove(x,other,8)"
// variant racy-memset: "-DCALL=memset(x,1,8)"
// variant racy-strcpy: "-DCALL=strcpy(x,other)"
// variant racy-strcat: "-DCALL=strcat(x,other)"
// variant racy-strncpy: "-DCALL=strncpy(x,other,8)"
// variant racy-snprintf: "-DCALL=snprintf(x,8,FORMAT,7)"
// variant racy-sprintf: "-DCALL=sprintf(x,FORMAT,7)"
// variant racy-fread: "-DCALL=use((int)fread(x,1,8,file))"
// variant racy-fgets: "-DCALL=use(fgets(x,8,file)==NULL)"
// variant racy-read: "-DCALL=use((int)read(fileno(file),x,8))"
// variant racy-qsort: "-DCALL=qsort(x,8,1,descending)"
// variant racy-sscanf: "-DCALL=use(sscanf(other,SCAN,x))"
// variant clean-sscanf-elsewhere: "-DCALL=use(sscanf(x,SCAN,other))"
// variant clean-fread: "-DCALL=use((int)fread(other,1,8,file))"
// variant clean-memset-elsewhere: "-DCALL=memset(x+32,1,8)"
// variant clean-memset-nothing: "-DCALL=memset(x,1,nothing)"
#include "corpus.h"
#include <unistd.h>

#define FORMAT "%d"
#define SCAN "%7s"

static inline int descending(const void* a, const void* b) {
  return *(const char*)b - *(const char*)a;
}

int main(void) {
  MPI_Win win;
  char value[8], other[64] = "other";
  volatile size_t nothing = 0;
  int rank = begin();
  char* x = (char*)open_window(16, &win);
  FILE* file = fopen("/dev/zero", "r");
  if (rank == 1)
    memcpy(x, "1234567", 8);

  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Get(value, 8, MPI_CHAR, 1, 0, 8, MPI_CHAR, win);  // race(bytes)
  } else {
    CALL;  // race(bytes)
  }
  MPI_Win_fence(0, win);
  fclose(file);
  use(value[0] + other[0] + (int)nothing);
  return finish(&win);
}
