// Block-tridiagonal systems along lines that run through all processes: elimination goes from the first process to the
// last, substitution back. Lines go through in bundles, so that all processes have work; every bundle is a small put
// in an epoch of post, start, complete and wait. Little is computed between two of them: this is about communication.
//
// The solution of every sweep is known; their sum is checked.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "app.h"

namespace {

constexpr int kRows = 5;   // of a block
constexpr int kLines = 8;  // in a bundle: the innermost index, for vector instructions

struct Block {
  double at[kRows][kRows][kLines];
};

struct Vector {
  double at[kRows][kLines];
};

// What the elimination leaves of a cell: x = rest - upper * (x of the next cell).
struct Eliminated {
  Block upper;
  Vector rest;
};

constexpr int kForwardDoubles = sizeof(Eliminated) / sizeof(double);
constexpr int kBackwardDoubles = sizeof(Vector) / sizeof(double);
static_assert(sizeof(Eliminated) == sizeof(Block) + sizeof(Vector), "it is put as an array of doubles");

// The system of one cell of one bundle.
struct Cell {
  Block lower, diagonal, upper;
  Vector right_side;
};

// a -= b * c, line by line.
void subtract_product(Block& a, const Block& b, const Block& c) {
  for (int i = 0; i < kRows; ++i)
    for (int k = 0; k < kRows; ++k)
      for (int j = 0; j < kRows; ++j)
        for (int line = 0; line < kLines; ++line) a.at[i][j][line] -= b.at[i][k][line] * c.at[k][j][line];
}

void subtract_product(Vector& a, const Block& b, const Vector& c) {
  for (int i = 0; i < kRows; ++i)
    for (int k = 0; k < kRows; ++k)
      for (int line = 0; line < kLines; ++line) a.at[i][line] -= b.at[i][k][line] * c.at[k][line];
}

// row `to` -= factor * row `from`, in the matrix (from column `first` on) and in what it is applied to.
void combine(Block& matrix, Eliminated& sides, int to, int from, int first) {
  double factor[kLines];
  for (int line = 0; line < kLines; ++line) factor[line] = matrix.at[to][from][line];
  for (int j = first; j < kRows; ++j)
    for (int line = 0; line < kLines; ++line) matrix.at[to][j][line] -= factor[line] * matrix.at[from][j][line];
  for (int j = 0; j < kRows; ++j)
    for (int line = 0; line < kLines; ++line)
      sides.upper.at[to][j][line] -= factor[line] * sides.upper.at[from][j][line];
  for (int line = 0; line < kLines; ++line) sides.rest.at[to][line] -= factor[line] * sides.rest.at[from][line];
}

// Multiplies both right sides by the inverse of the matrix, which is destroyed. Diagonals dominate: no pivoting.
void solve_block(Block& matrix, Eliminated& sides) {
  for (int i = 0; i < kRows; ++i) {
    double inverse[kLines];
    for (int line = 0; line < kLines; ++line) inverse[line] = 1 / matrix.at[i][i][line];
    for (int j = i; j < kRows; ++j)
      for (int line = 0; line < kLines; ++line) matrix.at[i][j][line] *= inverse[line];
    for (int j = 0; j < kRows; ++j)
      for (int line = 0; line < kLines; ++line) sides.upper.at[i][j][line] *= inverse[line];
    for (int line = 0; line < kLines; ++line) sides.rest.at[i][line] *= inverse[line];
    for (int other = 0; other < kRows; ++other)
      if (other != i) combine(matrix, sides, other, i, i);
  }
}

// The exact solution of the first sweep.
double exact(long bundle, int line, long cell, int row) {
  return 1 + app_chance(static_cast<std::uint64_t>(((bundle * kLines + line) * 1000003 + cell) * kRows + row));
}

void fill(Cell& cell, long bundle, long number, long cells) {
  const std::uint64_t seed = static_cast<std::uint64_t>(bundle * cells + number) * 1000;
  for (int i = 0; i < kRows; ++i) {
    for (int line = 0; line < kLines; ++line) {
      double sum = 0;
      for (int j = 0; j < kRows; ++j) {
        const std::uint64_t entry = seed + static_cast<std::uint64_t>((i * kRows + j) * kLines + line);
        const double lower = number > 0 ? 0.1 * app_chance(entry) : 0;
        const double upper = number + 1 < cells ? 0.1 * app_chance(entry + 300) : 0;
        const double diagonal = (i == j ? 3.0 : 0.0) + 0.2 * app_chance(entry + 600);
        cell.lower.at[i][j][line] = lower;
        cell.upper.at[i][j][line] = upper;
        cell.diagonal.at[i][j][line] = diagonal;
        sum += diagonal * exact(bundle, line, number, j);
        if (number > 0) sum += lower * exact(bundle, line, number - 1, j);
        if (number + 1 < cells) sum += upper * exact(bundle, line, number + 1, j);
      }
      cell.right_side.at[i][line] = sum;
    }
  }
}

// The process before or after this one, if there is one. Who receives offers a slot by post, who sends fills it.
class Neighbour {
 public:
  explicit Neighbour(int rank) {
    if (rank == MPI_PROC_NULL) return;
    rank_ = rank;
    MPI_Group world;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &rank, &group_);
    MPI_Group_free(&world);
  }
  Neighbour(const Neighbour&) = delete;
  Neighbour& operator=(const Neighbour&) = delete;
  ~Neighbour() {
    if (*this) MPI_Group_free(&group_);
  }

