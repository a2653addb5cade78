// A reduction that is refused, or whose operation fails, orders nothing. The next one orders all that is before it, whoever was refused.
// variant racy-elements: -DREFUSED=ELEMENTS
// variant racy-operation: -DREFUSED=OPERATION
// variant clean-elements: -DREFUSED=ELEMENTS -DNEXT
// variant clean-null: -DREFUSED=NOTHING -DNEXT
// variant clean-null-result: -DREFUSED=NO_RESULT -DNEXT
// variant clean-size: -DREFUSED=SIZE -DNEXT
// variant clean-kind: -DREFUSED=KIND -DNEXT
// variant clean-operation: -DREFUSED=OPERATION -DNEXT
// variant clean-null-of-one: -DREFUSED=NOTHING -DNEXT -DONE
// variant clean-size-of-one: -DREFUSED=SIZE -DNEXT -DONE
// variant clean-operation-of-one: -DREFUSED=OPERATION_OF_ONE -DNEXT
#include "corpus.h"

enum { ELEMENTS, NOTHING, NO_RESULT, SIZE, KIND, OPERATION, OPERATION_OF_ONE };

static int many[5000], sums[5000], rank;

static gaspi_return_t add(gaspi_pointer_t a, gaspi_pointer_t b, gaspi_pointer_t result, gaspi_reduce_state_t state, gaspi_number_t num, gaspi_size_t size, gaspi_timeout_t timeout) {
  (void)a, (void)b, (void)result, (void)num, (void)size, (void)timeout;
  return state == NULL || rank == 1 ? GASPI_ERROR : GASPI_SUCCESS;
}

static gaspi_return_t refused(int how) {
  switch (how) {
    case ELEMENTS: return gaspi_allreduce(many, sums, 5000, GASPI_OP_SUM, GASPI_TYPE_INT, GASPI_GROUP_ALL, GASPI_BLOCK);
    case NOTHING: return gaspi_allreduce(NULL, sums, 1, GASPI_OP_SUM, GASPI_TYPE_INT, GASPI_GROUP_ALL, GASPI_BLOCK);
    case NO_RESULT: return gaspi_allreduce(many, NULL, 1, GASPI_OP_SUM, GASPI_TYPE_INT, GASPI_GROUP_ALL, GASPI_BLOCK);
    case SIZE: return gaspi_allreduce_user(many, sums, 1, 19000, add, NULL, GASPI_GROUP_ALL, GASPI_BLOCK);
    case KIND: return gaspi_allreduce(many, sums, 1, (gaspi_operation_t)77, GASPI_TYPE_INT, GASPI_GROUP_ALL, GASPI_BLOCK);
    case OPERATION: return gaspi_allreduce_user(many, sums, 1, sizeof(int), add, NULL, GASPI_GROUP_ALL, GASPI_BLOCK);
    default: return gaspi_allreduce_user(many, sums, 1, sizeof(int), add, &rank, GASPI_GROUP_ALL, GASPI_BLOCK);
  }
}

int main(void) {
  rank = begin();
#ifdef ONE
  if (rank == 1)
#endif
    if ((refused(REFUSED) == GASPI_SUCCESS) != (REFUSED == OPERATION_OF_ONE && rank != 1))
      return 1;
  if (rank == 1)
    at[0] = 3;  // race(remote)
#ifdef NEXT
  must(gaspi_allreduce(many, sums, 1, GASPI_OP_SUM, GASPI_TYPE_INT, GASPI_GROUP_ALL, GASPI_BLOCK));
#endif
  if (rank == 0) {
    READ(10, 0, 1, 0);  // race(remote)
    WAIT(0);
  }
  return finish();
}
