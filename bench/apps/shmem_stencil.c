// Jacobi relaxation of a square grid, distributed in both directions, in OpenSHMEM: borders are put into the neighbours, a
// barrier per sweep.
//
// SYMMETRIC_GRID 0: others reach buffers for the borders only, from where they are copied into the grid.
// SYMMETRIC_GRID 1: the whole grid is symmetric, and borders are put where they belong, columns with a stride.
#include "app_shmem.h"
#include "grid.h"

#ifndef SYMMETRIC_GRID
#define SYMMETRIC_GRID 0
#endif

typedef struct {
  Part mine;
  Part of[kSides];
  int pe[kSides];   // or kNobody
  double* grid[2];  // with a ring of ghosts; symmetric ones have room for the largest part
#if !SYMMETRIC_GRID
  double* ghosts;   // what the others put: two turns, four sides
  double* borders;  // what is put: four sides
  long longest;     // side of any PE
#endif
} Grid;

// As square as the number of PEs permits.
static void divide(int pes, int* dims) {
  dims[1] = 1;
  for (int columns = 1; columns * columns <= pes; ++columns)
    if (pes % columns == 0) dims[1] = columns;
  dims[0] = pes / dims[1];
}

static void find_neighbours(Grid* grid, const App* app, long size, const int* dims) {
  const int at[2] = {app->rank / dims[1], app->rank % dims[1]};
  const int step[kSides][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
  grid->mine = part_at(size, dims, at);
  for (int side = 0; side < kSides; ++side) {
    const int there[2] = {at[0] + step[side][0], at[1] + step[side][1]};
    const int exists = there[0] >= 0 && there[0] < dims[0] && there[1] >= 0 && there[1] < dims[1];
    grid->pe[side] = exists ? there[0] * dims[1] + there[1] : kNobody;
    grid->of[side] = exists ? part_at(size, dims, there) : grid->mine;
  }
}

static Grid open_grid(App* app, long size) {
  Grid grid;
  int dims[2];
  divide(app->ranks, dims);
  app_require(app, size >= dims[0], "at least one row for every PE");
  find_neighbours(&grid, app, size, dims);
#if SYMMETRIC_GRID
  const size_t most = (size_t)(size / dims[0] + 3) * (size_t)(size / dims[1] + 3);
  grid.grid[0] = app_symmetric(app, most, sizeof(double));
  grid.grid[1] = app_symmetric(app, most, sizeof(double));
#else
  grid.grid[0] = app_memory(cells(&grid.mine), sizeof(double));
  grid.grid[1] = app_memory(cells(&grid.mine), sizeof(double));
  grid.longest = size / (dims[0] < dims[1] ? dims[0] : dims[1]) + 1;
  grid.borders = app_memory((size_t)(kSides * grid.longest), sizeof(double));
  grid.ghosts = app_symmetric(app, (size_t)(2 * kSides * grid.longest), sizeof(double));
#endif
  return grid;
}

static void close_grid(Grid* grid) {
#if SYMMETRIC_GRID
  shmem_free(grid->grid[0]);
  shmem_free(grid->grid[1]);
#else
  shmem_free(grid->ghosts);
  free(grid->grid[0]);
  free(grid->grid[1]);
  free(grid->borders);
#endif
}

#if SYMMETRIC_GRID

// Puts the outermost cells of `turn` into the ghosts of the neighbours.
static void put_borders(const Grid* grid, int turn) {
  const Part* mine = &grid->mine;
  double* u = grid->grid[turn];
  for (int side = 0; side < kSides; ++side) {
    const Part* theirs = &grid->of[side];
    double* there = u + ghosts_at(theirs, side ^ 1);
    const double* border = u + border_at(mine, side);
    if (grid->pe[side] == kNobody) continue;
    if (is_row(side))
      shmem_double_put(there, border, (size_t)mine->columns, grid->pe[side]);
    else
      shmem_double_iput(there, border, theirs->stride, mine->stride, (size_t)mine->rows, grid->pe[side]);
  }
}

static void take_ghosts(const Grid* grid, int turn) {
  (void)grid;
  (void)turn;  // they are where they belong
}

#else

// Puts the outermost cells of `turn` into the buffers of the neighbours. The other turn's may still be read there.
static void put_borders(const Grid* grid, int turn) {
  const Part* mine = &grid->mine;
  for (int side = 0; side < kSides; ++side) {
    const int count = length(mine, side);
    double* border = grid->borders + side * grid->longest;
    if (grid->pe[side] == kNobody) continue;
    copy_line(border, 1, grid->grid[turn] + border_at(mine, side), step(mine, side), count);
    shmem_double_put(grid->ghosts + (turn * kSides + (side ^ 1)) * grid->longest, border, (size_t)count,
                     grid->pe[side]);
  }
}

static void take_ghosts(const Grid* grid, int turn) {
  copy_ghosts(grid->grid[turn], &grid->mine, grid->pe, grid->ghosts + turn * kSides * grid->longest, grid->longest);
}

#endif

int main(int argc, char** argv) {
  long size = 3000, sweeps = 150;
  const AppOption options[] = {{"size", &size, 2, "rows and columns of the grid"},
                               {"iterations", &sweeps, 1, "sweeps"}};
  App app = app_begin(SYMMETRIC_GRID ? "shmem-stencil-grid" : "shmem-stencil", argc, argv, options, 2);
  Grid grid = open_grid(&app, size);
  fill(grid.grid[0], &grid.mine, size);

  double changed = 0;
  app_start(&app);
  for (long i = 0; i < sweeps; ++i) {
    const int turn = (int)(i % 2);
    put_borders(&grid, turn);
    shmem_barrier_all();
    take_ghosts(&grid, turn);
    sweep(grid.grid[turn], grid.grid[1 - turn], &grid.mine);
    if ((i + 1) % kSweepsPerNorm == 0) changed = change(grid.grid[turn], grid.grid[1 - turn], &grid.mine);
  }
  app_stop(&app);

  check_grid(&app, grid.grid[sweeps % 2], &grid.mine, size, sweeps, changed);
  close_grid(&grid);
  return app_end(&app);
}
