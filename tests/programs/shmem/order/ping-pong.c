// Signals to and fro, polled: many, because what is told of a signal in several parts may be found in any state.
// variant clean: "-DEARLY=use(data)" -DLATE=
// variant racy: -DEARLY= "-DLATE=use(data)"
// since: 1.5
#include "corpus.h"

long data;
uint64_t sig;

int main(void) {
  int pe = begin();
  for (long round = 1; round <= 60; ++round) {
    if (pe == 0)
      shmem_long_put_signal(&data, &round, 1, &sig, (uint64_t)round, SHMEM_SIGNAL_SET, 1);  // race(next)
    while (shmem_signal_fetch(&sig) != (uint64_t)round) {
    }
    if (pe == 1) {
      EARLY;
      shmem_long_put_signal(&data, &round, 1, &sig, (uint64_t)round, SHMEM_SIGNAL_SET, 0);
      LATE;  // race(next)
    }
  }
  return finish();
}
