// The owner's side: everything that is known about accesses to one process's memory, and every verdict on it.
//
// When a verdict is given, and why it cannot change later:
//  - A record waits (Pending) until some unit here knows a completion of it, or the run ends. Everything posted before
//    its issue or its completion has arrived by then, so all that could order it is known: it is applied.
//  - Applying compares it with the local accesses so far: all of them came before its completion, so those that its issue
//    does not know race. Then with every applied operation; a pair is judged when the later of the two is applied.
//  - After that, only units that do not know the completion yet can still race with it: it stays live for them, and a
//    local access looks at live entries on the spot. Without threads only open buffers and operations of the process to
//    itself are ever live.
//  - An entry is forgotten when nothing that is still to come anywhere can be without knowledge of its completion; at once
//    if nobody else can reach its bytes, or if a later entry stands for it (`stands_for`).
#pragma once

#include <array>
#include <deque>
#include <unordered_map>
#include <vector>

#include "engine/history.h"
#include "engine/operation_table.h"
#include "engine/race.h"
#include "engine/shadow.h"
#include "engine/transport.h"
#include "engine/units.h"

namespace farsan::engine {

/// Hears which bytes local accesses must be compared on (`Memory::touch`): whoever filters accesses before they come here.
class LiveObserver {
 public:
  virtual ~LiveObserver() = default;
  virtual void opened(const model::ByteRanges& bytes) = 0;
  /// None are left. Called whenever that is so after something was looked at.
  virtual void all_closed() = 0;
};

/// The first unit of its origin has completed it. What that does comes in order: nothing later completes it again.
inline bool finished_by_origin(const model::OperationAccess& access) {
  const model::UnitId first{access.unit().process, 0};
  bool finished = false;
  access.completions.for_each([&](model::Point point) { finished = finished || point.unit == first; });
  return finished;
}

/// Whether an own access is applied as it is issued, or later (it had to wait for a lock).
enum class Starts : std::uint8_t { Now, Earlier };

class Memory {
 public:
  Memory(model::ProcessId owner, const Units& units, RaceSink& races) : owner_(owner), units_(units), races_(races) {}

  void observe(LiveObserver* observer) { observer_ = observer; }

  Shadow& shadow() { return shadow_; }
  [[nodiscard]] const Shadow& shadow() const { return shadow_; }

  /// A load or store of this process to its own memory: any piece, any unit.
  void touch(std::uint32_t unit, model::AccessKind kind, model::Interval bytes, model::SiteId site);
  /// The same of many pieces by the only unit, as one record where that can be. False if they have to be looked at one by one.
  [[nodiscard]] bool touch_pieces(model::AccessKind kind, const model::Stripe& pieces, model::SiteId site);
  /// Local accesses must look at live entries before they record.
  [[nodiscard]] bool any_live() const { return live_ > 0; }
  /// The same, or at buffers that are kept aside.
  [[nodiscard]] bool any_open() const { return live_ > 0 || aside_ > 0; }

  /// An access of one of this process's own operations to this memory. Stays referenced until `unhold`.
  EntryId apply_own(model::OperationAccess access, Starts starts, bool settled);
  /// The same of one that is complete already: a remote read, or an atomic of the program.
  void done_own(model::OperationAccess access);
  /// Widens an own entry by a contiguous piece that it adjoins, after comparing the piece; false if it does not adjoin.
  bool extend_own(EntryId id, const model::OperationAccess& piece);
  /// These bytes will be part of a live entry before anything is compared with them.
  void opens(const model::ByteRanges& bytes) {
    any_opened_ = true;
    if (observer_ != nullptr) observer_->opened(bytes);
  }
  /// No entry here can conflict with an access of this kind that the only unit starts now, and nobody else reaches these bytes.
  [[nodiscard]] bool alone(model::AccessKind kind, model::Interval bytes) const {
    return !near_live(kind, bytes) && !strays_.overlaps(bytes) && !shadow_.exposes(bytes);
  }
  /// These bytes are part of an open buffer that is not an entry: who comes near them must tell whoever keeps it.
  void opens_aside(const model::ByteRanges& bytes) {
    ++aside_;
    opens(bytes);
  }
  void closes_aside() {
    --aside_;
    close_known();
  }
  /// Entries stay when memory is not exposed any more.
  void conceal(model::Interval bytes) {
    shadow_.conceal(bytes);
    strays_ = hull(strays_, bytes);
  }
  /// The operation is not tracked any more: the entry may be forgotten.
  void unhold(EntryId id);

