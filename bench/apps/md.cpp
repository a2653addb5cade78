// Molecular dynamics: Lennard-Jones atoms in a periodic box, velocity Verlet, neighbour lists that hold for some steps.
//
// The box is cut into slabs along x. A process exposes the positions of its atoms near each face; its neighbours get
// them, with everything in one lock_all epoch. Atoms that left their slab move when lists are rebuilt: they are
// exposed and got likewise.
//
// Checks: the crystal that it starts from has the energy that its geometry gives, so every atom sees all of its
// neighbours; no atom is lost, the total momentum stays zero to rounding, the total energy nearly what it was.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "app.h"

namespace {

using Field = std::vector<double>;

constexpr double kDensity = 0.8442, kTemperature = 1.44;
constexpr double kCutoff = 2.5, kSkin = 0.3, kReach = kCutoff + kSkin;
constexpr double kStep = 0.004;
constexpr int kStepsPerList = 10;

// Where the atoms of a cell are: face-centred cubic.
constexpr double kSites[4][3] = {{0.25, 0.25, 0.25}, {0.75, 0.75, 0.25}, {0.75, 0.25, 0.75}, {0.25, 0.75, 0.75}};
constexpr double kAtomsPerCell = 4;

enum Side { kLeft, kRight, kSides };

struct Box {
  double edge = 0;
  double low = 0, high = 0;  // of this process's slab
};

struct Atoms {
  std::size_t owned = 0;
  Field x, y, z;  // copies of others' atoms after the own ones
  Field vx, vy, vz, fx, fy, fz;

  [[nodiscard]] std::size_t all() const { return x.size(); }
  void resize_owned(std::size_t count) {
    owned = count;
    for (Field* field : {&x, &y, &z, &vx, &vy, &vz, &fx, &fy, &fz}) field->resize(count);
  }
};

// Energy of a pair whose distance squared is r2. Zero at the cutoff, so that the energy of all has no jumps.
double pair_energy(double r2) {
  constexpr double kInverse6 = 1 / (kCutoff * kCutoff * kCutoff * kCutoff * kCutoff * kCutoff);
  const double s6 = 1 / (r2 * r2 * r2);
  return 4 * s6 * (s6 - 1) - 4 * kInverse6 * (kInverse6 - 1);
}

// Energy of an atom in an endless crystal with all its neighbours.
double crystal_energy(double cell) {
  double energy = 0;
  for (int x = -3; x <= 3; ++x) {
    for (int y = -3; y <= 3; ++y) {
      for (int z = -3; z <= 3; ++z) {
        for (const auto& site : kSites) {
          const double dx = (x + site[0] - kSites[0][0]) * cell, dy = (y + site[1] - kSites[0][1]) * cell,
                       dz = (z + site[2] - kSites[0][2]) * cell;
          const double r2 = dx * dx + dy * dy + dz * dz;
          if (r2 > 0 && r2 < kCutoff * kCutoff) energy += pair_energy(r2);
        }
      }
    }
  }
  return energy;
}

// The nearest image of a distance in a periodic direction.
double nearest(double distance, double edge) {
  if (distance > 0.5 * edge) return distance - edge;
  if (distance < -0.5 * edge) return distance + edge;
  return distance;
}

double wrapped(double position, double edge) {
  if (position < 0) return position + edge;
  if (position >= edge) return position - edge;
  return position;
}

// What this process shows to its neighbours, and how it gets what they show. There are two turns of everything, so that
// one barrier per exchange is enough: what is overwritten was got before the last one.
class Exchange {
 public:
  static constexpr int kHeader = 1;  // the number of items comes first

  Exchange(App* app, long room)
      : room_(kHeader + room), neighbour_{(app->rank + app->ranks - 1) % app->ranks, (app->rank + 1) % app->ranks} {
    exposed_ =
        static_cast<double*>(app_window(app, static_cast<std::size_t>(2 * kSides * room_), sizeof(double), &win_));
    MPI_Win_lock_all(0, win_);
  }
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;
  ~Exchange() {
    MPI_Win_unlock_all(win_);
    MPI_Win_free(&win_);
  }

  void next_turn() { turn_ = 1 - turn_; }

