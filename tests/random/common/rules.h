// What the rules of legal programs of all models have in common: a first mistake, groups that stay whole, collectives that
// all members call at one place of the list.
#pragma once

#include <map>

#include "random/common/program.h"

namespace farsan::random_programs {

template <class Program>
class Rules {
 protected:
  using Rank = std::uint32_t;

  Rules(const Program& program, const Kept& kept) : program_(program), kept_(kept) {}

  /// Visits what is kept; says what is wrong first. `check(action)` looks at one of them.
  template <class Check, class AtEnd>
  std::string run(Check check, AtEnd at_end) {
    if (torn()) return "a group is torn apart";
    for (site_ = 0; site_ < program_.actions.size() && wrong_.empty(); ++site_)
      if (kept_[site_]) check(program_.actions[site_]);
    if (!wrong_.empty()) return "action " + std::to_string(site_ - 1) + ": " + wrong_;
    require(meeting_.empty(), "somebody is missing");
    at_end();
    return wrong_;
  }

  void require(bool condition, const char* what) {
    if (!condition && wrong_.empty()) wrong_ = what;
  }
  [[nodiscard]] bool fine() const { return wrong_.empty(); }
  [[nodiscard]] Site site() const { return site_; }

  /// Members of a meeting come one after the other. `begins`: called with the first of them.
  template <class Action, class Begins>
  void check_meeting(const Action& action, bool meets, const std::vector<Rank>& members, Begins begins) {
    last_of_meeting_ = false;
    require(meeting_.empty() || (meets && action.group == meeting_group_), "a meeting is interrupted");
    if (!meets || !fine()) return;
    if (meeting_.empty()) {
      meeting_ = members;
      meeting_group_ = action.group;
      begins();
    }
    require(meeting_.front() == action.rank, "somebody is missing");
    meeting_.erase(meeting_.begin());
    last_of_meeting_ = meeting_.empty();
  }
  [[nodiscard]] bool last_of_meeting() const { return last_of_meeting_; }

  const Program& program_;
  const Kept& kept_;

 private:
  [[nodiscard]] bool torn() const {
    std::map<std::size_t, bool> in;
    for (Site site = 0; site < program_.actions.size(); ++site)
      if (in.emplace(program_.actions[site].group, kept_[site]).first->second != kept_[site]) return true;
    return false;
  }

  Site site_ = 0;
  std::string wrong_;
  std::vector<Rank> meeting_;  ///< who is still to come
  std::size_t meeting_group_ = 0;
  bool last_of_meeting_ = false;
};

}  // namespace farsan::random_programs
