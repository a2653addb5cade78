// The job goes on when one of the models has ended.
// variant racy-mpi-goes-on: -DMPI_LATER -DRACE
// variant racy-gaspi-goes-on: -DRACE
// variant racy-gaspi-goes-on-first: -DRACE -DGASPI_FIRST
// variant racy-written-before: -DWRITTEN
// variant racy-read-before: -DREAD_BEFORE
// variant racy-read-before-both-end: -DREAD_BEFORE -DTELLS_LATER
// variant clean-read-before: -DREAD_BEFORE -DWAITS
// variant clean-mpi-goes-on: -DMPI_LATER
// variant clean-gaspi-goes-on:
#include "corpus.h"
#include <unistd.h>

int main(void) {
  begin();
#ifdef WRITTEN
  // The write is never complete. Rank 1 has ended GASPI, and its segment, before rank 0 comes to a call of GASPI again.
  if (rank == 0)
    WRITE(0, 1, 1);  // race(write) in racy-written-before
  if (rank == 1)
    at[1] = 1;  // race(write) in racy-written-before
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0)
    usleep(200000);
  must(gaspi_proc_term(GASPI_BLOCK));
  MPI_Finalize();
#elif defined(READ_BEFORE)
  // A read that nobody has waited for. Rank 1 hears of it by MPI, and its segment ends before rank 0 says anything else.
  int told = 0;
  if (rank == 0) {
    READ(0, 1, 1);  // race(read) in racy-read*
#ifdef WAITS
    WAIT();
#endif
#ifdef TELLS_LATER
    must(gaspi_proc_term(GASPI_BLOCK));
#endif
    MPI_Send(&told, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    usleep(200000);
  } else {
    MPI_Recv(&told, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    at[1] = 1;  // race(read) in racy-read*
    must(gaspi_proc_term(GASPI_BLOCK));
  }
#ifndef TELLS_LATER
  if (rank == 0)
    must(gaspi_proc_term(GASPI_BLOCK));
#endif
  MPI_Finalize();
#elif defined(MPI_LATER)
  int one = 1;
  int memory = 0;
  MPI_Win win;
  MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  BARRIER();
  must(gaspi_proc_term(GASPI_BLOCK));
  MPI_Win_lock_all(0, win);
  if (rank == 0)
    MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(mpi) in racy-mpi*
#ifndef RACE
  MPI_Win_flush_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
#endif
  if (rank == 1)
    use(memory);  // race(mpi) in racy-mpi*
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
#else
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  if (rank == 0) {
    READ(0, 1, 1);  // race(gaspi) in racy-gaspi*
    WAIT();
  }
#ifndef RACE
  BARRIER();
#endif
  if (rank == 1)
    at[1] = 1;  // race(gaspi) in racy-gaspi*
  BARRIER();
  must(gaspi_proc_term(GASPI_BLOCK));
#endif
  return 0;
}
