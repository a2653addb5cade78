// What the programs here begin and end with, whatever they communicate by: options, the clock, the check of the result and
// the line that scripts/bench reads. For C and C++. Programs include app.h (MPI), app_shmem.h or app_gaspi.h, which say what
// the model_ functions do.
#pragma once

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static inline void model_begin(int* argc, char*** argv, int* rank, int* ranks);
static inline void model_end(void);
static inline void model_abort(int status);
static inline void model_barrier(void);
// Over all processes, by all of them.
static inline double model_max(double value);
static inline double model_sum(double value);

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
  long exposed_bytes;  // of this process: what others may reach
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
  model_end();
  exit(2);
}

// Starts the job and takes the options; ends the program with status 2 when they make no sense.
static inline App app_begin(const char* name, int argc, char** argv, const AppOption* options, int count) {
  App app;
  memset(&app, 0, sizeof app);
  app.name = name;
  model_begin(&argc, &argv, &app.rank, &app.ranks);
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
  model_end();
  exit(2);
}

// Zeroed memory of the process's own.
static inline void* app_memory(size_t count, size_t size) {
  void* memory = calloc(count > 0 ? count : 1, size);
  if (memory == NULL) {
    fprintf(stderr, "no memory for %zu elements\n", count);
    model_abort(3);
  }
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

static inline double app_time(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static inline void app_start(App* app) {
  model_barrier();
  app->cpu_started = app_time(CLOCK_PROCESS_CPUTIME_ID);
  app->started = app_time(CLOCK_MONOTONIC);
}

static inline void app_stop(App* app) {
  const double took = app_time(CLOCK_MONOTONIC) - app->started;
  const double cpu_took = app_time(CLOCK_PROCESS_CPUTIME_ID) - app->cpu_started;
  app->seconds = model_max(took);
  app->cpu_seconds = model_sum(cpu_took);
  app->peak_kib = (long)model_max((double)app_peak_kib());
}

// The error of this process's part of the result must not exceed the bound.
static inline void app_check(App* app, const char* what, double error, double bound) {
  if (error <= bound || app->bad != NULL) return;  // not a number is an error, too
  app->bad = what;
  app->error = error;
  app->bound = bound;
}

// Says how it went, ends the job and returns the exit status.
static inline int app_end(App* app) {
  const int mine = app->bad != NULL ? app->rank : app->ranks;
  const int first_bad = (int)-model_max(-mine);
  const long exposed = (long)model_max((double)app->exposed_bytes);
  if (first_bad == app->rank)
    fprintf(stderr, "%s: wrong result on rank %d: %s is %g, may be %g\n", app->name, app->rank, app->bad, app->error,
            app->bound);
  if (first_bad == app->ranks && app->rank == 0)
    printf("result app=%s ranks=%d seconds=%.6f cpu_seconds=%.6f peak_kib=%ld exposed_kib=%ld\n", app->name, app->ranks,
           app->seconds, app->cpu_seconds, app->peak_kib, exposed / 1024);
  model_end();
  return first_bad == app->ranks ? 0 : 1;
}
