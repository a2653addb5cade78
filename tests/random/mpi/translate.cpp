#include "random/mpi/translate.h"

#include <map>
#include <optional>
#include <set>

#include "random/common/events.h"

namespace farsan::random_programs::mpi {

namespace {

using namespace model;

/// The epoch of a process towards one target, with the lock that its operations wait for.
struct Access {
  LockId lock;
  LockMode mode = LockMode::Shared;
  bool asked = false;
  bool acquired = false;
  bool answers = false;    ///< operations were issued whose results come back
  std::size_t number = 0;  ///< tells epochs apart, once it was asked for
};

using WindowTarget = std::pair<std::size_t, std::uint32_t>;  ///< window, target's rank in its communicator

struct Rank {
  std::map<WindowTarget, Access> locked;
  std::set<std::size_t> all_locked;
  std::map<WindowTarget, Access> started;
  std::map<WindowTarget, Access> fenced;                 ///< after a fence that waits for nobody
  std::map<std::size_t, std::vector<TokenId>> notified;  ///< by window: what its MPI_Win_wait takes
};

class Translator : Events {
 public:
  Translator(const Program& program, const Kept& kept)
      : Events(program.ranks), program_(program), kept_(kept), ranks_(program.ranks) {}

  Execution run() {
    for (std::uint32_t r = 0; r < program_.ranks; ++r) at({{r}, 0}, 0, Fork{kElsewhere});
    return translate_all(
        program_, kept_, [this](Site site) { return meeting(site); },
        [this](const Action& action, Site site) { translate(action, site); });
  }

 private:
  /// Every process has a unit that only ever learns of locks: operations behind a gate start when it opens, though the
  /// process itself knows nothing of that.
  static constexpr std::uint32_t kElsewhere = 1;

  LockId new_lock() { return LockId{locks_++}; }
  static ScopeId scope(std::size_t window) { return ScopeId{static_cast<std::uint32_t>(window) + 1}; }
  [[nodiscard]] ProcessId process(const Action& action, std::uint32_t peer) const {
    return {program_.comms[action.comm].members[peer]};
  }

  // --- Collectives -------------------------------------------------------------------------------------------------------

  static CollectiveKind kind_of(Verb verb) {
    switch (verb) {
      case Verb::Bcast:
      case Verb::Ibcast: return CollectiveKind::OneToAll;
      case Verb::Reduce: return CollectiveKind::AllToOne;
      case Verb::Scan: return CollectiveKind::Scan;
      default: return CollectiveKind::AllToAll;
    }
  }

  CollectiveId collective(const Action& action) {
    return Events::collective(kind_of(action.verb), members(program_, action).size(), action.peer);
  }

  /// All members enter, then all leave: what else happens before some of them enter makes no difference. Returns the last
  /// site of it.
  Site meeting(Site first) {
    const Action& action = program_.actions[first];
    const auto size = static_cast<std::uint32_t>(members(program_, action).size());
    if (action.verb == Verb::Meet) return first + size - 1;
    if (action.verb == Verb::Fence)
      for (std::uint32_t place = 0; place < size; ++place) pass_fence(program_.actions[first + place], first + place);
    if (action.no_precede) {
      for (std::uint32_t place = 0; place < size; ++place) open_fence(program_.actions[first + place], first + place);
      return first + size - 1;
    }
    const auto before = [&](Site site, std::uint32_t rank) {
      const Action& own = program_.actions[site];
      if (own.verb == Verb::Fence) Events::flush(rank, site, CompletionKind::CollectiveFlush, scope(own.window));
      open_buffers(own, site);
    };
    const auto after = [&](Site site, std::uint32_t rank) {
      for (const OperationId id : requests_[site]) at(rank, site, Complete{id});
    };
    return meet(collective(action), members(program_, action), first, before, after);
  }

  /// Operations after a fence that waits for nobody still reach a window only after its owner's call.
  void open_fence(const Action& action, Site site) {
    const Team& comm = program_.comms[action.comm];
    for (const std::uint32_t origin : comm.members)
      if (origin != action.rank)
        ranks_[origin].fenced[{action.window, comm.rank_of(action.rank)}] = {new_gate(action.rank, site),
                                                                             LockMode::Exclusive};
  }
  void pass_fence(const Action& action, Site site) {
    auto& fenced = ranks_[action.rank].fenced;
    for (const auto& [target, access] : fenced)
      if (target.first == action.window && access.asked)
        at(UnitId{{action.rank}, kElsewhere}, site, Acquired{access.lock});
    std::erase_if(fenced, [&](const auto& entry) { return entry.first.first == action.window; });
  }

