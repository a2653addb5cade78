// The put and the access are in another file each, and neither file says whose memory it is.
// variant racy: -DORDERED=0
// variant clean: -DORDERED=1
#include "corpus.h"

extern int shared_counter;
void deliver(int* where, int pe);
int look(const int* where);

int main(void) {
  int pe = begin();
  if (pe == 0)
    deliver(&shared_counter, 1);
  if (ORDERED)
    shmem_barrier_all();
  if (pe == 1)
    use(look(&shared_counter));
  return finish();
}
