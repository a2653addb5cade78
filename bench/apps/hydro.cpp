// Lagrangian gas dynamics on quadrilaterals: a shock tube. Thermodynamics lives in elements, motion in nodes; corners
// of elements push nodes, and nodes gather the pushes. The numbering is shuffled, so nothing knows that the mesh began
// as a regular one.
//
// A process owns a strip of elements. Nodes between two strips belong to both: each exposes its part of the forces on
// them, gets the other's between two fences, and both come to the same sum.
//
// Checks: energy is conserved to rounding; until the waves reach the ends of the tube, the pressures there say how
// much momentum it has; both owners of a node have it in the same place; the gas between the waves has the velocity of
// the exact solution.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include "app.h"

namespace {

using Field = std::vector<double>;

constexpr int kCorners = 4;
constexpr double kGamma = 1.4;
constexpr double kLeftDensity = 1.0, kLeftPressure = 1.0;
constexpr double kRightDensity = 0.125, kRightPressure = 0.1;
constexpr double kExactVelocity = 0.92745;  // of this shock tube, between the waves
constexpr double kQuadraticViscosity = 1.2, kLinearViscosity = 0.3;
constexpr double kCourant = 0.25;
constexpr int kShuffled = 128;  // numbers are shuffled among as many neighbours, as a mesh generator might leave them

enum Side { kLeft, kRight, kSides };

// Order of `count` things that is random nearby and sorted on the whole.
std::vector<int> shuffled(int count, std::uint64_t seed) {
  std::vector<int> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), 0);
  for (int first = 0; first < count; first += kShuffled) {
    const int span = std::min(kShuffled, count - first);
    for (int i = span - 1; i > 0; --i) {
      const int k =
          static_cast<int>(app_mix(seed + static_cast<std::uint64_t>(first + i)) % (static_cast<unsigned>(i) + 1));
      std::swap(order[static_cast<std::size_t>(first + i)], order[static_cast<std::size_t>(first + k)]);
    }
  }
  return order;
}

struct Mesh {
  int elements = 0;
  int nodes = 0;
  std::vector<int> node_of;                     // of element, corner: counter-clockwise
  std::vector<int> corners_begin;               // of node, in:
  std::vector<int> corners;                     // positions in node_of
  std::array<std::vector<int>, kSides> shared;  // nodes that the neighbour has too, in the same order there
  std::array<int, kSides> neighbour{MPI_PROC_NULL, MPI_PROC_NULL};
  std::vector<char> wall;                        // bits: 1 no motion along x, 2 none along y
  std::vector<char> counted;                     // is this process the one that counts the node?
  std::vector<int> column_of_node, row_of_node;  // where it began
  std::vector<int> column_of_element;
};

