// Segments can be made in several ways; each is memory that others reach.
// variant racy-create: -DCREATE "-DMEET=(void)0"
// variant racy-alloc: -DALLOC "-DMEET=(void)0"
// variant racy-bind: -DBIND "-DMEET=(void)0"
// variant racy-use: -DUSE "-DMEET=(void)0"
// variant clean-create: -DCREATE "-DMEET=must(gaspi_notify(5,1,3,1,0,GASPI_BLOCK))" -DSEE
// variant clean-alloc: -DALLOC "-DMEET=must(gaspi_notify(5,1,3,1,0,GASPI_BLOCK))" -DSEE
// variant clean-bind: -DBIND "-DMEET=must(gaspi_notify(5,1,3,1,0,GASPI_BLOCK))" -DSEE
// variant clean-use: -DUSE "-DMEET=must(gaspi_notify(5,1,3,1,0,GASPI_BLOCK))" -DSEE
#include "corpus.h"

static _Alignas(65536) char memory[65536];

int main(void) {
  int rank = begin();
  gaspi_pointer_t pointer;
  gaspi_notification_id_t first;
  memory[0] = 0;
#ifdef CREATE
  must(gaspi_segment_create(5, SEGMENT_SIZE, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_ALLOC_DEFAULT));
#elif defined(USE)
  must(gaspi_segment_use(5, memory, SEGMENT_SIZE, GASPI_GROUP_ALL, GASPI_BLOCK, 0));
#else
#ifdef ALLOC
  must(gaspi_segment_alloc(5, SEGMENT_SIZE, GASPI_ALLOC_DEFAULT));
#else
  must(gaspi_segment_bind(5, memory, SEGMENT_SIZE, 0));
#endif
  must(gaspi_segment_register(5, (gaspi_rank_t)(1 - rank), GASPI_BLOCK));
  BARRIER();
#endif
  must(gaspi_segment_ptr(5, &pointer));
  if (rank == 0) {
    must(gaspi_write(0, 0, 1, 5, 128, 4, 0, GASPI_BLOCK));  // race(segment)
    MEET;
  }
  if (rank == 1) {
#ifdef SEE
    must(gaspi_notify_waitsome(5, 3, 1, &first, GASPI_BLOCK));
#endif
    use(((int*)pointer)[32]);  // race(segment)
  }
  (void)first;
  return finish();
}
