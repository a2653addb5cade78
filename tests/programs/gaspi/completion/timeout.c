// A call that returns GASPI_TIMEOUT has completed nothing; one that is made again until it succeeds has.
// variant racy-not-again: "-DCOMPLETE=(void)0"
// variant clean-tested: "-DCOMPLETE=while(gaspi_wait(0,GASPI_TEST)!=GASPI_SUCCESS){}"
// variant clean-some-time: "-DCOMPLETE=while(gaspi_wait(0,10)!=GASPI_SUCCESS){}"
#include "corpus.h"

int main(void) {
  int rank = begin();
  if (rank == 0) {
    READ(10, 0, 1, 0);  // race(buffer)
    COMPLETE;
    use(at[10]);  // race(buffer)
  }
  return finish();
}
