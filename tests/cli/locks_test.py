#!/usr/bin/env python3
"""What FarSan takes for granted of the MPI libraries (src/bindings/mpi/libraries.h) holds for those that are installed."""

from harness import Case, has_runtime, main

# Rank 0 holds each lock for a while. Who else gets MPI_Win_lock back before it lets go was not made to wait. The flag is memory of
# a window of its own, read and written by the processor.
LOCKS = """#define _GNU_SOURCE
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

static int rank;
static _Atomic int* held;

static int too_early(MPI_Win win, int first, int second) {
  int early = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Win_lock(first, 0, 0, win);
    *held = 1;
    MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
    for (int i = 0; i < 20; ++i) {  // MPICH needs the target's progress for the other's request
      int flag;
      MPI_Iprobe(1, 99, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
      usleep(2000);
    }
    *held = 0;
    MPI_Win_unlock(0, win);
  } else {
    MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_lock(second, 0, 0, win);
    early = *held;
    MPI_Win_unlock(0, win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  return early;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int early = 0, memory = 0, unit;
  MPI_Aint size;
  void* base;
  MPI_Win flags, wins[4];
  MPI_Win_allocate_shared(rank == 0 ? sizeof *held : 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &flags);
  MPI_Win_shared_query(flags, 0, &size, &unit, &held);
  MPI_Win_allocate(8, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &wins[0]);
  MPI_Win_create(&memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &wins[1]);
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &wins[2]);
  MPI_Win_allocate_shared(8, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &wins[3]);
  for (int i = 0; i < 4; ++i) {
    early += too_early(wins[i], MPI_LOCK_EXCLUSIVE, MPI_LOCK_EXCLUSIVE);
    early += too_early(wins[i], MPI_LOCK_EXCLUSIVE, MPI_LOCK_SHARED);
    early += too_early(wins[i], MPI_LOCK_SHARED, MPI_LOCK_EXCLUSIVE);
    if (rank == 1) printf("%d\\n", early);
  }
  for (int i = 0; i < 4; ++i) MPI_Win_free(&wins[i]);
  MPI_Win_free(&flags);
  MPI_Finalize();
}
"""


class Locks(Case):
    def test_locks_are_held_when_they_are_said_to_be(self):
        for mpi in ("openmpi", "mpich"):
            with self.subTest(mpi=mpi):
                if not has_runtime(mpi):
                    self.skipTest(f"no runtime for {mpi}")
                source = self.write("locks.c", LOCKS)
                made = self.run_command(f"mpicc.{mpi}", "-w", source, "-o", "program")
                self.assertEqual(made.returncode, 0, made.stderr)
                result = self.farsan("run", "-n", "2", "./program")
                self.assertEqual((result.returncode, result.stdout), (0, "0\n" * 4), result.stderr)


if __name__ == "__main__":
    main()