Mesh make_mesh(const App& app, long columns, long rows) {
  Mesh mesh;
  const long first = app_begin_of(columns, app.ranks, app.rank);
  const long mine = app_begin_of(columns, app.ranks, app.rank + 1) - first;
  mesh.elements = static_cast<int>(mine * rows);
  mesh.nodes = static_cast<int>((mine + 1) * (rows + 1));
  if (app.rank > 0) mesh.neighbour[kLeft] = app.rank - 1;
  if (app.rank + 1 < app.ranks) mesh.neighbour[kRight] = app.rank + 1;

  const std::vector<int> node_number = shuffled(mesh.nodes, 1);
  const std::vector<int> element_number = shuffled(mesh.elements, 2);
  const auto node_at = [&](long column, long row) {
    return node_number[static_cast<std::size_t>(column * (rows + 1) + row)];
  };
  mesh.node_of.resize(static_cast<std::size_t>(mesh.elements) * kCorners);
  mesh.column_of_element.resize(static_cast<std::size_t>(mesh.elements));
  for (long column = 0; column < mine; ++column) {
    for (long row = 0; row < rows; ++row) {
      const auto e = static_cast<std::size_t>(element_number[static_cast<std::size_t>(column * rows + row)]);
      const std::array<int, kCorners> around{node_at(column, row), node_at(column + 1, row),
                                             node_at(column + 1, row + 1), node_at(column, row + 1)};
      std::copy(around.begin(), around.end(), mesh.node_of.begin() + static_cast<std::ptrdiff_t>(e * kCorners));
      mesh.column_of_element[e] = static_cast<int>(first + column);
    }
  }

  const auto nodes = static_cast<std::size_t>(mesh.nodes);
  mesh.wall.resize(nodes);
  mesh.counted.resize(nodes);
  mesh.column_of_node.resize(nodes);
  mesh.row_of_node.resize(nodes);
  for (long column = 0; column <= mine; ++column) {
    for (long row = 0; row <= rows; ++row) {
      const auto n = static_cast<std::size_t>(node_at(column, row));
      const bool end = first + column == 0 || first + column == columns;
      mesh.wall[n] = static_cast<char>((end ? 1 : 0) | (row == 0 || row == rows ? 2 : 0));
      mesh.counted[n] = column > 0 || app.rank == 0;
      mesh.column_of_node[n] = static_cast<int>(first + column);
      mesh.row_of_node[n] = static_cast<int>(row);
    }
  }
  for (long row = 0; row <= rows; ++row) {
    if (mesh.neighbour[kLeft] != MPI_PROC_NULL) mesh.shared[kLeft].push_back(node_at(0, row));
    if (mesh.neighbour[kRight] != MPI_PROC_NULL) mesh.shared[kRight].push_back(node_at(mine, row));
  }

  mesh.corners_begin.assign(nodes + 1, 0);
  for (const int node : mesh.node_of) ++mesh.corners_begin[static_cast<std::size_t>(node) + 1];
  std::partial_sum(mesh.corners_begin.begin(), mesh.corners_begin.end(), mesh.corners_begin.begin());
  std::vector<int> next(mesh.corners_begin.begin(), mesh.corners_begin.end() - 1);
  mesh.corners.resize(mesh.node_of.size());
  for (std::size_t corner = 0; corner < mesh.node_of.size(); ++corner)
    mesh.corners[static_cast<std::size_t>(next[static_cast<std::size_t>(mesh.node_of[corner])]++)] =
        static_cast<int>(corner);
  return mesh;
}

// Adds up what both owners know about shared nodes. Two values per node.
class Exchange {
 public:
  Exchange(App* app, const Mesh& mesh, long rows) : mesh_(mesh), room_(2 * (rows + 1)) {
    exposed_ = static_cast<double*>(app_window(app, static_cast<std::size_t>(kSides * room_), sizeof(double), &win_));
    for (Field& field : got_) field.resize(static_cast<std::size_t>(room_));
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win_);
  }
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;
  ~Exchange() {
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win_);
    MPI_Win_free(&win_);
  }

  // Brings the neighbours' values.
  void get(const Field& a, const Field& b) {
    for (int side = 0; side < kSides; ++side) {
      double* out = exposed_ + side * room_;
      for (std::size_t i = 0; i < mesh_.shared[side].size(); ++i) {
        const auto n = static_cast<std::size_t>(mesh_.shared[side][i]);
        out[2 * i] = a[n];
        out[2 * i + 1] = b[n];
      }
    }
    MPI_Win_fence(MPI_MODE_NOPUT, win_);
    for (int side = 0; side < kSides; ++side) {
      if (mesh_.neighbour[side] == MPI_PROC_NULL) continue;
      const int count = static_cast<int>(2 * mesh_.shared[side].size());
      MPI_Get(got_[side].data(), count, MPI_DOUBLE, mesh_.neighbour[side], (1 - side) * room_, count, MPI_DOUBLE, win_);
    }
    MPI_Win_fence(MPI_MODE_NOSTORE, win_);
  }

  void add(Field& a, Field& b) {
    get(a, b);
    for (int side = 0; side < kSides; ++side) {
      for (std::size_t i = 0; i < mesh_.shared[side].size(); ++i) {
        const auto n = static_cast<std::size_t>(mesh_.shared[side][i]);
        a[n] += got_[side][2 * i];
        b[n] += got_[side][2 * i + 1];
      }
    }
  }

  // How far the neighbours' values are from these.
  double difference(const Field& a, const Field& b) {
    double most = 0;
    get(a, b);
    for (int side = 0; side < kSides; ++side) {
      for (std::size_t i = 0; i < mesh_.shared[side].size(); ++i) {
        const auto n = static_cast<std::size_t>(mesh_.shared[side][i]);
        most = std::max({most, std::fabs(a[n] - got_[side][2 * i]), std::fabs(b[n] - got_[side][2 * i + 1])});
      }
    }
    return most;
  }

 private:
  const Mesh& mesh_;
  long room_;  // values per side
  double* exposed_ = nullptr;
  std::array<Field, kSides> got_;
  MPI_Win win_ = MPI_WIN_NULL;
};

