// Accesses of every width, aligned or not, to the eight bytes of the put (bytes 8 to 16 of the window): one byte in common is
// enough, one byte beside is fine.
// variant racy-char: "-DACCESS=use(*(char*)(x+15))"
// variant clean-char: "-DACCESS=use(*(char*)(x+16))"
// variant racy-short: "-DACCESS=use(*(short*)(x+8))"
// variant racy-int: "-DACCESS=use(*(int*)(x+12))"
// variant racy-long: "-DACCESS=use(*(long long*)(x+8)!=0)"
// variant racy-double: "-DACCESS=*(double*)(x+8)=1"
// variant racy-wide: "-DACCESS=*(struct wide*)(x+0)=wide"
// variant clean-wide: "-DACCESS=*(struct wide*)(x+16)=wide"
// variant racy-unaligned-before: "-DACCESS=((struct odd*)(x+4))->value=7"
// variant clean-unaligned-before: "-DACCESS=((struct odd*)(x+3))->value=7"
// variant racy-unaligned-behind: "-DACCESS=use(((struct odd*)(x+14))->value)"
// variant clean-unaligned-behind: "-DACCESS=use(((struct odd*)(x+15))->value)"
// variant racy-bit-field: "-DACCESS=((struct bits*)(x+8))->some=3"
// variant racy-increment: "-DACCESS=++*(int*)(x+8)"
// variant racy-compound: "-DACCESS=*(int*)(x+8)+=rank"
#include "corpus.h"

struct wide {
  int values[4];
};
struct odd {
  char first;
  int value;
} __attribute__((packed));
struct bits {
  unsigned none : 3, some : 5;
};

int main(void) {
  MPI_Win win;
  struct wide wide = {{1, 2, 3, 4}};
  int rank = begin();
  char* x = (char*)open_window(16, &win);

  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Put(&wide, 2, MPI_INT, 1, 2, 2, MPI_INT, win);  // race(byte)
  } else {
    ACCESS;  // race(byte)
  }
  MPI_Win_fence(0, win);
  use(wide.values[0] + x[0]);
  return finish(&win);
}
