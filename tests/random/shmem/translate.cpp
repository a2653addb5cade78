#include "random/shmem/translate.h"

#include <map>

#include "random/common/events.h"
#include "random/shmem/flags.h"

namespace farsan::random_programs::shmem {

namespace {

using namespace model;

constexpr std::uint32_t kCollectives = 1000;  ///< scopes and domains from here on are those of collectives

class Translator : Events {
 public:
  Translator(const Program& program, const Kept& kept)
      : Events(program.ranks), program_(program), kept_(kept), flags_(program) {}

  Execution run() {
    return translate_all(
        program_, kept_, [this](Site site) { return meeting(program_.actions[site], site); },
        [this](const Action& action, Site site) { translate(action, site); });
  }

 private:
  static ScopeId scope(std::size_t context) { return ScopeId{static_cast<std::uint32_t>(context) + 1}; }

  // --- Operations ----------------------------------------------------------------------------------------------------------

  static OperationKind kind_of(Verb verb) {
    if (verb >= Verb::Get && verb <= Verb::Iget) return OperationKind::Get;
    switch (verb) {
      case Verb::AtomicSet:
      case Verb::AtomicInc:
      case Verb::AtomicAdd: return OperationKind::Update;
      case Verb::AtomicSwap:
      case Verb::AtomicFetchAdd:
      case Verb::AtomicFetchAddNbi:
      case Verb::AtomicCompareSwap: return OperationKind::FetchUpdate;
      case Verb::AtomicFetch:
      case Verb::AtomicFetchNbi: return OperationKind::Fetch;
      default: return OperationKind::Put;
    }
  }

  /// The routine returns "when the data has been copied out of the source array", or "after the data has been delivered to
  /// the dest array".
  static bool is_blocking(Verb verb) {
    return verb != Verb::PutNbi && verb != Verb::GetNbi && verb != Verb::PutSignalNbi &&
           verb != Verb::AtomicFetchAddNbi && verb != Verb::AtomicFetchNbi;
  }

  /// All atomics of one type are atomic to each other in one atomicity domain.
  [[nodiscard]] Atomicity atomic(const Action& action, Type type, bool reads) const {
    Atomicity atomicity;
    atomicity.type = {static_cast<std::uint32_t>(type)};
    atomicity.size = size_of(element_of(type));
    atomicity.operation = reads ? Atomicity::kReadOnly : 1;
    atomicity.domain = {program_.contexts[action.context].shared ? 2U : 1U};
    atomicity.admission = Admission::AnyOperation;
    return atomicity;
  }

  [[nodiscard]] Operation towards(const Action& action, OperationKind kind, const Region& remote) const {
    Operation operation;
    operation.kind = kind;
    operation.target = {target(program_, action)};
    operation.scope = scope(action.context);
    operation.remote = bytes(remote);
    return operation;
  }

  void operation(const Action& action, Site site) {
    Operation operation = towards(action, kind_of(action.verb), action.remote);
    if (is_atomic(action.verb)) operation.atomicity = atomic(action, action.type, only_reads(action.verb));
    const bool blocking = is_blocking(action.verb);
    if (blocking) {
      touch(action.rank, site, AccessKind::Load, action.local);
      touch(action.rank, site, AccessKind::Store, action.result);
    } else {
      operation.source = bytes(action.local);
      operation.result = bytes(action.result);
    }
    const OperationId id = issue(action.rank, site, std::move(operation));
    const bool performed = blocking && kind_of(action.verb) == OperationKind::FetchUpdate;
    if (blocking && !performed) at(action.rank, site, Complete{id});
    const bool tells = updated_flag(program_, action).has_value();
    if (tells) tell(action, site, id);
    if (performed) at(action.rank, site, Complete{id, CompletionKind::FullComplete});
    if (!tells || !signals(action.verb)) return;
    Operation signal = towards(action, OperationKind::Update, place_of(program_.flags[action.flag], action.flag));
    signal.atomicity = atomic(action, Type::Unsigned, false);
    tell(action, site, issue(action.rank, site, std::move(signal)));
  }

  /// Whoever waits for the flag has what came with it, and what a fence put before it.
  void tell(const Action& action, Site site, OperationId carried) {
    const TokenId token = new_token();
    at(action.rank, site, Notify{token, {target(program_, action)}, scope(action.context), carried});
    told_[site].push_back(token);
  }

  /// The library's own look at the flag is atomic to the updates, all of which are of one type and domain, or is a look at
  /// something that is put, which waiting allows: no access that could race with anything here.
  void wait(const Action& action, Site site) {
    std::vector<TokenId> tokens;
    for (const Site maker : flags_.success(action).made)
      tokens.insert(tokens.end(), told_[maker].begin(), told_[maker].end());
    if (!tokens.empty()) at(action.rank, site, TargetWait{std::move(tokens)});
  }

  void quiet(std::uint32_t rank, Site site, std::size_t context) {
    flush(rank, site, CompletionKind::LocalFlush, scope(context));
    flush(rank, site, CompletionKind::RemoteFlush, scope(context));
  }