  /// What arrives from now on is looked at by `learnt` right after it, before anything else; or only by target waits in between, if what they
  /// complete is expected.
  enum class Expected : std::uint8_t { Complete, Announced };
  void expect(Expected what) {
    expecting_ = true;
    expected_ = what;
  }
  void arrive(model::ProcessId from, Record&& record);
  /// Hot: the same of such a record.
  void arrive(model::ProcessId from, const PlainRecord& record);
  void flush_notice(model::ProcessId from, const FlushNotice& notice);
  void completed(model::ProcessId from, model::OperationId operation, model::Point at);

  /// These bytes are no memory that others reach any more: at this point all accesses to them are over, those included that
  /// this process will hear of later.
  void end_exposure(model::Interval bytes, model::Point at);
  /// Operations of others in this scope wait to be applied.
  [[nodiscard]] bool awaits_any(model::ScopeId scope) const;
  /// At this point they are over.
  void end_scope(model::ScopeId scope, model::Point at);

  /// One more completion. With `knowing`, the clock of the completing event: nothing if it knows an earlier one.
  void complete(EntryId id, model::Point at, const model::UnitClock& knowing);
  /// R10: a target wait completed the remote write of an own operation, and so its source.
  void source_read(model::OperationId operation, model::Point at);
  /// Whether the entry is complete for a unit with this clock.
  [[nodiscard]] bool complete_for(EntryId id, const model::UnitClock& clock) const {
    return table_[id].access.completions.known_to(clock);
  }
  [[nodiscard]] bool live(EntryId id) const { return table_[id].live; }

  /// R7, R8: what a target wait with this point and clock completes of the notification. Calls `landed(OperationId)` for
  /// the operations whose origin wants to hear.
  struct Announced {
    model::ProcessId origin;
    model::ScopeId scope;
    model::FenceBound fences;
    std::optional<model::OperationId> carried;
    model::Interval part{};  ///< of what is carried; empty: all
  };
  /// A target wait is going to complete these bytes of the operation, and not the others: from now on they are two records.
  void split(model::ProcessId origin, model::OperationId operation, model::Interval bytes);
  template <class Landed>
  void target_wait(const Announced& announced, model::Point at, const model::UnitClock& knowing, Landed&& landed);

  /// The unit has learnt something: applies what its clock now knows to be complete, closes what all know.
  void learnt(const model::UnitClock& clock) {
    expecting_ = false;
    if (holds_) apply_in_hand();
    if (!origins_.empty()) apply_complete(clock);
    close_known();
  }
  /// Records behind gates wait to be applied.
  [[nodiscard]] bool any_gated() const { return pending_gated_ > 0; }
  /// The gates of records that are complete for a unit with this clock and not applied yet.
  [[nodiscard]] std::vector<model::Ref<const model::Clock>> gates_of_complete(const model::UnitClock& clock) const;
  /// Applies everything that still waits: nothing more will come.
  void conclude();

  /// The mutex does not protect the operation after all (`part`: of its buffers; Remote: whatever is remote here).
  void unprotect(model::OperationId operation, model::Part part, model::MutexId mutex);
  /// The mutexes of the operation's accesses here are decided.
  void settle(model::OperationId operation, model::Part part);

  /// Lowers `floor` to what the accesses that are still to be applied know.
  void lower(model::Clock& floor) const;
  void forget(const model::Clock& floor);

  [[nodiscard]] std::size_t live_operations() const { return table_.size(); }
  [[nodiscard]] const OperationTable& table() const { return table_; }

 private:
  /// A race but for mutexes that may turn out not to protect one of the two.
  struct Undecided {
    Race race;
    std::array<model::Part, 2> parts{};
    std::array<bool, 2> settled = {true, true};
    std::vector<model::MutexId> common;
  };

