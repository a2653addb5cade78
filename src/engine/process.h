// One process as FarSan sees it: bindings tell it what the program does, in the model's words, and it names the races on
// the memory of this process (and among operations that merged here).
//
// How a binding uses it, and what it owes:
//  - Clocks are published before the real routine and collected after it: `signal` before the real send, `wait` after the
//    real receive. What `signal`, `notify`, `fork` and the like return is for the binding's transport to carry.
//  - A non-blocking operation signals when it is started and waits when it is completed.
//  - Completion comes before the signal that tells of it: MPI_Win_fence is flush, then signal, real call, wait.
//  - Calls of one process come one at a time, in an order that agrees with what happened. (A threaded runtime holds a
//    lock around them; `load` and `store` of an unthreaded process need none.)
//  - OperationIds are never used twice in a run, over all processes.
#pragma once

#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/fences.h"
#include "engine/memory.h"
#include "engine/open_operations.h"
#include "engine/race.h"
#include "engine/transport.h"
#include "engine/units.h"
#include "model/event.h"

namespace farsan::engine {

/// What a notification deposits: the clock, and what it announces to its target.
struct Announcement {
  model::Snapshot clock;
  model::ProcessId origin;
  model::ProcessId target;
  model::ScopeId scope;
  model::FenceBound fences;
  std::optional<model::OperationId> carried;
  /// Only these bytes of what is carried are known to have arrived (one element of a put); empty: all.
  model::Interval part{};
};

class Process final : private Receiver {
 public:
  Process(model::ProcessId self, std::uint32_t processes, Transport& transport, RaceSink& races);
  Process(const Process&) = delete;
  Process(Process&&) = delete;
  Process& operator=(const Process&) = delete;
  Process& operator=(Process&&) = delete;
  ~Process() override = default;

  // --- Memory: others can reach it from now on, or no longer.
  void expose(model::Interval bytes);
  void conceal(model::Interval bytes);
  /// The same where no completion has come before it (gaspi_segment_delete): operations on it are over with it.
  void end_exposure(std::uint32_t unit, model::Interval bytes);
  /// Before memory is concealed that all give up together, and have told of what they had open there (`send_all`): such operations are over, but
  /// only for those who hear of it.
  void end_remote_accesses(std::uint32_t unit, model::Interval bytes);

