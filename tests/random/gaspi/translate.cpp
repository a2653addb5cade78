#include "random/gaspi/translate.h"

#include <map>
#include <optional>

#include "random/common/events.h"
#include "random/gaspi/mailboxes.h"

namespace farsan::random_programs::gaspi {

namespace {

using namespace model;

class Translator : Events {
 public:
  Translator(const Program& program, const Kept& kept) : Events(program.ranks), program_(program), kept_(kept) {}

  Execution run() {
    return translate_all(
        program_, kept_, [this](Site site) { return collective(program_.actions[site], site); },
        [this](const Action& action, Site site) { translate(action, site); });
  }

 private:
  static constexpr ScopeId kAtomics{1};
  static ScopeId scope(std::uint32_t queue) { return {queue + 2}; }

  /// Nothing orders the elements of a list: each is an operation of its own.
  std::vector<OperationId> post(const Action& action, Site site) {
    std::vector<OperationId> ids;
    for (const Piece& piece : action.pieces) {
      Operation operation;
      operation.kind = writes(action.verb) ? OperationKind::Put : OperationKind::Get;
      operation.target = {action.peer};
      operation.scope = scope(action.queue);
      operation.remote = bytes(piece.remote);
      (writes(action.verb) ? operation.source : operation.result) = bytes(piece.local);
      ids.push_back(issue(action.rank, site, std::move(operation)));
    }
    return ids;
  }

  void tell(const Action& action, Site site, std::optional<OperationId> carried) {
    const TokenId token = new_token();
    at(action.rank, site, Notify{token, {action.peer}, scope(action.queue), carried});
    told_[site].push_back(token);
  }

  void queued(const Action& action, Site site) {
    const std::vector<OperationId> ids = post(action, site);
    if (!notifies(action.verb)) return;
    mailboxes_.post(action, site);
    if (action.verb == Verb::Notify) {
      // "The notification ... arrives after all preceding writes on the same queue to the same rank".
      at(action.rank, site, Fence{scope(action.queue), Group({ProcessId{action.peer}})});
      tell(action, site, std::nullopt);
    } else if (writes(action.verb)) {
      for (const OperationId id : ids) tell(action, site, id);
    } else {
      read_[site] = ids;
    }
  }

  void look(const Action& action, Site site) {
    const auto found = action.verb == Verb::Reset ? mailboxes_.reset(action) : mailboxes_.wait(action);
    if (!found.taken) return;
    if (const auto told = told_.find(*found.taken); told != told_.end())
      at(action.rank, site, TargetWait{told->second});
    for (const OperationId id : read_[*found.taken]) at(action.rank, site, Complete{id});
  }

  /// The result is the caller's to use, and the update has happened, when it returns.
  void atomic(const Action& action, Site site) {
    Operation operation;
    operation.kind = OperationKind::FetchUpdate;
    operation.target = {action.peer};
    operation.scope = kAtomics;
    operation.remote = bytes(action.remote);
    Atomicity atomicity;
    atomicity.type = {1};
    atomicity.size = size_of(Element::Long);
    atomicity.operation = 1;
    atomicity.domain = {1};
    atomicity.admission = Admission::AnyOperation;
    operation.atomicity = atomicity;
    issue(action.rank, site, std::move(operation));
    flush(action.rank, site, CompletionKind::RemoteFlush, kAtomics);
    touch(action.rank, site, AccessKind::Store, action.result);
  }

  /// Synchronous: the sender also waits for the receiver's call. The receive is the next action.
  void message(const Action& send, Site site) {
    const Action& receive = program_.actions[site + 1];
    const TokenId sent = new_token();
    const TokenId asked = new_token();
    touch(send.rank, site, AccessKind::Load, send.local);
    at(send.rank, site, Signal{sent});
    at(receive.rank, site + 1, Signal{asked});
    at(receive.rank, site + 1, model::Wait{{sent}});
    touch(receive.rank, site + 1, AccessKind::Store, receive.result);
    at(send.rank, site, model::Wait{{asked}});
  }

  Site collective(const Action& action, Site first) {
    const std::vector<std::uint32_t> ranks = members(program_, action);
    return meet(
        Events::collective(CollectiveKind::AllToAll, ranks.size(), 0), ranks, first,
        [&](Site site, std::uint32_t rank) { touch(rank, site, AccessKind::Load, program_.actions[site].local); },
        [&](Site site, std::uint32_t rank) { touch(rank, site, AccessKind::Store, program_.actions[site].result); });
  }

  void translate(const Action& action, Site site) {
    switch (action.verb) {
      case Verb::Load: return touch(action.rank, site, AccessKind::Load, action.local);
      case Verb::Store: return touch(action.rank, site, AccessKind::Store, action.local);
      // Buffers may be used again; that the data has arrived is not said.
      case Verb::Wait: return flush(action.rank, site, CompletionKind::LocalFlush, scope(action.queue));
      case Verb::WaitSome:
      case Verb::Reset: return look(action, site);
      case Verb::FetchAdd:
      case Verb::CompareSwap: return atomic(action, site);
      case Verb::PassiveSend: return message(action, site);
      case Verb::PassiveReceive: return;  // with the send
      default: return queued(action, site);
    }
  }

  const Program& program_;
  const Kept& kept_;
  Mailboxes mailboxes_;
  std::map<Site, std::vector<TokenId>> told_;      ///< by what notifies
  std::map<Site, std::vector<OperationId>> read_;  ///< by reads that notify
};

}  // namespace

Execution translation(const Program& program, const Kept& kept) { return Translator(program, kept).run(); }

}  // namespace farsan::random_programs::gaspi
