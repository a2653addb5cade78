// Loops that people write, one process each: "name microseconds" for one round, the best of several repetitions. `all` exposes every
// array, `halo` a few bytes elsewhere. Built natively, with FarSan and with ThreadSanitizer; bench/loops/run prints the ratios.
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kSide = 1024, kSize = kSide * kSide, kShort = 60, kTile = 64, kRepetitions = 7, kNeighbours = 12 };

static double *a, *b, *c;
static double **rows_a, **rows_b;
static int* index_of;

static void triad(void) {
  for (long i = 0; i < kSize; ++i) a[i] = b[i] + 3.0 * c[i];
}

// Not known to the loop that calls it.
__attribute__((noinline)) static void short_triad_at(long at) {
  for (long i = at; i < at + kShort; ++i) a[i] = b[i] + 3.0 * c[i];
}
static void short_triads(void) {
  for (long at = 0; at + kShort <= kSize; at += kShort) short_triad_at(at);
}

static void jacobi(void) {
  for (long i = 1; i < kSide - 1; ++i)
    for (long j = 1; j < kSide - 1; ++j)
      a[i * kSide + j] =
          0.25 * (b[(i - 1) * kSide + j] + b[(i + 1) * kSide + j] + b[i * kSide + j - 1] + b[i * kSide + j + 1]);
}

static void jacobi_by_rows(void) {
  for (long i = 1; i < kSide - 1; ++i)
    for (long j = 1; j < kSide - 1; ++j)
      rows_a[i][j] = 0.25 * (rows_b[i - 1][j] + rows_b[i + 1][j] + rows_b[i][j - 1] + rows_b[i][j + 1]);
}

static void jacobi_by_tiles(void) {
  for (long ti = 1; ti < kSide - 1; ti += kTile)
    for (long tj = 1; tj < kSide - 1; tj += kTile)
      for (long i = ti; i < ti + kTile && i < kSide - 1; ++i)
        for (long j = tj; j < tj + kTile && j < kSide - 1; ++j)
          a[i * kSide + j] =
              0.25 * (b[(i - 1) * kSide + j] + b[(i + 1) * kSide + j] + b[i * kSide + j - 1] + b[i * kSide + j + 1]);
}

static void red_black(void) {
  for (long colour = 0; colour < 2; ++colour)
    for (long i = 1; i < kSide - 1; ++i)
      for (long j = 1 + (i + colour) % 2; j < kSide - 1; j += 2)
        a[i * kSide + j] =
            0.25 * (a[(i - 1) * kSide + j] + a[(i + 1) * kSide + j] + a[i * kSide + j - 1] + a[i * kSide + j + 1]);
}

static void gauss_seidel(void) {
  for (long i = 1; i < kSide - 1; ++i)
    for (long j = 1; j < kSide - 1; ++j)
      a[i * kSide + j] =
          0.25 * (a[(i - 1) * kSide + j] + a[(i + 1) * kSide + j] + a[i * kSide + j - 1] + a[i * kSide + j + 1]);
}

static void restriction(void) {
  for (long i = 1; i < kSide / 2; ++i)
    for (long j = 1; j < kSide / 2; ++j) {
      const double* fine = &b[2 * i * kSide + 2 * j];
      a[i * kSide + j] = 0.25 * fine[-1] + 0.5 * fine[0] + 0.25 * fine[1];
    }
}

static void upwind(void) {
  for (long i = 1; i < kSize - 1; ++i) a[i] = c[i] > 0 ? b[i] - b[i - 1] : b[i + 1] - b[i];
}

static void gather(void) {
  for (long i = 0; i < kSize; ++i) a[i] = b[index_of[i]];
}

static void gather_points(void) {
  for (long i = 0; i < kSize / 3; ++i) {
    const double* point = &b[3 * (index_of[i] / 3)];
    a[i] = point[0] * point[0] + point[1] * point[1] + point[2] * point[2];
  }
}

// Forces between points and some of those that come after them.
static void forces(void) {
  const long points = kSize / 64;
  for (long i = 0; i < points; ++i) {
    double force[3] = {0, 0, 0};
    for (long k = 0; k < kNeighbours; ++k) {
      const long j = 3 * ((i + index_of[i * kNeighbours + k] % 1000) % points);
      const double dx = b[3 * i] - b[j], dy = b[3 * i + 1] - b[j + 1], dz = b[3 * i + 2] - b[j + 2];
      const double square = dx * dx + dy * dy + dz * dz + 0.01;
      if (square > 4.0) continue;
      const double size = 1.0 / (square * sqrt(square));
      force[0] += size * dx;
      force[1] += size * dy;
      force[2] += size * dz;
      c[j] -= size * dx;
      c[j + 1] -= size * dy;
      c[j + 2] -= size * dz;
    }
    for (int d = 0; d < 3; ++d) c[3 * i + d] += force[d];
  }
}

__attribute__((noinline)) static void measure(const char* name, void (*round)(void)) {
  double best = 1e9;
  for (int repetition = 0; repetition < kRepetitions; ++repetition) {
    // A new epoch, as in a program that communicates between its sweeps.
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = MPI_Wtime();
    for (int i = 0; i < 5; ++i) round();
    const double took = (MPI_Wtime() - start) / 5;
    if (took < best) best = took;
  }
  printf("%s %.1f\n", name, best * 1e6);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int all = argc > 1 && strcmp(argv[1], "all") == 0;
  const size_t bytes = kSize * sizeof(double);
  MPI_Win windows[3];
  double *arrays[3], *few;
  // The compiler cannot know which: no filter leaves the arrays out.
  for (int i = 0; i < 3; ++i) {
    double** const exposed = all ? &arrays[i] : &few;
    MPI_Win_allocate((MPI_Aint)(all ? bytes : 64), 1, MPI_INFO_NULL, MPI_COMM_WORLD, exposed, &windows[i]);
    if (!all) arrays[i] = malloc(bytes);
  }
  a = arrays[0];
  b = arrays[1];
  c = arrays[2];
  rows_a = malloc(kSide * sizeof *rows_a);
  rows_b = malloc(kSide * sizeof *rows_b);
  index_of = malloc(kSize * sizeof *index_of);
  unsigned state = 1;
  for (long i = 0; i < kSize; ++i) {
    state = state * 1664525u + 1013904223u;
    a[i] = b[i] = (double)(state >> 8) / (1 << 24);
    c[i] = b[i] - 0.5;
    index_of[i] = (int)(((unsigned long long)(i & ~1023L) + (state >> 20) % 1024) % kSize);
  }
  for (long i = 0; i < kSide; ++i) {
    rows_a[i] = a + i * kSide;
    rows_b[i] = b + i * kSide;
  }
  measure("triad", triad);
  measure("triads-of-60", short_triads);
  measure("jacobi", jacobi);
  measure("jacobi-row-pointers", jacobi_by_rows);
  measure("jacobi-tiles", jacobi_by_tiles);
  measure("red-black", red_black);
  measure("gauss-seidel", gauss_seidel);
  measure("restriction", restriction);
  measure("upwind", upwind);
  measure("gather", gather);
  measure("gather-of-points", gather_points);
  measure("forces", forces);
  for (int i = 0; i < 3; ++i) {
    MPI_Win_free(&windows[i]);
    if (!all) free(arrays[i]);
  }
  free(rows_a);
  free(rows_b);
  free(index_of);
  MPI_Finalize();
  return 0;
}
