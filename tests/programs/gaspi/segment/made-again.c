// A segment is deleted and another one made, at the same place or not: what was written to the old one has nothing to do with
// accesses to the new one.
// variant racy-new-one: -DNEW_ONE
// variant clean-other-id: -DID=2
// variant clean-same-id: -DID=1
// variant clean-notified: -DID=1 -DNOTIFIED
#include "corpus.h"
#ifndef ID
#define ID 1
#endif

int main(void) {
  int rank = begin();
  gaspi_pointer_t pointer;
  for (int round = 0; round < 3; ++round) {
    gaspi_segment_id_t id = round == 0 ? 1 : ID;
    must(gaspi_segment_create(id, SEGMENT_SIZE, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_ALLOC_DEFAULT));
    must(gaspi_segment_ptr(id, &pointer));
#ifdef NEW_ONE
    if (rank == 0)
      must(gaspi_write(0, 0, 1, id, 16, 4, 0, GASPI_BLOCK));  // race(segment)
    if (rank == 1)
      ((int*)pointer)[4] = 1;  // race(segment)
#else
    // The first touches it only itself, the others let rank 0 write.
    if (rank == 1 && round == 1)
      ((int*)pointer)[4] = 1;
    if (rank == 0 && round != 1) {
      must(gaspi_write(0, 0, 1, id, 16, 4, 0, GASPI_BLOCK));
#ifdef NOTIFIED
      must(gaspi_notify(id, 1, 3, 1, 0, GASPI_BLOCK));
#endif
      WAIT(0);
    }
#ifdef NOTIFIED
    if (rank == 1 && round != 1) {
      gaspi_notification_id_t first;
      must(gaspi_notify_waitsome(id, 3, 1, &first, GASPI_BLOCK));
      use(((int*)pointer)[4]);
    }
#endif
#endif
    BARRIER();
    must(gaspi_segment_delete(id));
    BARRIER();
  }
  return finish();
}
