// Block-tridiagonal systems along lines that run through all processes: elimination goes from the first process to the
// last, substitution back. Lines go through in bundles, so that all processes have work. Little is computed on a bundle: this
// is about communication.
//
// The solution of every sweep is known; their sum is checked.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "app_common.h"

namespace blocks {

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

static_assert(sizeof(Eliminated) == sizeof(Block) + sizeof(Vector), "it goes to others as an array of doubles");

// The system of one cell of one bundle.
struct Cell {
  Block lower, diagonal, upper;
  Vector right_side;
};

// a -= b * c, line by line.
inline void subtract_product(Block& a, const Block& b, const Block& c) {
  for (int i = 0; i < kRows; ++i)
    for (int k = 0; k < kRows; ++k)
      for (int j = 0; j < kRows; ++j)
        for (int line = 0; line < kLines; ++line) a.at[i][j][line] -= b.at[i][k][line] * c.at[k][j][line];
}

inline void subtract_product(Vector& a, const Block& b, const Vector& c) {
  for (int i = 0; i < kRows; ++i)
    for (int k = 0; k < kRows; ++k)
      for (int line = 0; line < kLines; ++line) a.at[i][line] -= b.at[i][k][line] * c.at[k][line];
}

// row `to` -= factor * row `from`, in the matrix (from column `first` on) and in what it is applied to.
inline void combine(Block& matrix, Eliminated& sides, int to, int from, int first) {
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
inline void solve_block(Block& matrix, Eliminated& sides) {
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
inline double exact(long bundle, int line, long cell, int row) {
  return 1 + app_chance(static_cast<std::uint64_t>(((bundle * kLines + line) * 1000003 + cell) * kRows + row));
}

inline void fill(Cell& cell, long bundle, long number, long cells) {
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

// The cells of this process of all lines: everything but how bundles get from one process to the next.
class Lines {
 public:
  Lines(const App& app, long bundles, long cells)
      : bundles_(bundles),
        first_(app_begin_of(cells, app.ranks, app.rank)),
        here_(app_begin_of(cells, app.ranks, app.rank + 1) - first_),
        cells_(static_cast<std::size_t>(bundles * here_)),
        eliminated_(cells_.size()),
        solution_(cells_.size()),
        sum_(cells_.size()) {
    for (long bundle = 0; bundle < bundles; ++bundle)
      for (long k = 0; k < here_; ++k) fill(cells_[index(bundle, k)], bundle, first_ + k, cells);
  }

  [[nodiscard]] long bundles() const { return bundles_; }

  // Eliminates with `scale` times the right side, after what the process before left; what this one leaves.
  const Eliminated& eliminate(long bundle, const Eliminated* last, double scale) {
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
    return *last;
  }

  // The solutions, from that of the process after on; that of the first cell here.
  const Vector& substitute(long bundle, const Vector* next) {
    for (long k = here_ - 1; k >= 0; --k) {
      Vector& x = solution_[index(bundle, k)];
      Vector& sum = sum_[index(bundle, k)];
      x = eliminated_[index(bundle, k)].rest;
      if (next != nullptr) subtract_product(x, eliminated_[index(bundle, k)].upper, *next);
      for (int row = 0; row < kRows; ++row)
        for (int line = 0; line < kLines; ++line) sum.at[row][line] += x.at[row][line];
      next = &x;
    }
    return *next;
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

  long bundles_;
  long first_, here_;  // cells of this process
  std::vector<Cell> cells_;
  std::vector<Eliminated> eliminated_;
  std::vector<Vector> solution_, sum_;
};

// main() of a program whose Solver(App*, bundles, cells) has sweep(scale), which solves for `scale` times the right side, and
// error(scale) of the sum of all solutions.
template <class Solver>
int run(const char* name, int argc, char** argv) {
  long bundles = 256, cells = 4, sweeps = 200;
  const AppOption options[] = {{"size", &bundles, 1, "bundles of eight lines"},
                               {"cells", &cells, 1, "blocks along a line, over all processes"},
                               {"iterations", &sweeps, 1, "sweeps"}};
  App app = app_begin(name, argc, argv, options, 3);
  app_require(&app, cells >= app.ranks, "at least one cell of a line for every process");
  {
    Solver solver(&app, bundles, cells);
    app_start(&app);
    for (long sweep = 1; sweep <= sweeps; ++sweep) solver.sweep(static_cast<double>(sweep));
    app_stop(&app);
    const double scale = 0.5 * static_cast<double>(sweeps * (sweeps + 1));
    app_check(&app, "relative error of the solutions", solver.error(scale), 1e-11);
  }
  return app_end(&app);
}

}  // namespace blocks