  explicit operator bool() const { return rank_ != MPI_PROC_NULL; }

  void offer(MPI_Win win) const {
    if (*this) MPI_Win_post(group_, 0, win);
  }
  void put(const void* data, int doubles, MPI_Aint place, MPI_Win win) const {
    if (!*this) return;
    MPI_Win_start(group_, 0, win);
    MPI_Put(data, doubles, MPI_DOUBLE, rank_, place, doubles, MPI_DOUBLE, win);
    MPI_Win_complete(win);
  }

 private:
  int rank_ = MPI_PROC_NULL;
  MPI_Group group_ = MPI_GROUP_NULL;
};

class Solver {
 public:
  Solver(App* app, long bundles, long cells)
      : bundles_(bundles),
        first_(app_begin_of(cells, app->ranks, app->rank)),
        here_(app_begin_of(cells, app->ranks, app->rank + 1) - first_),
        before_(app->rank > 0 ? app->rank - 1 : MPI_PROC_NULL),
        after_(app->rank + 1 < app->ranks ? app->rank + 1 : MPI_PROC_NULL),
        cells_(static_cast<std::size_t>(bundles * here_)),
        eliminated_(cells_.size()),
        solution_(cells_.size()),
        sum_(cells_.size()) {
    from_before_ =
        static_cast<Eliminated*>(app_window(app, static_cast<std::size_t>(bundles), sizeof(Eliminated), &forward_));
    from_after_ = static_cast<Vector*>(app_window(app, static_cast<std::size_t>(bundles), sizeof(Vector), &backward_));
    for (long bundle = 0; bundle < bundles; ++bundle)
      for (long k = 0; k < here_; ++k) fill(cells_[index(bundle, k)], bundle, first_ + k, cells);
  }
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;
  ~Solver() {
    MPI_Win_free(&forward_);
    MPI_Win_free(&backward_);
  }

  // Solves for `scale` times the right side.
  void sweep(double scale) {
    before_.offer(forward_);
    for (long bundle = 0; bundle < bundles_; ++bundle) {
      const Eliminated* from = nullptr;
      if (before_) {
        MPI_Win_wait(forward_);
        if (bundle + 1 < bundles_) before_.offer(forward_);  // the next one may come while this one is worked on
        from = &from_before_[bundle];
      }
      eliminate(bundle, from, scale);
      after_.put(&eliminated_[index(bundle, here_ - 1)], kForwardDoubles, bundle, forward_);
    }
    after_.offer(backward_);
    for (long bundle = 0; bundle < bundles_; ++bundle) {
      const Vector* from = nullptr;
      if (after_) {
        MPI_Win_wait(backward_);
        if (bundle + 1 < bundles_) after_.offer(backward_);
        from = &from_after_[bundle];
      }
      substitute(bundle, from);
      before_.put(&solution_[index(bundle, 0)], kBackwardDoubles, bundle, backward_);
    }
  }

