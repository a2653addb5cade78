#include "random/shmem/legal.h"

#include <map>

#include "random/common/rules.h"
#include "random/shmem/flags.h"

namespace farsan::random_programs::shmem {

namespace {

class Checker : Rules<Program> {
 public:
  Checker(const Program& program, const Kept& kept) : Rules(program, kept), flags_(program) {}

  std::string run() {
    return Rules::run([this](const Action& action) { check(action); },
                      [this] { require(held_.empty(), "a lock is never cleared"); });
  }

 private:
  void check(const Action& action) {
    check_meeting(action, is_meeting(action.verb), members(program_, action), [] {});
    for (const Region* region : {&action.local, &action.result, &action.remote})
      require(region->empty() || region->end() <= program_.memories[region->memory].size, "outside of the memory");
    require(action.remote.empty() || action.remote.memory != kPrivate, "not symmetric");
    if (moves_data(action.verb)) check_collective(action);
    if (is_operation(action.verb)) check_operation(action);
    if (waits(action.verb)) wait(action);
    if (locks(action.verb)) require(held_.emplace(action.lock, action.rank).second, "the lock is not free");
    if (action.verb == Verb::ClearLock) {
      require(held_.contains(action.lock) && held_.at(action.lock) == action.rank, "not the holder");
      held_.erase(action.lock);
    }
    if (action.verb == Verb::BarrierAll && last_of_meeting())
      for (auto& [flag, settled] : settled_) settled = flags_.count(flag);
  }

  void check_collective(const Action& action) {
    const bool in_place = action.verb == Verb::Reduce && action.local == action.result;
    require(in_place || !overlap(action.local, action.result), "dest overlaps source");
    require(action.local.memory != kPrivate && action.result.memory != kPrivate, "not symmetric");
  }

  void check_operation(const Action& action) {
    const Team& team = program_.teams[program_.contexts[action.context].team];
    require(team.has(action.rank) && action.peer < team.members.size(), "not in the context's team");
    if (!fine()) return;
    const bool to_self = target(program_, action) == action.rank;
    require(!to_self || (!overlap(action.remote, action.local) && !overlap(action.remote, action.result)),
            "copies onto itself");
    const auto flag = updated_flag(program_, action);
    if (!flag) return;
    const bool put = program_.flags[flag->first].put;
    require(!program_.contexts[action.context].shared, "flags are of one atomicity domain");
    require(put == (action.verb == Verb::P), "a flag is updated by puts or by atomics");
    require(!put || writers_.emplace(*flag, action.rank).first->second == action.rank, "two put one flag");
    const bool nothing = action.verb == Verb::AtomicCompareSwap && action.expected != flags_.value(*flag);
    require(nothing || flags_.is_new(*flag, flags_.left_by(action)), "a value that the flag has had");
    flags_.update(action, site());
  }

  void wait(const Action& action) {
    const FlagAt flag{action.flag, action.rank};
    require(flags_.success(action).holds, "a wait for what never comes");
    require(flags_.can_tell(action, settled_[flag]), "a wait for one of several old values");
    settled_[flag] = flags_.count(flag);
  }

  Flags flags_;
  std::map<FlagAt, Rank> writers_;
  std::map<FlagAt, std::size_t> settled_;  ///< updates that were there at the last wait or barrier
  std::map<std::size_t, Rank> held_;
};

}  // namespace

std::string problem_of(const Program& program, const Kept& kept) { return Checker(program, kept).run(); }

}  // namespace farsan::random_programs::shmem
