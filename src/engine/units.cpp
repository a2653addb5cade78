#include "engine/units.h"

#include <algorithm>

namespace farsan::engine {

using model::MutexId;
using model::Point;
using model::UnitClock;
using model::UnitId;

Units::Units(model::ProcessId process, std::uint32_t processes) : process_(process) {
  units_.push_back(std::make_unique<Unit>(Unit{UnitClock({process, 0}, processes), true, nullptr, false}));
}

void Units::fork(std::uint32_t parent, std::uint32_t child) {
  // Units are numbered as they come; a number that was left out never ran.
  while (units_.size() <= child) {
    const UnitId id{process_, static_cast<std::uint32_t>(units_.size())};
    units_.push_back(std::make_unique<Unit>(
        Unit{UnitClock(id, units_[parent]->clock.snapshot()), id.index == child, nullptr, false}));
  }
  *units_[child] = {UnitClock({process_, child}, units_[parent]->clock.snapshot()), true, nullptr, false};
  units_[parent]->tick();
}

void Units::join(std::uint32_t parent, std::uint32_t child) {
  units_[parent]->clock.merge(units_[child]->clock.snapshot());
  units_[child]->alive = false;
}

void Units::acquire(std::uint32_t unit, MutexId mutex) {
  auto held = model::make_ref<std::vector<MutexId>>();
  if (units_[unit]->mutexes) *held = *units_[unit]->mutexes;
  held->insert(std::lower_bound(held->begin(), held->end(), mutex), mutex);
  units_[unit]->mutexes = std::move(held);
}

void Units::release(std::uint32_t unit, MutexId mutex) {
  auto held = model::make_ref<std::vector<MutexId>>(*units_[unit]->mutexes);
  std::erase(*held, mutex);
  units_[unit]->mutexes = held->empty() ? nullptr : std::move(held);
}

bool Units::all_running_know(const model::CompletionPoints& points) const {
  return std::all_of(units_.begin(), units_.end(),
                     [&](const auto& unit) { return !unit->alive || points.known_to(unit->clock); });
}

std::vector<Point> Units::own_entries(const UnitClock& clock) const {
  std::vector<Point> entries;
  for (std::uint32_t i = 0; i < count(); ++i) {
    const UnitId unit{process_, i};
    if (const model::Epoch epoch = clock.at(unit); epoch > 0) entries.push_back({unit, epoch});
  }
  return entries;
}

model::Clock Units::floor() const {
  model::Clock floor;
  bool first = true;
  for (const auto& unit : units_) {
    if (!unit->alive) continue;
    if (first)
      floor = unit->clock.snapshot().full();
    else
      floor.meet(unit->clock.snapshot().full());
    first = false;
  }
  return floor;
}

}  // namespace farsan::engine
