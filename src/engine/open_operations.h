// The origin's side: operations that are not complete yet, or not known to be by every unit, and when to tell others.
//
// The buffers of an operation are entries of the own memory from the issue on (and so is its remote access if it goes to
// the process itself). Its remote access elsewhere is held back until the first event that may complete it, and travels
// then: before that, nobody can know it to be complete, so nobody can miss it.
//
// But most buffers are in memory that only this process reaches, and nothing comes near them before they are complete: these are
// kept aside (quiet), and become entries when something does. A quiet buffer that is all there is of its operation (a
// message's), or all beside a remote access that is the only one towards its target (a put and its flush), is not even an open
// operation before that.
//
// One that is alone towards its target, complete, and then done again, with nothing in between that anybody else could learn of or that
// this process learnt, is not told again: what races with the second races with the first (said_operations.cpp).
//
// Operations that nothing can tell apart (one unit, epoch, site, kind and circumstances, one target, one lock to wait for)
// merge: their ranges are collected and sorted once. Those of a remote access elsewhere, when it travels; those that the own
// memory has to know (buffers, and what goes to the process itself), before anything is compared with them: they are deferred.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "engine/fences.h"
#include "engine/flat_map.h"
#include "engine/memory.h"
#include "engine/operation_parts.h"
#include "engine/pointer_map.h"
#include "engine/transport.h"
#include "engine/units.h"
#include "model/event.h"

namespace farsan::engine {

/// Whether anything will name this one operation. Only operations that nothing names can merge.
enum class Naming : std::uint8_t {
  Anonymous,
  Named,      ///< it will be locally complete, or a notification carries it
  Performed,  ///< and it will be fully complete, wherever it has travelled by then
};

/// At the end of the run, of operations behind gates that are not known to be open.
enum class BehindGates : std::uint8_t {
  Begun,    ///< they count from their issue on
  LeftOut,  ///< they may not have begun
};

class OpenOperations {
  struct Open;
  struct Bucket;

 public:
  using Merged = Open;
  OpenOperations(model::ProcessId self, Units& units, Memory& memory, Transport& transport, RaceSink& races)
      : self_(self), units_(units), memory_(memory), transport_(transport), races_(races) {}

  void issue(std::uint32_t unit, const model::Issue& issue, model::SiteId site, Naming naming,
             model::FenceBound fences);
  /// The operation with which the last one that was issued merged; null if it did not.
  [[nodiscard]] Merged* merged_into() const { return merged_into_; }
  /// Merges another operation of the only unit that differs from the one just mentioned in nothing but its places: one block of each. (That
  /// nothing but issues has happened is for the caller to know.)
  [[nodiscard]] bool merge_more(Merged& op, model::Part part, model::Interval buffer, model::Interval remote);
  /// What an operation that is alone towards its target is but for its places and its name.
  struct Alone {
    Bucket* bucket = nullptr;  ///< null: there is no such operation
    model::OperationKind kind = model::OperationKind::Put;
    model::Part part = model::Part::Source;  ///< that its only buffer is
    model::ProcessId target;
    model::ScopeId scope;
    model::SiteId site;
    std::optional<model::LockId> gate;
    model::Ref<const model::Circumstances> with;  ///< says nothing of a gate
    std::uint64_t version = 0;
  };
  /// That of the last one that was issued, if it is one.
  [[nodiscard]] Alone like_the_last() const;
  /// Opens another one of the only unit that is like this, one block of each: alone, too. False if it would not be, or if there is more to say
  /// of it now.
  [[nodiscard]] bool open_more(const Alone& like, model::OperationId id, model::Interval buffer, model::Interval remote,
                               const model::FenceBound& fences);
  /// A write that the notification which comes next carries. True: it is one that is Performed, and complete when its unit ticks next.
  bool issue_and_announce(std::uint32_t unit, const model::Issue& issue, model::SiteId site, Naming naming,
                          const model::FenceBound& fences);
  /// Issued and at once fully complete. Ticks.
  void perform(std::uint32_t unit, const model::Issue& issue, model::SiteId site, const model::FenceBound& fences);

