// Queues that come and go: gaspi_wait on a queue completes what was posted to it, and deleting or purging it does not.
// variant racy-delete: "-DCOMPLETE=must(gaspi_queue_delete(queue))"
// variant racy-purge: "-DCOMPLETE=must(gaspi_queue_purge(queue,GASPI_BLOCK))"
// variant racy-made-anew: "-DCOMPLETE=must(gaspi_queue_delete(queue));must(gaspi_queue_create(&queue,GASPI_BLOCK));WAIT(queue)"
// variant racy-another: "-DCOMPLETE=WAIT(0)"
// variant clean-wait: "-DCOMPLETE=WAIT(queue)"
// variant clean-wait-delete: "-DCOMPLETE=WAIT(queue);must(gaspi_queue_delete(queue))"
#include "corpus.h"

int main(void) {
  int rank = begin();
  gaspi_queue_id_t queue;
  must(gaspi_queue_create(&queue, GASPI_BLOCK));
  if (rank == 0) {
    READ(10, 0, 1, queue);  // race(buffer)
    COMPLETE;
    use(at[10]);  // race(buffer)
  }
  return finish();
}
