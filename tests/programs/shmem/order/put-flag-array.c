// A put of several elements, one of which is a flag: the others need not be there when the wait for that one returns.
// variant racy-neighbour: -DREAD=message[0]
// variant racy-bytes: -DREAD=message[0] -DBYTES
// variant clean-flag: -DREAD=message[2]
// variant clean-all: -DREAD=message[0] "-DALSO=shmem_long_wait_until(&message[0],SHMEM_CMP_EQ,7)"
#include "corpus.h"

long message[3];
#ifndef ALSO
#define ALSO
#endif

int main(void) {
  int pe = begin();
  static long out[3] = {7, 8, 9};
  if (pe == 0) {
#ifdef BYTES
    shmem_putmem(message, out, sizeof out, 1);  // race(data) in racy-bytes
#else
    shmem_long_put(message, out, 3, 1);  // race(data) in racy-neighbour
#endif
  } else if (pe == 1) {
    shmem_long_wait_until(&message[2], SHMEM_CMP_NE, 0);
    ALSO;
    use((int)READ);  // race(data)
  }
  return finish();
}
