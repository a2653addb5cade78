// A segment is deleted while an operation that nobody has waited for may still be under way: it raced with what the owner did to the segment
// before that, however the owner has learnt that it may delete it.
// ranks: 3
// variant racy-read-barrier: -DREADS "-DTELL=BARRIER()" "-DHEAR=BARRIER()" "-DPASS_ON=BARRIER()"
// variant racy-write-barrier: "-DTELL=BARRIER()" "-DHEAR=BARRIER()" "-DPASS_ON=BARRIER()"
// variant racy-read-passive: -DREADS -DTELL=SEND -DHEAR=RECEIVE
// variant racy-write-passive: -DTELL=SEND -DHEAR=RECEIVE
// variant racy-read-answered: -DREADS -DTELL=RECEIVE -DHEAR=SEND
// variant racy-read-notify: -DREADS "-DTELL=NOTIFY(1,3,1,1)" "-DHEAR=get(3)"
// variant racy-read-notify-same-queue: -DREADS "-DTELL=NOTIFY(1,3,1,0)" "-DHEAR=get(3)"
// variant racy-write-notify: "-DTELL=NOTIFY(1,3,1,1)" "-DHEAR=get(3)"
// variant racy-read-write-notify: -DREADS "-DTELL=WRITE_NOTIFY(9,9,1,3,1,1)" "-DHEAR=get(3)"
// variant racy-read-by-another: -DREADS "-DTELL=NOTIFY(2,3,1,1)" "-DPASS_ON=get(3);NOTIFY(1,4,1,0)" "-DHEAR=get(4)"
// variant racy-write-by-another: "-DTELL=NOTIFY(2,3,1,1)" "-DPASS_ON=get(3);NOTIFY(1,4,1,0)" "-DHEAR=get(4)"
// variant clean-read-barrier: -DREADS -DWAITS "-DTELL=BARRIER()" "-DHEAR=BARRIER()" "-DPASS_ON=BARRIER()"
// variant clean-read-passive: -DREADS -DWAITS -DTELL=SEND -DHEAR=RECEIVE
// variant clean-read-notify: -DREADS -DWAITS "-DTELL=NOTIFY(1,3,1,1)" "-DHEAR=get(3)"
// variant clean-read-by-another: -DREADS -DWAITS "-DTELL=NOTIFY(2,3,1,1)" "-DPASS_ON=get(3);NOTIFY(1,4,1,0)" "-DHEAR=get(4)"
// variant clean-read-told-later: -DREADS -DLATER "-DTELL=NOTIFY(1,3,1,1)" "-DHEAR=get(3)"
// variant clean-write-notify: "-DTELL=NOTIFY(1,3,1,0)" "-DHEAR=get(3)"
#include "corpus.h"
#include <unistd.h>
#define SEND must(gaspi_passive_send(0, 64, (gaspi_rank_t)(1 - rank), 4, GASPI_BLOCK))
#define RECEIVE must(gaspi_passive_receive(0, 128, &sender, 4, GASPI_BLOCK))
#ifndef PASS_ON
#define PASS_ON
#endif

int main(void) {
  int rank = begin();
  gaspi_rank_t sender = 0;
  gaspi_pointer_t pointer;
  must(gaspi_segment_create(1, SEGMENT_SIZE, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_ALLOC_DEFAULT));
  must(gaspi_segment_ptr(1, &pointer));
  if (rank == 0) {
#ifdef READS
    must(gaspi_read(0, 0, 1, 1, 16, 4, 0, GASPI_BLOCK));  // race(segment) in racy-read*
#else
    must(gaspi_write(0, 0, 1, 1, 16, 4, 0, GASPI_BLOCK));  // race(segment) in racy-write*
#endif
#ifdef WAITS
    WAIT(0);
#endif
    TELL;
#ifdef LATER
    WAIT(0);
    NOTIFY(1, 5, 1, 1);
#endif
    usleep(100000);  // the segment is gone before anything else is done here
  } else if (rank == 1) {
    HEAR;
#ifdef LATER
    get(5);
#endif
    ((int*)pointer)[4] = 1;  // race(segment)
    must(gaspi_segment_delete(1));
  } else {
    PASS_ON;
  }
  use(sender);
  WAIT(0);
  return finish();
}
