// The part of Memory that keeps one entry for operations which a program does again and again: the later one takes the place of the
// earlier where whatever could race with that one races with this one, too.
#include "engine/memory.h"

#include <algorithm>
#include <utility>

#include "engine/issue_order.h"

namespace farsan::engine {

using model::Interval;
using model::OperationAccess;

namespace {

bool same(const auto& p, const auto& q) { return p == q || (p && q && *p == *q); }

bool same_fences(const OperationAccess& a, const OperationAccess& b) { return same(a.with->fences, b.with->fences); }

/// One unit, in the same circumstances but for fences and gates, to the same bytes; it looks the same in a report.
bool looks_the_same(const OperationAccess& a, const OperationAccess& b) {
  if (a.site != b.site || a.kind != b.kind || a.part != b.part || a.unit() != b.unit()) return false;
  return a.with->scope == b.with->scope && !a.with->mutexes && !b.with->mutexes &&
         a.with->atomicity == b.with->atomicity && a.ranges == b.ranges;
}

/// The same of such a record.
bool looks_the_same(const OperationAccess& a, const PlainRecord& b) {
  if (a.site != b.site || a.kind != b.kind || a.part != b.part || a.unit() != b.issue.own().unit) return false;
  if (!a.ranges.is_one_block() || a.ranges.bounds() != b.bytes) return false;
  if (a.with->mutexes || b.with->mutexes) return false;
  return a.with == b.with || (a.with->scope == b.with->scope && a.with->atomicity == b.with->atomicity);
}

bool same_gate(const model::Circumstances& a, const model::Circumstances& b) { return same(a.gate, b.gate); }
bool same_gate(const OperationAccess& a, const OperationAccess& b) { return same_gate(*a.with, *b.with); }

bool does_the_same(const OperationAccess& a, const OperationAccess& b) {
  return same_gate(a, b) && looks_the_same(a, b);
}

/// What comes before `earlier` by its gate comes before `later`, too.
bool knows_gate_of(const OperationAccess& later, const OperationAccess& earlier) {
  if (!earlier.with->gate || same_gate(later, earlier)) return true;
  if (!earlier.with->gate->other_units().empty()) return false;
  const std::vector<model::Epoch>& known = earlier.with->gate->first_units();
  for (std::uint32_t process = 0; process < known.size(); ++process) {
    const model::UnitId unit{model::ProcessId{process}, 0};
    if (later.issue.at(unit) < known[process] && (!later.with->gate || later.with->gate->at(unit) < known[process]))
      return false;
  }
  return true;
}

bool never_complete(const OperationAccess& access) { return access.completions.empty() && !is_local(access.kind); }

/// All is known of the earlier one, and it was complete when the later one, of its unit, was issued.
bool is_over_before(const model::Snapshot& issue_of_later, const Entry& earlier) {
  if (earlier.live || earlier.held || !earlier.settled) return false;
  return earlier.access.completions.known_to(issue_of_later);
}

/// One unit did what looks the same again after the first was complete.
bool comes_again(const OperationAccess& later, const Entry& earlier) {
  return is_over_before(later.issue, earlier) && looks_the_same(earlier.access, later);
}

/// What comes before an access by its gate is known to these units: so it is applied, if all is that they know to be complete.
bool is_gate_known(const model::Circumstances& with, const Units& units) {
  return !with.gate || (!units.threaded() && units[0].clock.covers(*with.gate));
}

/// Whatever is ordered before `earlier` is so before `later`, and whatever is ordered after `later` is so after `earlier`.
bool continues(const OperationAccess& later, const Entry& earlier) {
  return same_fences(later, earlier.access) && comes_again(later, earlier) && knows_gate_of(later, earlier.access);
}

bool ordered_by_issue(const OperationAccess& access) {
  return access.with->atomicity && access.with->atomicity->orders.any();
}

/// Whatever is still to come and races with `earlier` also races with `later`: it repeats it, and its unit had learnt nothing from
/// others in between. (But for what that unit itself completed in between: whoever asks has compared it with `earlier` already, or
/// knows that there is none.)
bool stands_for(const OperationAccess& later, const Entry& earlier) {
  return earlier.access.issue.shared() == later.issue.shared() && same_fences(later, earlier.access) &&
         same_gate(earlier.access, later) && comes_again(later, earlier);
}

/// The same when all is applied that these units know to be complete, whatever its unit learnt: what has not been compared with
/// `earlier` then is not ordered before `later` (nor by a gate, if that is the same for both or known here), and what comes after `later`
/// comes after `earlier`. But atomics are ordered by issue, of which a unit may know before the completion.
bool stands_for_when_all_is_applied(const OperationAccess& later, const Entry& earlier, const Units& units) {
  return !ordered_by_issue(later) && comes_again(later, earlier) &&
         (same_gate(earlier.access, later) || is_gate_known(*later.with, units));
}

/// A write that a fence puts in order before `later`, and not before the earlier one which it repeats, has been compared with that one when all is
/// applied that is complete: what completed `later` completed the write, too.
bool fences_may_differ(model::AccessKind kind, bool behind_all) {
  return behind_all || !is_remote(kind) || !is_write(kind);
}

std::size_t slot_of(Interval bounds, model::SiteId site, model::UnitId unit, std::size_t slots) {
  std::uint64_t hash = bounds.begin * 0x9E3779B97F4A7C15U;
  hash = (hash ^ bounds.size() ^ (std::uint64_t{site.value} << 32)) * 0x9E3779B97F4A7C15U;
  hash = (hash ^ (std::uint64_t{unit.process.value} << 8)) * 0x9E3779B97F4A7C15U;
  return static_cast<std::size_t>(hash >> 32) % slots;
}
std::size_t slot_of(const OperationAccess& access, std::size_t slots) {
  return slot_of(access.ranges.bounds(), access.site, access.unit(), slots);
}

}  // namespace

/// The entry becomes that of an access which repeats its own.
void Memory::renew(EntryId earlier, model::OperationId operation, model::Snapshot& issue,
                   model::CompletionPoints& completions) {
  OperationAccess& access = table_[earlier].access;
  Origin& of = origin(access.unit().process);
  access.operation = operation;
  access.issue = std::move(issue);
  access.completions = std::move(completions);
  // Its place among those that a target wait may complete is the same, and its issue a later one.
  if (!of.awaiting.empty() && model::completed_by_target_wait(access.kind)) {
    if (of.awaiting.back() == earlier)
      of.last_awaiting = access.issued();
    else
      of.awaiting_in_order = false;
  }
  note_unfinished(earlier);
}

/// An entry that is no longer needed, and usually is the last that came.
void Memory::drop(EntryId id) {
  Origin& of = origin(table_[id].access.unit().process);
  if (of.entries.back() != id) {
    retire(id);
    return;
  }
  of.entries.pop_back();
  if (table_[id].access.unit().process == owner_) sources_numbered_ = std::min(sources_numbered_, of.entries.size());
  if (table_[id].unfinished)
    of.unfinished.erase(std::next(std::ranges::find(of.unfinished.rbegin(), of.unfinished.rend(), id)).base());
  if (!of.awaiting.empty() && of.awaiting.back() == id) {
    of.awaiting.pop_back();
    of.over = std::min(of.over, of.awaiting.size());
    of.numbered = std::min(of.numbered, of.awaiting.size());
  }
  table_.remove(id);
}

/// Leaves one of the two where the entry repeats an applied one; that one, if it could take the place of the entry.
EntryId Memory::unite_with_earlier(EntryId id, Applies applies) {
  Entry& entry = table_[id];
  EntryId& latest = latest_[slot_of(entry.access, latest_.size())];
  const EntryId earlier = std::exchange(latest, id);
  if (earlier == kNoEntry || earlier == id) return id;
  const bool in_series = table_[earlier].state == Entry::State::Behind;
  if (table_[earlier].state != Entry::State::Applied && !in_series) return id;
  if (in_series || !stands_for(entry.access, table_[earlier])) {
    if (series_.gathers && (in_series || applies != Applies::Alone) && continues(entry.access, table_[earlier])) {
      join(id, earlier);
      return id;
    }
    if (!stands_for_when_all_is_applied(entry.access, table_[earlier], units_)) return id;
    const bool same_bound = same_fences(entry.access, table_[earlier].access);
    if (!same_bound && !fences_may_differ(entry.access.kind, entry.behind_all)) return id;
    if (applies != Applies::Alone || !same_bound) {
      replaced_.push_back(earlier);
      return id;
    }
  }
  // A target wait need not look for it any more, and nobody refers to it.
  if (entry.held || !units_.all_know(entry.access.completions)) {
    retire(earlier);
    return id;
  }
  renew(earlier, entry.access);
  table_[earlier].access.with = entry.access.with;
  table_[earlier].settled = entry.settled;
  drop(id);
  return latest = earlier;
}

/// One that looks like that may become it, as far as can be said before target waits have completed what they complete.
bool Memory::is_for_hand(const OperationAccess& before, const model::Circumstances& with, bool complete,
                         bool listens) const {
  // (What opened a gate that is not known here would have to be heard of before it is applied.)
  if (expected_ == Expected::Announced)
    return is_gate_known(with, units_) && (complete || (model::completed_by_target_wait(before.kind) && !listens));
  return complete && !with.gate && !before.with->gate && same(before.with->fences, with.fences);
}

/// The first to come, from one that has nothing pending.
bool Memory::take_in_hand(model::ProcessId from, const Origin& of, Record& record) {
  const OperationAccess& access = record.access;
  expecting_ = false;
  if (!of.pending.empty() || !ended_.empty()) return false;
  const EntryId earlier = latest_[slot_of(access, latest_.size())];
  if (earlier == kNoEntry || table_[earlier].state != Entry::State::Applied) return false;
  const OperationAccess& before = table_[earlier].access;
  if (!looks_the_same(before, access) ||
      !is_for_hand(before, *access.with, !access.completions.empty(), record.listens))
    return false;
  in_hand_ = {earlier,
              from,
              access.operation,
              std::move(record.access.issue),
              std::move(record.access.completions),
              access.with,
              /*behind_all=*/false,
              record.settled,
              record.listens,
              record.silent_for};
  return holds_ = true;
}

/// Hot: the same of such a record, which is looked at where it lies.
bool Memory::take_in_hand(model::ProcessId from, const Origin& of, const PlainRecord& record) {
  if (!of.pending.empty() || !ended_.empty()) return false;
  const EntryId earlier = latest_[slot_of(record.bytes, record.site, record.issue.own().unit, latest_.size())];
  if (earlier == kNoEntry || table_[earlier].state != Entry::State::Applied) return false;
  const OperationAccess& before = table_[earlier].access;
  if (!looks_the_same(before, record) || !is_for_hand(before, *record.with, record.completion != 0, record.listens))
    return false;
  expecting_ = false;
  in_hand_.earlier = earlier;
  in_hand_.from = from;
  in_hand_.operation = record.operation;
  in_hand_.issue = record.issue;
  in_hand_.completions = {};
  if (record.completion != 0) in_hand_.completions.add({record.issue.own().unit, record.completion});
  in_hand_.with = record.with;
  in_hand_.behind_all = false;
  in_hand_.settled = record.settled;
  in_hand_.listens = record.listens;
  in_hand_.silent_for = record.silent_for;
  return holds_ = true;
}

void Memory::keep_in_hand() {
  holds_ = false;
  const OperationAccess& like = table_[in_hand_.earlier].access;
  Record record{{like.kind, like.part, like.site, in_hand_.operation, std::move(in_hand_.issue),
                 std::move(in_hand_.completions), std::move(in_hand_.with), like.ranges},
                in_hand_.settled,
                in_hand_.listens,
                in_hand_.silent_for};
  Origin& of = origin(in_hand_.from);
  keep_pending(in_hand_.from, of, std::move(record));
  table_[of.pending.back()].behind_all = in_hand_.behind_all;
}

/// `stands_for`, or the same when all is applied: what opened its gate is known here.
bool Memory::in_hand_stands_for(const Entry& entry) const {
  if (entry.state != Entry::State::Applied || !is_over_before(in_hand_.issue, entry)) return false;
  const model::Circumstances& before = *entry.access.with;
  const model::Circumstances& with = *in_hand_.with;
  const bool same_bound = same(before.fences, with.fences);
  if (ordered_by_issue(entry.access))
    return same_bound && same_gate(before, with) && entry.access.issue.shared() == in_hand_.issue.shared();
  return same_bound || fences_may_differ(entry.access.kind, in_hand_.behind_all);
}

/// `apply`, of one that nothing else is complete beside. If it cannot stand for its earlier one, it becomes an entry.
void Memory::apply_in_hand() {
  Entry& entry = table_[in_hand_.earlier];
  OperationAccess& access = entry.access;
  if (!units_.all_know(in_hand_.completions) || !in_hand_stands_for(entry) ||
      !has_complete_alone(origin(in_hand_.from))) {
    keep_in_hand();
    return;
  }
  holds_ = false;
  in_hand_.completions.for_each([&](model::Point point) { note_completion(in_hand_.from, point); });
  renew(in_hand_.earlier, in_hand_.operation, in_hand_.issue, in_hand_.completions);
  in_hand_.issue = {};  // or whoever made its clock could not use it again
  if (access.with != in_hand_.with) access.with = std::move(in_hand_.with);
  entry.settled = in_hand_.settled;
  compare_with_local(access, entry.settled);
  compare_with_operations(entry);
}

/// What its unit knows to be complete has been applied: one that does the same again takes the place of the earlier one. (Fences are
/// nothing to reads, nor to atomics of the program.)
void Memory::done_own(OperationAccess access) {
  note_completion(owner_, access.completions.first());
  if (units_.threaded()) compare_with_local(access, /*settled=*/true);
  const EntryId earlier = latest_[slot_of(access, latest_.size())];
  if (earlier != kNoEntry && table_[earlier].state == Entry::State::Applied &&
      stands_for_when_all_is_applied(access, table_[earlier], units_)) {
    renew(earlier, access);
    compare_with_operations(table_[earlier]);
    return;
  }
  const EntryId id = table_.add(std::move(access));
  keep(id, origin(owner_));
  index(id, Applies::WithOthers);
  retire_replaced();
  unhold(id);
}

void Memory::join(EntryId id, EntryId earlier) {
  // (An entry that is not in the index has no next one there.)
  std::size_t number = table_[earlier].next;
  if (table_[earlier].state != Entry::State::Behind) {
    number = series_.count++;
    if (series_.all.size() < series_.count) series_.all.emplace_back();
    series_.all[number].assign(1, earlier);
    series_.of_first[earlier] = number;
    table_[earlier].leads = true;
  }
  Entry& entry = table_[id];
  entry.company = table_[earlier].company;
  compare_with_operations(entry);
  series_.all[number].push_back(id);
  entry.state = Entry::State::Behind;
  entry.next = static_cast<EntryId>(number);
}

/// Each of the series knew that the one before it was complete: what is complete for the other when it begins is so with all before it, and what
/// knows that the other is complete is so with all behind it.
void Memory::compare_with_series(const std::vector<EntryId>& series, const Entry& entry) {
  const OperationAccess& access = entry.access;
  const OperationAccess& first = table_[series.front()].access;
  if (!may_conflict(first.kind, access.kind) || !first.ranges.bounds().overlaps(access.ranges.bounds())) return;
  const auto is_before = [](const OperationAccess& a, const OperationAccess& b) {
    return completed_before(a, b) || fence_ordered(a, b);
  };
  auto it = std::ranges::partition_point(series, [&](EntryId id) { return is_before(table_[id].access, access); });
  for (; it != series.end() && !is_before(access, table_[*it].access); ++it) compare_with_operation(table_[*it], entry);
}

void Memory::end_series() {
  if (series_.count == 0) return;
  for (std::size_t number = 0; number < series_.count; ++number) {
    const std::vector<EntryId>& series = series_.all[number];
    table_[series.front()].leads = false;
    for (std::size_t i = 0; i < series.size(); ++i) {
      const bool is_last = i + 1 == series.size();
      if (!is_last && stands_for_when_all_is_applied(table_[series[i + 1]].access, table_[series[i]], units_))
        replaced_.push_back(series[i]);
      if (i == 0) continue;
      table_[series[i]].next = kNoEntry;
      table_.insert(series[i]);
    }
  }
  series_.count = 0;
  series_.of_first.clear();
}

void Memory::retire_replaced() {
  for (const EntryId id : replaced_)
    if (table_[id].state == Entry::State::Applied) retire(id);
  replaced_.clear();
}

/// The entry was never complete, nor was an earlier one of its unit that did the same: what races with this one races with
/// that one, which began no later and knew no more. Then it is enough to compare the two. (Not if its process has other units.)
bool Memory::repeats_for_ever(EntryId id) {
  const OperationAccess& again = table_[id].access;
  const EntryId first = latest_[slot_of(again, latest_.size())];
  if (first == kNoEntry || table_[first].state != Entry::State::Applied || !never_complete(again)) return false;
  const OperationAccess& once = table_[first].access;
  if (!never_complete(once) || !does_the_same(once, again) || !same_fences(once, again)) return false;
  // They need not arrive in the order of issue.
  if (!is_issued_in_order(&once, again)) return false;
  if (again.with->gate) --pending_gated_;
  for_each_race(once, again, [&](Interval bytes) { report(side(once), side(again), bytes); });
  retire(id);
  return true;
}

/// Of an origin whose pending entries are in order: when this one of them was issued.
bool Memory::all_before_was_complete(const Origin& of, std::size_t at) const {
  // A target wait may have applied some whose completion came after that of those before this one.
  model::Epoch before = of.last_completion;
  if (at > 0) before = std::max(before, table_[of.pending[at - 1]].access.completions.first().epoch);
  return before <= table_[of.pending[at]].access.issued().epoch;
}

namespace {

void move_to_back(std::deque<EntryId>& ids, std::size_t at) {
  const auto it = ids.begin() + static_cast<std::ptrdiff_t>(at);
  std::rotate(it, it + 1, ids.end());
}

}  // namespace

/// A record that stands for one of the last of its origin becomes that one's entry, and the last. (It is not late: neither would the other
/// be in order then, which knew as much.)
bool Memory::renew_pending(model::ProcessId from, Origin& of, Record& record) {
  constexpr std::size_t kLookBack = 8;
  OperationAccess& access = record.access;
  if (of.pending.empty() || !of.in_order || !is_in_order(from, &table_[of.pending.back()].access, access)) return false;
  const Interval bytes = access.ranges.bounds();
  for (std::size_t back = 1; back <= std::min(kLookBack, of.pending.size()); ++back) {
    const std::size_t at = of.pending.size() - back;
    Entry& earlier = table_[of.pending[at]];
    if (!earlier.access.ranges.bounds().overlaps(bytes)) continue;
    if (!stands_for(access, earlier)) return false;
    // Who knows that the earlier one is complete knows that of this one, too. Else what comes between would be compared with this one alone.
    const model::Point over = access.completions.first();
    const model::Point over_before = earlier.access.completions.first();
    if (over.unit != over_before.unit || over.epoch - over_before.epoch > record.silent_for) return false;
    // What its unit completed after issuing it, and before this one, must not be anything that it could race with: nothing
    // between the two overlaps, and what came before was complete when it was issued.
    if (!all_before_was_complete(of, at)) return false;
    // Else it may be left out where a target wait looks for it.
    if (units_.all_know(earlier.access.completions)) return false;
    renew(of.pending[at], access);
    earlier.settled = record.settled;
    earlier.listens = record.listens;
    if (back > 1) move_to_back(of.pending, at);
    return true;
  }
  return false;
}

}  // namespace farsan::engine