struct Gas {
  // Of elements.
  Field density, energy, pressure, viscosity, sound, area, mass;
  // Of corners: the force on the node there.
  Field corner_x, corner_y;
  // Of nodes.
  Field x, y, u, v, force_x, force_y, node_mass, mean_u, mean_v;
};

double area_of(const double* x, const double* y) {
  return 0.5 * ((x[2] - x[0]) * (y[3] - y[1]) - (x[3] - x[1]) * (y[2] - y[0]));
}

void look_up_state(Gas& gas, std::size_t elements) {
  for (std::size_t e = 0; e < elements; ++e) {
    gas.density[e] = gas.mass[e] / gas.area[e];
    gas.pressure[e] = (kGamma - 1) * gas.density[e] * gas.energy[e];
    gas.sound[e] = std::sqrt(kGamma * gas.pressure[e] / gas.density[e]);
  }
}

// Sums of the corners around every node.
void gather(const Mesh& mesh, const Field& corner_x, const Field& corner_y, Field& x, Field& y) {
  for (std::size_t n = 0; n < static_cast<std::size_t>(mesh.nodes); ++n) {
    double sum_x = 0, sum_y = 0;
    for (int k = mesh.corners_begin[n]; k < mesh.corners_begin[n + 1]; ++k) {
      const auto corner = static_cast<std::size_t>(mesh.corners[static_cast<std::size_t>(k)]);
      sum_x += corner_x[corner];
      sum_y += corner_y[corner];
    }
    x[n] = sum_x;
    y[n] = sum_y;
  }
}

Gas fill_tube(const Mesh& mesh, Exchange& exchange, long columns) {
  Gas gas;
  const auto elements = static_cast<std::size_t>(mesh.elements);
  const auto nodes = static_cast<std::size_t>(mesh.nodes);
  for (Field* field : {&gas.density, &gas.energy, &gas.pressure, &gas.viscosity, &gas.sound, &gas.area, &gas.mass})
    field->assign(elements, 0);
  for (Field* field : {&gas.corner_x, &gas.corner_y}) field->assign(elements * kCorners, 0);
  for (Field* field :
       {&gas.x, &gas.y, &gas.u, &gas.v, &gas.force_x, &gas.force_y, &gas.node_mass, &gas.mean_u, &gas.mean_v})
    field->assign(nodes, 0);

  const double spacing = 1 / static_cast<double>(columns);
  for (std::size_t n = 0; n < nodes; ++n) {
    gas.x[n] = spacing * mesh.column_of_node[n];
    gas.y[n] = spacing * mesh.row_of_node[n];
  }
  for (std::size_t e = 0; e < elements; ++e) {
    const bool left = 2 * mesh.column_of_element[e] < columns;
    gas.area[e] = spacing * spacing;
    gas.mass[e] = gas.area[e] * (left ? kLeftDensity : kRightDensity);
    gas.energy[e] = (left ? kLeftPressure / kLeftDensity : kRightPressure / kRightDensity) / (kGamma - 1);
    for (std::size_t k = 0; k < kCorners; ++k) gas.corner_x[e * kCorners + k] = gas.mass[e] / kCorners;
  }
  look_up_state(gas, elements);
  Field nothing(nodes);
  gather(mesh, gas.corner_x, gas.corner_y, gas.node_mass, nothing);
  exchange.add(gas.node_mass, nothing);
  return gas;
}

