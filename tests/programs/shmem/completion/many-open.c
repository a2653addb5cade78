// Updates of the own table, one by one, and nothing completes them before the end: what one costs does not grow with those that are
// open. (It would take minutes.)
// ranks: 1
// mpi: embedded
// variant racy: -DINDEX=0
// variant clean: -DINDEX=64
#include "corpus.h"

long table[65];

int main(void) {
  int pe = begin();
  for (int i = 0; i < 50000; ++i)
    shmem_long_atomic_add(&table[i * 7 % 64], 1, pe);  // race(table)
  use((int)table[INDEX]);  // race(table)
  shmem_barrier_all();
  // Somebody waits for a variable of this size: each update may be what a wait sees.
  shmem_long_wait_until(&table[1], SHMEM_CMP_GT, 0);
  return finish();
}