  void start_collective(const Action& action, Site site) {
    const auto [it, fresh] = started_.try_emplace(action.group);
    if (fresh) it->second = collective(action);
    open_buffers(action, site);
    at(action.rank, site, Enter{it->second, program_.comms[action.comm].rank_of(action.rank)});
  }

  // --- Messages ------------------------------------------------------------------------------------------------------------

  struct Message {
    std::optional<TokenId> token;
    std::optional<Site> receive;
  };
  std::vector<Message>& channel(const Action& action, bool sends) {
    const std::uint32_t peer = process(action, action.peer).value;
    return channels_[{sends ? action.rank : peer, sends ? peer : action.rank, action.comm,
                      static_cast<std::size_t>(action.tag)}];
  }

  void send(const Action& action, Site site) {
    const TokenId token = new_token();
    auto& messages = channel(action, true);
    std::size_t number = 0;
    while (number < messages.size() && messages[number].token) ++number;
    if (number == messages.size()) messages.emplace_back();
    messages[number].token = token;
    if (action.verb == Verb::Send)
      touch(action.rank, site, AccessKind::Load, action.local);
    else
      open_buffers(action, site);
    at(action.rank, site, Signal{token});
  }

  /// Posts the receive: the message that it gets is that of the same number.
  void post_receive(const Action& action, Site site) {
    auto& messages = channel(action, false);
    std::size_t number = 0;
    while (number < messages.size() && messages[number].receive) ++number;
    if (number == messages.size()) messages.emplace_back();
    messages[number].receive = site;
  }

  void take_message(const Action& action, Site receive, Site site) {
    for (const Message& message : channel(action, false))
      if (message.receive == receive) at(action.rank, site, Wait{{*message.token}});
  }

  // --- Operations ------------------------------------------------------------------------------------------------------------

  /// The buffers of a non-blocking message, or of a collective.
  void open_buffers(const Action& action, Site site) {
    requests_[site] = Events::open_buffers(action.rank, site, action.local, action.result);
  }

  static OperationKind kind_of(const Action& action) {
    switch (action.verb) {
      case Verb::Get:
      case Verb::Rget: return OperationKind::Get;
      case Verb::Accumulate: return OperationKind::Update;
      case Verb::GetAccumulate:
      case Verb::FetchAndOp:
        return action.reduction == Reduction::None ? OperationKind::Fetch : OperationKind::FetchUpdate;
      case Verb::CompareAndSwap: return OperationKind::FetchUpdate;
      default: return OperationKind::Put;
    }
  }

  static std::uint32_t number(const Action& action) {
    constexpr std::uint32_t kReplace = 2;
    if (action.verb == Verb::CompareAndSwap) return kReplace;  // it replaces, or changes nothing
    return action.reduction == Reduction::None  ? Atomicity::kReadOnly
           : action.reduction == Reduction::Sum ? 1
                                                : kReplace;
  }

  void operation(const Action& action, Site site) {
    Operation op;
    op.kind = kind_of(action);
    op.target = process(action, action.peer);
    op.scope = scope(action.window);
    op.remote = bytes(action.remote);
    if (has_part(op.kind, Part::Source)) {
      op.source = bytes(action.local);
      op.source.add(bytes(action.compare));
    }
    if (has_part(op.kind, Part::Result)) op.result = bytes(action.result);
    if (action.verb >= Verb::Accumulate && action.verb <= Verb::CompareAndSwap) {
      Atomicity atomic;
      atomic.type = {static_cast<std::uint32_t>(action.remote.layout.element)};
      atomic.size = size_of(action.remote.layout.element);
      atomic.operation = number(action);
      atomic.domain = {static_cast<std::uint32_t>(action.window) + 1};
      atomic.admission = Admission::SameOrNone;
      atomic.orders = AtomicOrders::all();
      op.atomicity = atomic;
    }
    if (Access* access = access_of(action, action.peer)) {
      ask(*access, action.rank, site);
      access->answers = access->answers || brings_back(action.verb);
      op.gate = access->lock;
      epoch_of_[site] = access->number;
    }
    requests_[site].push_back(issue(action.rank, site, std::move(op)));
  }

  // --- Locks -------------------------------------------------------------------------------------------------------------------