  /// R3, R4, R5: one event that completes in all of these ways. Ticks.
  void flush(std::uint32_t unit, std::span<const model::CompletionKind> kinds,
             const std::optional<model::ScopeId>& scope, const model::Group& targets);
  /// The same of nothing but an operation that was done again: it was said already. Neither ticks nor tells anybody. False if it is not that.
  [[nodiscard]] bool flush_again(std::span<const model::CompletionKind> kinds,
                                 const std::optional<model::ScopeId>& scope, const model::Group& targets);
  /// The number of an operation that was said and is done again: of the one that was just opened, and of the one that could be (`open_said`),
  /// if its gate is the same. 0: there is none.
  [[nodiscard]] std::uint64_t opened_again() const { return said_.open ? said_.number : 0; }
  [[nodiscard]] std::uint64_t said() const { return said_.open ? 0 : said_.number; }
  /// Hot: it is done again, under another name.
  void open_said(model::OperationId id);
  /// Something has happened that the others may learn of, or this process has learnt something: whatever is done next has to be said.
  void forget_said() {
    if (said_.whole != nullptr) [[unlikely]]
      forget_all_said();
  }
  /// R9. Ticks.
  void complete(std::uint32_t unit, model::OperationId id, model::CompletionKind kind);
  /// Sends what a notification with this bound announces.
  void announce(model::ScopeId scope, model::ProcessId target, const model::FenceBound& fences,
                const std::optional<model::OperationId>& carried);
  /// Sends all remote accesses that have not travelled, but for those behind gates that are not known to be open. Cheap if there are none.
  void send_all();
  /// Those of them that write.
  void send_writes();
  /// Those of them in the scope.
  void send(model::ScopeId scope);
  /// A target wait somewhere completed a remote write of this process.
  void landed(model::OperationId id, model::Point at);

  /// Whoever is about to look at the own memory, or to change what its units know, calls one of these first: all that was
  /// deferred goes into the memory (if any of it is near these bytes).
  void apply_deferred() {
    if (!deferred_.empty()) apply_all_deferred();
  }
  void apply_deferred(model::AccessKind kind, model::Interval near) {
    if (std::ranges::any_of(deferred_, [&](const Deferred& d) { return d.bounds.overlaps(near); }))
      apply_all_deferred();
    wake(kind, near);
  }

  /// Quiet buffers become entries if an access of this kind to these bytes, or some between them, may conflict with one.
  void wake(model::AccessKind kind, model::Interval near) {
    if (near_quiet(kind, near) && meets_quiet(kind, near, nullptr)) wake_all();
  }
  /// All of them: from now on other units may come near them at any time.
  void wake_all();

  void lock(model::LockId id) { gates_[id] = {}; }
  /// `shared`: the same, if there is one.
  void acquired(model::LockId id, const model::Clock& handed_over, model::Ref<const model::Clock> shared = nullptr);
  void unlock(model::LockId id) { gates_.erase(id); }
  /// The unit leaves what it knows at the lock, for whoever has it next;
  void leaves_at(model::LockId id) {
    if (said_.whole == nullptr) return;
    if (said_.open || said_.left_at) return forget_said();
    said_.left_at = id;
  }
  /// or has it again before anybody else had it.
  void has_again(model::LockId id) {
    if (said_.left_at == id) said_.left_at.reset();
  }

  /// The unit has just released the mutex: does it protect what was issued under it?
  void released(std::uint32_t unit, model::MutexId mutex);

  /// A unit has learnt something, or is gone: operations that all know to be complete are not tracked any more.
  void learnt() {
    if (may_be_over_ || units_.threaded()) sweep_all();
  }
  /// The run is over: sends what was never completed.
  void close(BehindGates behind_gates);

  /// Lowers `floor` to what the operations that have not travelled yet know.
  void lower(model::Clock& floor) const;
  [[nodiscard]] std::size_t size() const { return open_.size() + quiet_.wholes; }

