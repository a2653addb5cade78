// Routines that stop before the end of a string: what is behind that is not read. The put writes the last four of the seven characters.
// variant racy-strcmp: "-DCALL=use(strcmp(x,\"7654399\"))"
// variant clean-strcmp: "-DCALL=use(strcmp(x,\"769\"))"
// variant racy-strncmp: "-DCALL=use(strncmp(x,\"7654321\",5))"
// variant clean-strncmp: "-DCALL=use(strncmp(x,\"7654321\",4))"
// variant racy-strcasecmp: "-DCALL=use(strcasecmp(x,\"7654399\"))"
// variant clean-strcasecmp: "-DCALL=use(strcasecmp(x,\"769\"))"
// variant racy-strchr: "-DCALL=use(strchr(x,'3')!=NULL)"
// variant clean-strchr: "-DCALL=use(strchr(x,'4')!=NULL)"
// variant racy-strstr: "-DCALL=use(strstr(x,\"543\")!=NULL)"
// variant clean-strstr: "-DCALL=use(strstr(x,\"54\")!=NULL)"
// variant racy-strcoll: "-DCALL=use(strcoll(x,\"7654399\"))"
// variant clean-strcoll: "-DCALL=use(strcoll(x,\"769\"))"
// variant racy-strcasestr: "-DCALL=use(strcasestr(x,\"543\")!=NULL)"
// variant clean-strcasestr: "-DCALL=use(strcasestr(x,\"54\")!=NULL)"
#define _GNU_SOURCE
#include "corpus.h"
#include <strings.h>

int main(void) {
  MPI_Win win;
  char value[4] = "321";
  int rank = begin();
  char* x = (char*)open_window(16, &win);
  if (rank == 1)
    memcpy(x, "7654321", 8);

  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Put(value, 4, MPI_CHAR, 1, 1, 4, MPI_CHAR, win);  // race(text)
  } else {
    CALL;  // race(text)
  }
  MPI_Win_fence(0, win);
  return finish(&win);
}
