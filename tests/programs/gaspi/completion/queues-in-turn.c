// Queues that the program makes, used by turns, and waited for when they are full: each needs its own notification.
// variant racy: -DTOLD=2
// variant clean: -DTOLD=3
#include "corpus.h"

#define QUEUES 3
#define WRITES 300

int main(void) {
  int rank = begin();
  gaspi_queue_id_t queue[QUEUES];
  for (int i = 0; i < QUEUES; ++i)
    must(gaspi_queue_create(&queue[i], GASPI_BLOCK));
  if (rank == 0) {
    for (int i = 0; i < WRITES; ++i) {
      gaspi_queue_id_t to = queue[i % QUEUES];
      while (gaspi_write(0, BYTES(i % 8), 1, 0, BYTES(100 + i), 4, to, GASPI_TEST) != GASPI_SUCCESS)  // race(data)
        must(gaspi_wait(to, GASPI_BLOCK));
    }
    for (int i = 0; i < QUEUES; ++i) {
      NOTIFY(1, (gaspi_notification_id_t)i, 1, queue[i]);
      must(gaspi_wait(queue[i], GASPI_BLOCK));
    }
  } else {
    for (int i = 0; i < TOLD; ++i)
      get((gaspi_notification_id_t)i);
    for (int i = 0; i < WRITES; ++i)
      use(at[100 + i]);  // race(data)
  }
  BARRIER();
  for (int i = 0; i < QUEUES; ++i)
    must(gaspi_queue_delete(queue[i]));
  return finish();
}