  // --- Accesses.
  /// Hot: a load or store by the only unit of an unthreaded process. No lock, no allocation, no call on an aligned
  /// granule of exposed memory. Budget and figures: shadow.h.
  template <unsigned Size>
  void store(model::Address at, model::SiteId site) {
    if (!hot_stores_.try_record<Size>(at, site) && !warm_stores_.try_record<Size>(at, site)) [[unlikely]]
      touch_own(0, model::AccessKind::Store, {at, at + Size}, site);
  }
  template <unsigned Size>
  void load(model::Address at, model::SiteId site) {
    if (!hot_loads_.try_record<Size>(at, site) && !warm_loads_.try_record<Size>(at, site)) [[unlikely]]
      touch_own(0, model::AccessKind::Load, {at, at + Size}, site);
  }
  /// For code that does the same in line: the place stays, what is there does not.
  [[nodiscard]] const HotCells& hot_cells(model::AccessKind kind) const {
    return kind == model::AccessKind::Store ? hot_stores_ : hot_loads_;
  }
  /// The same for any pieces of own memory: as one record, where that can be.
  void access(model::AccessKind kind, const model::Stripe& pieces, model::SiteId site) {
    touch_pieces(0, kind, pieces, site);
  }
  /// From now on whoever calls `store`, `load` and `access` filters: accesses to bytes that `observer` was told of go to `touch`. Then
  /// open buffers do not slow down accesses elsewhere.
  void observe(LiveObserver* observer);
  /// Any load or store: any unit, ranges, the memory of another process.
  void touch(std::uint32_t unit, const model::Touch& touch, model::SiteId site);
  /// The epoch of the last store of the only unit to one of these bytes of exposed memory; 0 if none is known.
  [[nodiscard]] model::Epoch last_store(model::Interval bytes) const;
  void issue(std::uint32_t unit, const model::Issue& issue, model::SiteId site, Naming naming);
  /// The operation with which the one that was issued last merged, if it did, and its only buffer; or what that one is, if it is alone: for
  /// `issue_more`.
  struct Like {
    OpenOperations::Merged* operation = nullptr;
    model::Part buffer = model::Part::Source;
    std::uint64_t version = 0;
    OpenOperations::Alone alone;
    /// There may be more like it.
    explicit operator bool() const { return operation != nullptr || alone.bucket != nullptr; }
  };
  [[nodiscard]] Like like_the_last(model::Part buffer) const {
    return {operations_.merged_into(), buffer, version_, operations_.like_the_last()};
  }
  /// Hot: one more operation of the only unit, which differs from that one in nothing but its places, one block of each, and in its name. False
  /// if it cannot be added to it and is not alone in its place: then it has to be issued.
  [[nodiscard]] bool issue_more(const Like& like, model::OperationId id, model::Interval buffer,
                                model::Interval remote) {
    catch_up();
    if (like.operation == nullptr) {
      if (!operations_.open_more(like.alone, id, buffer, remote, fences_before(0, like.alone))) return false;
    } else {
      if (like.version != version_) return false;
      if (!operations_.merge_more(*like.operation, like.buffer, buffer, remote)) return false;
    }
    refresh();
    return true;
  }
  /// The number of an operation whose record stands for more that are the same in all but their names: of the one that `issue_more` has just
  /// opened, and of the one that is complete and may be opened again by `issue_said`, with the same gate. 0: there is none.
  [[nodiscard]] std::uint64_t opened_again() const { return operations_.opened_again(); }
  [[nodiscard]] std::uint64_t said() const { return behind_ ? 0 : operations_.said(); }
  /// Changes with whatever happens but for accesses, issues, and completions of operations that `issue_said` opened.
  [[nodiscard]] std::uint64_t version() const { return version_; }
  /// Hot: the same once more.
  void issue_said(model::OperationId id) {
    operations_.open_said(id);
    refresh();
  }
  /// An operation that has been performed when its routine returns (get, an atomic that fetches): `issue` and a full `complete` as one,
  /// and cheaper.
  void perform(std::uint32_t unit, const model::Issue& issue, model::SiteId site);

  // --- Completion.
  void flush(std::uint32_t unit, const model::Flush& flush) {
    this->flush(unit, {&flush.kind, 1}, flush.scope, flush.targets);
  }
  /// One after the other, as one event.
  void flush(std::uint32_t unit, std::span<const model::CompletionKind> kinds,
             const std::optional<model::ScopeId>& scope, const model::Group& targets) {
    if (!behind_ && foreign_.empty() && operations_.flush_again(kinds, scope, targets)) return refresh();
    settle();
    send_foreign();
    operations_.flush(unit, kinds, scope, targets);
    turned();
  }
  void complete(std::uint32_t unit, const model::Complete& complete);
  void fence(std::uint32_t unit, const model::Fence& fence);
  /// The unit gives up a scope, together with all others (a window is freed), and signals that next: operations in it that are still open
  /// travel to their targets.
  void leave_scope(model::ScopeId scope) {
    settle();
    send_foreign();
    operations_.send(scope);
  }
  /// All have left it: operations in it that nothing has completed are over here.
  void end_scope(std::uint32_t unit, model::ScopeId scope);
  /// Remote accesses travel to their targets now, complete or not: else a target whose memory goes before they are complete
  /// would hear of them too late.
  void send_all() {
    settle();
    send_foreign();
    operations_.send_all();
  }
  /// Remote writes only.
  void send_writes() {
    settle();
    send_foreign();
    operations_.send_writes();
  }

  // --- Signals and waits. Collectives are signals and waits too: Enter signals, Leave waits.
  [[nodiscard]] model::Snapshot signal(std::uint32_t unit);
  void wait(std::uint32_t unit, std::span<const model::Snapshot> taken);
  /// The same without a snapshot: `hand_out(const UnitClock&)` passes on what is known now, `take(UnitClock&)` merges what
  /// was taken.
  template <class HandOut>
  void signal(std::uint32_t unit, HandOut&& hand_out) {
    catch_up();
    signal_back(unit, std::forward<HandOut>(hand_out));
  }
  template <class Take>
    requires std::is_invocable_v<Take, model::UnitClock&>
  void wait(std::uint32_t unit, Take&& take) {
    catch_up();
    take(units_[unit].clock);
    learn(unit);
  }

