// GASPI's ranks are not MPI's: they are counted backwards here. A message goes to the process that the read was from, or to
// another one.
// ranks: 3
// variant racy: -DTO=1
// variant clean: -DTO=2
// variant clean-barrier: -DTO=1 -DMEET=BARRIER()
#include <unistd.h>

#include "corpus.h"

#ifndef MEET
#define MEET (void)0
#endif

static void set_number(const char* name, int value) {
  char text[16];
  snprintf(text, sizeof text, "%d", value);
  setenv(name, text, 1);
}

int main(void) {
  int ranks;
  int from;
  gaspi_rank_t mine;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  from = (int)getpid();
  MPI_Bcast(&from, 1, MPI_INT, 0, MPI_COMM_WORLD);
  set_number("FARSAN_PGAS_RANK", ranks - 1 - rank);
  set_number("FARSAN_PGAS_SIZE", ranks);
  set_number("FARSAN_PGAS_JOB", from);
  start_gaspi();
  must(gaspi_proc_rank(&mine));
  make_segment();
  // GASPI's rank 2, which is MPI's rank 0, reads from rank 0, which is MPI's rank 2.
  if (mine == 2) {
    READ(0, 1, 0);  // race(remote)
    WAIT();
    MPI_Send(&ranks, 1, MPI_INT, TO, 0, MPI_COMM_WORLD);
  }
  if (rank == TO)
    MPI_Recv(&ranks, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MEET;
  if (mine == 0)
    at[1] = 1;  // race(remote)
  return finish();
}
