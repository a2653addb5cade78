// The origin's side of post, start, complete, wait: MPI_Win_complete completes get and put locally, nothing before it does.
// The get has read its target when complete returns, so a message after it lets the target store before its own wait.
// variant racy-load-result: -DRESULT_EARLY
// variant racy-store-target: -DTARGET_EARLY
// variant clean:
// variant clean-store-after-message: -DTARGET_EARLY -DMESSAGE
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Group world, other;
  int rank = begin(), partner = 1 - rank, result = 0;
  int* x = open_window(1, &win);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &partner, &other);

  if (rank == 1) {
    x[0] = 1;
    MPI_Win_post(other, 0, win);
#ifdef MESSAGE
    MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#endif
#ifdef TARGET_EARLY
    x[0] = 2;  // race(target) in racy-store-target
#endif
    MPI_Win_wait(win);
    x[0] = 3;
  } else {
    MPI_Win_start(other, 0, win);
    MPI_Get(&result, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(target) in racy-store-target race(result) in racy-load-result
#ifdef RESULT_EARLY
    use(result);  // race(result) in racy-load-result
#endif
    MPI_Win_complete(win);
#ifdef MESSAGE
    MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
#endif
    use(result);
  }
  MPI_Group_free(&world);
  MPI_Group_free(&other);
  return finish(&win);
}
