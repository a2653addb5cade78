#include "model/clock.h"

#include <algorithm>

namespace farsan::model {

namespace {
constexpr auto before_unit = [](const Point& p, UnitId unit) { return p.unit < unit; };
}  // namespace

Epoch Clock::other_at(UnitId unit) const {
  const auto it = std::lower_bound(others_.begin(), others_.end(), unit, before_unit);
  return it != others_.end() && it->unit == unit ? it->epoch : 0;
}

void Clock::raise_other(Point point) {
  if (point.epoch == 0) return;
  if (point.unit.index == 0) {
    first_units_.resize(std::size_t{point.unit.process.value} + 1, 0);
    first_units_[point.unit.process.value] = point.epoch;
    return;
  }
  const auto it = std::lower_bound(others_.begin(), others_.end(), point.unit, before_unit);
  if (it != others_.end() && it->unit == point.unit)
    it->epoch = std::max(it->epoch, point.epoch);
  else
    others_.insert(it, point);
}

void Clock::cap(Point point) {
  if (point.unit.index == 0) {
    const std::size_t p = point.unit.process.value;
    if (p < first_units_.size()) first_units_[p] = std::min(first_units_[p], point.epoch);
    return;
  }
  const auto it = std::lower_bound(others_.begin(), others_.end(), point.unit, before_unit);
  if (it == others_.end() || it->unit != point.unit) return;
  it->epoch = std::min(it->epoch, point.epoch);
  if (it->epoch == 0) others_.erase(it);
}

void Clock::merge(const Clock& other) {
  if (first_units_.size() < other.first_units_.size()) first_units_.resize(other.first_units_.size(), 0);
  Epoch* mine = first_units_.data();
  const Epoch* theirs = other.first_units_.data();
  const std::size_t n = other.first_units_.size();
  for (std::size_t i = 0; i < n; ++i) mine[i] = mine[i] < theirs[i] ? theirs[i] : mine[i];
  for (const Point& p : other.others_) raise(p);
}

bool Clock::covers(const Clock& other, UnitId but) const {
  const std::size_t n = other.first_units_.size();
  for (std::size_t i = 0; i < n; ++i) {
    const Epoch known = i < first_units_.size() ? first_units_[i] : 0;
    if (other.first_units_[i] > known && (but.index != 0 || but.process.value != i)) return false;
  }
  return std::all_of(other.others_.begin(), other.others_.end(),
                     [&](const Point& p) { return p.unit == but || knows(p); });
}

void Clock::meet(const Clock& other) {
  for (std::size_t i = 0; i < first_units_.size(); ++i)
    first_units_[i] = std::min(first_units_[i], i < other.first_units_.size() ? other.first_units_[i] : 0);
  for (Point& p : others_) p.epoch = std::min(p.epoch, other.at(p.unit));
  std::erase_if(others_, [](const Point& p) { return p.epoch == 0; });
}

bool Snapshot::covers(const Clock& other) const {
  static const Clock nothing;
  return own_.epoch >= other.at(own_.unit) && (others_ ? *others_ : nothing).covers(other, own_.unit);
}

Clock Snapshot::full() const {
  Clock clock = others_ ? *others_ : Clock();
  clock.raise(own_);
  return clock;
}

UnitClock::UnitClock(UnitId unit, const Snapshot& parent) : clock_(make_ref<Clock>(parent.full())), own_{unit, 1} {}

void UnitClock::merge(const Snapshot& other) {
  if (other.shared() == clock_) {
    if (!knows(other.own())) writable().raise(other.own());
    return;
  }
  static const Clock nothing;
  merge(other.shared() ? *other.shared() : nothing, other.own());
}

void UnitClock::merge(const Clock& others, Point own) {
  const bool nothing_new = clock_->covers(others, own_.unit);
  if (nothing_new && knows(own)) return;
  Clock& mine = writable();
  if (!nothing_new) mine.merge(others);
  mine.raise(own);
}

void UnitClock::merge(const Clock& other) {
  if (!covers(other)) writable().merge(other);
}

}  // namespace farsan::model
