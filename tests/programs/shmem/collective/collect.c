// The parts of a collect lie in the order of the PEs, up to the sum of the lengths: each is written by its PE. Who contributes
// nothing orders nobody.
// ranks: 3
// variant racy-dest: -DMINE=2 "-DOTHER=shmem_int_p(dest+3,1,0)" -DWHO=1 -DORDER=
// variant racy-nothing: "-DMINE=(pe==1?0:1)" "-DOTHER=shmem_int_p(x,1,0)" -DWHO=1 "-DORDER=shmem_quiet()"
// variant clean-behind: -DMINE=1 "-DOTHER=shmem_int_p(dest+3,1,0)" -DWHO=1 -DORDER=
// variant clean-contributes: -DMINE=1 "-DOTHER=shmem_int_p(x,1,0)" -DWHO=1 "-DORDER=shmem_quiet()"
// since: 1.5
#include "corpus.h"

int dest[16], source[4], x[1];

int main(void) {
  int pe = begin();
  if (pe == WHO) {
    OTHER;  // race(put)
    ORDER;
  }
  shmem_int_collect(SHMEM_TEAM_WORLD, dest, source, MINE);  // race(put) in racy-dest
  if (pe == 0)
    use(x[0]);  // race(put) in racy-nothing
  return finish();
}