// Pressure and viscosity in the middle of the step, and what they do to the corners.
void push_corners(const Mesh& mesh, Gas& gas, double dt) {
  for (std::size_t e = 0; e < static_cast<std::size_t>(mesh.elements); ++e) {
    double x[kCorners], y[kCorners], u[kCorners], v[kCorners];
    for (std::size_t k = 0; k < kCorners; ++k) {
      const auto n = static_cast<std::size_t>(mesh.node_of[e * kCorners + k]);
      u[k] = gas.u[n];
      v[k] = gas.v[n];
      x[k] = gas.x[n] + 0.5 * dt * u[k];
      y[k] = gas.y[n] + 0.5 * dt * v[k];
    }
    double grow_x[kCorners], grow_y[kCorners], rate = 0;  // of the area, with the corners
    for (std::size_t k = 0; k < kCorners; ++k) {
      const std::size_t next = (k + 1) % kCorners, last = (k + 3) % kCorners;
      grow_x[k] = 0.5 * (y[next] - y[last]);
      grow_y[k] = 0.5 * (x[last] - x[next]);
      rate += grow_x[k] * u[k] + grow_y[k] * v[k];
    }
    const double area = area_of(x, y);
    const double density = gas.mass[e] / area;
    const double energy = gas.energy[e] - (gas.pressure[e] + gas.viscosity[e]) * (area - gas.area[e]) / gas.mass[e];
    const double jump = rate < 0 ? -rate / std::sqrt(area) : 0;  // of the velocity, across the element
    gas.viscosity[e] = density * jump * (kQuadraticViscosity * jump + kLinearViscosity * gas.sound[e]);
    const double total = (kGamma - 1) * density * energy + gas.viscosity[e];
    for (std::size_t k = 0; k < kCorners; ++k) {
      gas.corner_x[e * kCorners + k] = total * grow_x[k];
      gas.corner_y[e * kCorners + k] = total * grow_y[k];
    }
  }
}

void move_nodes(const Mesh& mesh, Gas& gas, double dt) {
  for (std::size_t n = 0; n < static_cast<std::size_t>(mesh.nodes); ++n) {
    const double ax = (mesh.wall[n] & 1) != 0 ? 0 : gas.force_x[n] / gas.node_mass[n];
    const double ay = (mesh.wall[n] & 2) != 0 ? 0 : gas.force_y[n] / gas.node_mass[n];
    gas.mean_u[n] = gas.u[n] + 0.5 * dt * ax;
    gas.mean_v[n] = gas.v[n] + 0.5 * dt * ay;
    gas.u[n] += dt * ax;
    gas.v[n] += dt * ay;
    gas.x[n] += dt * gas.mean_u[n];
    gas.y[n] += dt * gas.mean_v[n];
  }
}