  // Where to write for a neighbour.
  double* outgoing(int side) { return exposed_ + offset(side) + kHeader; }
  void announce(int side, std::size_t doubles) {
    if (static_cast<long>(doubles) > room_ - kHeader) MPI_Abort(MPI_COMM_WORLD, 3);
    exposed_[offset(side)] = static_cast<double>(doubles);
  }

  // Everyone has written, and may read.
  void open() {
    MPI_Win_sync(win_);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(win_);
  }

  // What the neighbours wrote for this process, of unknown length.
  void get_announced(std::array<Field, kSides>& into) {
    std::array<double, kSides> counts{};
    for (int side = 0; side < kSides; ++side)
      MPI_Get(&counts[side], 1, MPI_DOUBLE, neighbour_[side], offset(1 - side), 1, MPI_DOUBLE, win_);
    MPI_Win_flush_all(win_);
    for (int side = 0; side < kSides; ++side) into[side].resize(static_cast<std::size_t>(counts[side]));
    get(into);
  }

  // The same, of the length that `into` has.
  void get(std::array<Field, kSides>& into) {
    for (int side = 0; side < kSides; ++side) {
      const int count = static_cast<int>(into[side].size());
      MPI_Get(into[side].data(), count, MPI_DOUBLE, neighbour_[side], offset(1 - side) + kHeader, count, MPI_DOUBLE,
              win_);
    }
    for (const int rank : neighbour_) MPI_Win_flush(rank, win_);
  }

 private:
  [[nodiscard]] MPI_Aint offset(int side) const { return (turn_ * kSides + side) * room_; }

  long room_;
  std::array<int, kSides> neighbour_;
  double* exposed_ = nullptr;
  int turn_ = 0;
  MPI_Win win_ = MPI_WIN_NULL;
};

// Neighbours of owned atoms. A pair of two owned atoms is in both lists: no force has to be sent back.
struct Lists {
  std::vector<std::size_t> begin;
  std::vector<std::uint32_t> atoms;
};

// Bins of at least the reach in every direction, so that neighbours are in adjacent ones.
class Bins {
 public:
  Bins(const Box& box, const Atoms& atoms)
      : low_(box.low - kReach),
        count_{std::max(1, static_cast<int>((box.high - box.low + 2 * kReach) / kReach)), periodic_count(box.edge),
               periodic_count(box.edge)},
        size_{(box.high - box.low + 2 * kReach) / count_[0], box.edge / count_[1], box.edge / count_[2]} {
    bin_of_.resize(atoms.all());
    begin_.assign(static_cast<std::size_t>(count_[0] * count_[1] * count_[2]) + 1, 0);
    for (std::size_t i = 0; i < atoms.all(); ++i) {
      bin_of_[i] = bin(along(atoms.x[i] - low_, 0), along(atoms.y[i], 1), along(atoms.z[i], 2));
      ++begin_[bin_of_[i] + 1];
    }
    for (std::size_t b = 1; b < begin_.size(); ++b) begin_[b] += begin_[b - 1];
    std::vector<std::size_t> next(begin_.begin(), begin_.end() - 1);
    members_.resize(atoms.all());
    for (std::size_t i = 0; i < atoms.all(); ++i) members_[next[bin_of_[i]]++] = static_cast<std::uint32_t>(i);
  }

  [[nodiscard]] Lists lists(const Box& box, const Atoms& atoms) const {
    Lists lists;
    lists.begin.push_back(0);
    lists.atoms.reserve(atoms.owned * 80);
    for (std::size_t i = 0; i < atoms.owned; ++i) {
      const int bx = along(atoms.x[i] - low_, 0), by = along(atoms.y[i], 1), bz = along(atoms.z[i], 2);
      for (int x = std::max(0, bx - 1); x <= std::min(count_[0] - 1, bx + 1); ++x)
        for (int dy = first(1); dy <= last(1); ++dy)
          for (int dz = first(2); dz <= last(2); ++dz)
            collect(box, atoms, i, bin(x, (by + dy + count_[1]) % count_[1], (bz + dz + count_[2]) % count_[2]), lists);
      lists.begin.push_back(lists.atoms.size());
    }
    return lists;
  }

