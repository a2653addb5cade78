// B += transposed A, again and again, for a square matrix in blocks of rows. Blocks are transposed strip by strip,
// each strip is put into the inbox of its new owner while the next one is made, and a flush ends the block.
//
// All elements of A grow by one per round, so B is known exactly.
#include "app.h"

enum { kTile = 16, kStrip = 64 };

typedef struct {
  long size;    // of the matrix
  long rows;    // of every process
  double* a;    // rows x size
  double* b;    // the same
  double* out;  // rows x rows, for the block on its way
  double* in;   // a block of rows x rows from every process
  MPI_Win win;
} Matrix;

// Rows [first, end) of the transposed block of A that begins at `column`.
static void transpose_strip(const Matrix* m, long column, long first, long end) {
  const double* restrict a = m->a + column;
  double* restrict out = m->out;
  for (long i0 = first; i0 < end; i0 += kTile) {
    const long i1 = i0 + kTile < end ? i0 + kTile : end;
    for (long j0 = 0; j0 < m->rows; j0 += kTile) {
      const long j1 = j0 + kTile < m->rows ? j0 + kTile : m->rows;
      for (long i = i0; i < i1; ++i)
        for (long j = j0; j < j1; ++j) out[i * m->rows + j] = a[j * m->size + i];
    }
  }
}

static void send_block(const Matrix* m, int rank, int to) {
  for (long first = 0; first < m->rows; first += kStrip) {
    const long end = first + kStrip < m->rows ? first + kStrip : m->rows;
    transpose_strip(m, to * m->rows, first, end);
    MPI_Put(m->out + first * m->rows, (int)((end - first) * m->rows), MPI_DOUBLE, to,
            (rank * m->rows + first) * m->rows, (int)((end - first) * m->rows), MPI_DOUBLE, m->win);
  }
  MPI_Win_flush(to, m->win);
}

static void add_block(const Matrix* m, const double* restrict block, int from) {
  for (long i = 0; i < m->rows; ++i) {
    double* restrict row = m->b + i * m->size + from * m->rows;
    for (long j = 0; j < m->rows; ++j) row[j] += block[i * m->rows + j];
  }
}

static void grow(const Matrix* m) {
  double* restrict a = m->a;
  for (long i = 0; i < m->rows * m->size; ++i) a[i] += 1;
}

static void round_trip(const Matrix* m, const App* app) {
  for (int distance = 1; distance < app->ranks; ++distance)
    send_block(m, app->rank, (app->rank + distance) % app->ranks);
  transpose_strip(m, app->rank * m->rows, 0, m->rows);
  add_block(m, m->out, app->rank);
  grow(m);

  MPI_Barrier(MPI_COMM_WORLD);  // all blocks have come
  MPI_Win_sync(m->win);
  for (int distance = 1; distance < app->ranks; ++distance) {
    const int from = (app->rank + distance) % app->ranks;
    add_block(m, m->in + from * m->rows * m->rows, from);
  }
  MPI_Win_sync(m->win);
  MPI_Barrier(MPI_COMM_WORLD);  // and may be overwritten
}

static double error_of(const Matrix* m, long first_row, double rounds) {
  double most = 0;
  for (long i = 0; i < m->rows; ++i) {
    for (long j = 0; j < m->size; ++j) {
      const double start = (double)(j * m->size + first_row + i);
      const double off = fabs(m->b[i * m->size + j] - (rounds * start + rounds * (rounds - 1) / 2));
      if (!(off <= most)) most = off;
    }
  }
  return most;
}

int main(int argc, char** argv) {
  long size = 2048, rounds = 45;
  const AppOption options[] = {{"size", &size, 1, "rows of the matrix; made a multiple of the number of ranks"},
                               {"iterations", &rounds, 1, "transpositions"}};
  App app = app_begin("transpose", argc, argv, options, 2);
  Matrix m;
  m.rows = (size + app.ranks - 1) / app.ranks;
  m.size = m.rows * app.ranks;
  m.a = app_memory((size_t)(m.rows * m.size), sizeof(double));
  m.b = app_memory((size_t)(m.rows * m.size), sizeof(double));
  m.out = app_memory((size_t)(m.rows * m.rows), sizeof(double));
  m.in = app_window(&app, (size_t)(m.rows * m.size), sizeof(double), &m.win);
  for (long i = 0; i < m.rows * m.size; ++i) m.a[i] = (double)(app.rank * m.rows * m.size + i);

  MPI_Win_lock_all(0, m.win);
  app_start(&app);
  for (long i = 0; i < rounds; ++i) round_trip(&m, &app);
  app_stop(&app);
  MPI_Win_unlock_all(m.win);

  app_check(&app, "distance from the exact sum", error_of(&m, app.rank * m.rows, (double)rounds), 0);
  MPI_Win_free(&m.win);
  free(m.a);
  free(m.b);
  free(m.out);
  return app_end(&app);
}
