// Strided puts touch only their elements.
// ranks: 3
// variant racy: -DFIRST=1
// variant clean: -DFIRST=2
#include "corpus.h"

int x[16];

int main(void) {
  int pe = begin(), ones[4] = {1, 1, 1, 1};
  if (pe == 0)
    shmem_int_iput(&x[1], ones, 3, 1, 4, 2);  // race(strided)
  if (pe == 1)
    shmem_int_iput(&x[FIRST], ones, 3, 1, 3, 2);  // race(strided)
  return finish();
}
