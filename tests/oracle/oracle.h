// The reference oracle: judges a whole execution by the inference rules of docs/semantics.md, taken literally. It is
// slow, obvious, and shares only the events with the engine that it is compared to.
#pragma once

#include <vector>

#include "oracle/rules.h"

namespace farsan::oracle {

struct Race {
  AccessRef first;  ///< first < second: by event, then part
  AccessRef second;
  model::RaceKind kind = model::RaceKind::Remote;
  model::ProcessId owner;              ///< whose memory
  std::vector<model::Interval> bytes;  ///< ascending, disjoint, none continues another
  friend bool operator==(const Race&, const Race&) = default;
};

/// The relations of one execution, for whoever asks why two accesses do or do not race. The execution must be possible
/// (`problems` is empty) and outlive this. An access that does not exist is in no relation.
class Relations {
 public:
  explicit Relations(const model::Execution& execution);

  [[nodiscard]] const Facts& facts() const { return facts_; }
  /// e happened before f.
  [[nodiscard]] bool hb(EventIndex e, EventIndex f) const { return facts_.hb(e, f); }
  /// a is complete when e occurs. A completion event completes at once: it is such an e itself.
  [[nodiscard]] bool co(AccessRef a, EventIndex e) const;
  /// a, a remote write, is fence-ordered before e, a remote write's Issue or a Notify.
  [[nodiscard]] bool fo(AccessRef a, EventIndex e) const;
  /// a is complete when b can begin: at its event or, behind a gate, at an Unlock that opened it.
  [[nodiscard]] bool co_start(AccessRef a, AccessRef b) const;
  /// Units of one process hold a common mutex around a and around b, at different times.
  [[nodiscard]] bool excluded(AccessRef a, AccessRef b) const;
  /// The two remote writes of one origin to one target are fence-ordered, either way.
  [[nodiscard]] bool fence_ordered(AccessRef a, AccessRef b) const;
  /// The bytes at which a and b conflict.
  [[nodiscard]] std::vector<model::Interval> conflict(AccessRef a, AccessRef b) const;

  /// All races, by first and then second.
  [[nodiscard]] std::vector<Race> races() const;

 private:
  [[nodiscard]] bool co_start(std::size_t a, std::size_t b) const;
  [[nodiscard]] bool excluded(std::size_t a, std::size_t b) const;
  [[nodiscard]] bool fence_ordered(std::size_t a, std::size_t b) const;
  [[nodiscard]] std::vector<model::Interval> conflict(std::size_t a, std::size_t b) const;
  [[nodiscard]] bool excused(const Access& a, model::Interval block_a, const Access& b, model::Interval block_b) const;
  [[nodiscard]] bool covers(const Hold& hold, std::size_t a) const;

  Facts facts_;
  Relation fo_;
  Relation co_;
};

/// All races of an execution that is possible.
[[nodiscard]] std::vector<Race> races(const model::Execution& execution);

}  // namespace farsan::oracle
