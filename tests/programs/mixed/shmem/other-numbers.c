// PE numbers are not ranks: the PEs are counted backwards here. A message goes to the rank that is the PE of the put, or to
// another one that has the same number. (Only FarSan's own OpenSHMEM can be told its numbers.)
// ranks: 3
// mpi: openmpi+shmem mpich+shmem
// variant racy: -DTO=1
// variant racy-two-ranks: -DTO=0 -DOTHER_WAY
// variant clean: -DTO=2
// variant clean-barrier: -DTO=1 -DMEET=MPI_Barrier(MPI_COMM_WORLD)
// variant clean-shmem-barrier: -DTO=1 -DMEET=shmem_barrier_all()
#include <unistd.h>

#include "corpus.h"

#ifndef MEET
#define MEET (void)0
#endif

int x;

static void set_number(const char* name, int value) {
  char text[16];
  snprintf(text, sizeof text, "%d", value);
  setenv(name, text, 1);
}

int main(void) {
  int ranks;
  int from;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  from = (int)getpid();
  MPI_Bcast(&from, 1, MPI_INT, 0, MPI_COMM_WORLD);
  set_number("FARSAN_PGAS_RANK", ranks - 1 - rank);
  set_number("FARSAN_PGAS_SIZE", ranks);
  set_number("FARSAN_PGAS_JOB", from);
  shmem_init();
  pe = shmem_my_pe();
#ifdef OTHER_WAY
  // PE 0, which is rank 2, puts to PE 1, which is rank 1, and tells rank 0.
  const int origin = 0;
  const int target = 1;
#else
  // PE 2, which is rank 0, puts to PE 0, which is rank 2.
  const int origin = 2;
  const int target = 0;
#endif
  if (pe == origin) {
    shmem_int_p(&x, 1, target);  // race(remote)
    shmem_quiet();
    MPI_Send(&ranks, 1, MPI_INT, TO, 0, MPI_COMM_WORLD);
  }
  if (rank == TO)
    MPI_Recv(&ranks, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MEET;
  if (pe == target)
    use(x);  // race(remote)
  return finish();
}
