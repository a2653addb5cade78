// Block-tridiagonal systems (blocks.h) in OpenSHMEM: what a PE leaves of a bundle lies in its symmetric memory until its
// neighbour gets it. An atomic counter at the neighbour says how many bundles are there.
//
// A slot is free again when the neighbour has sent something back that it could not have without it: all of a sweep's
// substitutions come after its eliminations, and the next sweep after them.
#include <cstddef>

#include "app_shmem.h"
#include "blocks.h"

namespace {

using blocks::Eliminated;
using blocks::Vector;

// How many bundles the neighbours have left so far.
long from_before = 0;
long from_after = 0;

class Solver {
 public:
  Solver(App* app, long bundles, long cells)
      : lines_(*app, bundles, cells),
        before_(app->rank > 0 ? app->rank - 1 : kNobody),
        after_(app->rank + 1 < app->ranks ? app->rank + 1 : kNobody) {
    forward_ = static_cast<Eliminated*>(app_symmetric(app, static_cast<std::size_t>(bundles), sizeof(Eliminated)));
    backward_ = static_cast<Vector*>(app_symmetric(app, static_cast<std::size_t>(bundles), sizeof(Vector)));
  }
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;
  ~Solver() {
    shmem_free(forward_);
    shmem_free(backward_);
  }

  // Solves for `scale` times the right side.
  void sweep(double scale) {
    for (long bundle = 0; bundle < lines_.bundles(); ++bundle) {
      Eliminated from;
      if (before_ != kNobody) take(from, forward_ + bundle, &from_before, before_, bundle);
      const Eliminated& left = lines_.eliminate(bundle, before_ != kNobody ? &from : nullptr, scale);
      if (after_ != kNobody) leave(left, forward_ + bundle, &from_before, after_);
    }
    for (long bundle = 0; bundle < lines_.bundles(); ++bundle) {
      Vector from;
      if (after_ != kNobody) take(from, backward_ + bundle, &from_after, after_, bundle);
      const Vector& left = lines_.substitute(bundle, after_ != kNobody ? &from : nullptr);
      if (before_ != kNobody) leave(left, backward_ + bundle, &from_after, before_);
    }
    ++sweeps_;
  }

  [[nodiscard]] double error(double scale) const { return lines_.error(scale); }

 private:
  static constexpr int kNobody = -1;

  template <class T>
  void take(T& into, const T* slot, long* counter, int pe, long bundle) const {
    shmem_long_wait_until(counter, SHMEM_CMP_GT, sweeps_ * lines_.bundles() + bundle);
    shmem_getmem(&into, slot, sizeof into, pe);
  }
  template <class T>
  static void leave(const T& what, T* slot, long* counter, int pe) {
    *slot = what;
    shmem_long_atomic_inc(counter, pe);
  }

  blocks::Lines lines_;
  int before_, after_;
  long sweeps_ = 0;
  Eliminated* forward_ = nullptr;  // a slot per bundle
  Vector* backward_ = nullptr;
};

}  // namespace

int main(int argc, char** argv) { return blocks::run<Solver>("shmem-solver", argc, argv); }