  // --- Waits that are put off: what somebody handed out lies in another core's cache, and often nothing needs it soon.
  /// Hot: a wait of the only unit. What it takes (Transport::take_put_off) is looked at before the next event that it could matter to: any
  /// but a `signal_back`.
  void wait_later() {
    behind_ = true;
    cool();  // accesses of the own memory come after it
  }
  /// The same as `signal`, to those who know all that was put off when they take it, because it came from them. (Not to operations that
  /// start after it, `opened`: they may have been issued before that.)
  template <class HandOut>
  void signal_back(std::uint32_t unit, HandOut&& hand_out) {
    publish(unit);
    hand_out(std::as_const(units_[unit].clock));
    units_[unit].tick();
    changed();
  }
  [[nodiscard]] bool behind() const { return behind_; }
  /// What was put off is looked at now: for instance while the program waits for something else.
  void catch_up() {
    if (behind_) [[unlikely]]
      look_at_what_was_put_off();
  }

  void wait(std::uint32_t unit, const model::Clock& taken);
  [[nodiscard]] Announcement notify(std::uint32_t unit, const model::Notify& notify);
  /// `issue` of an operation that writes elsewhere, and the notification that carries it, as one.
  /// One that is Performed is fully complete after it, as in `perform`.
  [[nodiscard]] Announcement issue_and_notify(std::uint32_t unit, const model::Issue& issue, model::SiteId site,
                                              Naming naming);
  void target_wait(std::uint32_t unit, std::span<const Announcement> taken);

  /// An access of another process to this one's memory, of which only this one can tell where it went. A target wait that
  /// takes its announcement completes it.
  void heard_of(model::ProcessId from, model::OperationAccess access) {
    settle();
    operations_.wake(access.kind, access.ranges.bounds());
    memory_.arrive(from, {std::move(access), true, false});
  }

  // --- Locks that order epochs. The deposit for the next holder is what `unlock` returns.
  void lock(model::LockId id) {
    catch_up();
    operations_.lock(id);
    ++version_;
  }
  void acquired(std::uint32_t unit, model::LockId id, model::LockMode held, const model::Clock& handed_over);
  /// The operations behind the gate start after this, but the caller learns nothing of it (MPI_Win_start: the post that
  /// its operations wait for need not have happened when the calls of the epoch return). In place of `acquired` and `unlock`.
  void opened(std::uint32_t unit, model::LockId id, const model::Ref<const model::Clock>& handed_over);
  [[nodiscard]] model::Snapshot unlock(std::uint32_t unit, model::LockId id, model::LockMode held);

  // --- Units.
  void fork(std::uint32_t unit, std::uint32_t child);
  void join(std::uint32_t unit, std::uint32_t child);
  void acquire(std::uint32_t unit, model::MutexId mutex);
  void release(std::uint32_t unit, model::MutexId mutex);

  // --- The end, in two steps, because others may still have something for us: everybody closes, what was posted is
  // delivered, everybody concludes.
  void close(BehindGates behind_gates = BehindGates::Begun);
  void conclude();

  // --- Forgetting. `floor` is a clock that everything this process may still tell anyone about comes after. The meet of
  // all processes' floors (each taken at a point that this process knows of) lets `forget` drop what nothing can race
  // with any more.
  [[nodiscard]] model::Clock floor() const;
  void forget(const model::Clock& global_floor);

  // --- For reports and figures.
  [[nodiscard]] const model::UnitClock& clock(std::uint32_t unit) {
    catch_up();
    return units_[unit].clock;
  }
  [[nodiscard]] model::Epoch now(std::uint32_t unit) const { return units_[unit].clock.now(); }
  [[nodiscard]] const Memory& memory() const { return memory_; }
  [[nodiscard]] bool threaded() const { return units_.threaded(); }
  [[nodiscard]] std::size_t open_operations() const { return operations_.size(); }

