// Synchronisation of a team is among its members, and numbers of PEs on a team's context are numbers in the team.
// ranks: 4
// variant racy-not-a-member: -DREADER=1
// variant clean: -DREADER=2
// since: 1.5
#include "corpus.h"

int x;

int main(void) {
  int pe = begin();
  shmem_team_t even;
  shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 2, 2, NULL, 0, &even);
  if (pe == 0) {
    shmem_int_p(&x, 1, READER);  // race(remote)
    shmem_quiet();
  }
  if (even != SHMEM_TEAM_INVALID)
    shmem_team_sync(even);
  if (pe == READER)
    use(x);  // race(remote)
  return finish();
}
