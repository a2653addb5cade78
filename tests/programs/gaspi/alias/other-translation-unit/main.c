// The racing accesses are in two files, and the operation in a third function.
// variant racy: -DWHERE=0
// variant clean: -DWHERE=1
#include "corpus.h"

void post(int rank);
int look(const int* p);

int main(void) {
  int rank = begin();
  if (rank == 0)
    post(1);
  if (rank == 1)
    use(look(at + WHERE));
  return finish();
}
