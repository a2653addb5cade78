// Collects of one team, one after the other: the parts that different members write lie elsewhere each time. That is no race, but one who uses
// its dest, its own part of it too, must tell the others before they collect again, or put there.
// ranks: 3
// variant racy-used: -DUSED=(pe==2) -DOTHER=
// variant racy-put-to-own-part: -DUSED=0 "-DOTHER=if(pe==1&&i==2)shmem_int_p(&dest[0],1,0)"
// variant clean-unused: -DUSED=0 -DOTHER=
// variant clean-used: -DUSED=1 "-DOTHER=shmem_sync_all()"
// variant clean-team: -DUSED=0 -DOTHER= -DTEAM=SHMEM_TEAM_SHARED
// variant clean-put: -DUSED=0 "-DOTHER=shmem_barrier_all();if(pe==1)shmem_int_p(&dest[0],1,0);shmem_barrier_all()"
// since: 1.5
#include "corpus.h"
#ifndef TEAM
#define TEAM SHMEM_TEAM_WORLD
#endif

int dest[64], source[8];

int main(void) {
  int pe = begin();
  for (int i = 1; i <= 4; ++i) {
    shmem_int_collect(TEAM, dest, source, (size_t)(i + pe));  // race(again) in racy-used; race(put) in racy-put*
    if (USED)
      use(dest[4]);  // race(again) in racy-used
    OTHER;  // race(put) in racy-put*
  }
  return finish();
}
