#include "random/gaspi/program.h"

#include <array>
#include <map>
#include <sstream>

#include "random/gaspi/mailboxes.h"

namespace farsan::random_programs::gaspi {

std::vector<std::uint32_t> members(const Program& program, const Action& action) {
  if (action.verb == Verb::PassiveSend) return {action.rank, action.peer};
  if (action.verb == Verb::PassiveReceive) return {action.peer, action.rank};
  return program.teams[action.team].members;
}

Order hidden_order_of(const Program& program, const Kept& kept) {
  std::map<Mailbox, std::vector<Site>> pasts;  // what must be over before the next one is posted
  std::map<std::uint32_t, Site> received;
  Mailboxes mailboxes;
  Order order;
  for (Site site = 0; site < program.actions.size(); ++site) {
    if (!kept[site]) continue;
    const Action& action = program.actions[site];
    if (notifies(action.verb)) {
      std::vector<Site>& past = pasts[mailbox_of(action)];
      for (const Site earlier : past) order.emplace_back(earlier, site);
      past = {site};
      mailboxes.post(action, site);
    }
    if (action.verb == Verb::WaitSome || action.verb == Verb::Reset) {
      const auto found = action.verb == Verb::Reset ? mailboxes.reset(action) : mailboxes.wait(action);
      if (found.last && !(action.early && found.told_apart)) order.emplace_back(*found.last, site);
      for (std::uint32_t id = action.id; id < action.id + action.ids; ++id)
        pasts[{action.rank, action.segment, id}].push_back(site);
    }
    if (action.verb == Verb::PassiveSend) {
      if (const auto before = received.find(action.peer); before != received.end())
        order.emplace_back(before->second, site);
    }
    if (action.verb == Verb::PassiveReceive) received[action.rank] = site;
  }
  return tidy(std::move(order));
}

// --- For people ------------------------------------------------------------------------------------------------------

namespace {

const char* name(Verb verb) {
  constexpr std::array kNames = {"load",
                                 "store",
                                 "write",
                                 "write_list",
                                 "write_notify",
                                 "write_list_notify",
                                 "read",
                                 "read_list",
                                 "read_notify",
                                 "read_list_notify",
                                 "notify",
                                 "wait",
                                 "notify_waitsome",
                                 "notify_reset",
                                 "fetch_add",
                                 "compare_swap",
                                 "passive_send",
                                 "passive_receive",
                                 "barrier",
                                 "allreduce"};
  static_assert(kNames.size() == static_cast<std::size_t>(Verb::Allreduce) + 1);
  return kNames[static_cast<std::size_t>(verb)];
}

}  // namespace

std::string setting_of(const Program& program) { return random_programs::to_text("group", program.teams); }

std::string to_text(const Program&, const Action& action) {
  std::ostringstream out;
  const Verb verb = action.verb;
  out << name(verb);
  if (writes(verb) || is_atomic(verb) || verb == Verb::Notify || verb == Verb::PassiveSend)
    out << " to r" << action.peer;
  if (reads(verb) || verb == Verb::PassiveReceive) out << " from r" << action.peer;
  for (const Piece& piece : action.pieces)
    out << " " << to_text(piece.remote) << (reads(verb) ? ">" : "<") << to_text(piece.local);
  if (!action.remote.empty()) out << " " << to_text(action.remote);
  if (!action.local.empty()) out << " " << to_text(action.local);
  if (!action.result.empty()) out << " >" << to_text(action.result);
  if (notifies(verb) || verb == Verb::WaitSome || verb == Verb::Reset) {
    out << " note " << action.segment << ":" << action.id;
    if (action.ids > 1) out << ".." << action.id + action.ids - 1;
    if (notifies(verb) && !reads(verb)) out << "=" << action.value;
  }
  if (action.early) out << " early";
  if (writes(verb) || reads(verb) || verb == Verb::Notify || verb == Verb::Wait) out << " queue " << action.queue;
  if (is_meeting(verb) && action.team != 0) out << " group " << action.team;
  return out.str();
}

}  // namespace farsan::random_programs::gaspi