 private:
  enum class Remote : std::uint8_t {
    None,
    Held,  ///< here, waiting to travel
    Own,   ///< an entry of the own memory
    Sent,
  };
  struct Whole;
  /// A part of an open operation whose buffer is not in the own memory: no entry there, no access of this unit since its issue and no
  /// other quiet buffer can conflict with it, and nobody else reaches it.
  struct Quiet {
    Open* operation = nullptr;
    Whole* whole = nullptr;  ///< instead of an open operation
    model::Part part = model::Part::Source;
    bool writes = false;
    model::Interval bounds;  ///< of all
    model::ByteRanges ranges;
    Quiet* before = nullptr;  ///< in the order of issue
    Quiet* after = nullptr;
    [[nodiscard]] bool meets(model::AccessKind kind, model::Interval near) const {
      return bounds.overlaps(near) && (writes || is_write(kind));
    }
  };
  /// A quiet buffer that is its operation's only access, but for a remote one that waits to travel.
  struct Whole : Quiet {
    Bucket* bucket = nullptr;  ///< null: there is no remote access. Before the rest, which most do not have
    model::OperationId id;
    model::OperationKind kind = model::OperationKind::Send;
    model::ProcessId target;
    model::ScopeId scope;
    model::SiteId site;
    model::Snapshot issue;
    model::Ref<const model::Circumstances> with;
    model::ByteRanges remote;
    std::optional<model::LockId> gate;  ///< not acquired yet
    bool bare = false;                  ///< the buffer is complete, and the remote access all that is left
  };
  struct Open {
    model::OperationId id;
    std::size_t place = 0;  ///< in open_
    Bucket* bucket = nullptr;
    model::OperationKind kind = model::OperationKind::Put;
    model::ProcessId target;
    model::ScopeId scope;
    model::Snapshot issue;
    model::SiteId site;
    Naming naming = Naming::Named;
    std::optional<model::LockId> gate;  ///< not acquired yet
    std::array<EntryList, 3> entries;   ///< by Part; of the remote access only if it is Own
    Remote remote_state = Remote::None;
    model::Ref<const model::Circumstances> with;       ///< of the remote access
    model::ByteRanges remote;                          ///< Held
    model::CompletionPoints remote_completions;        ///< Held, Sent: as far as known here
    std::array<std::vector<model::Stripe>, 3> merged;  ///< by Part: further ranges, of Held ones or deferred
    model::MutexSet mutexes;                           ///< held by the unit at the issue
    std::vector<model::MutexId> undecided;             ///< held by the unit since the issue
    PartSet unsettled;                                 ///< its mutexes are not decided
    PartSet quiet;                                     ///< it is in quiet_; further ranges are in `merged`
    std::array<Quiet, 2> aside;                        ///< by Part: buffers that are quiet
    PartSet entered;                                   ///< there are entries

    [[nodiscard]] model::Point issued() const { return issue.own(); }
    /// To what a new one is, but for the room of its lists, `entries` of parts that have none, and what every issue sets.
    void renew();
  };
  /// Ranges of an open operation that are merged, but not in the own memory yet.
  struct Deferred {
    Open* operation = nullptr;
    model::Part part = model::Part::Source;
    model::Interval bounds;
  };
  struct Bucket {
    std::vector<Open*> open;       ///< none that was dropped
    std::size_t held = 0;          ///< so many of them are Held
    std::size_t swept = 0;         ///< so many were left when somebody last looked which are over
    Whole* alone = nullptr;        ///< instead of all these
    bool sent_unfinished = false;  ///< something travelled that a flush here may yet complete
    [[nodiscard]] bool idle() const { return open.empty() && alone == nullptr && !sent_unfinished; }
  };
  using BucketKey = std::pair<model::ScopeId, model::ProcessId>;

