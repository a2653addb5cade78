// What processes tell each other beside the clocks, and the contract of whoever carries it.
//
// Records travel before signals: everything a process posts before it signals is there for anyone who has taken that
// signal, directly or by way of others, when they drain. Nothing else is promised about when a message arrives, and no
// verdict depends on it.
#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "model/completion.h"
#include "model/region.h"

namespace farsan::engine {

/// The record of one access (or of many that nothing can tell apart) to the receiver's memory.
struct Record {
  model::OperationAccess access;
  /// The mutexes that protect it are decided. If not, `Unprotected` may and `Settled` will follow.
  bool settled = true;
  /// The origin wants to hear (`Landed`) when a target wait completes it.
  bool listens = false;
  /// Its unit had told nobody of so many of the epochs before its completion.
  std::uint8_t silent_for = 0;
};

/// A flush of the sender completed what it had told the receiver of: its operations in the scope, issued within `before`.
struct FlushNotice {
  model::CompletionKind kind = model::CompletionKind::RemoteFlush;
  std::optional<model::ScopeId> scope;
  model::Point at;
  std::vector<model::Point> before;  ///< per unit of the sender, the last epoch whose issues happened before the flush
};

/// To the target: one operation of the sender is complete, and with it its remote access here.
struct Completed {
  model::OperationId operation;
  model::Point at;
};

/// To the origin: its remote write is complete at this point, by a target wait.
struct Landed {
  model::OperationId operation;
  model::Point at;
};

/// The sender's unit released a mutex before its operation was complete: it does not protect it after all.
struct Unprotected {
  model::OperationId operation;
  model::MutexId mutex;
};

/// The mutexes of an operation that was sent unsettled are decided: those that it still has protect it.
struct Settled {
  model::OperationId operation;
};

using Message = std::variant<Record, FlushNotice, Completed, Landed, Unprotected, Settled>;

/// What a record is made of that is one block, issued by the first unit of its origin and completed by that or not at all: what most are.
/// Refers to where its parts are.
struct PlainRecord {
  model::AccessKind kind = model::AccessKind::RemoteWrite;
  model::Part part = model::Part::Remote;
  model::SiteId site;
  model::OperationId operation;
  const model::Snapshot& issue;
  model::Epoch completion = 0;  ///< 0: none
  const model::Ref<const model::Circumstances>& with;
  model::Interval bytes;
  bool settled = true;
  bool listens = false;
  std::uint8_t silent_for = 0;
};

/// The record that it is, if it is one.
[[nodiscard]] inline std::optional<PlainRecord> plain_parts(const Message& message) {
  const auto* const record = std::get_if<Record>(&message);
  if (record == nullptr) return std::nullopt;
  const model::OperationAccess& access = record->access;
  const model::Point over = access.completions.first();
  const bool by_its_unit =
      access.completions.empty() || (access.completions.count() == 1 && over.unit == access.unit());
  if (access.unit().index != 0 || !access.ranges.is_one_block() || !by_its_unit) return std::nullopt;
  return PlainRecord{access.kind,     access.part,     access.site,       access.operation,
                     access.issue,    over.epoch,      access.with,       access.ranges.bounds(),
                     record->settled, record->listens, record->silent_for};
}
/// The same with parts of its own.
[[nodiscard]] inline Record whole(const PlainRecord& plain) {
  Record record{{plain.kind,
                 plain.part,
                 plain.site,
                 plain.operation,
                 plain.issue,
                 {},
                 plain.with,
                 model::ByteRanges::contiguous(plain.bytes.begin, plain.bytes.size())},
                plain.settled,
                plain.listens,
                plain.silent_for};
  if (plain.completion != 0) record.access.completions.add({plain.issue.own().unit, plain.completion});
  return record;
}

/// Takes what arrives.
class Receiver {
 public:
  virtual ~Receiver() = default;
  virtual void receive(model::ProcessId from, Message&& message) = 0;
  /// The same of such a record, whose parts are somewhere else when this returns.
  virtual void receive_plain(model::ProcessId from, const PlainRecord& record) { receive(from, whole(record)); }
};

/// Carries messages. Between two processes they arrive in the order of posting.
class Transport {
 public:
  virtual ~Transport() = default;
  /// Must not block and must not fail for want of room: the program could be waiting for us.
  virtual void post(model::ProcessId from, model::ProcessId to, Message&& message) = 0;
  /// The same of such a record, where there is a quicker way. False: it was not posted.
  [[nodiscard]] virtual bool post_plain(model::ProcessId /*from*/, model::ProcessId /*to*/, const PlainRecord&) {
    return false;
  }
  /// A signal is about to hand out this point: all that its process has posted so far, whichever unit did, must be there
  /// for whoever knows the point.
  virtual void publish(model::Point at) = 0;
  /// Merges what the waits of `process` that were put off (Process::wait_later) have taken.
  virtual void take_put_off(model::ProcessId /*process*/, model::UnitClock& /*clock*/) {}
  /// False: `drain` need not hand over anything for a unit with this clock (of whose own process it says nothing). Cheaper to ask.
  [[nodiscard]] virtual bool may_have(model::ProcessId /*process*/, const model::Clock& /*knowledge*/) { return true; }
  /// Hands `receiver` what has arrived for `process`: at least all that was posted before a publication that `knowledge`
  /// knows. That is the clock of a unit, or of something the process has heard of (what opened the gate of a record).
  virtual void drain(model::ProcessId process, const model::Snapshot& knowledge, Receiver& receiver) = 0;
  /// All that has arrived, whoever knows of it: when nobody posts any more.
  virtual void drain_rest(model::ProcessId process, Receiver& receiver) { drain(process, {}, receiver); }
};

}  // namespace farsan::engine