  LockId lock_of(const WindowTarget& target) {
    const auto [it, fresh] = lock_ids_.try_emplace(target);
    if (fresh) it->second = new_lock();
    return it->second;
  }

  /// What operations of the acting rank to a target wait for, null if for nothing.
  Access* access_of(const Action& action, std::uint32_t target) {
    Rank& own = ranks_[action.rank];
    if (const auto it = own.started.find({action.window, target}); it != own.started.end()) return &it->second;
    if (const auto it = own.locked.find({action.window, target}); it != own.locked.end()) return &it->second;
    if (const auto it = own.fenced.find({action.window, target}); it != own.fenced.end()) return &it->second;
    return nullptr;
  }

  void ask(Access& access, std::uint32_t rank, Site site) {
    if (std::exchange(access.asked, true)) return;
    access.number = ++epochs_;
    at(rank, site, Lock{access.lock, access.mode});
  }

  void acquire(Access& access, std::uint32_t rank, Site site) {
    if (!std::exchange(access.acquired, true)) at(rank, site, Acquired{access.lock});
  }

  void flush(const Action& action, Site site, CompletionKind kind, bool everybody) {
    Events::flush(action.rank, site, kind, scope(action.window),
                  everybody ? Group() : Group({process(action, action.peer)}));
  }

  template <class Visit>
  void for_each_locked(const Action& action, bool everybody, Visit&& visit) {
    for (auto& [target, access] : ranks_[action.rank].locked)
      if (target.first == action.window && (everybody || target.second == action.peer)) visit(target, access);
  }

  void lock(const Action& action, Site site) {
    const WindowTarget target{action.window, action.peer};
    Access& access = ranks_[action.rank].locked[target];
    access = {lock_of(target), action.mode == Mode::Exclusive ? LockMode::Exclusive : LockMode::Shared};
    ask(access, action.rank, site);
    if (process(action, action.peer).value == action.rank) acquire(access, action.rank, site);
  }

  /// A lock of everybody's window, each of which is asked for when there is something to do there, the own one at once.
  void lock_all(const Action& action, Site site) {
    ranks_[action.rank].all_locked.insert(action.window);
    const auto size = static_cast<std::uint32_t>(program_.comms[action.comm].members.size());
    for (std::uint32_t peer = 0; peer < size; ++peer) {
      const WindowTarget target{action.window, peer};
      Access& access = ranks_[action.rank].locked[target];
      access = {lock_of(target), LockMode::Shared};
      if (process(action, peer).value != action.rank) continue;
      ask(access, action.rank, site);
      acquire(access, action.rank, site);
    }
  }

  /// Flushes say that locks are held that were asked for; local ones only if they bring something back.
  void flush_epochs(const Action& action, Site site, bool local, bool everybody) {
    for_each_locked(action, everybody, [&](const WindowTarget&, Access& access) {
      if (access.asked && (!local || access.answers)) acquire(access, action.rank, site);
    });
    flush(action, site, CompletionKind::LocalFlush, everybody);
    if (!local) flush(action, site, CompletionKind::RemoteFlush, everybody);
  }

  void unlock(const Action& action, Site site, bool everybody) {
    flush_epochs(action, site, false, everybody);
    for_each_locked(action, everybody, [&](const WindowTarget&, Access& access) {
      // Of a lock that nothing was done with the process learns nothing, but those after it learn of the process.
      if (!access.asked) {
        ask(access, action.rank, site);
        at(UnitId{{action.rank}, kElsewhere}, site, Acquired{access.lock});
      }
      at(action.rank, site, Unlock{access.lock});
    });
    std::erase_if(ranks_[action.rank].locked, [&](const auto& entry) {
      return entry.first.first == action.window && (everybody || entry.first.second == action.peer);
    });
  }

  // --- Post, start, complete, wait -----------------------------------------------------------------------------------------------

  /// A gate for one origin: it opens here.
  LockId new_gate(std::uint32_t target, Site site) {
    const LockId gate = new_lock();
    at(target, site, Lock{gate, LockMode::Exclusive});
    at(target, site, Acquired{gate});
    at(target, site, Unlock{gate});
    return gate;
  }

  void post(const Action& action, Site site) {
    for (const std::uint32_t origin : action.peers)
      posted_[{action.window, action.rank, process(action, origin).value}] = new_gate(action.rank, site);
  }

  void start(const Action& action, Site site) {
    for (const std::uint32_t target : action.peers) {
      Access& access = ranks_[action.rank].started[{action.window, target}];
      access = {posted_.at({action.window, process(action, target).value, action.rank}), LockMode::Exclusive};
      ask(access, action.rank, site);
    }
  }

