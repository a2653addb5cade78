// To commit a group is a synchronisation of its members, and of nobody else. Two groups of the same ranks are two.
// ranks: 3
// variant racy-not-a-member: -DREADER=2
// variant clean: -DREADER=1
#include "corpus.h"

int main(void) {
  int rank = begin();
  gaspi_group_t groups[2];
  for (int i = 0; i < 2; ++i) {
    if (rank == READER && i == 1)
      at[0] = 1;  // race(remote)
    if (rank == 2)
      continue;
    must(gaspi_group_create(&groups[i]));
    must(gaspi_group_add(groups[i], 0));
    must(gaspi_group_add(groups[i], 1));
    must(gaspi_group_commit(groups[i], GASPI_BLOCK));
  }
  if (rank < 2) {
    must(gaspi_barrier(groups[1], GASPI_BLOCK));
    must(gaspi_barrier(groups[0], GASPI_BLOCK));
  }
  if (rank == 0)
    READ(10, 0, READER, 0);  // race(remote)
  if (rank < 2)
    must(gaspi_group_delete(groups[0]));
  return finish();
}
