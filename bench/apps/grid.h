// A square grid of which every process has a rectangle with a ring of ghosts, and Jacobi sweeps over it. It starts as a
// product of sines, which a sweep multiplies by a known number: that is the check. After app.h or its like.
#pragma once

enum { kNorth, kSouth, kWest, kEast, kSides };  // the opposite of a side is side ^ 1

enum { kNobody = -1 };  // beyond the grid

enum { kModeDown = 7, kModeAcross = 5, kSweepsPerNorm = 25 };

typedef struct {
  long first_row, first_column;
  int rows, columns;
  int stride;  // of a row with its ghosts
} Part;

static inline Part part_at(long size, const int* dims, const int* at) {
  Part part;
  part.first_row = app_begin_of(size, dims[0], at[0]);
  part.first_column = app_begin_of(size, dims[1], at[1]);
  part.rows = (int)(app_begin_of(size, dims[0], at[0] + 1) - part.first_row);
  part.columns = (int)(app_begin_of(size, dims[1], at[1] + 1) - part.first_column);
  part.stride = part.columns + 2;
  return part;
}

static inline size_t cells(const Part* part) { return (size_t)(part->rows + 2) * (size_t)part->stride; }

static inline void copy_line(double* restrict to, long to_step, const double* restrict from, long from_step,
                             int count) {
  for (int i = 0; i < count; ++i) to[i * to_step] = from[i * from_step];
}

static inline int is_row(int side) { return side == kNorth || side == kSouth; }
static inline int length(const Part* part, int side) { return is_row(side) ? part->columns : part->rows; }
static inline long step(const Part* part, int side) { return is_row(side) ? 1 : part->stride; }

// Where the outermost cells of a side begin, and its ghosts.
static inline long border_at(const Part* part, int side) {
  const long row = side == kSouth ? part->rows : 1, column = side == kEast ? part->columns : 1;
  return row * part->stride + column;
}
static inline long ghosts_at(const Part* part, int side) {
  const long row[kSides] = {0, part->rows + 1, 1, 1}, column[kSides] = {1, 1, 0, part->columns + 1};
  return row[side] * part->stride + column[side];
}

// Copies what the neighbours sent, `longest` apart for each side, into the ghosts.
static inline void copy_ghosts(double* u, const Part* part, const int* neighbours, const double* sent, long longest) {
  for (int side = 0; side < kSides; ++side)
    if (neighbours[side] != kNobody)
      copy_line(u + ghosts_at(part, side), step(part, side), sent + side * longest, 1, length(part, side));
}

static inline void sweep(const double* restrict u, double* restrict next, const Part* part) {
  const long stride = part->stride;
  for (long row = 1; row <= part->rows; ++row) {
    const double* restrict here = u + row * stride;
    double* restrict out = next + row * stride;
    for (long column = 1; column <= part->columns; ++column)
      out[column] = 0.25 * (here[column - 1] + here[column + 1] + here[column - stride] + here[column + stride]);
  }
}

// What the last sweep changed at most, over all processes.
static inline double change(const double* restrict u, const double* restrict next, const Part* part) {
  double most = 0;
  for (long row = 1; row <= part->rows; ++row) {
    for (long column = 1; column <= part->columns; ++column) {
      const double difference = fabs(next[row * part->stride + column] - u[row * part->stride + column]);
      most = difference > most ? difference : most;
    }
  }
  return model_max(most);
}

static inline double angle(int mode, long size) { return acos(-1.0) * mode / (double)(size + 1); }

static inline double mode_at(const Part* part, long size, long row, long column) {
  return sin(angle(kModeDown, size) * (double)(part->first_row + row)) *
         sin(angle(kModeAcross, size) * (double)(part->first_column + column));
}

static inline void fill(double* u, const Part* part, long size) {
  for (long row = 1; row <= part->rows; ++row)
    for (long column = 1; column <= part->columns; ++column)
      u[row * part->stride + column] = mode_at(part, size, row, column);
}

static inline double error_of(const double* u, const Part* part, long size, double factor) {
  double most = 0;
  for (long row = 1; row <= part->rows; ++row) {
    for (long column = 1; column <= part->columns; ++column) {
      const double off = fabs(u[row * part->stride + column] - factor * mode_at(part, size, row, column));
      if (!(off <= most)) most = off;
    }
  }
  return most;
}

// The grid after so many sweeps, and what the last of those changed after which that was looked at.
static inline void check_grid(App* app, const double* u, const Part* part, long size, long sweeps, double changed) {
  const double shrink = 0.5 * (cos(angle(kModeDown, size)) + cos(angle(kModeAcross, size)));
  app_check(app, "distance from the known solution", error_of(u, part, size, pow(shrink, (double)sweeps)), 1e-11);
  if (sweeps >= kSweepsPerNorm) app_check(app, "last change of a sweep", fabs(changed), 1 - shrink);
}
