#!/usr/bin/env python3
"""Programs that do the same for a long time: what FarSan keeps of it does not grow."""

from harness import BIN, Case, has_runtime, main

STEPS = 6000
ALLOWED = 1500  # KiB, in the last two thirds of the steps; what is kept of every step is a hundred bytes at least

PROGRAM = r"""#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, size, next, before, x = 1, y;
static int* memory;
static MPI_Win win;
static MPI_Group to, from;
static MPI_Request requests[2];

static void put(void) { MPI_Put(&x, 1, MPI_INT, next, rank, 1, MPI_INT, win); }

static void fence(void) { put(), MPI_Win_fence(0, win); }
static void open_fence(void) {
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  put();
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
}
static void post_start(void) {
  MPI_Win_post(from, 0, win);
  MPI_Win_start(to, 0, win);
  put();
  MPI_Win_complete(win);
  MPI_Win_wait(win);
}
static void lock(void) {
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, next, 0, win);
  put();
  MPI_Win_unlock(next, win);
}
static void lock_all(void) {
  MPI_Win_lock_all(0, win);
  put();
  MPI_Win_flush(next, win);
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
}
static void contended(void) {
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
  MPI_Put(&x, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win_unlock(0, win);
}
static void accumulate(void) {
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  MPI_Fetch_and_op(&x, &y, MPI_INT, 0, 0, MPI_SUM, win);
  MPI_Win_unlock(0, win);
}
static void requests_of_puts(void) {
  MPI_Win_lock_all(0, win);
  MPI_Rput(&x, 1, MPI_INT, next, rank, 1, MPI_INT, win, requests);
  MPI_Wait(requests, MPI_STATUS_IGNORE);
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
}
static void messages(void) {
  MPI_Irecv(&y, 1, MPI_INT, before, 0, MPI_COMM_WORLD, requests);
  MPI_Isend(&x, 1, MPI_INT, next, 0, MPI_COMM_WORLD, requests + 1);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}
static void wildcards(void) {
  MPI_Request sent;
  MPI_Isend(&x, 1, MPI_INT, next, 7, MPI_COMM_WORLD, &sent);
  MPI_Status status;
  MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
  MPI_Recv(&y, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
  MPI_Wait(&sent, MPI_STATUS_IGNORE);
}
static void synchronous(void) {
  MPI_Issend(&x, 1, MPI_INT, next, 0, MPI_COMM_WORLD, requests + 1);
  MPI_Recv(&y, 1, MPI_INT, before, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Wait(requests + 1, MPI_STATUS_IGNORE);
}
static void tags(void) {
  static int step;
  ++step;
  MPI_Sendrecv(&x, 1, MPI_INT, next, step % 30000, &y, 1, MPI_INT, before, step % 30000, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
/* One process only receives: nothing but the messages themselves tells it that time passes. */
static void matched(void) {
  for (int i = 0; i < 10; ++i) {
    if (rank % 2 == 0) {
      MPI_Ssend(&x, 1, MPI_INT, rank + 1, 0, MPI_COMM_WORLD);
    } else {
      MPI_Message message;
      MPI_Mprobe(rank - 1, 0, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
      MPI_Mrecv(&y, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
    }
  }
}
static void collectives(void) {
  MPI_Allreduce(&x, &y, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Bcast(&y, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Iallreduce(&x, &y, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, requests);
  MPI_Wait(requests, MPI_STATUS_IGNORE);
}
static void to_the_root(void) { MPI_Reduce(&x, &y, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD); }
static void communicators(void) {
  MPI_Comm half;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &half);
  MPI_Barrier(half);
  MPI_Comm_free(&half);
}
static void types(void) {
  MPI_Datatype type;
  MPI_Type_vector(2, 1, 2, MPI_INT, &type);
  MPI_Type_commit(&type);
  MPI_Win_fence(0, win);
  MPI_Put(memory, 1, type, next, 4, 1, type, win);
  MPI_Win_fence(0, win);
  MPI_Type_free(&type);
}

static void windows(void) {
  int* room;
  MPI_Win other;
  MPI_Win_allocate(64 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &room, &other);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, next, 0, other);
  MPI_Put(&x, 1, MPI_INT, next, rank, 1, MPI_INT, other);
  MPI_Win_unlock(next, other);
  MPI_Win_free(&other);
}
static void windows_without_locks(void) {
  MPI_Win other;
  MPI_Win_create(memory, 64 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &other);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, other);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, other);
  MPI_Win_post(from, 0, other);
  MPI_Win_start(to, 0, other);
  MPI_Put(&x, 1, MPI_INT, next, rank, 1, MPI_INT, other);
  MPI_Win_complete(other);
  MPI_Win_wait(other);
  MPI_Win_free(&other);
}

#ifdef FREES  /* Where it is called anywhere, receivers confirm all messages of the program. */
static void freed_requests(void) {
  MPI_Isend(&x, 1, MPI_INT, next, 3, MPI_COMM_WORLD, requests);
  MPI_Request_free(requests);
  MPI_Recv(&y, 1, MPI_INT, before, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 0; i < 8; ++i) {  /* Receivers do not know that these have no request. */
    MPI_Send(&x, 1, MPI_INT, next, 4, MPI_COMM_WORLD);
    MPI_Recv(&y, 1, MPI_INT, before, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}
#endif

static const struct {
  const char* name;
  void (*step)(void);
} patterns[] = {{"fence", fence},           {"open_fence", open_fence}, {"post_start", post_start}, {"lock", lock},
                {"lock_all", lock_all},     {"contended", contended},   {"accumulate", accumulate}, {"rput", requests_of_puts},
                {"messages", messages},     {"wildcards", wildcards},   {"synchronous", synchronous}, {"tags", tags},
                {"matched", matched},
                {"collectives", collectives}, {"root", to_the_root},    {"communicators", communicators}, {"types", types},
                {"windows", windows}, {"windows_without_locks", windows_without_locks},
#ifdef FREES
                {"freed_requests", freed_requests},
#endif
};

static long kib(void) {
  long all = 0, resident = 0;
  FILE* file = fopen("/proc/self/statm", "r");
  if (fscanf(file, "%ld %ld", &all, &resident) != 2) resident = 0;
  fclose(file);
  return resident * (sysconf(_SC_PAGESIZE) / 1024);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  next = (rank + 1) % size, before = (rank + size - 1) % size;
  MPI_Group world;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &next, &to);
  MPI_Group_incl(world, 1, &before, &from);
  MPI_Win_allocate(64 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  const int steps = atoi(argv[2]);
  for (size_t p = 0; p < sizeof patterns / sizeof *patterns; ++p) {
    if (strcmp(patterns[p].name, argv[1]) != 0) continue;
    const int fences = strcmp(argv[1], "fence") == 0;
    if (fences) MPI_Win_fence(0, win);
    long at_a_third = 0;
    for (int i = 0; i < steps; ++i) {
      patterns[p].step();
      if (i % 64 == 0 && patterns[p].step != matched) MPI_Barrier(MPI_COMM_WORLD);
      if (i == steps / 3) at_a_third = kib();
    }
    if (fences) MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    long more = kib() - at_a_third, most = 0;
    MPI_Reduce(&more, &most, 1, MPI_LONG, MPI_MAX, 0, MPI_COMM_WORLD);
    if (rank == 0) printf("%ld\n", most);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
"""

PATTERNS = ("fence open_fence post_start lock lock_all contended accumulate rput messages wildcards synchronous tags matched collectives root "
            "communicators types windows windows_without_locks freed_requests").split()


class LongRuns(Case):
    def test_nothing_gathers(self):
        # Open MPI: four processes of MPICH on two cores take minutes.
        if not has_runtime("openmpi"):
            self.skipTest("no runtime for openmpi")
        self.write("program.c", "#define _GNU_SOURCE\n#include <unistd.h>\n" + PROGRAM)
        for program, flags in {"program": (), "program_that_frees": ("-DFREES",)}.items():
            made = self.run_command(BIN / "farsan-mpicc.openmpi", "-w", "-O1", *flags, "program.c", "-o", program)
            self.assertEqual(made.returncode, 0, made.stderr)
        for pattern in PATTERNS:
            program = "./program_that_frees" if pattern.startswith("freed") else "./program"
            with self.subTest(pattern=pattern):
                result = self.farsan("run", "-n", "4", program, pattern, STEPS)
                self.assertIn(result.returncode, (0, 66), result.stderr)
                self.assertLess(int(result.stdout), ALLOWED)


if __name__ == "__main__":
    main()
