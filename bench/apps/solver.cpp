// Block-tridiagonal systems (blocks.h) in MPI: every bundle of lines is a small put in an epoch of post, start, complete and
// wait.
#include <cstddef>

#include "app.h"
#include "blocks.h"

namespace {

using blocks::Eliminated;
using blocks::Vector;

constexpr int kForwardDoubles = sizeof(Eliminated) / sizeof(double);
constexpr int kBackwardDoubles = sizeof(Vector) / sizeof(double);

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
      : lines_(*app, bundles, cells),
        before_(app->rank > 0 ? app->rank - 1 : MPI_PROC_NULL),
        after_(app->rank + 1 < app->ranks ? app->rank + 1 : MPI_PROC_NULL) {
    from_before_ =
        static_cast<Eliminated*>(app_window(app, static_cast<std::size_t>(bundles), sizeof(Eliminated), &forward_));
    from_after_ = static_cast<Vector*>(app_window(app, static_cast<std::size_t>(bundles), sizeof(Vector), &backward_));
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
    for (long bundle = 0; bundle < lines_.bundles(); ++bundle) {
      const Eliminated* from = nullptr;
      if (before_) {
        MPI_Win_wait(forward_);
        if (bundle + 1 < lines_.bundles())
          before_.offer(forward_);  // the next one may come while this one is worked on
        from = &from_before_[bundle];
      }
      after_.put(&lines_.eliminate(bundle, from, scale), kForwardDoubles, bundle, forward_);
    }
    after_.offer(backward_);
    for (long bundle = 0; bundle < lines_.bundles(); ++bundle) {
      const Vector* from = nullptr;
      if (after_) {
        MPI_Win_wait(backward_);
        if (bundle + 1 < lines_.bundles()) after_.offer(backward_);
        from = &from_after_[bundle];
      }
      before_.put(&lines_.substitute(bundle, from), kBackwardDoubles, bundle, backward_);
    }
  }

  [[nodiscard]] double error(double scale) const { return lines_.error(scale); }

 private:
  blocks::Lines lines_;
  Neighbour before_, after_;
  Eliminated* from_before_ = nullptr;  // a slot per bundle
  Vector* from_after_ = nullptr;
  // A window per direction. With one for both, MPICH 4.0 hangs now and then on three processes and more: it seems to
  // take a post from one neighbour for that of the other.
  MPI_Win forward_ = MPI_WIN_NULL, backward_ = MPI_WIN_NULL;
};

}  // namespace

int main(int argc, char** argv) { return blocks::run<Solver>("solver", argc, argv); }
