// What the programs here begin and end with: options, memory that others may reach, the clock, the check of the result
// and the line that scripts/bench reads. For C and C++.
#pragma once

#include <math.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct {
  const char* name;  // given as --name VALUE
  long* value;       // holds the default before
  long least;
  const char* meaning;
} AppOption;

typedef struct {
  const char* name;
  int rank;
  int ranks;
  long exposed_bytes;  // in windows of this process
  double started, cpu_started;
  double seconds;      // of the slowest process
  double cpu_seconds;  // processor time of all processes
  long peak_kib;       // resident, of the largest process, until the clock was stopped
  const char* bad;     // the first check that failed here
  double error;
  double bound;
} App;

static inline void app_usage(const App* app, const AppOption* options, int count, const char* complaint) {
  if (app->rank == 0) {
    fprintf(stderr, "%s: %s\n", app->name, complaint);
    for (int i = 0; i < count; ++i)
      fprintf(stderr, "  --%-12s %s (%ld, at least %ld)\n", options[i].name, options[i].meaning, *options[i].value,
              options[i].least);
  }
  MPI_Finalize();
  exit(2);
}

// Starts MPI and takes the options; ends the program with status 2 when they make no sense.
static inline App app_begin(const char* name, int argc, char** argv, const AppOption* options, int count) {
  App app;
  memset(&app, 0, sizeof app);
  app.name = name;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &app.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &app.ranks);
  for (int i = 1; i < argc; i += 2) {
    int known = 0;
    for (int k = 0; k < count; ++k) {
      if (strncmp(argv[i], "--", 2) != 0 || strcmp(argv[i] + 2, options[k].name) != 0) continue;
      char* rest = NULL;
      known = i + 1 < argc;
      if (!known) break;
      *options[k].value = strtol(argv[i + 1], &rest, 10);
      if (*rest != '\0' || *options[k].value < options[k].least)
        app_usage(&app, options, count, "an option's value is no number or too small");
    }
    if (!known) app_usage(&app, options, count, "options are pairs of --NAME and a number:");
  }
  return app;
}

static inline void app_require(const App* app, int holds, const char* what) {
  if (holds) return;
  if (app->rank == 0) fprintf(stderr, "%s: needs %s\n", app->name, what);
  MPI_Finalize();
  exit(2);
}

// Zeroed memory of the process's own.
static inline void* app_memory(size_t count, size_t size) {
  void* memory = calloc(count > 0 ? count : 1, size);
  if (memory == NULL) {
    fprintf(stderr, "no memory for %zu elements\n", count);
    MPI_Abort(MPI_COMM_WORLD, 3);
  }
  return memory;
}

// Zeroed memory that others may reach; displacements count elements. All processes know that it is zero.
static inline void* app_window(App* app, size_t count, size_t size, MPI_Win* win) {
  void* memory = NULL;
  MPI_Win_allocate((MPI_Aint)(count * size), (int)size, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, win);
  memset(memory, 0, count * size);
  app->exposed_bytes += (long)(count * size);
  MPI_Barrier(MPI_COMM_WORLD);
  return memory;
}

// Part `index` of `parts` of the numbers 0 to count - 1: where it begins. The end is where the next begins.
static inline long app_begin_of(long count, int parts, int index) { return count * index / parts; }

// A good mixture of the bits of a number, for reproducible chance.
static inline uint64_t app_mix(uint64_t value) {
  value += 0x9E3779B97F4A7C15u;
  value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9u;
  value = (value ^ (value >> 27)) * 0x94D049BB133111EBu;
  return value ^ (value >> 31);
}

// The same as a number from 0 to 1, without 1.
static inline double app_chance(uint64_t value) { return (double)(app_mix(value) >> 11) * 0x1p-53; }

// The largest resident set so far. Not from getrusage: a process inherits that from what it was before exec.
static inline long app_peak_kib(void) {
  char line[256];
  long kib = 0;
  FILE* status = fopen("/proc/self/status", "r");
  if (status == NULL) return 0;
  while (fgets(line, sizeof line, status) != NULL) {
    if (strncmp(line, "VmHWM:", 6) == 0) kib = strtol(line + 6, NULL, 10);
  }
  fclose(status);
  return kib;
}

static inline double app_cpu_time(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static inline void app_start(App* app) {
  MPI_Barrier(MPI_COMM_WORLD);
  app->cpu_started = app_cpu_time();
  app->started = MPI_Wtime();
}

static inline void app_stop(App* app) {
  const double took = MPI_Wtime() - app->started;
  const double cpu_took = app_cpu_time() - app->cpu_started;
  const long peak = app_peak_kib();
  MPI_Allreduce(&took, &app->seconds, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  MPI_Allreduce(&cpu_took, &app->cpu_seconds, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  MPI_Allreduce(&peak, &app->peak_kib, 1, MPI_LONG, MPI_MAX, MPI_COMM_WORLD);
}

// The error of this process's part of the result must not exceed the bound.
static inline void app_check(App* app, const char* what, double error, double bound) {
  if (error <= bound || app->bad != NULL) return;  // not a number is an error, too
  app->bad = what;
  app->error = error;
  app->bound = bound;
}

// Says how it went, ends MPI and returns the exit status.
static inline int app_end(App* app) {
  const int mine = app->bad != NULL ? app->rank : app->ranks;
  int first_bad = 0;
  long exposed = 0;
  MPI_Allreduce(&mine, &first_bad, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  MPI_Allreduce(&app->exposed_bytes, &exposed, 1, MPI_LONG, MPI_MAX, MPI_COMM_WORLD);
  if (first_bad == app->rank)
    fprintf(stderr, "%s: wrong result on rank %d: %s is %g, may be %g\n", app->name, app->rank, app->bad, app->error,
            app->bound);
  if (first_bad == app->ranks && app->rank == 0)
    printf("result app=%s ranks=%d seconds=%.6f cpu_seconds=%.6f peak_kib=%ld exposed_kib=%ld\n", app->name, app->ranks,
           app->seconds, app->cpu_seconds, app->peak_kib, exposed / 1024);
  MPI_Finalize();
  return first_bad == app->ranks ? 0 : 1;
}
