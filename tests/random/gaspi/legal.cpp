#include "random/gaspi/legal.h"

#include "random/common/rules.h"
#include "random/gaspi/mailboxes.h"

namespace farsan::random_programs::gaspi {

namespace {

class Checker : Rules<Program> {
 public:
  Checker(const Program& program, const Kept& kept) : Rules(program, kept) {}

  std::string run() {
    return Rules::run([this](const Action& action) { check(action); }, [] {});
  }

 private:
  void check(const Action& action) {
    check_meeting(action, is_meeting(action.verb) || is_passive(action.verb), members(program_, action), [] {});
    for (const Region* region : {&action.local, &action.result, &action.remote}) check_inside(*region);
    for (const Piece& piece : action.pieces) {
      check_inside(piece.local);
      check_inside(piece.remote);
      require(piece.local.memory != kPrivate && piece.remote.memory != kPrivate, "not in a segment");
      for (const Piece& other : action.pieces)
        require(action.peer != action.rank || !overlap(piece.local, other.remote), "copies onto itself");
    }
    require(!is_atomic(action.verb) || action.peer != action.rank || !overlap(action.remote, action.result),
            "copies onto itself");
    require(!is_passive(action.verb) || action.peer != action.rank, "a message to itself");
    if (notifies(action.verb)) mailboxes_.post(action, site());
    if (action.verb == Verb::WaitSome) {
      const auto found = mailboxes_.wait(action);
      require(found.any, "a wait for what never comes");
      require(!found.several, "a wait that may find one or the other");
    }
    if (action.verb == Verb::Reset) mailboxes_.reset(action);
  }

  void check_inside(const Region& region) {
    require(region.empty() || region.end() <= program_.memories[region.memory].size, "outside of the memory");
  }

  Mailboxes mailboxes_;
};

}  // namespace

std::string problem_of(const Program& program, const Kept& kept) { return Checker(program, kept).run(); }

}  // namespace farsan::random_programs::gaspi
