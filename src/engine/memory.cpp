#include "engine/memory.h"

#include "engine/issue_order.h"

#include <algorithm>
#include <ranges>
#include <utility>

namespace farsan::engine {

using model::AccessKind;
using model::Interval;
using model::MutexId;
using model::OperationAccess;
using model::Part;
using model::Point;

namespace {

// Nests are few, and all are looked at when an operation comes: these are worth being one.
constexpr std::uint64_t kLongNest = 1024;
constexpr std::uint64_t kLongPiece = std::uint64_t{1} << 18;
constexpr std::uint64_t kLongNumber = 4 * kGranule;

}  // namespace

// --- Local accesses --------------------------------------------------------------------------------------------------

void Memory::touch(std::uint32_t unit, AccessKind kind, Interval bytes, model::SiteId site) {
  if (any_live() && near_live(kind, bytes)) compare_with_live(unit, kind, bytes, site);
  const Units::Unit& by = units_[unit];
  if (!units_.threaded()) {
    shadow_.record(kind, bytes, shadow_word(by.clock.now(), site));
    return;
  }
  const PastAccess now{kind, by.clock.here(), site, by.mutexes};
  history_.for_each(bytes, [&](const PastAccess& past, Interval common) {
    if (past.when.unit == now.when.unit || !may_conflict(past.kind, kind) || by.clock.knows(past.when)) return;
    if (!model::common_mutexes(past.when.unit, past.mutexes, now.when.unit, now.mutexes).empty()) return;
    report({past.kind, past.when.unit, past.site, {}, past.when.epoch}, {kind, now.when.unit, site, {}, now.when.epoch},
           common);
  });
  history_.record(now, bytes);
}

bool Memory::touch_pieces(AccessKind kind, const model::Stripe& pieces, model::SiteId site) {
  if (units_.threaded() || (any_live() && near_live(kind, pieces.bounds()))) return false;
  const ShadowWord word = shadow_word(units_[0].clock.now(), site);
  const bool is_nest = pieces.count > 1 ? pieces.count * pieces.block >= kLongNest : pieces.block >= kLongPiece;
  if (is_nest && shadow_.record_nest(kind, pieces, word)) return true;
  if (pieces.count != 1) return shadow_.record_pieces(kind, pieces, word);
  // Where a number is says where the next one may be: its caller wants to know.
  if (pieces.block <= kLongNumber) return false;
  shadow_.record(kind, pieces.at(0), word);
  return true;
}

void Memory::compare_with_live(std::uint32_t unit, AccessKind kind, Interval bytes, model::SiteId site) {
  const Units::Unit& by = units_[unit];
  table_.for_each_near(bytes, is_write(kind) ? 0 : kReaders, [&](EntryId id) {
    const Entry& entry = table_[id];
    if (!entry.live || !may_conflict(entry.access.kind, kind) || complete_for(id, by.clock)) return;
    const auto common =
        model::common_mutexes(entry.access.unit(), entry.access.with->mutexes, by.clock.here().unit, by.mutexes);
    const RaceSide local{kind, by.clock.here().unit, site, {}, by.clock.now()};
    for_each_overlap(entry.access.ranges, model::ByteRanges::contiguous(bytes.begin, bytes.size()),
                     [&](const model::Overlap& o) {
                       judge({{race_kind(entry.access.kind, kind), owner_, o.bytes, side(entry.access), local},
                              {entry.access.part, Part::Remote},
                              {entry.settled, true},
                              common});
                       return true;
                     });
  });
}

// --- Operations ------------------------------------------------------------------------------------------------------

EntryId Memory::apply_own(OperationAccess access, Starts starts, bool settled) {
  const EntryId id = table_.add(std::move(access));
  table_[id].settled = settled;
  table_[id].listens = true;
  table_[id].held = true;
  keep(id, origin(owner_));
  // Program order: what the only unit did before is before. What it does next, it will find live.
  if (starts == Starts::Earlier || units_.threaded()) compare_with_local(table_[id].access, settled);
  index(id, Applies::WithOthers);
  retire_replaced();  // what its unit knows to be complete has been applied
  return id;
}

bool Memory::extend_own(EntryId id, const OperationAccess& piece) {
  const auto whole = table_[id].access.ranges.stripes();
  const auto added = piece.ranges.stripes();
  if (whole.size() != 1 || added.size() != 1 || whole[0].count != 1 || added[0].count != 1) return false;
  const Interval was = whole[0].bounds();
  const Interval more = added[0].bounds();
  if (more.begin > was.end || was.begin > more.end) return false;
  Entry probe;
  probe.access = piece;
  probe.settled = table_[id].settled;
  probe.company = company_of(piece);
  if (units_.threaded()) compare_with_local(piece, probe.settled);
  compare_with_operations(probe);
  table_.take_out(id);
  table_[id].access.ranges.add(piece.ranges);
  table_[id].company = company_of(table_[id].access);
  table_.insert(id);
  if (table_[id].live) widen_live(piece);
  return true;
}

namespace {

bool within(const OperationAccess& access, Interval bytes) { return is_inside(access.ranges.bounds(), bytes); }

}  // namespace

void Memory::end_exposure(Interval bytes, Point at) {
  std::erase_if(ended_,
                [&](const Ended& past) { return bytes.begin <= past.bytes.begin && past.bytes.end <= bytes.end; });
  ended_.push_back({bytes, at});
  table_.for_each([&](EntryId id) {
    if (within(table_[id].access, bytes)) add_completion(id, at);
  });
}

bool Memory::awaits_any(model::ScopeId scope) const {
  return std::ranges::any_of(origins_, [&](const auto& origin) {
    return std::ranges::any_of(origin.second.pending,
                               [&](EntryId id) { return table_[id].access.with->scope == scope; });
  });
}

void Memory::end_scope(model::ScopeId scope, Point at) {
  for (const auto& [origin, of] : origins_)
    for (const EntryId id : of.pending)
      if (table_[id].access.with->scope == scope) add_completion(id, at);
}

/// An access to an exposure that has ended in the meantime. Who may use the next one at that place knows of the end.
void Memory::end_if_late(Entry& entry) const {
  for (const Ended& past : ended_) {
    if (!within(entry.access, past.bytes) || entry.access.issue.at(past.at.unit) >= past.at.epoch) continue;
    entry.access.completions.add(past.at);
    entry.late = true;
  }
}

// NOLINTNEXTLINE(cppcoreguidelines-rvalue-reference-param-not-moved): its access is
void Memory::arrive(model::ProcessId from, Record&& record) {
  if (record.access.ranges.empty()) return;
  put_down();
  Origin& of = origin(from);
  if (expecting_ && take_in_hand(from, of, record)) return;
  if (renew_pending(from, of, record)) return;
  keep_pending(from, of, std::move(record));
}

void Memory::arrive(model::ProcessId from, const PlainRecord& record) {
  put_down();
  if (expecting_ && take_in_hand(from, origin(from), record)) return;
  arrive(from, whole(record));
}

// NOLINTNEXTLINE(cppcoreguidelines-rvalue-reference-param-not-moved): its access is
void Memory::keep_pending(model::ProcessId from, Origin& of, Record&& record) {
  if (record.access.with->gate) ++pending_gated_;
  const Interval bounds = record.access.ranges.bounds();
  if (shadow_.region_of(bounds) == nullptr) strays_ = hull(strays_, bounds);
  const EntryId id = table_.add(std::move(record.access));
  table_[id].settled = record.settled;
  if (!ended_.empty()) end_if_late(table_[id]);
  table_[id].listens = record.listens;
  keep(id, of);
  if (of.pending.empty()) of.in_order = of.issued_in_order = true;
  const OperationAccess* last = of.pending.empty() ? nullptr : &table_[of.pending.back()].access;
  of.in_order = of.in_order && is_in_order(from, last, table_[id].access);
  of.issued_in_order = of.issued_in_order && is_issued_in_order(last, table_[id].access);
  if (!table_[id].access.completions.empty()) ++of.complete;
  of.pending.push_back(id);
}

void Memory::flush_notice(model::ProcessId from, const FlushNotice& notice) {
  put_down();
  const auto issued_before = [&](Point issue) {
    return std::any_of(notice.before.begin(), notice.before.end(),
                       [&](const Point& p) { return p.unit == issue.unit && issue.epoch <= p.epoch; });
  };
  for_each_unfinished(from, notice.at, [&](EntryId id) {
    const OperationAccess& access = table_[id].access;
    if (is_local(access.kind) || !model::completes(notice.kind, access.kind)) return;
    if (notice.scope && access.with->scope != *notice.scope) return;
    if (issued_before(access.issued())) add_completion(id, notice.at);
  });
}

void Memory::split(model::ProcessId origin, model::OperationId operation, Interval bytes) {
  put_down();
  const auto of = origins_.find(origin);
  if (of == origins_.end()) return;
  const auto whole = std::ranges::find_if(of->second.pending, [&](EntryId id) {
    const OperationAccess& access = table_[id].access;
    return access.operation == operation && access.ranges.bounds().overlaps(bytes) && !within(access, bytes);
  });
  if (whole == of->second.pending.end()) return;
  const EntryId id = *whole;
  OperationAccess piece = table_[id].access;
  piece.ranges = table_[id].access.ranges.cut(bytes);
  if (piece.ranges.empty() || table_[id].access.ranges.empty()) return;
  const bool settled = table_[id].settled;
  if (piece.with->gate) ++pending_gated_;
  if (!piece.completions.empty()) ++of->second.complete;
  const EntryId part = table_.add(std::move(piece));
  table_[part].settled = settled;
  keep(part, of->second);
  of->second.pending.push_back(part);
  of->second.split = true;
  of->second.in_order = of->second.issued_in_order = false;
}

void Memory::completed(model::ProcessId from, model::OperationId operation, Point at) {
  put_down();
  for_each_unfinished(from, at, [&](EntryId id) {
    if (table_[id].access.operation == operation && !is_local(table_[id].access.kind)) add_completion(id, at);
  });
}

void Memory::complete(EntryId id, Point at, const model::UnitClock& knowing) {
  if (!table_[id].access.completions.known_to(knowing)) add_completion(id, at);
}

void Memory::source_read(model::OperationId operation, Point at) {
  number_sources();
  const auto [first, last] = sources_.equal_range(operation.value);
  for (auto it = first; it != last; ++it) {
    const Entry& entry = table_[it->second];
    const bool there = entry.state != Entry::State::Retired && entry.state != Entry::State::Free;
    if (there && entry.access.operation == operation && model::completed_with_remote_write(entry.access.kind))
      add_completion(it->second, at);
  }
}

/// Nobody walks over all that is open for each of them.
void Memory::number_sources() {
  const auto found = origins_.find(owner_);
  if (found == origins_.end()) return;
  const std::vector<EntryId>& own = found->second.entries;
  constexpr std::size_t kFew = 64;
  if (sources_.size() > 2 * own.size() + kFew) {
    sources_.clear();
    sources_numbered_ = 0;
  }
  for (; sources_numbered_ < own.size(); ++sources_numbered_) {
    const EntryId id = own[sources_numbered_];
    const OperationAccess& access = table_[id].access;
    if (table_[id].state != Entry::State::Retired && model::completed_with_remote_write(access.kind))
      sources_.emplace(access.operation.value, id);
  }
}

void Memory::note_completion(model::ProcessId origin, Point at) {
  if (at.unit != model::UnitId{origin, 0}) return;
  model::Epoch& last = this->origin(origin).last_completion;
  last = std::max(last, at.epoch);
}

void Memory::add_completion(EntryId id, Point at) {
  Entry& entry = table_[id];
  bool covered = false;
  entry.access.completions.for_each([&](Point p) { covered = covered || (p.unit == at.unit && p.epoch <= at.epoch); });
  if (covered) return;
  const bool is_first = entry.access.completions.empty();
  entry.access.completions.add(at);
  const model::ProcessId origin = entry.access.unit().process;
  if (entry.state == Entry::State::Pending) {
    Origin& of = this->origin(origin);
    of.in_order = false;
    if (is_first) ++of.complete;
  } else {
    note_completion(origin, at);
  }
  if (entry.live) {
    awaited_.push_back(id);
    close_known();
  }
}

std::vector<model::Ref<const model::Clock>> Memory::gates_of_complete(const model::UnitClock& clock) const {
  std::vector<model::Ref<const model::Clock>> gates;
  for (const auto& [origin, of] : origins_)
    for (const EntryId id : of.pending) {
      const OperationAccess& access = table_[id].access;
      if (!access.completions.known_to(clock)) {
        if (of.in_order) break;
        continue;
      }
      if (access.with->gate) gates.push_back(access.with->gate);
    }
  return gates;
}

bool Memory::has_complete_alone(const Origin& of) const {
  return std::ranges::all_of(origins_,
                             [&](const auto& other) { return &other.second == &of || other.second.complete == 0; });
}

void Memory::apply_complete(const model::UnitClock& clock) {
  series_.gathers = !units_.threaded();
  const auto known = [&](EntryId id) { return table_[id].access.completions.known_to(clock); };
  for (auto& [origin, of] : origins_) {
    if (of.complete == 0) continue;
    if (of.in_order) {
      if (!known(of.pending.front())) continue;
      const Applies applies = has_complete_alone(of) ? Applies::Alone : Applies::WithOthers;
      do {
        apply(of.pending.front(), applies);
        of.pending.pop_front();
        --of.complete;
      } while (!of.pending.empty() && known(of.pending.front()));
      continue;
    }
    all_known_.clear();
    const auto take = [&](EntryId id) {
      const bool is_known = known(id);
      if (is_known) all_known_.push_back(id);
      return is_known;
    };
    constexpr std::size_t kFew = 4;
    if (of.complete <= kFew) {
      // Usually among the first, and those behind the last of them need no look.
      std::size_t left = of.complete;
      for (auto it = of.pending.begin(); left > 0 && it != of.pending.end();) {
        if (!table_[*it].access.completions.empty()) --left;
        it = take(*it) ? of.pending.erase(it) : std::next(it);
      }
    } else {
      std::erase_if(of.pending, take);
    }
    of.complete -= all_known_.size();
    for (auto id = all_known_.begin(); id != all_known_.end(); ++id) {
      // Of those that come after it, none may have been complete when it began.
      const bool is_last = all_known_.size() <= kFew && has_complete_alone(of) &&
                           std::none_of(id + 1, all_known_.end(), [&](EntryId other) {
                             return table_[other].access.completions.known_to(table_[*id].access.issue);
                           });
      apply(*id, is_last ? Applies::Alone : Applies::WithOthers);
    }
  }
  series_.gathers = false;
  end_series();
  retire_replaced();
}

void Memory::conclude() {
  for (auto& [origin, of] : origins_) {
    of.complete = 0;
    // Another unit may have fenced the first of two that do the same, or be ordered after it as an atomic, and not the second.
    const bool may_repeat = !of.threads;
    for (const EntryId id : std::exchange(of.pending, {}))  // in the order of arrival
      if (!may_repeat || !repeats_for_ever(id)) apply(id, Applies::WithOthers);
  }
}

void Memory::apply(EntryId id, Applies applies) {
  const OperationAccess& access = table_[id].access;
  if (access.with->gate) --pending_gated_;
  access.completions.for_each([&](Point point) { note_completion(access.unit().process, point); });
  // What was done to the memory that it went to is gone with that memory.
  if (!table_[id].late) compare_with_local(access, table_[id].settled);
  index(id, applies);
}

void Memory::unhold(EntryId id) {
  Entry& entry = table_[id];
  entry.held = false;
  // A buffer that only its own process can reach, complete for all its units: what they do from now on knows.
  if (!entry.live && entry.settled && !shadow_.exposes(entry.access.ranges.bounds())) retire(id);
}

void Memory::retire(EntryId id) {
  Origin& of = origin(table_[id].access.unit().process);
  table_.retire(id);
  ++of.retired;
  if (of.retired < 16 || of.retired * 2 < of.entries.size()) return;
  remove_entries(of, [](const Entry& entry) { return entry.state == Entry::State::Retired; });
}

void Memory::keep(EntryId id, Origin& of) {
  of.entries.push_back(id);
  of.threads = of.threads || table_[id].access.unit().index != 0;
  if (const OperationAccess& access = table_[id].access; model::completed_by_target_wait(access.kind)) {
    const Point issued = access.issued();
    const bool is_later = issued.unit == of.last_awaiting.unit && issued.epoch >= of.last_awaiting.epoch;
    of.awaiting_in_order = of.awaiting.empty() || (of.awaiting_in_order && is_later);
    of.last_awaiting = issued;
    of.awaiting.push_back(id);
  }
  note_unfinished(id);
}

/// Those at the front, and now and then from the list.
void Memory::leave_out_over(Origin& of) {
  constexpr std::size_t kMany = 16;
  while (of.over < of.awaiting.size() && is_over(of.awaiting[of.over])) ++of.over;
  if (of.over < kMany || of.over * 2 < of.awaiting.size()) return;
  of.awaiting.erase(of.awaiting.begin(), of.awaiting.begin() + static_cast<std::ptrdiff_t>(of.over));
  of.numbered -= std::min(of.numbered, of.over);
  of.over = 0;
}

void Memory::note_order_of_awaiting(Origin& of) const {
  of.awaiting_in_order = true;
  for (std::size_t i = 0; i < of.awaiting.size(); ++i) {
    const Point issued = table_[of.awaiting[i]].access.issued();
    if (i > 0 && (issued.unit != of.last_awaiting.unit || issued.epoch < of.last_awaiting.epoch))
      of.awaiting_in_order = false;
    of.last_awaiting = issued;
  }
}

/// Usually of the first: an origin may be far ahead. Where it is not, all are numbered, so that a sum of many is no walk for each of them.
EntryId Memory::awaiting_of(Origin& of, model::OperationId operation) {
  constexpr std::size_t kFew = 2;
  const auto is_of = [&](EntryId id, std::uint64_t number) {
    const Entry& entry = table_[id];
    return entry.state != Entry::State::Retired && entry.state != Entry::State::Free &&
           entry.access.operation.value == number;
  };
  const auto few = of.awaiting | std::views::drop(of.over) | std::views::take(kFew);
  const auto found = std::ranges::find_if(few, [&](EntryId id) { return is_of(id, operation.value); });
  if (found != few.end()) return *found;
  if (of.by_operation.size() > 2 * (of.awaiting.size() + kFew)) forget_numbers(of);
  for (of.numbered = std::max(of.numbered, of.over); of.numbered < of.awaiting.size(); ++of.numbered) {
    const EntryId id = of.awaiting[of.numbered];
    const std::uint64_t number = table_[id].access.operation.value;
    const auto [known, is_new] = of.by_operation.try_emplace(number, id);
    if (!is_new && !is_of(known->second, number)) known->second = id;
  }
  const auto known = of.by_operation.find(operation.value);
  return known != of.by_operation.end() && is_of(known->second, operation.value) ? known->second : kNoEntry;
}

template <class Gone>
void Memory::remove_entries(Origin& of, Gone&& is_gone) {
  of.over = 0;
  forget_numbers(of);
  std::erase_if(of.awaiting, [&](EntryId id) { return is_gone(table_[id]); });
  std::erase_if(of.unfinished, [&](EntryId id) { return is_gone(table_[id]); });
  // The latest first: they come first in their chains.
  for (EntryId& id : std::views::reverse(of.entries)) {
    if (!is_gone(table_[id])) continue;
    table_.remove(id);
    id = kNoEntry;
  }
  std::erase(of.entries, kNoEntry);
  of.retired = 0;
  const auto own = origins_.find(owner_);
  if (own == origins_.end() || &own->second != &of) return;
  if (!sources_.empty()) sources_.clear();
  sources_numbered_ = 0;
}

std::uint8_t Memory::company_of(const OperationAccess& access) {
  const auto& atomicity = access.with->atomicity;
  if (!atomicity || is_buffer(access.kind)) return is_write(access.kind) ? 0 : kReaders;
  // Elements at multiples of their size coincide or lie apart.
  for (const model::Stripe& stripe : access.ranges.stripes())
    if (stripe.first % atomicity->size != 0 || (stripe.count > 1 && stripe.stride % atomicity->size != 0)) return 0;
  const model::Atomicity company = model::company_of(*atomicity);
  const auto known = std::find(companies_.begin(), companies_.end(), company);
  const auto number = static_cast<std::size_t>(known - companies_.begin()) + kReaders + 1;
  if (number >= OperationTable::kCompanies) return 0;
  if (known == companies_.end()) companies_.push_back(company);
  return static_cast<std::uint8_t>(number);
}

void Memory::index(EntryId id, Applies applies) {
  if (const EntryId earlier = unite_with_earlier(id, applies); earlier != id) {
    compare_with_operations(table_[earlier]);
    return;
  }
  if (table_[id].state == Entry::State::Behind) return;
  table_[id].company = company_of(table_[id].access);
  compare_with_operations(table_[id]);
  table_.insert(id);
  if (!units_.all_know(table_[id].access.completions)) make_live(id);
}

void Memory::compare_with_local(const OperationAccess& access, bool settled) {
  const auto known = [&](model::UnitId unit) {
    return std::max(access.issue.at(unit), access.with->gate ? access.with->gate->at(unit) : 0);
  };
  // Unit 0 is alone in the shadow; its mutexes do not matter there, since no other unit of the process was running.
  const model::UnitId first{owner_, 0};
  const auto [last_load, last_store] = shadow_.newest_near(access.ranges.bounds());
  const bool loads = may_conflict(access.kind, AccessKind::Load) && last_load > known(first);
  const bool stores = may_conflict(access.kind, AccessKind::Store) && last_store > known(first);
  if (!loads && !stores && history_.empty()) return;
  const auto operation = [&] { return side(access); };
  access.ranges.for_each_block([&](Interval block) {
    for (const AccessKind kind : {AccessKind::Load, AccessKind::Store}) {
      if (!(kind == AccessKind::Load ? loads : stores)) continue;
      shadow_.for_each_after(kind, block, known(first), [&](const LastAccess& last) {
        report({kind, first, site_of(last.word), {}, epoch_of(last.word)}, operation(), last.bytes);
      });
    }
    history_.for_each(block, [&](const PastAccess& past, Interval common) {
      if (!may_conflict(access.kind, past.kind) || past.when.epoch <= known(past.when.unit)) return;
      judge({{race_kind(access.kind, past.kind), owner_, common,
              RaceSide{past.kind, past.when.unit, past.site, {}, past.when.epoch}, operation()},
             {Part::Remote, access.part},
             {true, settled},
             model::common_mutexes(access.unit(), access.with->mutexes, past.when.unit, past.mutexes)});
    });
  });
}

void Memory::compare_with_operations(const Entry& entry) {
  const OperationAccess& access = entry.access;
  table_.for_each_near(access.ranges.bounds(), entry.company, [&](EntryId id) {
    const Entry& other = table_[id];
    if (other.leads) return compare_with_series(series_.all[series_.of_first.at(id)], entry);
    if (&other != &entry) compare_with_operation(other, entry);
  });
}

void Memory::compare_with_operation(const Entry& other, const Entry& entry) {
  const OperationAccess& access = entry.access;
  for_each_race(other.access, access, [&](Interval bytes) {
    judge(
        {{race_kind(other.access.kind, access.kind), owner_, bytes, side(other.access), side(access)},
         {other.access.part, access.part},
         {other.settled, entry.settled},
         model::common_mutexes(other.access.unit(), other.access.with->mutexes, access.unit(), access.with->mutexes)});
  });
}

void Memory::make_live(EntryId id) {
  table_[id].live = true;
  ++live_;
  widen_live(table_[id].access);
  if (!table_[id].access.completions.empty()) awaited_.push_back(id);
}

void Memory::widen_live(const OperationAccess& access) {
  Interval& all = is_write(access.kind) ? live_writes_ : live_reads_;
  all = hull(all, access.ranges.bounds());
  opens(access.ranges);
}

void Memory::close_all_known() {
  std::erase_if(awaited_, [&](EntryId id) {
    if (!table_[id].live) return true;
    if (!units_.all_know(table_[id].access.completions)) return false;
    table_[id].live = false;
    --live_;
    return true;
  });
  if (live_ > 0) return;
  live_writes_ = live_reads_ = {};
  if (aside_ > 0) return;
  any_opened_ = false;
  if (observer_ != nullptr) observer_->all_closed();
}

// --- Mutexes ---------------------------------------------------------------------------------------------------------

void Memory::judge(Undecided pair) {
  if (pair.common.empty())
    races_.report(pair.race);
  else if (!pair.settled[0] || !pair.settled[1])
    undecided_.push_back(std::move(pair));
}

void Memory::unprotect(model::OperationId operation, Part part, MutexId mutex) {
  table_.for_each([&](EntryId id) {
    OperationAccess& access = table_[id].access;
    if (access.operation != operation || access.part != part || is_local(access.kind) || !access.with->mutexes) return;
    auto left = model::make_ref<std::vector<MutexId>>(*access.with->mutexes);
    std::erase(*left, mutex);
    auto with = model::make_ref<model::Circumstances>(*access.with);
    with->mutexes = left->empty() ? nullptr : std::move(left);
    access.with = std::move(with);
  });
  for (Undecided& pair : undecided_)
    for (std::size_t i = 0; i < 2; ++i) {
      const RaceSide& side = i == 0 ? pair.race.first : pair.race.second;
      if (side.operation == operation && pair.parts[i] == part) std::erase(pair.common, mutex);
    }
  std::erase_if(undecided_, [&](const Undecided& pair) {
    if (pair.common.empty()) races_.report(pair.race);
    return pair.common.empty();
  });
}

void Memory::settle(model::OperationId operation, Part part) {
  table_.for_each([&](EntryId id) {
    const OperationAccess& access = table_[id].access;
    if (access.operation == operation && access.part == part) table_[id].settled = true;
  });
  for (Undecided& pair : undecided_)
    for (std::size_t i = 0; i < 2; ++i) {
      const RaceSide& side = i == 0 ? pair.race.first : pair.race.second;
      if (side.operation == operation && pair.parts[i] == part) pair.settled[i] = true;
    }
  std::erase_if(undecided_, [](const Undecided& pair) { return pair.settled[0] && pair.settled[1]; });
}

// --- Forgetting ------------------------------------------------------------------------------------------------------

void Memory::lower(model::Clock& floor) const {
  for (const auto& [origin, of] : origins_)
    for (const EntryId id : of.pending) {
      floor.meet(table_[id].access.issue.full());
      if (of.in_order || of.issued_in_order) break;  // the first was issued first
    }
}

void Memory::forget(const model::Clock& floor) {
  const auto nobody_needs = [&](const Entry& entry) {
    if (entry.state == Entry::State::Retired) return true;
    if (entry.state != Entry::State::Applied || entry.live || !entry.settled || entry.held) return false;
    return entry.access.completions.known_to(floor);
  };
  for (auto& origin : origins_) remove_entries(origin.second, nobody_needs);
  // Else every wait would look at every origin that there ever was. A few stay: they usually come again.
  constexpr std::size_t kMayStay = 16;
  const auto idle = [](const auto& origin) { return origin.second.entries.empty(); };
  if (std::cmp_greater(std::count_if(origins_.begin(), origins_.end(), idle), kMayStay)) {
    std::erase_if(origins_, idle);
    last_origin_ = nullptr;
  }
  if (table_.size() == 0) strays_ = {};
  history_.forget(floor);
  shadow_.forget(floor.at({owner_, 0}));
}

// --- Reports ---------------------------------------------------------------------------------------------------------

RaceSide Memory::side(const OperationAccess& access) {
  const bool local = is_local(access.kind);
  return {access.kind,           access.unit(),
          access.site,           local ? std::nullopt : std::optional<model::OperationId>(access.operation),
          access.issued().epoch, local ? Point{} : access.completions.first()};
}

void Memory::report(const RaceSide& first, const RaceSide& second, Interval bytes) {
  races_.report({race_kind(first.kind, second.kind), owner_, bytes, first, second});
}

}  // namespace farsan::engine