// Elements lose the work that their corners did. Returns the longest step that is stable here.
double finish_elements(const Mesh& mesh, Gas& gas, double dt) {
  const auto elements = static_cast<std::size_t>(mesh.elements);
  for (std::size_t e = 0; e < elements; ++e) {
    double x[kCorners], y[kCorners], work = 0;
    for (std::size_t k = 0; k < kCorners; ++k) {
      const auto n = static_cast<std::size_t>(mesh.node_of[e * kCorners + k]);
      x[k] = gas.x[n];
      y[k] = gas.y[n];
      work += gas.corner_x[e * kCorners + k] * gas.mean_u[n] + gas.corner_y[e * kCorners + k] * gas.mean_v[n];
    }
    gas.energy[e] -= dt * work / gas.mass[e];
    gas.area[e] = area_of(x, y);
  }
  look_up_state(gas, elements);
  double least = std::numeric_limits<double>::max();
  for (std::size_t e = 0; e < elements; ++e) {
    const double speed2 = gas.sound[e] * gas.sound[e] + 4 * gas.viscosity[e] / gas.density[e];
    least = std::min(least, gas.area[e] / speed2);
  }
  return kCourant * std::sqrt(least);
}

struct Totals {
  double energy = 0;
  double momentum = 0;
};

Totals totals(const Mesh& mesh, const Gas& gas) {
  Totals mine, all;
  for (std::size_t e = 0; e < static_cast<std::size_t>(mesh.elements); ++e) mine.energy += gas.mass[e] * gas.energy[e];
  for (std::size_t n = 0; n < static_cast<std::size_t>(mesh.nodes); ++n) {
    if (mesh.counted[n] == 0) continue;
    mine.energy += 0.5 * gas.node_mass[n] * (gas.u[n] * gas.u[n] + gas.v[n] * gas.v[n]);
    mine.momentum += gas.node_mass[n] * gas.u[n];
  }
  MPI_Allreduce(&mine.energy, &all.energy, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  MPI_Allreduce(&mine.momentum, &all.momentum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return all;
}

double fastest(const Gas& gas) {
  double mine = 0, all = 0;
  for (const double u : gas.u) mine = std::max(mine, u);
  MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return all;
}

}  // namespace

int main(int argc, char** argv) {
  long columns = 320, rows = 0, steps = 150;
  const AppOption options[] = {{"size", &columns, 8, "elements along the tube"},
                               {"rows", &rows, 0, "elements across it; 0: as many as along it"},
                               {"iterations", &steps, 1, "steps"}};
  App app = app_begin("hydro", argc, argv, options, 3);
  app_require(&app, columns >= app.ranks, "at least one column of elements for every process");
  if (rows == 0) rows = columns;
  {
    const Mesh mesh = make_mesh(app, columns, rows);
    Exchange exchange(&app, mesh, rows);
    Gas gas = fill_tube(mesh, exchange, columns);
    const Totals before = totals(mesh, gas);
    double time = 0, dt = kCourant * 0.5 / static_cast<double>(columns);

    app_start(&app);
    for (long step = 0; step < steps; ++step) {
      push_corners(mesh, gas, dt);
      gather(mesh, gas.corner_x, gas.corner_y, gas.force_x, gas.force_y);
      exchange.add(gas.force_x, gas.force_y);
      move_nodes(mesh, gas, dt);
      const double stable = std::min(finish_elements(mesh, gas, dt), 1.1 * dt);
      time += dt;
      MPI_Allreduce(&stable, &dt, 1, MPI_DOUBLE, MPI_MIN, MPI_COMM_WORLD);
    }
    app_stop(&app);

    const Totals after = totals(mesh, gas);
    app_check(&app, "relative change of the total energy", std::fabs(after.energy / before.energy - 1), 1e-11);
    const double width = static_cast<double>(rows) / static_cast<double>(columns);
    const double pushed = (kLeftPressure - kRightPressure) * width * time;
    if (time < 0.2)  // the waves are on their way
      app_check(&app, "relative error of the momentum", std::fabs(after.momentum / pushed - 1), 1e-6);
    app_check(&app, "distance between two copies of a node", exchange.difference(gas.x, gas.y), 0);
    if (steps >= 100 && time < 0.2)
      app_check(&app, "error of the velocity between the waves", std::fabs(fastest(gas) / kExactVelocity - 1), 0.1);
  }
  return app_end(&app);
}
