#include "engine/fences.h"

#include <algorithm>

namespace farsan::engine {

using model::Group;
using model::Point;

namespace {

bool covers(const Group& outer, const Group& inner) {
  if (outer.everyone()) return true;
  return !inner.everyone() &&
         std::includes(outer.members().begin(), outer.members().end(), inner.members().begin(), inner.members().end());
}

}  // namespace

bool FenceLog::replaces(const Past& later, const Past& earlier, const Units& units) {
  if (later.fence.scope != earlier.fence.scope || !covers(later.fence.targets, earlier.fence.targets)) return false;
  const bool after = std::any_of(later.before.begin(), later.before.end(), [&](const Point& p) {
    return p.unit == earlier.at.unit && p.epoch >= earlier.at.epoch;
  });
  model::CompletionPoints reached;
  reached.add(later.at);
  return after && units.all_know(reached);
}

void FenceLog::fence(Units& units, std::uint32_t unit, const model::Fence& fence) {
  if (!units.threaded() && again(units, unit, fence)) return;
  // Before the tick: what the fence comes after. The own entry then covers the epoch that ends here.
  Past now{fence, {}, units.own_entries(units[unit].clock)};
  units[unit].tick();
  now.at = units[unit].clock.here();
  last_ = {};
  if (!units.threaded()) {
    // The only unit knows it: whatever it replaces, it does so now.
    const auto is_replaced = [&](const Past& earlier) { return replaces(now, earlier, units); };
    if (past_.size() == 1 && is_replaced(past_.front())) {
      past_.front() = std::move(now);
    } else {
      std::erase_if(past_, is_replaced);
      past_.push_back(std::move(now));
    }
    return;
  }
  past_.push_back(std::move(now));
  std::vector<Past> needed;
  for (const Past& earlier : past_)
    if (std::none_of(past_.begin(), past_.end(), [&](const Past& later) { return replaces(later, earlier, units); }))
      needed.push_back(earlier);
  past_ = std::move(needed);
}

/// The only unit does again what it did before: usually one of few.
bool FenceLog::again(Units& units, std::uint32_t unit, const model::Fence& fence) {
  const auto same = std::ranges::find_if(past_, [&](const Past& past) {
    return past.fence.scope == fence.scope && past.fence.targets == fence.targets && past.before.size() == 1 &&
           past.before.front().unit == units[unit].clock.here().unit;
  });
  if (same == past_.end()) return false;
  same->before.front() = units[unit].clock.here();
  units[unit].tick();
  same->at = units[unit].clock.here();
  last_ = {};
  return true;
}

void FenceLog::end(model::ScopeId scope) {
  std::erase_if(past_, [&](const Past& past) { return past.fence.scope == scope; });
  if (last_.scope == scope) last_ = {};
}

model::FenceBound FenceLog::bound(const Units& units, std::uint32_t unit, model::ScopeId scope,
                                  model::ProcessId target) {
  if (past_.empty()) return nullptr;
  const bool cached = last_.bound && last_.scope == scope && (last_.target == target || last_.for_everyone);
  if (cached && !units.threaded()) return last_.bound;
  std::vector<Point> joined;
  bool for_everyone = true;
  for (const Past& past : past_) {
    if (past.fence.scope != scope) continue;
    for_everyone = for_everyone && past.fence.targets.everyone();
    if (!past.fence.targets.contains(target) || !units[unit].clock.knows(past.at)) continue;
    for (const Point& p : past.before) {
      const auto it = std::find_if(joined.begin(), joined.end(), [&](const Point& q) { return q.unit == p.unit; });
      if (it == joined.end())
        joined.push_back(p);
      else
        it->epoch = std::max(it->epoch, p.epoch);
    }
  }
  if (joined.empty()) return nullptr;
  if (cached && *last_.bound == joined) return last_.bound;
  last_ = {scope, target, for_everyone, model::make_ref<const std::vector<Point>>(std::move(joined))};
  return last_.bound;
}

}  // namespace farsan::engine
