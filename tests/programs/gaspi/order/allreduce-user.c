// A reduction of the program's own orders as any other.
// variant racy: -DCOUNT=0
// variant clean: -DCOUNT=1
#include "corpus.h"

static gaspi_return_t add(gaspi_pointer_t a, gaspi_pointer_t b, gaspi_pointer_t result, gaspi_reduce_state_t state, gaspi_number_t num, gaspi_size_t size, gaspi_timeout_t timeout) {
  (void)state, (void)size, (void)timeout;
  for (gaspi_number_t i = 0; i < num; ++i)
    ((int*)result)[i] = ((int*)a)[i] + ((int*)b)[i];
  return GASPI_SUCCESS;
}

int main(void) {
  int rank = begin(), one = 1, sum = 0;
  if (rank == 1)
    at[0] = 1;  // race(remote)
  must(gaspi_allreduce_user(&one, &sum, COUNT, sizeof(int), add, NULL, GASPI_GROUP_ALL, GASPI_BLOCK));
  if (rank == 0)
    READ(10, 0, 1, 0);  // race(remote)
  return finish();
}
