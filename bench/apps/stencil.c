// Jacobi relaxation of a square grid, distributed in both directions, borders put into the neighbours, a fence per
// sweep.
//
// EXPOSE_GRID 0: others reach buffers for the borders only, from where they are copied into the grid.
// EXPOSE_GRID 1: others reach the whole grid, and borders are put where they belong.
//
// The grid starts as a product of sines, which a sweep multiplies by a known number: that is the check.
#include "app.h"
#include "grid.h"

#ifndef EXPOSE_GRID
#define EXPOSE_GRID 0
#endif

typedef struct {
  Part mine;
  Part of[kSides];
  int rank[kSides];  // or kNobody
  double* grid[2];   // with a ring of ghosts
#if EXPOSE_GRID
  MPI_Datatype column;
  MPI_Datatype column_of[kSides];
#else
  double* ghosts;   // what the others put: two turns, four sides
  double* borders;  // what is put: four sides
  long longest;     // side of any process
#endif
  MPI_Win win;
} Grid;

static Grid open_grid(App* app, long size) {
  Grid grid;
  int dims[2] = {0, 0}, periods[2] = {0, 0}, at[2];
  MPI_Comm mesh;
  MPI_Dims_create(app->ranks, 2, dims);
  app_require(app, size >= dims[0], "at least one row for every process");
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &mesh);
  MPI_Cart_coords(mesh, app->rank, 2, at);
  MPI_Cart_shift(mesh, 0, 1, &grid.rank[kNorth], &grid.rank[kSouth]);
  MPI_Cart_shift(mesh, 1, 1, &grid.rank[kWest], &grid.rank[kEast]);
  grid.mine = part_at(size, dims, at);
  for (int side = 0; side < kSides; ++side) {
    grid.of[side] = grid.mine;
    if (grid.rank[side] == MPI_PROC_NULL) {
      grid.rank[side] = kNobody;
      continue;
    }
    MPI_Cart_coords(mesh, grid.rank[side], 2, at);
    grid.of[side] = part_at(size, dims, at);
  }
  MPI_Comm_free(&mesh);

  const size_t count = cells(&grid.mine);
#if EXPOSE_GRID
  grid.grid[0] = app_window(app, 2 * count, sizeof(double), &grid.win);
  grid.grid[1] = grid.grid[0] + count;
  MPI_Type_vector(grid.mine.rows, 1, grid.mine.stride, MPI_DOUBLE, &grid.column);
  MPI_Type_commit(&grid.column);
  for (int side = kWest; side <= kEast; ++side) {
    MPI_Type_vector(grid.of[side].rows, 1, grid.of[side].stride, MPI_DOUBLE, &grid.column_of[side]);
    MPI_Type_commit(&grid.column_of[side]);
  }
#else
  grid.grid[0] = app_memory(count, sizeof(double));
  grid.grid[1] = app_memory(count, sizeof(double));
  grid.longest = size / (dims[0] < dims[1] ? dims[0] : dims[1]) + 1;
  grid.borders = app_memory((size_t)(kSides * grid.longest), sizeof(double));
  grid.ghosts = app_window(app, (size_t)(2 * kSides * grid.longest), sizeof(double), &grid.win);
#endif
  return grid;
}

static void close_grid(Grid* grid) {
  MPI_Win_free(&grid->win);
#if EXPOSE_GRID
  MPI_Type_free(&grid->column);
  for (int side = kWest; side <= kEast; ++side) MPI_Type_free(&grid->column_of[side]);
#else
  free(grid->grid[0]);
  free(grid->grid[1]);
  free(grid->borders);
#endif
}

#if EXPOSE_GRID

// Puts the outermost cells of `turn` into the ghosts of the neighbours.
static void put_borders(const Grid* grid, int turn) {
  const Part* mine = &grid->mine;
  for (int side = 0; side < kSides; ++side) {
    const Part* theirs = &grid->of[side];
    const MPI_Aint there = (MPI_Aint)((size_t)turn * cells(theirs)) + ghosts_at(theirs, side ^ 1);
    const double* border = grid->grid[turn] + border_at(mine, side);
    if (grid->rank[side] == kNobody) continue;
    if (is_row(side))
      MPI_Put(border, mine->columns, MPI_DOUBLE, grid->rank[side], there, mine->columns, MPI_DOUBLE, grid->win);
    else
      MPI_Put(border, 1, grid->column, grid->rank[side], there, 1, grid->column_of[side], grid->win);
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
    if (grid->rank[side] == kNobody) continue;
    copy_line(border, 1, grid->grid[turn] + border_at(mine, side), step(mine, side), count);
    MPI_Put(border, count, MPI_DOUBLE, grid->rank[side], (turn * kSides + (side ^ 1)) * grid->longest, count,
            MPI_DOUBLE, grid->win);
  }
}

static void take_ghosts(const Grid* grid, int turn) {
  copy_ghosts(grid->grid[turn], &grid->mine, grid->rank, grid->ghosts + turn * kSides * grid->longest, grid->longest);
}

#endif

int main(int argc, char** argv) {
  long size = 3000, sweeps = 150;
  const AppOption options[] = {{"size", &size, 2, "rows and columns of the grid"},
                               {"iterations", &sweeps, 1, "sweeps"}};
  App app = app_begin(EXPOSE_GRID ? "stencil-grid" : "stencil-halo", argc, argv, options, 2);
  Grid grid = open_grid(&app, size);
  fill(grid.grid[0], &grid.mine, size);

  double changed = 0;
  MPI_Win_fence(MPI_MODE_NOPRECEDE, grid.win);
  app_start(&app);
  for (long i = 0; i < sweeps; ++i) {
    const int turn = (int)(i % 2);
    put_borders(&grid, turn);
    MPI_Win_fence(0, grid.win);
    take_ghosts(&grid, turn);
    sweep(grid.grid[turn], grid.grid[1 - turn], &grid.mine);
    if ((i + 1) % kSweepsPerNorm == 0) changed = change(grid.grid[turn], grid.grid[1 - turn], &grid.mine);
  }
  app_stop(&app);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, grid.win);

  check_grid(&app, grid.grid[sweeps % 2], &grid.mine, size, sweeps, changed);
  close_grid(&grid);
  return app_end(&app);
}