  void apply_complete(const model::UnitClock& clock);
  /// Whether others may still have to be applied that were complete when this one began.
  enum class Applies : std::uint8_t { WithOthers, Alone };
  void apply(EntryId id, Applies applies);
  void index(EntryId id, Applies applies);
  void end_if_late(Entry& entry) const;
  /// Accesses that only read cannot race; remote atomics of one kind on whole elements excuse each other.
  [[nodiscard]] std::uint8_t company_of(const model::OperationAccess& access);
  void compare_with_local(const model::OperationAccess& access, bool settled);
  void compare_with_operations(const Entry& entry);
  void compare_with_operation(const Entry& other, const Entry& entry);
  void compare_with_series(const std::vector<EntryId>& series, const Entry& entry);
  void compare_with_live(std::uint32_t unit, model::AccessKind kind, model::Interval bytes, model::SiteId site);
  void make_live(EntryId id);
  void widen_live(const model::OperationAccess& access);
  /// Live entries that conflict with an access of this kind may be there.
  [[nodiscard]] bool near_live(model::AccessKind kind, model::Interval bytes) const {
    return live_writes_.overlaps(bytes) || (is_write(kind) && live_reads_.overlaps(bytes));
  }
  void retire(EntryId id);
  void drop(EntryId id);
  [[nodiscard]] EntryId unite_with_earlier(EntryId id, Applies applies);
  /// Compares the entry, which continues the other one: it is the next of that one's series.
  void join(EntryId id, EntryId earlier);
  void end_series();
  void retire_replaced();
  bool repeats_for_ever(EntryId id);
  void close_known() {
    if (any_opened_ && (aside_ == 0 || !awaited_.empty())) close_all_known();
  }
  void close_all_known();
  void add_completion(EntryId id, model::Point at);
  void note_completion(model::ProcessId origin, model::Point at);
  template <class Visit>
  void for_each_of(model::ProcessId origin, Visit&& visit);
  /// The same of those that the origin can complete at this point, and maybe others.
  template <class Visit>
  void for_each_unfinished(model::ProcessId origin, model::Point at, Visit&& visit);

  [[nodiscard]] static RaceSide side(const model::OperationAccess& access);
  void report(const RaceSide& first, const RaceSide& second, model::Interval bytes);
  void judge(Undecided pair);

