// Who goes by the value that shmem_signal_wait_until returns knows all that the value tells of, and no more. Who does not knows what the
// wait needed, however many have come.
// (Not with OSHMEM, which lets nothing of others in while a PE only fetches: the loop would not end.)
// mpi: embedded sandia
// variant racy-unused: "-DWAIT=shmem_signal_wait_until(&count,SHMEM_CMP_GE,1)" -DITEM=2
// variant racy-unread: "-DWAIT=uint64_t now=shmem_signal_wait_until(&count,SHMEM_CMP_GE,1);(void)now" -DITEM=2
// variant racy-beyond: "-DWAIT=uint64_t now=shmem_signal_wait_until(&count,SHMEM_CMP_GE,1)" "-DITEM=now<3?2:3"
// variant clean: "-DWAIT=uint64_t now=shmem_signal_wait_until(&count,SHMEM_CMP_GE,1)" "-DITEM=now-1"
// variant clean-narrow: "-DWAIT=int now=(int)shmem_signal_wait_until(&count,SHMEM_CMP_NE,0)" "-DITEM=now-1"
// variant clean-in-place: "-DWAIT=(void)0" "-DITEM=shmem_signal_wait_until(&count,SHMEM_CMP_GT,0)-1"
// variant clean-unused: "-DWAIT=shmem_signal_wait_until(&count,SHMEM_CMP_GE,1)" -DITEM=0
#include "corpus.h"

static int items[4];
static uint64_t count, all;

int main(void) {
  int pe = begin();
  if (pe == 0) {
    for (int i = 0; i < 4; ++i) {
      int item = i + 1;
      shmem_int_put_signal(&items[i], &item, 1, i < 3 ? &count : &all, 1, SHMEM_SIGNAL_ADD, 1);  // race(item)
    }
  } else {
    while (shmem_uint64_atomic_fetch(&count, 1) < 3 || shmem_uint64_atomic_fetch(&all, 1) < 1)
      continue;  // orders nothing
    WAIT;
    use(items[ITEM]);  // race(item)
  }
  return finish();
}
