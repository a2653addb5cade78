// Who knows what: clocks over units, and cheap immutable snapshots of them.
//
// A clock has one scalar per process (its unit 0, all there is in an unthreaded process) and one entry more for every
// further unit it has heard of, so threads that synchronise individually are told apart exactly.
//
// A unit's clock changes at waits only, but for its own entry. So a snapshot is a pointer to the shared part and the own
// entry beside it: taking one costs a reference count, and all operations between two waits share one clock.
//
// Conventions, which everything relies on:
//  - accesses and issues carry the current epoch;
//  - a signal hands out the current epoch and then ticks: what follows is not covered by it;
//  - a completion, a fence and a target wait tick first and are the new epoch: what came before is not after them.
#pragma once

#include <algorithm>
#include <vector>

#include "model/ids.h"
#include "model/ref.h"

namespace farsan::model {

class Clock {
 public:
  Clock() = default;
  explicit Clock(std::uint32_t processes) : first_units_(processes, 0) {}
  /// As it was taken apart for a journey: `first_units()` and `other_units()`.
  Clock(std::vector<Epoch> first_units, std::vector<Point> others)
      : first_units_(std::move(first_units)), others_(std::move(others)) {}

  [[nodiscard]] Epoch at(UnitId unit) const {
    if (unit.index == 0) return unit.process.value < first_units_.size() ? first_units_[unit.process.value] : 0;
    return other_at(unit);
  }
  [[nodiscard]] bool knows(Point point) const { return at(point.unit) >= point.epoch; }

  /// Entry = max(entry, epoch).
  void raise(Point point) {
    if (point.unit.index == 0 && point.unit.process.value < first_units_.size()) [[likely]]
      first_units_[point.unit.process.value] = std::max(first_units_[point.unit.process.value], point.epoch);
    else
      raise_other(point);
  }
  /// Entrywise maximum: this knows what either knew.
  void merge(const Clock& other);
  /// This knows all that `other` knows, but for the entry of `but`, which does not count.
  [[nodiscard]] bool covers(const Clock& other, UnitId but) const;
  /// Entry = min(entry, epoch).
  void cap(Point point);
  /// Entrywise minimum: this knows what both knew.
  void meet(const Clock& other);

  /// It has no entries, so that everybody covers it.
  [[nodiscard]] bool none() const { return first_units_.empty() && others_.empty(); }
  [[nodiscard]] std::uint32_t processes() const { return static_cast<std::uint32_t>(first_units_.size()); }
  [[nodiscard]] const std::vector<Epoch>& first_units() const { return first_units_; }
  /// Units other than the first of their process that this clock has an entry for, in order.
  [[nodiscard]] const std::vector<Point>& other_units() const { return others_; }
  [[nodiscard]] std::size_t heap_bytes() const {
    return first_units_.capacity() * sizeof(Epoch) + others_.capacity() * sizeof(Point);
  }
  friend bool operator==(const Clock&, const Clock&) = default;

 private:
  [[nodiscard]] Epoch other_at(UnitId unit) const;
  void raise_other(Point point);

  std::vector<Epoch> first_units_;
  std::vector<Point> others_;  // sorted by unit, no zero epochs
};

/// What a unit knew at one moment. Immutable, shared, cheap to copy.
class Snapshot {
 public:
  Snapshot() = default;
  Snapshot(Ref<const Clock> others, Point own) : others_(std::move(others)), own_(own) {}

  [[nodiscard]] bool knows(Point point) const { return at(point.unit) >= point.epoch; }
  [[nodiscard]] Epoch at(UnitId unit) const {
    if (unit == own_.unit) return own_.epoch;
    return others_ ? others_->at(unit) : 0;
  }
  /// Knows all that `other` knows.
  [[nodiscard]] bool covers(const Clock& other) const;
  /// The unit it was taken of, and its epoch then.
  [[nodiscard]] Point own() const { return own_; }
  /// The shared part. Its entry for the own unit is stale; `at` and `full` are right.
  [[nodiscard]] const Ref<const Clock>& shared() const { return others_; }
  /// A clock with every entry right.
  [[nodiscard]] Clock full() const;

 private:
  Ref<const Clock> others_;
  Point own_;
};

/// The running clock of one unit.
class UnitClock {
 public:
  UnitClock(UnitId unit, std::uint32_t processes) : clock_(make_ref<Clock>(processes)), own_{unit, 1} {}
  /// A unit that begins after what `parent` knows.
  UnitClock(UnitId unit, const Snapshot& parent);

  [[nodiscard]] Epoch now() const { return own_.epoch; }
  [[nodiscard]] Point here() const { return own_; }
  void tick() { ++own_.epoch; }
  [[nodiscard]] Snapshot snapshot() const { return {clock_, own_}; }
  [[nodiscard]] Epoch at(UnitId unit) const { return unit == own_.unit ? own_.epoch : clock_->at(unit); }
  [[nodiscard]] bool knows(Point point) const { return at(point.unit) >= point.epoch; }

  /// The part that snapshots share. Its entry for the own unit is stale.
  [[nodiscard]] const Clock& shared() const { return *clock_; }
  /// Knows all that `other`, which somebody may have left, knows: nobody is ahead of the own unit.
  [[nodiscard]] bool covers(const Clock& other) const { return clock_->covers(other, own_.unit); }
  /// Another one whenever it has learnt something; it may tick meanwhile.
  [[nodiscard]] std::uint64_t version() const { return version_; }

  /// Learns all that `other` knew. If that is nothing new, snapshots taken before and after share their clock.
  void merge(const Snapshot& other);
  /// The same of a snapshot in its parts.
  void merge(const Clock& others, Point own);
  void merge(const Clock& other);
  void merge(Point other) {
    if (!knows(other)) writable().raise(other);
  }

 private:
  Clock& writable() {
    ++version_;
    if (clock_.use_count() > 1) clock_ = make_ref<Clock>(*clock_);
    return *clock_;
  }

  Ref<Clock> clock_;  // shared with snapshots; copied before it changes
  Point own_;
  std::uint64_t version_ = 0;
};

}  // namespace farsan::model