  model::ProcessId owner_;
  const Units& units_;
  RaceSink& races_;
  Shadow shadow_;
  History history_;
  OperationTable table_;
  LiveObserver* observer_ = nullptr;
  /// Own sources of writes by their operations, and some that are not there any more: those among the first of the own entries, so many.
  std::unordered_multimap<std::uint64_t, EntryId> sources_;
  std::size_t sources_numbered_ = 0;
  std::size_t live_ = 0;
  std::size_t aside_ = 0;    // open buffers that are not entries
  bool any_opened_ = false;  // since nothing was live
  bool expecting_ = false;   // the next record that arrives may be kept in hand
  Expected expected_ = Expected::Complete;
  bool holds_ = false;  // one is
  /// Where live entries that write, and that only read, are or were since there were none.
  model::Interval live_writes_;
  model::Interval live_reads_;
  /// Where entries of others may be outside of exposed memory, since there were none at all.
  model::Interval strays_;
  std::size_t pending_gated_ = 0;
  std::vector<EntryId> awaited_;  // live and complete, but some unit does not know yet
  struct Origin {
    std::vector<EntryId> entries;  // all that are in the table, and retired ones
    /// Those of them that a target wait may yet complete, and some that it cannot any more; the first `over` of them.
    std::vector<EntryId> awaiting;
    std::size_t over = 0;
    /// The first `numbered` of those by their operations, and some that are not among them any more. (One that was renewed since is not found: who
    /// takes an announcement of its operation knows that it is complete.)
    std::unordered_map<std::uint64_t, EntryId> by_operation;
    std::size_t numbered = 0;
    /// Those were issued in the order in which they are there, by one unit: a fence comes after the first of them.
    bool awaiting_in_order = true;
    model::Point last_awaiting;  // as it was issued
    /// Those of them that the origin's first unit may yet complete, and some that it cannot any more.
    std::vector<EntryId> unfinished;
    bool split = false;    ///< several records may be of one operation
    bool threads = false;  ///< not all are of its first unit
    std::deque<EntryId> pending;
    std::size_t retired = 0;
    /// The pending ones were issued, and were completed, in the order in which they are here, each by one event of the
    /// origin's first unit: then whoever does not know the first knows none of them.
    bool in_order = true;
    /// The pending ones were at least issued in that order: then the first knows least.
    bool issued_in_order = true;
    std::size_t complete = 0;          // pending ones with a completion: without any, nobody knows one
    model::Epoch last_completion = 0;  // of all that were applied, by the origin's first unit
  };
  Origin& origin(model::ProcessId process) {
    if (last_origin_ == nullptr || last_process_ != process) {
      last_origin_ = &origins_[process];
      last_process_ = process;
    }
    return *last_origin_;
  }
  void keep(EntryId id, Origin& of);
  /// To be called when the entry's access is a new one.
  void note_unfinished(EntryId id) {
    Entry& entry = table_[id];
    if (entry.unfinished || is_local(entry.access.kind) || finished_by_origin(entry.access)) return;
    entry.unfinished = true;
    origin(entry.access.unit().process).unfinished.push_back(id);
  }
  void renew(EntryId earlier, model::OperationId operation, model::Snapshot& issue,
             model::CompletionPoints& completions);
  void renew(EntryId earlier, model::OperationAccess& later) {
    renew(earlier, later.operation, later.issue, later.completions);
  }
  /// The sources of all own entries are in `sources_`.
  void number_sources();
  /// No target wait can complete it any more.
  [[nodiscard]] bool is_over(EntryId id) const {
    return table_[id].state == Entry::State::Retired || units_.all_know(table_[id].access.completions);
  }
  void leave_out_over(Origin& of);
  /// The one among those that a target wait may yet complete that is of this operation; kNoEntry if there is none.
  [[nodiscard]] EntryId awaiting_of(Origin& of, model::OperationId operation);
  void note_order_of_awaiting(Origin& of) const;
  static void forget_numbers(Origin& of) {
    if (!of.by_operation.empty()) of.by_operation.clear();
    of.numbered = 0;
  }
  template <class Gone>
  void remove_entries(Origin& of, Gone&& is_gone);
  void keep_pending(model::ProcessId from, Origin& of, Record&& record);
  /// No other origin has pending entries with a completion.
  [[nodiscard]] bool has_complete_alone(const Origin& of) const;
  [[nodiscard]] bool take_in_hand(model::ProcessId from, const Origin& of, Record& record);
  [[nodiscard]] bool take_in_hand(model::ProcessId from, const Origin& of, const PlainRecord& record);
  void put_down() {
    if (holds_) keep_in_hand();
  }
  void keep_in_hand();
  void apply_in_hand();
  [[nodiscard]] bool is_for_hand(const model::OperationAccess& before, const model::Circumstances& with, bool complete,
                                 bool listens) const;
  [[nodiscard]] bool in_hand_stands_for(const Entry& entry) const;
  [[nodiscard]] bool renew_pending(model::ProcessId from, Origin& of, Record& record);
  [[nodiscard]] bool all_before_was_complete(const Origin& of, std::size_t at) const;
  std::unordered_map<model::ProcessId, Origin> origins_;
  // The one that was asked for last: most records come from few.
  model::ProcessId last_process_;
  Origin* last_origin_ = nullptr;
  std::vector<Undecided> undecided_;
  struct Ended {
    model::Interval bytes;
    model::Point at;
  };
  std::vector<Ended> ended_;                   // exposures of the past, the last of each place
  static constexpr std::uint8_t kReaders = 1;  ///< the company of accesses that only read
  std::vector<model::Atomicity> companies_;    ///< the first is the company after the readers
  /// Entries that others stand for, to be retired when all that is known to be complete is applied.
  std::vector<EntryId> replaced_;
  std::vector<EntryId> all_known_;  ///< only while they are applied
  /// While all that is known to be complete is applied: entries of one unit that look the same, each of them begun when the one before it was
  /// complete. Only the first is in the index: what is compared with them is ordered after all of them up to some place, and before all from
  /// some place on, so that few are looked at.
  struct Series {
    bool gathers = false;
    std::vector<std::vector<EntryId>> all;  ///< keeps its room
    std::size_t count = 0;
    std::unordered_map<EntryId, std::size_t> of_first;
  };
  Series series_;
  /// The only record that has come since `expect`. It looks like an entry: it may become that without being one before.
  struct InHand {
    EntryId earlier = kNoEntry;
    model::ProcessId from;
    model::OperationId operation;
    model::Snapshot issue;
    model::CompletionPoints completions;
    model::Ref<const model::Circumstances> with;
    bool behind_all = false;  ///< as Entry's
    bool settled = true;
    bool listens = false;
    std::uint8_t silent_for = 0;
  };
  InHand in_hand_;  ///< if `holds_`
  /// By a hash of what makes an entry stand for an earlier one: the last that was applied. May be out of date.
  std::vector<EntryId> latest_ = std::vector<EntryId>(1024, kNoEntry);
};

template <class Visit>
void Memory::for_each_of(model::ProcessId origin, Visit&& visit) {
  const auto it = origins_.find(origin);
  if (it == origins_.end()) return;
  for (const EntryId id : it->second.entries)
    if (table_[id].state != Entry::State::Retired) visit(id);
}

template <class Visit>
void Memory::for_each_unfinished(model::ProcessId origin, model::Point at, Visit&& visit) {
  if (at.unit != model::UnitId{origin, 0}) return for_each_of(origin, visit);
  const auto it = origins_.find(origin);
  if (it == origins_.end()) return;
  std::erase_if(it->second.unfinished, [&](EntryId id) {
    Entry& entry = table_[id];
    if (entry.state != Entry::State::Retired) visit(id);
    entry.unfinished = entry.state != Entry::State::Retired && !finished_by_origin(entry.access);
    return !entry.unfinished;
  });
}

inline bool is_inside(model::Interval inner, model::Interval outer) {
  return outer.begin <= inner.begin && inner.end <= outer.end;
}

template <class Landed>
void Memory::target_wait(const Announced& announced, model::Point at, const model::UnitClock& knowing,
                         Landed&& landed) {
  using model::Interval;
  const auto found = origins_.find(announced.origin);
  if (found == origins_.end()) return;
  Origin& of = found->second;
  // Says whether it completes something that was not complete.
  const auto completes = [&](const model::Circumstances& with, model::OperationId operation, model::Point issued,
                             Interval bytes, const model::CompletionPoints& completions, bool& behind_all) {
    if (with.scope != announced.scope) return false;
    const bool is_carried = announced.carried && *announced.carried == operation &&
                            (announced.part.empty() || is_inside(bytes, announced.part));
    if (!is_carried && !model::within(announced.fences, issued)) return false;
    if (completions.known_to(knowing)) return false;
    if (model::covers(announced.fences, with.fences)) behind_all = true;
    return true;
  };
  const auto complete = [&](EntryId id) {
    Entry& entry = table_[id];
    const model::OperationAccess& access = entry.access;
    if (!completes(*access.with, access.operation, access.issued(), access.ranges.bounds(), access.completions,
                   entry.behind_all))
      return;
    add_completion(id, at);
    if (table_[id].listens && announced.part.empty()) landed(access.operation);
  };
  // If that is of another origin, it is neither carried nor behind these fences.
  if (holds_ && completes(*in_hand_.with, in_hand_.operation, in_hand_.issue.own(),
                          table_[in_hand_.earlier].access.ranges.bounds(), in_hand_.completions, in_hand_.behind_all))
    in_hand_.completions.add(at);
  if (of.split || (announced.fences && !of.awaiting_in_order)) {
    of.over = 0;
    forget_numbers(of);
    std::erase_if(of.awaiting, [&](EntryId id) {
      if (is_over(id)) return true;
      complete(id);
      return false;
    });
    note_order_of_awaiting(of);
    return;
  }
  leave_out_over(of);
  for (std::size_t i = of.over; announced.fences && i < of.awaiting.size(); ++i) {
    const EntryId id = of.awaiting[i];
    if (table_[id].state == Entry::State::Retired) continue;
    if (!model::within(announced.fences, table_[id].access.issued())) break;
    if (!is_over(id)) complete(id);
  }
  if (!announced.carried) return;
  const EntryId carried = awaiting_of(of, *announced.carried);
  if (carried != kNoEntry && !is_over(carried)) complete(carried);
}

}  // namespace farsan::engine
