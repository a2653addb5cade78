#include "random/mpi/program.h"

#include <map>
#include <optional>
#include <sstream>

namespace farsan::random_programs::mpi {

const std::vector<std::uint32_t>& members(const Program& program, const Action& action) {
  return program.comms[action.verb == Verb::Meet ? 0 : action.comm].members;
}

const char* name(Verb verb) {
  switch (verb) {
    case Verb::Load: return "load";
    case Verb::Store: return "store";
    case Verb::Put: return "Put";
    case Verb::Get: return "Get";
    case Verb::Accumulate: return "Accumulate";
    case Verb::GetAccumulate: return "Get_accumulate";
    case Verb::FetchAndOp: return "Fetch_and_op";
    case Verb::CompareAndSwap: return "Compare_and_swap";
    case Verb::Rput: return "Rput";
    case Verb::Rget: return "Rget";
    case Verb::Fence: return "Win_fence";
    case Verb::Lock: return "Win_lock";
    case Verb::Unlock: return "Win_unlock";
    case Verb::LockAll: return "Win_lock_all";
    case Verb::UnlockAll: return "Win_unlock_all";
    case Verb::Flush: return "Win_flush";
    case Verb::FlushAll: return "Win_flush_all";
    case Verb::FlushLocal: return "Win_flush_local";
    case Verb::FlushLocalAll: return "Win_flush_local_all";
    case Verb::Post: return "Win_post";
    case Verb::Start: return "Win_start";
    case Verb::Complete: return "Win_complete";
    case Verb::WaitExposure: return "Win_wait";
    case Verb::Send: return "Send";
    case Verb::Recv: return "Recv";
    case Verb::Isend: return "Isend";
    case Verb::Irecv: return "Irecv";
    case Verb::Barrier: return "Barrier";
    case Verb::Bcast: return "Bcast";
    case Verb::Reduce: return "Reduce";
    case Verb::Allreduce: return "Allreduce";
    case Verb::Scan: return "Scan";
    case Verb::Ibarrier: return "Ibarrier";
    case Verb::Ibcast: return "Ibcast";
    case Verb::Iallreduce: return "Iallreduce";
    case Verb::Wait: return "Wait";
    case Verb::MakeWindow: return "Win_create";
    case Verb::FreeWindow: return "Win_free";
    case Verb::Meet: return "(hidden barrier)";
  }
  return "?";
}

namespace {

/// One use of the lock of one window at one target.
struct Use {
  std::uint32_t rank = 0;
  Mode mode = Mode::Shared;
  Site lock = 0;
  std::optional<Site> unlock;
};

bool exclude(const Use& a, const Use& b) {
  return a.rank != b.rank && (a.mode == Mode::Exclusive || b.mode == Mode::Exclusive);
}

}  // namespace

Order hidden_order_of(const Program& program, const Kept& kept) {
  std::map<std::pair<std::size_t, std::uint32_t>, std::vector<Use>> uses;  // by window and target
  const auto begin = [&](const Action& action, std::uint32_t target, Mode mode, Site site) {
    uses[{action.window, target}].push_back({action.rank, mode, site, {}});
  };
  const auto end = [&](const Action& action, std::uint32_t target, Site site) {
    for (Use& use : uses[{action.window, target}])
      if (use.rank == action.rank && !use.unlock) use.unlock = site;
  };
  for (Site site = 0; site < program.actions.size(); ++site) {
    if (!kept[site]) continue;
    const Action& action = program.actions[site];
    const auto targets = static_cast<std::uint32_t>(program.comms[action.comm].members.size());
    if (action.verb == Verb::Lock) begin(action, action.peer, action.mode, site);
    if (action.verb == Verb::Unlock) end(action, action.peer, site);
    for (std::uint32_t target = 0; target < targets; ++target) {
      if (action.verb == Verb::LockAll) begin(action, target, Mode::Shared, site);
      if (action.verb == Verb::UnlockAll) end(action, target, site);
    }
  }
  Order order;
  for (const auto& [lock, all] : uses)
    for (std::size_t later = 0; later < all.size(); ++later)
      for (std::size_t earlier = 0; earlier < later; ++earlier)
        if (exclude(all[earlier], all[later]) && all[earlier].unlock)
          order.emplace_back(*all[earlier].unlock, all[later].lock);
  return tidy(std::move(order));
}

// --- For people ------------------------------------------------------------------------------------------------------

namespace {

const char* text(Reduction reduction) {
  return reduction == Reduction::Sum ? " SUM" : reduction == Reduction::Replace ? " REPLACE" : " NO_OP";
}

}  // namespace

std::string to_text(const Program& program, const Action& action) {
  std::ostringstream out;
  out << name(action.verb);
  const Verb verb = action.verb;
  const auto world = [&](std::uint32_t rank) { return program.comms[action.comm].members[rank]; };
  if (is_operation(verb) || (verb >= Verb::Fence && verb <= Verb::WaitExposure) || verb == Verb::MakeWindow ||
      verb == Verb::FreeWindow)
    out << " w" << action.window;
  if (verb == Verb::MakeWindow) {
    const Window& window = program.windows[action.window];
    out << (program.memories[window.memory].allocated ? " allocated" : "") << " mem" << window.memory << "["
        << window.offset << ".." << program.memories[window.memory].size << ")";
  }
  if (is_operation(verb)) out << " to r" << world(action.peer) << " " << to_text(action.remote);
  if (verb == Verb::Accumulate || verb == Verb::GetAccumulate || verb == Verb::FetchAndOp)
    out << text(action.reduction);
  if (verb == Verb::Lock || verb == Verb::Unlock || verb == Verb::Flush || verb == Verb::FlushLocal ||
      verb == Verb::Bcast || verb == Verb::Ibcast || verb == Verb::Reduce)
    out << " r" << world(action.peer);
  if (verb == Verb::Send || verb == Verb::Isend) out << " to r" << world(action.peer) << " tag " << action.tag;
  if (verb == Verb::Recv || verb == Verb::Irecv) out << " from r" << world(action.peer) << " tag " << action.tag;
  if (verb == Verb::Lock) out << (action.mode == Mode::Exclusive ? " exclusive" : " shared");
  for (const std::uint32_t peer : action.peers) out << " r" << world(peer);
  if (action.no_precede) out << " NOPRECEDE";
  if (action.no_succeed) out << " NOSUCCEED";
  if (!action.local.empty()) out << " " << to_text(action.local);
  if (!action.compare.empty()) out << " ?" << to_text(action.compare);
  if (!action.result.empty()) out << " >" << to_text(action.result);
  if ((verb >= Verb::Send && verb <= Verb::Iallreduce) && action.comm != 0) out << " on comm " << action.comm;
  if (verb == Verb::Wait) out << " for " << action.request;
  return out.str();
}

std::string setting_of(const Program& program) {
  std::ostringstream out;
  out << random_programs::to_text("comm", program.comms);
  for (std::size_t w = 0; w < program.windows.size(); ++w)
    out << "window w" << w << ": comm " << program.windows[w].comm << ", mem" << program.windows[w].memory << " from "
        << program.windows[w].offset << ", disp_unit " << program.windows[w].unit << "\n";
  return out.str();
}

}  // namespace farsan::random_programs::mpi