  // Relative error of the sum of all solutions, which should be `scale` times the first one.
  [[nodiscard]] double error(double scale) const {
    double most = 0;
    for (long bundle = 0; bundle < bundles_; ++bundle) {
      for (long k = 0; k < here_; ++k) {
        for (int row = 0; row < kRows; ++row) {
          for (int line = 0; line < kLines; ++line) {
            const double wanted = scale * exact(bundle, line, first_ + k, row);
            const double off = std::fabs(sum_[index(bundle, k)].at[row][line] / wanted - 1);
            if (!(off <= most)) most = off;
          }
        }
      }
    }
    return most;
  }

 private:
  [[nodiscard]] std::size_t index(long bundle, long cell) const {
    return static_cast<std::size_t>(bundle * here_ + cell);
  }

  void eliminate(long bundle, const Eliminated* last, double scale) {
    for (long k = 0; k < here_; ++k) {
      const Cell& cell = cells_[index(bundle, k)];
      Eliminated& out = eliminated_[index(bundle, k)];
      Block diagonal = cell.diagonal;
      out.upper = cell.upper;
      for (int row = 0; row < kRows; ++row)
        for (int line = 0; line < kLines; ++line) out.rest.at[row][line] = scale * cell.right_side.at[row][line];
      if (last != nullptr) {
        subtract_product(diagonal, cell.lower, last->upper);
        subtract_product(out.rest, cell.lower, last->rest);
      }
      solve_block(diagonal, out);
      last = &out;
    }
  }

  void substitute(long bundle, const Vector* next) {
    for (long k = here_ - 1; k >= 0; --k) {
      Vector& x = solution_[index(bundle, k)];
      Vector& sum = sum_[index(bundle, k)];
      x = eliminated_[index(bundle, k)].rest;
      if (next != nullptr) subtract_product(x, eliminated_[index(bundle, k)].upper, *next);
      for (int row = 0; row < kRows; ++row)
        for (int line = 0; line < kLines; ++line) sum.at[row][line] += x.at[row][line];
      next = &x;
    }
  }

  long bundles_;
  long first_, here_;  // cells of this process
  Neighbour before_, after_;
  std::vector<Cell> cells_;
  std::vector<Eliminated> eliminated_;
  std::vector<Vector> solution_, sum_;
  Eliminated* from_before_ = nullptr;  // a slot per bundle
  Vector* from_after_ = nullptr;
  // A window per direction. With one for both, MPICH 4.0 hangs now and then on three processes and more: it seems to
  // take a post from one neighbour for that of the other.
  MPI_Win forward_ = MPI_WIN_NULL, backward_ = MPI_WIN_NULL;
};

}  // namespace

int main(int argc, char** argv) {
  long bundles = 256, cells = 4, sweeps = 200;
  const AppOption options[] = {{"size", &bundles, 1, "bundles of eight lines"},
                               {"cells", &cells, 1, "blocks along a line, over all processes"},
                               {"iterations", &sweeps, 1, "sweeps"}};
  App app = app_begin("solver", argc, argv, options, 3);
  app_require(&app, cells >= app.ranks, "at least one cell of a line for every process");
  {
    Solver solver(&app, bundles, cells);
    app_start(&app);
    for (long sweep = 1; sweep <= sweeps; ++sweep) solver.sweep(static_cast<double>(sweep));
    app_stop(&app);
    app_check(&app, "relative error of the solutions", solver.error(0.5 * static_cast<double>(sweeps * (sweeps + 1))),
              1e-11);
  }
  return app_end(&app);
}