 private:
  // With fewer than three bins around a period, a bin would be its own neighbour's neighbour: then one is enough.
  static int periodic_count(double edge) {
    const int count = static_cast<int>(edge / kReach);
    return count < 3 ? 1 : count;
  }
  [[nodiscard]] int first(int axis) const { return count_[axis] == 1 ? 0 : -1; }
  [[nodiscard]] int last(int axis) const { return count_[axis] == 1 ? 0 : 1; }
  [[nodiscard]] int along(double distance, int axis) const {
    return std::clamp(static_cast<int>(distance / size_[axis]), 0, count_[axis] - 1);
  }
  [[nodiscard]] std::size_t bin(int x, int y, int z) const {
    return static_cast<std::size_t>((x * count_[1] + y) * count_[2] + z);
  }

  void collect(const Box& box, const Atoms& atoms, std::size_t i, std::size_t bin, Lists& lists) const {
    for (std::size_t k = begin_[bin]; k < begin_[bin + 1]; ++k) {
      const std::uint32_t j = members_[k];
      const double dx = atoms.x[i] - atoms.x[j];
      const double dy = nearest(atoms.y[i] - atoms.y[j], box.edge);
      const double dz = nearest(atoms.z[i] - atoms.z[j], box.edge);
      if (j != i && dx * dx + dy * dy + dz * dz < kReach * kReach) lists.atoms.push_back(j);
    }
  }

  double low_;
  std::array<int, 3> count_;
  std::array<double, 3> size_;
  std::vector<std::size_t> bin_of_, begin_;
  std::vector<std::uint32_t> members_;
};

class Simulation {
 public:
  Simulation(App* app, long cells) : app_(app), exchange_(app, room_for(app, cells)) {
    const double cell = std::cbrt(kAtomsPerCell / kDensity);
    box_.edge = cell * static_cast<double>(cells);
    box_.low = box_.edge * app->rank / app->ranks;
    box_.high = box_.edge * (app->rank + 1) / app->ranks;
    place_atoms(cells, cell);
    rebuild();
    compute_forces();
  }

  void step(long number) {
    kick();
    drift();
    if (number % kStepsPerList == 0)
      rebuild();
    else
      renew_copies();
    compute_forces();
    kick();
  }