  // --- Collectives -----------------------------------------------------------------------------------------------------------

  Site meeting(const Action& action, Site first) {
    if (moves_data(action.verb)) return exchange(action, first);
    const auto& ranks = members(program_, action);
    const CollectiveId id = collective(CollectiveKind::AllToAll, ranks.size(), 0);
    const auto before = [&](Site site, std::uint32_t rank) {
      if (action.verb == Verb::BarrierAll) quiet(rank, site, 0);
    };
    return meet(id, ranks, first, before, [](Site, std::uint32_t) {});
  }

  /// What member `from` writes into the dest of member `to`; nothing if it has no part in that.
  static Region part(const Action& action, std::uint32_t members, std::uint32_t from, std::uint32_t to) {
    Region part = action.result;
    switch (action.verb) {
      case Verb::Broadcast: return from == action.peer ? part : Region{};
      case Verb::Reduce: return action.local == action.result && from != to ? Region{} : part;
      case Verb::Fcollect: part.layout = action.local.layout; break;
      default: part.layout = contiguous(Element::Int, action.local.layout.block / members); break;
    }
    part.offset += from * part.layout.extent();
    return part;
  }

  /// "Before any PE calls" it, dest must be ready: whoever has a part in a dest may write it from its own call on, until the
  /// owner's call returns. A source is read between its owner's call and return. Collectives of a team come in one order, so
  /// that what they write does not race with what other collectives of the team do.
  Site exchange(const Action& action, Site first) {
    const auto& ranks = members(program_, action);
    const auto size = static_cast<std::uint32_t>(ranks.size());
    std::vector<std::vector<TokenId>> told(size);
    std::vector<std::vector<OperationId>> reading(size);
    const bool in_place = action.local == action.result;
    for (std::uint32_t from = 0; from < size; ++from) {
      const Site site = first + from;
      const bool one_to_all = action.verb == Verb::Broadcast;
      if (one_to_all && from != action.peer) continue;
      if (!in_place) reading[from] = open_buffers(ranks[from], site, action.local, {});
      for (std::uint32_t to = 0; to < size; ++to) told[to].push_back(write(action, ranks, site, from, to));
    }
    for (std::uint32_t to = 0; to < size; ++to) {
      at(ranks[to], first + to, TargetWait{told[to]});
      for (const OperationId id : reading[to]) at(ranks[to], first + to, Complete{id});
    }
    return first + size - 1;
  }

  TokenId write(const Action& action, const std::vector<std::uint32_t>& ranks, Site site, std::uint32_t from,
                std::uint32_t to) {
    const ScopeId scope{kCollectives};
    std::optional<OperationId> carried;
    if (const Region written = part(action, static_cast<std::uint32_t>(ranks.size()), from, to); !written.empty()) {
      Operation operation;
      operation.kind = OperationKind::Update;
      operation.target = {ranks[to]};
      operation.scope = scope;
      operation.remote = bytes(written);
      Atomicity atomicity;
      atomicity.type = {kCollectives};
      atomicity.size = 1;
      atomicity.operation = 1;
      atomicity.domain = {kCollectives + static_cast<std::uint32_t>(action.team)};
      atomicity.admission = Admission::AnyOperation;
      operation.atomicity = atomicity;
      carried = issue(ranks[from], site, std::move(operation));
    }
    const TokenId token = new_token();
    at(ranks[from], site, Notify{token, {ranks[to]}, scope, carried});
    return token;
  }

  // --- Everything ------------------------------------------------------------------------------------------------------------

  void translate(const Action& action, Site site) {
    const auto lock = LockId{static_cast<std::uint32_t>(action.lock)};
    switch (action.verb) {
      case Verb::Load: return touch(action.rank, site, AccessKind::Load, action.local);
      case Verb::Store: return touch(action.rank, site, AccessKind::Store, action.local);
      case Verb::LoadThere: return touch(action.rank, site, AccessKind::Load, action.remote, action.peer);
      case Verb::StoreThere: return touch(action.rank, site, AccessKind::Store, action.remote, action.peer);
      case Verb::WaitUntil:
      case Verb::Test:
      case Verb::SignalWaitUntil:
      case Verb::SignalFetch: return wait(action, site);
      case Verb::Fence: return at(action.rank, site, Fence{scope(action.context), {}});
      case Verb::Quiet: return quiet(action.rank, site, action.context);
      case Verb::SetLock:
      case Verb::TestLock:
        at(action.rank, site, Lock{lock, LockMode::Exclusive});
        return at(action.rank, site, Acquired{lock});
      case Verb::ClearLock: quiet(action.rank, site, 0); return at(action.rank, site, Unlock{lock});
      default: break;
    }
    operation(action, site);
    if (updated_flag(program_, action)) flags_.update(action, site);
  }

  const Program& program_;
  const Kept& kept_;
  Flags flags_;
  std::map<Site, std::vector<TokenId>> told_;  ///< by updates of flags
};

}  // namespace

Execution translation(const Program& program, const Kept& kept) { return Translator(program, kept).run(); }

}  // namespace farsan::random_programs::shmem