  void complete(const Action& action, Site site) {
    std::vector<ProcessId> targets;
    auto& started = ranks_[action.rank].started;
    for (const auto& [target, access] : started) {
      if (target.first != action.window) continue;
      at(UnitId{{action.rank}, access.answers ? 0 : kElsewhere}, site, Acquired{access.lock});
      targets.push_back(process(action, target.second));
    }
    std::erase_if(started, [&](const auto& entry) { return entry.first.first == action.window; });
    const Group group(targets);
    Events::flush(action.rank, site, CompletionKind::LocalFlush, scope(action.window), group);
    at(action.rank, site, Fence{scope(action.window), group});
    for (const ProcessId target : targets) {
      const TokenId token = new_token();
      at(action.rank, site, Notify{token, target, scope(action.window), {}});
      ranks_[target.value].notified[action.window].push_back(token);
    }
  }

  // --- Requests --------------------------------------------------------------------------------------------------------------------

  void wait(const Action& action, Site site) {
    const Action& begun = program_.actions[action.request];
    if (begun.verb == Verb::Irecv) take_message(begun, action.request, site);
    if (is_started_collective(begun.verb))
      at(action.rank, site, Leave{started_.at(begun.group), program_.comms[begun.comm].rank_of(begun.rank)});
    // What has come back has come from a window that was locked, if it is in that epoch still.
    if (Access* access = brings_back(begun.verb) ? access_of(begun, begun.peer) : nullptr)
      if (access->asked && access->number == epoch_of_[action.request]) acquire(*access, action.rank, site);
    for (const OperationId id : requests_[action.request]) at(action.rank, site, Complete{id});
  }

  void translate(const Action& action, Site site) {
    switch (action.verb) {
      case Verb::Load: return touch(action.rank, site, AccessKind::Load, action.local);
      case Verb::Store: return touch(action.rank, site, AccessKind::Store, action.local);
      case Verb::Put:
      case Verb::Get:
      case Verb::Accumulate:
      case Verb::GetAccumulate:
      case Verb::FetchAndOp:
      case Verb::CompareAndSwap:
      case Verb::Rput:
      case Verb::Rget: return operation(action, site);
      case Verb::Lock: return lock(action, site);
      case Verb::LockAll: return lock_all(action, site);
      case Verb::Unlock: return unlock(action, site, false);
      case Verb::UnlockAll: return unlock(action, site, true);
      case Verb::Flush: return flush_epochs(action, site, false, false);
      case Verb::FlushAll: return flush_epochs(action, site, false, true);
      case Verb::FlushLocal: return flush_epochs(action, site, true, false);
      case Verb::FlushLocalAll: return flush_epochs(action, site, true, true);
      case Verb::Post: return post(action, site);
      case Verb::Start: return start(action, site);
      case Verb::Complete: return complete(action, site);
      case Verb::WaitExposure:
        return at(action.rank, site, TargetWait{std::exchange(ranks_[action.rank].notified[action.window], {})});
      case Verb::Send:
      case Verb::Isend: return send(action, site);
      case Verb::Recv:
        post_receive(action, site);
        take_message(action, site, site);
        return touch(action.rank, site, AccessKind::Store, action.result);
      case Verb::Irecv: post_receive(action, site); return open_buffers(action, site);
      case Verb::Ibarrier:
      case Verb::Ibcast:
      case Verb::Iallreduce: return start_collective(action, site);
      case Verb::Wait: return wait(action, site);
      default: return;
    }
  }

  const Program& program_;
  const Kept& kept_;
  std::vector<Rank> ranks_;
  std::map<std::array<std::size_t, 4>, std::vector<Message>> channels_;
  std::map<std::size_t, CollectiveId> started_;        ///< by group
  std::map<Site, std::vector<OperationId>> requests_;  ///< by the action that began them
  std::map<WindowTarget, LockId> lock_ids_;
  std::map<Site, std::size_t> epoch_of_;  ///< of operations: the epoch they were issued in
  std::size_t epochs_ = 0;
  std::map<std::array<std::size_t, 3>, LockId> posted_;  ///< (window, target, origin)
  std::uint32_t locks_ = 0;
};

}  // namespace

Execution translation(const Program& program, const Kept& kept) { return Translator(program, kept).run(); }

}  // namespace farsan::random_programs::mpi