  // How far the mean energy of an atom with its neighbours is from that in a crystal.
  [[nodiscard]] double error_of_crystal() const {
    const std::array<double, 2> mine{static_cast<double>(atoms_.owned), potential_};
    std::array<double, 2> all{};
    MPI_Allreduce(mine.data(), all.data(), 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return std::fabs(all[1] / all[0] - crystal_energy(std::cbrt(kAtomsPerCell / kDensity)));
  }

  // Number of atoms, momentum along all axes, energy: of all processes.
  [[nodiscard]] std::array<double, 5> totals() const {
    std::array<double, 5> mine{static_cast<double>(atoms_.owned), 0, 0, 0, 0.5 * potential_}, all{};
    for (std::size_t i = 0; i < atoms_.owned; ++i) {
      const double vx = atoms_.vx[i], vy = atoms_.vy[i], vz = atoms_.vz[i];
      mine[1] += vx;
      mine[2] += vy;
      mine[3] += vz;
      mine[4] += 0.5 * (vx * vx + vy * vy + vz * vz);
    }
    MPI_Allreduce(mine.data(), all.data(), static_cast<int>(all.size()), MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return all;
  }

 private:
  static constexpr std::size_t kMoved = 6;   // doubles of an atom that moves
  static constexpr std::size_t kCopied = 3;  // doubles of a copy

  // Half as many atoms again as lie within reach of a face on average, which is more than ever move at once.
  static long room_for(const App* app, long cells) {
    app_require(app,
                static_cast<double>(cells) * std::cbrt(kAtomsPerCell / kDensity) >= kReach * std::max(2, app->ranks),
                "slabs, and a box, wider than the reach of the forces: a larger --size or fewer ranks");
    return static_cast<long>(1.5 * kAtomsPerCell * static_cast<double>(cells * cells) * (kReach + 1)) * 3 + 64;
  }

  // Velocities come in opposite pairs, scaled for the temperature, so that the momentum of all is zero.
  void place_atoms(long cells, double cell) {
    const double speed = std::sqrt(12 * kTemperature);  // of an even distribution over one unit
    for (long c = 0; c < cells * cells * cells; ++c) {
      const double at[3] = {static_cast<double>(c / (cells * cells)), static_cast<double>(c / cells % cells),
                            static_cast<double>(c % cells)};
      for (int site = 0; site < 4; ++site) {
        const double x = (at[0] + kSites[site][0]) * cell;
        if (x < box_.low || x >= box_.high) continue;
        const std::uint64_t seed = static_cast<std::uint64_t>(c * 2 + site / 2) * 3;
        const double sign = site % 2 == 0 ? speed : -speed;
        atoms_.x.push_back(x);
        atoms_.y.push_back((at[1] + kSites[site][1]) * cell);
        atoms_.z.push_back((at[2] + kSites[site][2]) * cell);
        atoms_.vx.push_back(sign * (app_chance(seed) - 0.5));
        atoms_.vy.push_back(sign * (app_chance(seed + 1) - 0.5));
        atoms_.vz.push_back(sign * (app_chance(seed + 2) - 0.5));
      }
    }
    atoms_.resize_owned(atoms_.x.size());
  }

  void kick() {
    for (std::size_t i = 0; i < atoms_.owned; ++i) {
      atoms_.vx[i] += 0.5 * kStep * atoms_.fx[i];
      atoms_.vy[i] += 0.5 * kStep * atoms_.fy[i];
      atoms_.vz[i] += 0.5 * kStep * atoms_.fz[i];
    }
  }

  void drift() {
    for (std::size_t i = 0; i < atoms_.owned; ++i) {
      atoms_.x[i] += kStep * atoms_.vx[i];
      atoms_.y[i] += kStep * atoms_.vy[i];
      atoms_.z[i] += kStep * atoms_.vz[i];
    }
  }

  void rebuild() {
    atoms_.resize_owned(atoms_.owned);
    move_leavers();
    choose_borders();
    lists_ = Bins(box_, atoms_).lists(box_, atoms_);
  }

  // Coordinates of atoms that come over the ends of the box, as seen from here.
  [[nodiscard]] double shift_from(int side) const {
    if (side == kLeft && app_->rank == 0) return -box_.edge;
    if (side == kRight && app_->rank + 1 == app_->ranks) return box_.edge;
    return 0;
  }

  void move_leavers() {
    exchange_.next_turn();
    std::array<std::size_t, kSides> sent{};
    std::size_t kept = 0;
    for (std::size_t i = 0; i < atoms_.owned; ++i) {
      atoms_.y[i] = wrapped(atoms_.y[i], box_.edge);
      atoms_.z[i] = wrapped(atoms_.z[i], box_.edge);
      const std::array<double, kMoved> atom{atoms_.x[i],  atoms_.y[i],  atoms_.z[i],
                                            atoms_.vx[i], atoms_.vy[i], atoms_.vz[i]};
      if (atom[0] >= box_.low && atom[0] < box_.high) {
        set_atom(kept++, atom.data());
        continue;
      }
      const int side = atom[0] < box_.low ? kLeft : kRight;
      exchange_.announce(side, sent[side] + kMoved);  // there is room
      std::copy(atom.begin(), atom.end(), exchange_.outgoing(side) + sent[side]);
      sent[side] += kMoved;
    }
    for (int side = 0; side < kSides; ++side) exchange_.announce(side, sent[side]);
    exchange_.open();
    exchange_.get_announced(got_);
    atoms_.resize_owned(kept + (got_[kLeft].size() + got_[kRight].size()) / kMoved);
    for (int side = 0; side < kSides; ++side) {
      for (std::size_t k = 0; k < got_[side].size(); k += kMoved) {
        got_[side][k] += shift_from(side);
        set_atom(kept++, &got_[side][k]);
      }
    }
  }

  void set_atom(std::size_t i, const double* atom) {
    atoms_.x[i] = atom[0];
    atoms_.y[i] = atom[1];
    atoms_.z[i] = atom[2];
    atoms_.vx[i] = atom[3];
    atoms_.vy[i] = atom[4];
    atoms_.vz[i] = atom[5];
  }

  void choose_borders() {
    for (std::vector<std::uint32_t>& border : borders_) border.clear();
    for (std::size_t i = 0; i < atoms_.owned; ++i) {
      if (atoms_.x[i] < box_.low + kReach) borders_[kLeft].push_back(static_cast<std::uint32_t>(i));
      if (atoms_.x[i] >= box_.high - kReach) borders_[kRight].push_back(static_cast<std::uint32_t>(i));
    }
    show_borders();
    exchange_.get_announced(got_);
    const std::size_t copies = (got_[kLeft].size() + got_[kRight].size()) / kCopied;
    for (Field* field : {&atoms_.x, &atoms_.y, &atoms_.z}) field->resize(atoms_.owned + copies);
    place_copies();
  }

  void renew_copies() {
    show_borders();
    exchange_.get(got_);
    place_copies();
  }

  void show_borders() {
    exchange_.next_turn();
    for (int side = 0; side < kSides; ++side) {
      exchange_.announce(side, kCopied * borders_[side].size());
      double* out = exchange_.outgoing(side);
      for (const std::uint32_t i : borders_[side]) {
        out[0] = atoms_.x[i];
        out[1] = atoms_.y[i];
        out[2] = atoms_.z[i];
        out += kCopied;
      }
    }
    exchange_.open();
  }

  void place_copies() {
    std::size_t place = atoms_.owned;
    for (int side = 0; side < kSides; ++side) {
      const double shift = shift_from(side);
      for (std::size_t k = 0; k < got_[side].size(); k += kCopied, ++place) {
        atoms_.x[place] = got_[side][k] + shift;
        atoms_.y[place] = got_[side][k + 1];
        atoms_.z[place] = got_[side][k + 2];
      }
    }
  }

  void compute_forces() {
    const double *x = atoms_.x.data(), *y = atoms_.y.data(), *z = atoms_.z.data();
    const double edge = box_.edge;
    double energy = 0;
    for (std::size_t i = 0; i < atoms_.owned; ++i) {
      const double xi = x[i], yi = y[i], zi = z[i];
      double fx = 0, fy = 0, fz = 0;
      for (std::size_t k = lists_.begin[i]; k < lists_.begin[i + 1]; ++k) {
        const std::uint32_t j = lists_.atoms[k];
        const double dx = xi - x[j];
        const double dy = nearest(yi - y[j], edge);
        const double dz = nearest(zi - z[j], edge);
        const double r2 = dx * dx + dy * dy + dz * dz;
        if (r2 >= kCutoff * kCutoff) continue;
        const double s2 = 1 / r2, s6 = s2 * s2 * s2;
        const double push = 48 * s2 * s6 * (s6 - 0.5);
        fx += push * dx;
        fy += push * dy;
        fz += push * dz;
        energy += pair_energy(r2);
      }
      atoms_.fx[i] = fx;
      atoms_.fy[i] = fy;
      atoms_.fz[i] = fz;
    }
    potential_ = energy;
  }

  App* app_;
  Exchange exchange_;
  Box box_;
  Atoms atoms_;
  Lists lists_;
  std::array<std::vector<std::uint32_t>, kSides> borders_;
  std::array<Field, kSides> got_;
  double potential_ = 0;  // every pair twice
};

}  // namespace

int main(int argc, char** argv) {
  long cells = 18, steps = 80;
  const AppOption options[] = {{"size", &cells, 4, "cells of four atoms along every edge"},
                               {"iterations", &steps, 1, "steps"}};
  App app = app_begin("md", argc, argv, options, 2);
  {
    Simulation simulation(&app, cells);
    const auto before = simulation.totals();
    app_check(&app, "error of the energy of an atom in the crystal", simulation.error_of_crystal(), 1e-9);
    app_start(&app);
    for (long step = 1; step <= steps; ++step) simulation.step(step);
    app_stop(&app);
    const auto after = simulation.totals();
    app_check(&app, "number of atoms that were lost", std::fabs(after[0] - before[0]), 0);
    for (std::size_t axis = 1; axis <= 3; ++axis)
      app_check(&app, "mean momentum of an atom", std::fabs(after[axis]) / after[0], 1e-11);
    app_check(&app, "relative change of the total energy", std::fabs(after[4] / before[4] - 1), 2e-3);
  }
  return app_end(&app);
}
