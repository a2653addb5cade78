#include "random/mpi/generate.h"

#include "random/mpi/generate_windows.h"

namespace farsan::random_programs::mpi {

namespace {

class Generator final : public WindowLayer {
 public:
  explicit Generator(std::uint64_t seed) : WindowLayer(seed) {}

 private:
  void lay_out() override {
    program_.comms.push_back(everybody(program_.ranks));
    Team part = program_.comms[0];
    for (std::size_t i = part.members.size() - 1; i > 0; --i)
      std::swap(part.members[i], part.members[dice_.below(i + 1)]);
    if (program_.ranks > 2 && dice_.chance(70)) part.members.pop_back();
    program_.comms.push_back(part);

    tight_ = dice_.between(20, 200);
    program_.memories.push_back({dice_.between(48, 48 + tight_), false});
    const std::uint32_t windows = dice_.between(1, 3);
    for (std::uint32_t w = 0; w < windows; ++w) {
      Window window;
      window.comm = dice_.chance(25) ? 1 : 0;
      const std::size_t last = program_.memories.size() - 1;
      if (w > 0 && dice_.chance(25) && !program_.memories[last].allocated) {  // another window over the same memory
        window.memory = last;
        window.offset = dice_.chance(50) ? 0 : 8;
      } else {
        program_.memories.push_back({16 + dice_.between(1, tight_), dice_.chance(50)});
        window.memory = last + 1;
      }
      if (dice_.chance(20)) window.unit = dice_.chance(50) ? 4 : 2;
      program_.windows.push_back(window);
    }
    states_.resize(windows);
    pending_.resize(program_.ranks);
    exclusive_ = dice_.between(20, 90);
    favourite_ = dice_.below(4) == 0 ? std::optional(kKinds[dice_.below(kKinds.size())]) : std::nullopt;
    locals_ = dice_.between(10, 60);
    talk_ = dice_.between(2, 25);
    epochs_ = dice_.between(15, 60);
  }

  void step() override {
    const std::uint32_t what = dice_.below(100);
    if (what < locals_) return local_access();
    if (what < locals_ + talk_) return communicate();
    const std::size_t w = dice_.below(program_.windows.size());
    if (states_[w].life == Life::Planned) return make_window(w);
    if (states_[w].life == Life::Freed) return;
    if (dice_.chance(epochs_)) return synchronise(w);
    operation(w);
  }

  void finish() override {
    for (std::size_t w = 0; w < program_.windows.size(); ++w)
      if (states_[w].life == Life::Made) end_epochs(w);
    receive_all();
    complete_all();
    for (std::size_t w = 0; w < program_.windows.size(); ++w)
      if (states_[w].life == Life::Made) free_window(w);
  }

  std::uint32_t tight_ = 0;
  std::uint32_t locals_ = 0;  ///< percent of steps
  std::uint32_t talk_ = 0;
  std::uint32_t epochs_ = 0;
};

}  // namespace

Program generate(std::uint64_t seed) { return short_enough<Generator>(seed); }

}  // namespace farsan::random_programs::mpi