  /// Hands over what a transport delivers outside of a wait, at the end of a run.
  void drain_all(Transport& transport) {
    settle();
    transport.drain_rest(self_, *this);
  }

 private:
  void receive(model::ProcessId from, Message&& message) override;
  void receive_plain(model::ProcessId from, const PlainRecord& record) override;
  void touch_own(std::uint32_t unit, model::AccessKind kind, model::Interval bytes, model::SiteId site);
  void touch_pieces(std::uint32_t unit, model::AccessKind kind, const model::Stripe& pieces, model::SiteId site);
  void touch_foreign(std::uint32_t unit, const model::Touch& touch, model::SiteId site);
  void touch_atomically(std::uint32_t unit, const model::Touch& touch, model::SiteId site);
  void begin_touch(std::uint32_t unit);
  [[nodiscard]] model::OperationAccess record_of(std::uint32_t unit, const model::Touch& touch, model::SiteId site);
  /// Before anything that makes records travel: those of one process to another arrive in the order in which it did what they tell of.
  void send_foreign() {
    if (!foreign_.empty()) [[unlikely]]
      send_all_foreign();
  }
  void send_all_foreign();
  /// Those that an operation comes after, if it writes elsewhere.
  template <class Operation>
  [[nodiscard]] model::FenceBound fences_before(std::uint32_t unit, const Operation& operation) {
    const bool writes =
        has_part(operation.kind, model::Part::Remote) && is_write(access_kind(operation.kind, model::Part::Remote));
    return writes ? fences_.bound(units_, unit, operation.scope, operation.target) : nullptr;
  }
  /// Records travel before signals.
  void send_records(std::uint32_t unit) {
    operations_.apply_deferred();
    send_foreign();
    transport_.publish(units_[unit].clock.here());
  }
  void publish(std::uint32_t unit) {
    send_records(unit);
    units_[unit].handed_out = units_[unit].clock.now();
  }
  /// Whoever is about to look at the own memory or at what its units know, or to change them, calls this first.
  void settle() {
    catch_up();
    operations_.forget_said();
    operations_.apply_deferred();
  }
  void look_at_what_was_put_off();
  void learn(std::uint32_t unit);
  void drain(const model::UnitClock& clock);
  void drain_gates(const model::UnitClock& clock);
  [[nodiscard]] bool must_compare() const { return units_.threaded() || (memory_.any_open() && !observed_); }
  void changed() {
    operations_.forget_said();
    turned();
  }
  /// The same after what tells nobody anything, and from which nothing was learnt.
  void turned() {
    ++version_;
    refresh();
  }
  /// After anything that may tick, open, close, expose or fork: the hot path's view of the world holds for one epoch.
  void refresh() {
    const model::Epoch now = units_[0].clock.now();
    if (now != hot_epoch_ || must_compare()) cool();
    hot_epoch_ = now;
  }
  void cool() {
    if (!std::exchange(warm_, false)) return;
    for (HotCells* cells : {&hot_loads_, &hot_stores_, &warm_loads_, &warm_stores_}) cells->close();
  }

  /// The exposures that were hit last, while recording is all that a load or store has to do; else they take nothing.
  /// Two, because many loops read one array and write another. First, where one instruction reaches two of their fields.
  HotCells hot_loads_;
  HotCells hot_stores_;
  /// Those before them: loops read two arrays in turns.
  HotCells warm_loads_;
  HotCells warm_stores_;
  bool warm_ = false;  ///< some of these may take something
  model::Epoch hot_epoch_ = 0;

  std::uint64_t version_ =
      0;  // of all that an operation's circumstances are made of; whatever is not an issue may change it
  bool observed_ = false;
  bool behind_ = false;  // a wait was put off
  model::ProcessId self_;
  Transport& transport_;
  Units units_;
  Memory memory_;
  FenceLog fences_;
  OpenOperations operations_;

  /// Loads and stores to the memory of others since the last signal.
  struct Foreign {
    model::ProcessId owner;
    model::OperationAccess access;
  };
  std::vector<Foreign> foreign_;
};

}  // namespace farsan::engine
