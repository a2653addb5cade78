/* How long synchronising calls take: one line per pattern, "name size nanoseconds" for one round, the best of several
 * repetitions. Built twice, natively and with FarSan; bench/sync/run prints the ratios.
 *
 * A repetition has as many rounds as take so many milliseconds (the argument): where ranks share a core, each has to come
 * and go many times in it, or the figure says who happened to have the core. */
#include <mpi.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kNeighbours = 8, kRepetitions = 7, kFewest = 16, kLargest = 65536, kPlaces = 64 };

static int rank, ranks;
static double seconds; /* of a repetition, at least */
static char *window_memory, *send_buffer, *receive_buffer;
static MPI_Win win;
static long *shared_counter, *shared_turn;

static void barrier(int size) {
  (void)size;
  MPI_Barrier(MPI_COMM_WORLD);
}

static void allreduce(int size) {
  MPI_Allreduce(send_buffer, receive_buffer, size / 8, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

static void ping_pong(int size) {
  if (rank == 0) {
    MPI_Send(send_buffer, size, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
    MPI_Recv(receive_buffer, size, MPI_BYTE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else if (rank == 1) {
    MPI_Recv(receive_buffer, size, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(send_buffer, size, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
  }
}

static void neighbours(int size) {
  MPI_Request requests[2 * kNeighbours];
  for (int i = 0; i < kNeighbours; ++i)
    MPI_Irecv(receive_buffer + (size_t)i * size, size, MPI_BYTE, (rank + ranks - 1 - i % (ranks - 1)) % ranks, i,
              MPI_COMM_WORLD, &requests[i]);
  for (int i = 0; i < kNeighbours; ++i)
    MPI_Isend(send_buffer + (size_t)i * size, size, MPI_BYTE, (rank + 1 + i % (ranks - 1)) % ranks, i, MPI_COMM_WORLD,
              &requests[kNeighbours + i]);
  MPI_Waitall(2 * kNeighbours, requests, MPI_STATUSES_IGNORE);
}

static void put_fence(int size) {
  MPI_Put(send_buffer, size, MPI_BYTE, (rank + 1) % ranks, 0, size, MPI_BYTE, win);
  MPI_Win_fence(0, win);
}

static void lock_put_unlock(int size) {
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, (rank + 1) % ranks, 0, win);
  MPI_Put(send_buffer, size, MPI_BYTE, (rank + 1) % ranks, 0, size, MPI_BYTE, win);
  MPI_Win_unlock((rank + 1) % ranks, win);
}

static void put_flush(int size) {
  MPI_Put(send_buffer, size, MPI_BYTE, (rank + 1) % ranks, 0, size, MPI_BYTE, win);
  MPI_Win_flush((rank + 1) % ranks, win);
}

/* The same to another place each time: no operation repeats the one before it. */
static MPI_Aint next_place(void) {
  static int number;
  return 8 * (number++ % kPlaces);
}

static void lock_put_elsewhere(int size) {
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, (rank + 1) % ranks, 0, win);
  MPI_Put(send_buffer, size, MPI_BYTE, (rank + 1) % ranks, next_place(), size, MPI_BYTE, win);
  MPI_Win_unlock((rank + 1) % ranks, win);
}

static void put_elsewhere_flush(int size) {
  MPI_Put(send_buffer, size, MPI_BYTE, (rank + 1) % ranks, next_place(), size, MPI_BYTE, win);
  MPI_Win_flush((rank + 1) % ranks, win);
}

/* Atomics of C in a shared window: all add to one number; */
static void atomic_add(int size) {
  (void)size;
  __atomic_fetch_add(shared_counter, 1, __ATOMIC_RELAXED);
}

/* and two hand a turn over to each other. */
static void atomic_hand_over(int size) {
  (void)size;
  if (rank > 1) return;
  while (__atomic_load_n(shared_turn, __ATOMIC_ACQUIRE) != rank) sched_yield();
  __atomic_store_n(shared_turn, 1 - rank, __ATOMIC_RELEASE);
}

static void measure(const char *name, void (*round)(int), int size);

static void measure_atomics(void) {
  MPI_Win shared;
  MPI_Aint size;
  int unit;
  long *mine;
  MPI_Win_allocate_shared(rank == 0 ? 1024 : 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &shared);
  MPI_Win_shared_query(shared, 0, &size, &unit, &shared_counter);
  shared_turn = shared_counter + 64;
  if (rank == 0) *shared_counter = *shared_turn = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  measure("atomic-add", atomic_add, 8);
  measure("atomic-hand-over", atomic_hand_over, 8);
  MPI_Win_free(&shared);
}

/* Seconds until the slowest rank has done its rounds. */
static double repetition(void (*round)(int), int size, int rounds) {
  MPI_Barrier(MPI_COMM_WORLD);
  const double start = MPI_Wtime();
  for (int i = 0; i < rounds; ++i) round(size);
  const double took = MPI_Wtime() - start;
  double slowest;
  MPI_Allreduce(&took, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return slowest;
}

static void measure(const char *name, void (*round)(int), int size) {
  int rounds = kFewest;
  while (repetition(round, size, rounds) < seconds) rounds *= 2;
  double best = 1e9;
  for (int i = 0; i < kRepetitions; ++i) {
    const double took = repetition(round, size, rounds) / rounds;
    if (took < best) best = took;
  }
  if (rank == 0) printf("%s %d %.0f\n", name, size, best * 1e9);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  seconds = (argc > 1 ? atoi(argv[1]) : 20) / 1e3;
  send_buffer = calloc(kNeighbours, kLargest);
  receive_buffer = calloc(kNeighbours, kLargest);
  /* What was never written is one page of zeroes everywhere, and costs next to nothing to read. */
  memset(send_buffer, 1, (size_t)kNeighbours * kLargest);
  memset(receive_buffer, 1, (size_t)kNeighbours * kLargest);
  MPI_Win_allocate(kLargest + 8 * kPlaces, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window_memory, &win);
  measure("barrier", barrier, 0);
  for (int size = 8; size <= kLargest; size *= kLargest / 8) {
    measure("allreduce", allreduce, size);
    measure("ping-pong", ping_pong, size);
    measure("neighbours", neighbours, size);
    MPI_Win_fence(0, win);
    measure("put+fence", put_fence, size);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    measure("lock+put+unlock", lock_put_unlock, size);
    measure("lock+put-elsewhere", lock_put_elsewhere, size);
    MPI_Win_lock_all(0, win);
    measure("put+flush", put_flush, size);
    measure("put-elsewhere+flush", put_elsewhere_flush, size);
    MPI_Win_unlock_all(win);
  }
  MPI_Win_free(&win);
  measure_atomics();
  free(send_buffer);
  free(receive_buffer);
  MPI_Finalize();
  return 0;
}
