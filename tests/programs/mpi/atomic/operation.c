// Two origins update one int with atomics. By default (accumulate_ops=same_op_no_op) they must use the same operation, or one
// of them MPI_NO_OP; with same_op there is no exception for MPI_NO_OP.
// ranks: 3
// variant racy-sum-replace: -DFIRST=MPI_SUM -DSECOND=MPI_REPLACE
// variant racy-max-min: -DFIRST=MPI_MAX -DSECOND=MPI_MIN
// variant racy-sum-prod: -DFIRST=MPI_SUM -DSECOND=MPI_PROD
// variant racy-same-op: -DFIRST=MPI_SUM -DSECOND=MPI_NO_OP "-DINFO=same_op"
// variant racy-same-op-replace: -DFIRST=MPI_SUM -DSECOND=MPI_REPLACE "-DINFO=same_op"
// variant clean-sum-sum: -DFIRST=MPI_SUM -DSECOND=MPI_SUM
// variant clean-replace-replace: -DFIRST=MPI_REPLACE -DSECOND=MPI_REPLACE
// variant clean-sum-no-op: -DFIRST=MPI_SUM -DSECOND=MPI_NO_OP
// variant clean-replace-no-op: -DFIRST=MPI_REPLACE -DSECOND=MPI_NO_OP
// variant clean-same-op: -DFIRST=MPI_SUM -DSECOND=MPI_SUM "-DINFO=same_op"
// variant clean-same-op-no-op: -DFIRST=MPI_SUM -DSECOND=MPI_NO_OP "-DINFO=same_op_no_op"
#include "corpus.h"

#define QUOTE(text) #text
#define STRING(macro) QUOTE(macro)

int main(void) {
  MPI_Win win;
  MPI_Info info = MPI_INFO_NULL;
  static int x;
  int rank = begin(), one = 1, result = 0;

#ifdef INFO
  MPI_Info_create(&info);
  MPI_Info_set(info, "accumulate_ops", STRING(INFO));
#endif
  MPI_Win_create(&x, sizeof x, sizeof x, info, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0)
    MPI_Accumulate(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, FIRST, win);  // race(operations)
  if (rank == 2)
    MPI_Fetch_and_op(&one, &result, MPI_INT, 1, 0, SECOND, win);  // race(operations)
  MPI_Win_unlock_all(win);
#ifdef INFO
  MPI_Info_free(&info);
#endif
  return finish(&win);
}
