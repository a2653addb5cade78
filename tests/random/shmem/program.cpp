#include "random/shmem/program.h"

#include <array>
#include <map>
#include <optional>
#include <sstream>

#include "random/shmem/flags.h"

namespace farsan::random_programs::shmem {

const std::vector<std::uint32_t>& members(const Program& program, const Action& action) {
  const bool of_all = action.verb == Verb::BarrierAll || action.verb == Verb::SyncAll;
  return program.teams[of_all ? 0 : action.team].members;
}

std::uint32_t target(const Program& program, const Action& action) {
  return program.teams[program.contexts[action.context].team].members[action.peer];
}

Region place_of(const Flag& flag, std::size_t number) {
  return {kFlags, static_cast<std::uint32_t>(number) * kFlagsApart, contiguous(element_of(flag.type), 1)};
}

Order hidden_order_of(const Program& program, const Kept& kept) {
  struct Past {
    std::vector<Site> updates;
    std::vector<Site> waits;  ///< since the last update
  };
  std::map<FlagAt, Past> pasts;
  std::map<std::size_t, Site> locked;
  Flags flags(program);
  Order order;
  for (Site site = 0; site < program.actions.size(); ++site) {
    if (!kept[site]) continue;
    const Action& action = program.actions[site];
    if (locks(action.verb)) {
      if (const auto before = locked.find(action.lock); before != locked.end())
        order.emplace_back(before->second, site);
      locked[action.lock] = site;
    }
    const auto flag = updated_flag(program, action);
    if (flag) {
      Past& past = pasts[*flag];
      if (!past.updates.empty()) order.emplace_back(past.updates.back(), site);
      for (const Site wait : past.waits) order.emplace_back(wait, site);
      past.updates.push_back(site);
      past.waits.clear();
      flags.update(action, site);
    }
    if (waits(action.verb)) {
      Past& past = pasts[{action.flag, action.rank}];
      past.waits.push_back(site);
      const auto first = action.early ? flags.success(action).first : std::nullopt;
      for (auto update = past.updates.rbegin(); update != past.updates.rend(); ++update) {
        if (first && *update >= *first) continue;
        order.emplace_back(*update, site);
        break;
      }
    }
  }
  return tidy(std::move(order));
}

// --- For people ------------------------------------------------------------------------------------------------------

namespace {

const char* name(Verb verb) {
  constexpr std::array kNames = {"load",
                                 "store",
                                 "load_there",
                                 "store_there",
                                 "put",
                                 "put_nbi",
                                 "p",
                                 "iput",
                                 "get",
                                 "get_nbi",
                                 "g",
                                 "iget",
                                 "atomic_set",
                                 "atomic_inc",
                                 "atomic_add",
                                 "atomic_swap",
                                 "atomic_fetch_add",
                                 "atomic_fetch_add_nbi",
                                 "atomic_compare_swap",
                                 "atomic_fetch",
                                 "atomic_fetch_nbi",
                                 "put_signal",
                                 "put_signal_nbi",
                                 "wait_until",
                                 "test",
                                 "signal_wait_until",
                                 "signal_fetch",
                                 "fence",
                                 "quiet",
                                 "set_lock",
                                 "test_lock",
                                 "clear_lock",
                                 "barrier_all",
                                 "sync_all",
                                 "team_sync",
                                 "broadcast",
                                 "reduce",
                                 "fcollect",
                                 "alltoall"};
  static_assert(kNames.size() == static_cast<std::size_t>(Verb::Alltoall) + 1);
  return kNames[static_cast<std::size_t>(verb)];
}

const char* name(Compare compare) {
  constexpr std::array kNames = {"==", "!=", ">", ">=", "<", "<="};
  return kNames[static_cast<std::size_t>(compare)];
}

const char* name(Type type) { return type == Type::Int ? " int" : type == Type::Long ? " long" : " uint64"; }

}  // namespace

std::string setting_of(const Program& program) {
  std::ostringstream out;
  out << random_programs::to_text("team", program.teams);
  for (std::size_t c = 1; c < program.contexts.size(); ++c)
    out << "context " << c << ": team " << program.contexts[c].team << (program.contexts[c].shared ? " (shared)" : "")
        << "\n";
  return out.str();
}

std::string to_text(const Program& program, const Action& action) {
  std::ostringstream out;
  const Verb verb = action.verb;
  out << name(verb);
  if (is_atomic(verb)) out << name(action.type);
  if (is_operation(verb)) out << " to r" << target(program, action) << " " << to_text(action.remote);
  if (verb == Verb::LoadThere || verb == Verb::StoreThere)
    out << " of r" << action.peer << " " << to_text(action.remote);
  if (!action.local.empty()) out << " " << to_text(action.local);
  if (!action.result.empty()) out << " >" << to_text(action.result);
  if (verb == Verb::AtomicCompareSwap) out << " if " << action.expected;
  if (is_atomic(verb) || verb == Verb::P) out << " " << action.value;
  if (signals(verb)) out << " flag " << action.flag << (action.adds ? " += " : " = ") << action.value;
  if (waits(verb)) {
    out << " flag " << action.flag;
    if (verb != Verb::SignalFetch) out << " " << name(action.compare) << " " << action.value;
    if (action.early) out << " early";
  }
  if (verb == Verb::Broadcast) out << " from r" << members(program, action)[action.peer];
  if (is_meeting(verb) && action.team != 0) out << " team " << action.team;
  if (locks(verb) || verb == Verb::ClearLock) out << " lock " << action.lock;
  if ((is_operation(verb) || verb == Verb::Fence || verb == Verb::Quiet) && action.context != 0)
    out << " context " << action.context;
  return out.str();
}

}  // namespace farsan::random_programs::shmem
