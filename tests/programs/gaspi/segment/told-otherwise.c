// The owner of a segment hears by a notification on another queue that it is not needed any more, deletes it and makes another
// one under the same id: the write to the old one, of which nothing else was told, is none to the new one.
// variant racy-new-one: -DAGAIN=1
// variant clean: -DAGAIN=0
#include "corpus.h"

static int* make(int rank) {
  gaspi_pointer_t pointer;
  must(gaspi_segment_alloc(1, SEGMENT_SIZE, GASPI_ALLOC_DEFAULT));
  must(gaspi_segment_register(1, (gaspi_rank_t)(1 - rank), GASPI_BLOCK));
  must(gaspi_segment_ptr(1, &pointer));
  return (int*)pointer;
}

int main(void) {
  int rank = begin();
  if (rank == 1) {
    int* old = make(rank);
    use(old[0]);
    NOTIFY(0, 3, 1, 0);
    get(4);
    must(gaspi_segment_delete(1));
    int* new = make(rank);
    NOTIFY(0, 3, 1, 0);
    new[0] = 1;  // race(segment)
  } else {
    get(3);
    must(gaspi_write(0, 0, 1, 1, 0, 4, 0, GASPI_BLOCK));
    WAIT(0);
    NOTIFY(1, 4, 1, 1);
    get(3);
    if (AGAIN)
      must(gaspi_write(0, 0, 1, 1, 0, 4, 0, GASPI_BLOCK));  // race(segment)
  }
  return finish();
}
