// The same at the origin: a get scatters into the blocks of a struct with a hole and a gap between two of them, a put reads
// them. The rest of the structs is the program's.
// variant clean-get-hole: -DOP=GET -DACCESS=s[0].kept=7
// variant clean-get-between: -DOP=GET -DACCESS=use(s[1].kept)
// variant racy-get-first: -DOP=GET "-DACCESS=use(s[0].tag)"
// variant racy-get-second: -DOP=GET "-DACCESS=use((int)s[1].value)"
// variant racy-get-whole: -DOP=GET "-DACCESS=copy=s[1]"
// variant clean-put-hole: -DOP=PUT -DACCESS=s[1].kept=7
// variant clean-put-read: -DOP=PUT "-DACCESS=copy=s[1]"
// variant racy-put-block: -DOP=PUT -DACCESS=s[1].tag=7
// needs -O0 in racy-get-whole: an optimiser removes a copy that is overwritten before anybody looks at it
#include "corpus.h"
#include <stddef.h>

#define GET MPI_Get(s, 2, type, 1, 0, 2, type, win)
#define PUT MPI_Put(s, 2, type, 1, 0, 2, type, win)

struct item {
  char tag;
  int kept;  // not part of the datatype
  double value;
};

int main(void) {
  MPI_Win win;
  MPI_Datatype parts, type, types[2] = {MPI_CHAR, MPI_DOUBLE};
  MPI_Aint places[2] = {offsetof(struct item, tag), offsetof(struct item, value)};
  int rank = begin(), ones[2] = {1, 1};
  struct item s[2], copy;
  memset(s, 0, sizeof s);
  open_window(2 * sizeof s / sizeof(int), &win);
  MPI_Type_create_struct(2, ones, places, types, &parts);
  MPI_Type_create_resized(parts, 0, sizeof(struct item), &type);
  MPI_Type_commit(&type);

  MPI_Win_fence(0, win);
  if (rank == 0) {
    OP;      // race(field)
    ACCESS;  // race(field)
  }
  MPI_Win_fence(0, win);
  MPI_Type_free(&type);
  MPI_Type_free(&parts);
  copy = s[0];
  use(copy.kept);
  return finish(&win);
}
