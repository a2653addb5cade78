// Waves on a torus, fourth order in space, in blocks of rows. Borders are put into the neighbours, flushed, and a
// short message tells that they are there; nothing is collective. The interior is computed while they are on their
// way.
//
// The wave is a standing one, whose amplitude after every step is known: that is the check.
#include "app.h"

enum { kDepth = 2, kModeDown = 3, kModeAcross = 4 };

enum { kUp, kDown, kSides };

static const double kCourant2 = 0.25;  // (speed * step / spacing) squared

typedef struct {
  long columns;
  int rows;
  long stride;       // of a row with its ghosts
  int rank[kSides];  // neighbours
  double* halo;      // what others put: two turns, two sides, kDepth rows
  MPI_Win win;
} Torus;

static double* row_of(double* u, const Torus* torus, long row) { return u + (row + kDepth) * torus->stride + kDepth; }

static MPI_Aint halo_at(const Torus* torus, long step, int side) {
  return (step % 2 * kSides + side) * kDepth * torus->columns;
}

// The slot of this step was read for the last time two steps ago. The neighbour's message of the step in between,
// which has come, was sent after that.
static void put_and_notify(const Torus* torus, double* u, long step, MPI_Request* requests) {
  const int columns = (int)torus->columns;
  for (int side = 0; side < kSides; ++side) {
    const long first = side == kUp ? 0 : torus->rows - kDepth;
    for (int k = 0; k < kDepth; ++k)
      MPI_Put(row_of(u, torus, first + k), columns, MPI_DOUBLE, torus->rank[side],
              halo_at(torus, step, side ^ 1) + k * torus->columns, columns, MPI_DOUBLE, torus->win);
  }
  for (int side = 0; side < kSides; ++side) MPI_Win_flush(torus->rank[side], torus->win);
  for (int side = 0; side < kSides; ++side)
    MPI_Isend(NULL, 0, MPI_BYTE, torus->rank[side], side ^ 1, MPI_COMM_WORLD, &requests[side]);
}

static void take_halos(const Torus* torus, double* u, long step) {
  MPI_Win_sync(torus->win);
  for (int side = 0; side < kSides; ++side) {
    const long first = side == kUp ? -kDepth : torus->rows;
    for (int k = 0; k < kDepth; ++k)
      memcpy(row_of(u, torus, first + k), torus->halo + halo_at(torus, step, side) + k * torus->columns,
             (size_t)torus->columns * sizeof(double));
  }
}

// Rows close upon themselves.
static void close_rows(const Torus* torus, double* u) {
  for (long row = -kDepth; row < torus->rows + kDepth; ++row) {
    double* here = row_of(u, torus, row);
    for (int k = 1; k <= kDepth; ++k) {
      here[-k] = here[torus->columns - k];
      here[torus->columns + k - 1] = here[k - 1];
    }
  }
}

// Rows [first, end): `last` becomes the next state.
static void advance(const Torus* torus, double* now, double* last, long first, long end) {
  const long stride = torus->stride;
  for (long row = first; row < end; ++row) {
    const double* restrict u = row_of(now, torus, row);
    double* restrict out = row_of(last, torus, row);
    for (long i = 0; i < torus->columns; ++i) {
      const double near = u[i - 1] + u[i + 1] + u[i - stride] + u[i + stride];
      const double far = u[i - 2] + u[i + 2] + u[i - 2 * stride] + u[i + 2 * stride];
      out[i] = 2 * u[i] - out[i] + kCourant2 / 12 * (16 * near - far - 60 * u[i]);
    }
  }
}

static void step_once(const Torus* torus, double* now, double* last, long step) {
  MPI_Request requests[2 * kSides];
  for (int side = 0; side < kSides; ++side)
    MPI_Irecv(NULL, 0, MPI_BYTE, torus->rank[side], side, MPI_COMM_WORLD, &requests[kSides + side]);
  put_and_notify(torus, now, step, requests);
  close_rows(torus, now);
  advance(torus, now, last, kDepth, torus->rows - kDepth);
  MPI_Waitall(2 * kSides, requests, MPI_STATUSES_IGNORE);
  take_halos(torus, now, step);
  close_rows(torus, now);
  advance(torus, now, last, 0, kDepth);
  advance(torus, now, last, torus->rows - kDepth, torus->rows);
}

static double mode_at(long row, long column, long size) {
  const double turn = 2 * acos(-1.0) / (double)size;
  return sin(turn * kModeDown * (double)row) * cos(turn * kModeAcross * (double)column);
}

// What the difference operator multiplies a wave of this many periods by.
static double eigenvalue(int mode, long size) {
  const double angle = 2 * acos(-1.0) * mode / (double)size;
  return (32 * cos(angle) - 2 * cos(2 * angle) - 30) / 12;
}

int main(int argc, char** argv) {
  long size = 1600, steps = 200;
  const AppOption options[] = {{"size", &size, 16, "rows and columns"}, {"iterations", &steps, 1, "steps"}};
  App app = app_begin("notify", argc, argv, options, 2);
  app_require(&app, size / app.ranks >= 2 * kDepth, "at least four rows for every process");
  const long first_row = app_begin_of(size, app.ranks, app.rank);
  Torus torus;
  torus.columns = size;
  torus.rows = (int)(app_begin_of(size, app.ranks, app.rank + 1) - first_row);
  torus.stride = size + 2 * kDepth;
  torus.rank[kUp] = (app.rank + app.ranks - 1) % app.ranks;
  torus.rank[kDown] = (app.rank + 1) % app.ranks;
  torus.halo = app_window(&app, (size_t)(2 * kSides * kDepth * size), sizeof(double), &torus.win);

  const double rhythm = acos(1 + 0.5 * kCourant2 * (eigenvalue(kModeDown, size) + eigenvalue(kModeAcross, size)));
  double* state[2];
  for (int k = 0; k < 2; ++k) state[k] = app_memory((size_t)((torus.rows + 2 * kDepth) * torus.stride), sizeof(double));
  for (long row = 0; row < torus.rows; ++row) {
    for (long column = 0; column < size; ++column) {
      row_of(state[0], &torus, row)[column] = mode_at(first_row + row, column, size);
      row_of(state[1], &torus, row)[column] = cos(rhythm) * mode_at(first_row + row, column, size);
    }
  }

  MPI_Win_lock_all(0, torus.win);
  app_start(&app);
  for (long step = 0; step < steps; ++step) step_once(&torus, state[step % 2], state[1 - step % 2], step);
  app_stop(&app);
  MPI_Win_unlock_all(torus.win);

  double most = 0;
  for (long row = 0; row < torus.rows; ++row) {
    for (long column = 0; column < size; ++column) {
      const double wanted = cos(rhythm * (double)steps) * mode_at(first_row + row, column, size);
      const double off = fabs(row_of(state[steps % 2], &torus, row)[column] - wanted);
      if (!(off <= most)) most = off;
    }
  }
  app_check(&app, "distance from the known wave", most, 1e-9);
  MPI_Win_free(&torus.win);
  free(state[0]);
  free(state[1]);
  return app_end(&app);
}