  Open* find(model::OperationId id);
  Bucket& bucket_of(const BucketKey& key);
  Open& open(model::OperationId id);
  /// As nothing but this buffer, if it may be quiet: null if not. (What else `Alone` has is for the caller.)
  Whole* open_whole(std::uint32_t unit, model::OperationId id, const Alone& what, const model::ByteRanges& buffer);
  /// As its only buffer, with a remote access elsewhere, if that is the only one of the bucket.
  [[nodiscard]] bool open_alone(Bucket& bucket, std::uint32_t unit, const model::Issue& issue, model::SiteId site,
                                const model::Ref<const model::Circumstances>& with,
                                const std::optional<model::LockId>& awaited);
  /// Says whether there was one.
  bool forget_whole(model::OperationId id);
  void flush_wholes(std::span<const model::CompletionKind> kinds, const std::optional<model::ScopeId>& scope,
                    const model::Group& targets, model::Point at);
  void complete_alone(Whole& whole, std::span<const model::CompletionKind> kinds, model::Point at);
  /// Its buffer is complete, its remote access is not.
  void lay_bare(Whole& whole);
  /// Its remote access travels, complete at this point or at none, and nothing is left of it here.
  void send_alone(Whole& whole, std::optional<model::Point> complete);
  Open& open_of(Whole& whole);
  void open_beside(Bucket& bucket) {
    if (bucket.alone != nullptr) open_beside(*bucket.alone);
  }
  void open_beside(Whole& whole);
  void open_all_alone();
  void put_aside(Whole& whole);
  static void renew(Whole& whole);
  void unlink(Quiet& which);
  void keep_said(Whole& whole);
  [[nodiscard]] bool open_again(const Alone& like, model::OperationId id, model::Interval buffer,
                                model::Interval remote, const model::FenceBound& fences);
  [[nodiscard]] static bool completes(const Whole& whole, std::span<const model::CompletionKind> kinds);
  void forget_all_said();
  void drop(model::OperationId id);
  model::Ref<const model::Circumstances> circumstances(model::Part part, model::OperationKind kind,
                                                       model::Circumstances wanted);
  /// The operation is nothing but a remote access that starts now, and nobody but its unit can come between that and what comes next.
  [[nodiscard]] bool is_simple(const Units::Unit& by, const model::Operation& operation) const;
  static bool begins_epoch(Units::Unit& by, const model::Operation& operation);
  [[nodiscard]] Message record_of(const Units::Unit& by, const model::Issue& issue, model::SiteId site,
                                  const model::FenceBound& fences);
  bool merge(Bucket& bucket, std::uint32_t unit, const model::Issue& issue, model::SiteId site,
             const model::Ref<const model::Circumstances>& with, const std::optional<model::LockId>& awaited);
  [[nodiscard]] model::OperationAccess access_of(const Open& op, model::Part part, model::ByteRanges ranges);
  void apply(Open& op, model::Part part, model::ByteRanges ranges);
  void defer(Open& op, model::Part part, const model::ByteRanges& ranges);
  static void collect(Open& op, model::Part part, const model::ByteRanges& ranges);
  /// Adds a block that is only read: it may be in the last one, or follow it.
  static void extend(std::vector<model::Stripe>& sources, model::Interval block);
  void open_buffer(Open& op, model::Part part, const model::ByteRanges& ranges);
  /// One may: by the bounds of all, and one by one but for this one.
  [[nodiscard]] bool near_quiet(model::AccessKind kind, model::Interval near) const {
    return quiet_.writes.overlaps(near) || (is_write(kind) && quiet_.reads.overlaps(near));
  }
  [[nodiscard]] bool meets_quiet(model::AccessKind kind, model::Interval near, const Quiet* but) const;
  [[nodiscard]] bool may_be_quiet(const Quiet* which, model::AccessKind kind, model::Interval bounds) const;
  void widen_quiet(model::AccessKind kind, model::Interval more);
  void add_quiet(Quiet& which, model::AccessKind kind, const model::ByteRanges& ranges);
  void forget_quiet(Quiet& which);
  [[nodiscard]] bool add_quietly(Open& op, model::Part part, const model::ByteRanges& ranges);
  [[nodiscard]] bool add_calmly(Open& op, model::Interval source);
  void complete_buffer(Open& op, model::Part part, model::Point at, const model::UnitClock& clock);
  void apply_all_deferred();
  void flush(const BucketKey& key, Bucket& bucket, std::uint32_t unit, std::span<const model::CompletionKind> kinds,
             const std::vector<model::Point>& before);
  void complete(Open& op, std::span<const model::CompletionKind> kinds, std::uint32_t unit, model::Point at);
  /// A flush of this kind is told to the owners of what has travelled before; others complete remote reads at most, one by one.
  [[nodiscard]] bool tells_owners(model::CompletionKind kind) const {
    return !model::is_of_one(kind) && (units_.threaded() || model::completes(kind, model::AccessKind::RemoteWrite));
  }
  void complete_remote(Open& op, model::CompletionKind kind, std::uint32_t unit, model::Point at);
  void travel(Open& op);
  [[nodiscard]] bool may_travel(const Open& op) const {
    return op.remote_state == Remote::Held && !op.gate && op.target != self_;
  }
  template <class Wanted>
  void send_if(Wanted wanted);
  /// For a record of an operation that was issued at one point, and complete at the other.
  [[nodiscard]] std::uint8_t silent_before(model::Point issued, model::Point complete) const {
    return issued.unit == complete.unit ? units_[issued.unit.index].silent_before(complete.epoch) : std::uint8_t{0};
  }
  void start_own(Open& op, bool settled);
  [[nodiscard]] model::ByteRanges gather(Open& op, model::Part part, std::vector<model::Stripe> all);
  [[nodiscard]] bool part_complete_for(const Open& op, model::Part part, const model::UnitClock& clock) const;
  void unprotect(Open& op, model::Part part, model::MutexId mutex);
  void settle(Open& op, model::Part part);
  void settle_known(Open& op);
  /// What an operation behind the gate has to wait for, and what its lock had been handed; nothing, if the unit knows that by now.
  struct Behind {
    std::optional<model::LockId> awaited;
    model::Ref<const model::Clock> handed_over;
  };
  [[nodiscard]] Behind behind(std::uint32_t unit, const std::optional<model::LockId>& gate);
  [[nodiscard]] bool covers(std::uint32_t unit, const model::Ref<const model::Clock>& gate);
  [[nodiscard]] bool over(const Open& op) const;
  bool drop_if_over(Open& op);
  void sweep_all();
  void sweep(Bucket& bucket);

