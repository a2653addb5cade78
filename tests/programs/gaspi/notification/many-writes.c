// Writes by the ten thousand, each with a notification behind it, of a rank that is far ahead of who waits for them: none of those that are
// there makes the next one dearer. (It would take minutes.)
// variant racy: -DQUEUE=1
// variant clean: -DQUEUE=0
#include "corpus.h"

enum { N = 60000, ID = 1 };
static int* far;

int main(void) {
  gaspi_pointer_t pointer;
  int rank = begin();
  must(gaspi_segment_create(1, N * sizeof(int), GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_ALLOC_DEFAULT));
  must(gaspi_segment_ptr(1, &pointer));
  far = (int*)pointer;
  if (rank == 0) {
    for (int i = 0; i < N; ++i) {
      const gaspi_queue_id_t queue = i == N - 1 ? QUEUE : 0;
      must(gaspi_write(0, 0, 1, 1, BYTES(i), sizeof(int), 0, GASPI_BLOCK));  // race(write)
      must(gaspi_notify(1, 1, (gaspi_notification_id_t)(ID + i), 1, queue, GASPI_BLOCK));
      if (i % 500 == 499)
        WAIT(0);
    }
    WAIT(0);
    WAIT(1);
  } else {
    for (int i = 0; i < N; ++i) {
      gaspi_notification_id_t first;
      gaspi_notification_t value;
      must(gaspi_notify_waitsome(1, (gaspi_notification_id_t)(ID + i), 1, &first, GASPI_BLOCK));
      must(gaspi_notify_reset(1, first, &value));
      use(far[i]);  // race(write)
    }
  }
  return finish();
}
