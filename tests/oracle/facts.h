// What an execution consists of, looked up once for the rules: its accesses, its lock uses and mutex holds, and
// happened-before (docs/semantics.md, section 2). Nothing here is shared with the engine but the events themselves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "model/execution.h"

namespace farsan::oracle {

using EventIndex = std::size_t;

/// Pairs of a row (an event or an access, by index) and an event, one bit each.
class Relation {
 public:
  Relation() = default;
  Relation(std::size_t rows, std::size_t events) : words_((events + 63) / 64), bits_(rows * words_) {}

  [[nodiscard]] bool holds(std::size_t row, EventIndex event) const {
    return (bits_[row * words_ + event / 64] >> (event % 64) & 1) != 0;
  }
  void add(std::size_t row, EventIndex event) { bits_[row * words_ + event / 64] |= std::uint64_t{1} << (event % 64); }
  /// Whatever holds for `other_row` of `other` holds for `row`.
  void add_all(std::size_t row, const Relation& other, std::size_t other_row) {
    for (std::size_t w = 0; w < words_; ++w) bits_[row * words_ + w] |= other.bits_[other_row * words_ + w];
  }

 private:
  std::size_t words_ = 0;
  std::vector<std::uint64_t> bits_;
};

/// Names an access: the event, and which part of the operation if the event issues one.
struct AccessRef {
  EventIndex event = 0;
  std::optional<model::Part> part;
  friend auto operator<=>(const AccessRef&, const AccessRef&) = default;
};

struct Access {
  AccessRef ref;
  model::UnitId unit;
  model::AccessKind kind = model::AccessKind::Load;
  model::ProcessId owner;
  const model::ByteRanges* bytes = nullptr;
  const model::Issue* issue = nullptr;  ///< none for a load or store
  const model::Atomicity* atomicity = nullptr;
};

/// One use of a lock by one process, from Lock to Unlock or Opened.
struct LockUse {
  model::LockMode mode = model::LockMode::Exclusive;
  /// What its gate opens after: the earlier Unlocks that Acquired happens after, or the deposits that Opened takes.
  std::vector<EventIndex> taken;
};

/// One hold of a mutex by one unit: the events strictly between Acquire and Release.
struct Hold {
  model::UnitId unit;
  model::MutexId mutex;
  EventIndex from = 0;
  EventIndex to = 0;
};

/// Where a remote write or a notification goes: what R6 compares.
struct Destination {
  model::ProcessId target;
  model::ScopeId scope;
};

/// What the premises of the rules speak of, looked up once. The execution must be possible (`problems` is empty), and
/// must outlive this.
class Facts {
 public:
  explicit Facts(const model::Execution& execution);

  [[nodiscard]] std::size_t events() const { return execution_->events.size(); }
  [[nodiscard]] model::UnitId unit(EventIndex e) const { return execution_->events[e].unit; }
  [[nodiscard]] model::ProcessId process(EventIndex e) const { return unit(e).process; }
  /// The event as a `T`, null if it is something else.
  template <class T>
  [[nodiscard]] const T* as(EventIndex e) const {
    return std::get_if<T>(&execution_->events[e].action);
  }
  /// Indices of all events that are a `T`.
  template <class T>
  [[nodiscard]] std::vector<EventIndex> all() const {
    std::vector<EventIndex> found;
    for (EventIndex e = 0; e < events(); ++e)
      if (as<T>(e)) found.push_back(e);
    return found;
  }

  /// All accesses, by event and then part.
  [[nodiscard]] const std::vector<Access>& accesses() const { return accesses_; }
  /// The index in `accesses`, none if there is no such access.
  [[nodiscard]] std::optional<std::size_t> find(AccessRef ref) const;
  /// Set for every event that issues a remote write or is a notification.
  [[nodiscard]] const std::optional<Destination>& destination(EventIndex e) const { return destinations_[e]; }
  /// The Signal or Notify that deposits the token.
  [[nodiscard]] std::optional<EventIndex> depositor(model::TokenId token) const;
  /// The use of the lock that gates the operation issued here, null if none does.
  [[nodiscard]] const LockUse* gate(EventIndex issue) const;
  [[nodiscard]] const std::vector<Hold>& holds() const { return holds_; }

  /// e happened before f. An event does not happen before itself.
  [[nodiscard]] bool hb(EventIndex e, EventIndex f) const { return hb_.holds(e, f); }
  [[nodiscard]] const Relation& hb() const { return hb_; }

 private:
  struct Edge {
    EventIndex from;
    EventIndex to;
  };

  void collect_accesses();
  void collect_destinations();
  void collect_holds();
  void order_units();
  void order_tokens();
  void order_collectives();
  void order_locks();
  void close_edges();

  const model::Execution* execution_;
  std::vector<Access> accesses_;
  std::vector<std::size_t> first_access_;  ///< by event
  std::vector<std::optional<Destination>> destinations_;
  std::unordered_map<model::TokenId, EventIndex> depositors_;
  std::vector<LockUse> locks_;
  std::unordered_map<EventIndex, std::size_t> gates_;  ///< from an Issue to an index in locks_
  std::vector<Hold> holds_;
  std::vector<Edge> edges_;
  Relation hb_;
};

}  // namespace farsan::oracle