  model::ProcessId self_;
  Units& units_;
  Memory& memory_;
  Transport& transport_;
  RaceSink& races_;
  using OpenPtr = std::unique_ptr<Open>;
  PointerMap<OpenPtr> by_id_;
  std::vector<Open*> open_;     // all of them, in any order
  std::size_t held_ = 0;        // of these
  std::vector<OpenPtr> spare_;  // of operations that are over: most programs never have many at a time
  Open* merged_into_ = nullptr;
  Whole* alone_ = nullptr;                   // the last one that was issued, if it is alone
  std::optional<model::LockId> alone_gate_;  // and that one's
  std::uint64_t version_ = 0;                // of the buckets: some are gone
  std::map<BucketKey, Bucket> buckets_;
  std::map<BucketKey, Bucket>::value_type* last_bucket_ = nullptr;  // that was asked for
  struct Gate {
    bool acquired = false;                       ///< else asked for
    model::Ref<const model::Clock> handed_over;  ///< null: nothing that not all know
  };
  FlatMap<model::LockId, Gate> gates_;
  model::Ref<const model::Clock> covered_;  // by the first unit, and so it stays
  using LastTwo = std::array<model::Ref<const model::Circumstances>, 2>;
  std::array<std::array<LastTwo, 7>, 3> last_with_;  // by Part and OperationKind
  std::vector<Deferred> deferred_;
  struct QuietList {
    Quiet* first = nullptr;
    Quiet* last = nullptr;
    std::size_t size = 0;
    std::size_t wholes = 0;
    /// Where those that write, and that only read, are or were since there were none.
    model::Interval writes;
    model::Interval reads;
  };
  QuietList quiet_;
  /// Memory all of which could be source of operations, and quiet: nobody writes near it, as long as nothing happens but that more sources
  /// are merged.
  model::Interval calm_;
  std::vector<std::unique_ptr<Whole>> wholes_;  // all that there ever were at a time
  std::vector<Whole*> spare_wholes_;
  /// The last one that was alone and has travelled, complete, as long as nobody could tell another one from it.
  struct Said {
    Whole* whole = nullptr;  ///< as it was when it travelled
    Bucket* bucket = nullptr;
    std::optional<model::LockId> gate;     ///< of its epoch
    std::optional<model::LockId> left_at;  ///< whoever has this lock since then may know of it, but not of another one
    bool open = false;                     ///< it was done again, and is an operation like any other
    std::uint64_t number = 0;
  };
  Said said_;
  std::uint64_t last_said_ = 0;
  bool any_sent_unfinished_ = false;  // in a bucket, or was when they were last looked at
  bool may_be_over_ = false;          // something is complete that was not known to be when last looked at
};

}  // namespace farsan::engine
