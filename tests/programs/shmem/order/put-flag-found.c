// What a flag that is put was before: a wait that was satisfied already is over whatever comes, and one that was not waits for the put that
// made it so, whoever has reset the flag, and how.
// ranks: 3
// variant racy-not-reset: "-DFIRST=shmem_long_p(&flag,1,1)" -DRESET=
// variant racy-not-reset-array: "-DFIRST=shmem_long_put(flags,ones,20,1)" -DRESET= -DARRAY
// variant clean-store: "-DFIRST=shmem_long_p(&flag,1,1)" "-DRESET=if(pe==1)flag=0"
// variant clean-put-to-itself: "-DFIRST=shmem_long_p(&flag,1,1)" "-DRESET=if(pe==1)shmem_long_p(&flag,0,1)"
// variant clean-set-by-itself: "-DFIRST=shmem_long_p(&flag,1,1)" "-DRESET=if(pe==1)shmem_long_atomic_set(&flag,0,1)"
// variant clean-got: "-DFIRST=shmem_long_p(&flag,1,1)" "-DRESET=if(pe==1)shmem_long_get(&flag,&zero,1,0)"
// variant clean-by-putter: "-DFIRST=shmem_long_p(&flag,1,1)" "-DRESET=if(pe==0)shmem_long_p(&flag,0,1)"
// variant clean-by-third: "-DFIRST=shmem_long_p(&flag,1,1)" "-DRESET=if(pe==2)shmem_long_p(&flag,0,1)"
// variant clean-set-first: "-DFIRST=shmem_long_atomic_set(&flag,1,1)" "-DRESET=if(pe==1)flag=0"
// variant clean-array: "-DFIRST=shmem_long_put(flags,ones,20,1)" "-DRESET=if(pe==0)shmem_long_put(flags,zeros,20,1)" -DARRAY
#include "corpus.h"

static long flags[20], ones[20], zeros[20], data, zero;
#define flag flags[7]

int main(void) {
  int pe = begin();
  for (int i = 0; i < 20; ++i)
    ones[i] = 1;
  if (pe == 0) {
    FIRST;
    shmem_quiet();
  }
  shmem_sync_all();
  RESET;
  shmem_quiet();
  shmem_sync_all();
  if (pe == 0) {
    shmem_long_p(&data, 7, 1);  // race(data)
    shmem_fence();
#ifdef ARRAY
    shmem_long_put(flags, ones, 20, 1);
#else
    shmem_long_p(&flag, 1, 1);
#endif
  } else if (pe == 1) {
    shmem_long_wait_until(&flag, SHMEM_CMP_EQ, 1);
    use((int)data);  // race(data)
  }
  return finish();
}
