// Decides whether an execution could have happened: one pass over its events, one small state machine for everything
// that events refer to (tokens, operations, collectives, locks, units, mutexes).
#include "model/execution.h"

#include <map>
#include <sstream>
#include <unordered_map>
#include <utility>

namespace farsan::model {
namespace {

struct Deposit {
  std::optional<ProcessId> notified;  ///< none: a Signal made it
};

struct Place {
  bool entered = false;
  bool left = false;
};

/// One use of a lock by one process, from Lock to Unlock.
struct LockUse {
  LockMode mode = LockMode::Exclusive;
  bool acquired = false;
  std::vector<const Issue*> waiting;  ///< gated operations, until it is acquired
};

struct Issued {
  ProcessId process;
  const Operation* operation = nullptr;
};

enum class Life : std::uint8_t { Running, Joined };

bool has_remote_write(const Operation& op) {
  return !op.remote.empty() && is_write(access_kind(op.kind, Part::Remote));
}

bool is_atomic(OperationKind kind) {
  return kind == OperationKind::Update || kind == OperationKind::FetchUpdate || kind == OperationKind::Fetch;
}

bool has_root(CollectiveKind kind) { return kind == CollectiveKind::OneToAll || kind == CollectiveKind::AllToOne; }

const char* name(Part part) {
  switch (part) {
    case Part::Source: return "source";
    case Part::Result: return "result";
    case Part::Remote: return "remote";
  }
  return "?";
}

std::ostream& operator<<(std::ostream& out, UnitId unit) {
  return out << "unit " << unit.index << " of process " << unit.process.value;
}

template <class Tag, class Rep>
std::ostream& operator<<(std::ostream& out, Id<Tag, Rep> id) {
  return out << id.value;
}

/// One mistake early on can make every later event a problem; nobody reads on, and a hostile script must not cost more.
constexpr std::size_t kMostProblems = 100;

class Checker {
 public:
  explicit Checker(const Execution& execution) : execution_(execution) {
    for (const Collective& c : execution.collectives) places_.emplace_back(c.members.size());
  }

  std::vector<Problem> run() {
    for (at_ = 0; at_ < execution_.events.size() && problems_.size() < kMostProblems; ++at_) {
      unit_ = execution_.events[at_].unit;
      check_process(unit_.process);
      check_running();
      std::visit([this](const auto& action) { check(action); }, execution_.events[at_].action);
    }
    return std::move(problems_);
  }

 private:
  template <class... Words>
  void report(const Words&... words) {
    if (problems_.size() >= kMostProblems) return;
    std::ostringstream what;
    (what << ... << words);
    problems_.push_back({at_, what.str()});
  }

  // --- Accesses ---

  void check(const Touch& touch) {
    if (!is_local(touch.kind)) report("a touch must be a load or a store, not a ", model::name(touch.kind));
    check_process(touch.owner);
    check_ranges(touch.ranges);
    if (touch.atomicity && touch.atomicity->size == 0) report("the elements of an atomic have no bytes");
  }

  void check(const Issue& issue) {
    const Operation& op = issue.operation;
    check_process(op.target);
    for (const Part part : kParts) {
      check_ranges(ranges(op, part));
      if (!ranges(op, part).empty() && !has_part(op.kind, part))
        report("operation ", issue.id, " (", model::name(op.kind), ") cannot have a ", name(part), " access");
    }
    check_atomicity(issue);
    if (!issued_.try_emplace(issue.id, Issued{unit_.process, &op}).second)
      report("operation ", issue.id, " is issued twice");
    if (op.gate) check_gate(issue, *op.gate);
  }

  void check_atomicity(const Issue& issue) {
    const Operation& op = issue.operation;
    if (is_atomic(op.kind) != op.atomicity.has_value())
      report("operation ", issue.id, " (", model::name(op.kind), ") must ", op.atomicity ? "not " : "",
             "have an atomicity");
    if (!op.atomicity) return;
    if (op.atomicity->size == 0) report("the elements of operation ", issue.id, " have no bytes");
    const bool reads_only = op.atomicity->operation == Atomicity::kReadOnly;
    if (is_atomic(op.kind) && reads_only != (op.kind == OperationKind::Fetch))
      report("operation ", issue.id, " (", model::name(op.kind), ") must ", reads_only ? "not " : "", "be read-only");
  }

  void check_gate(const Issue& issue, LockId gate) {
    const auto use = locks_.find({gate, unit_.process});
    if (use == locks_.end())
      report("operation ", issue.id, " is gated by lock ", gate, ", which process ", unit_.process,
             " has not asked for");
    else if (!use->second.acquired)
      use->second.waiting.push_back(&issue);
  }

  void check_ranges(const ByteRanges& bytes) {
    for (const Stripe& s : bytes.stripes())
      if (s.stride < s.block) report("blocks of ", s.block, " bytes overlap at a stride of ", s.stride);
  }

  void check_process(ProcessId process) {
    if (process.value >= execution_.processes)
      report("there is no process ", process, ", only ", execution_.processes, " of them");
  }

  void check_group(const Group& group) {
    for (const ProcessId member : group.members()) check_process(member);
  }

  // --- Completion ---

  void check(const Flush& flush) {
    check_group(flush.targets);
    if (is_of_one(flush.kind)) {
      report("a flush cannot be a ", name(flush.kind), ", which names one operation");
      return;
    }
    for_each_waiting([&](const Issue& issue, LockId gate) {
      const Operation& op = issue.operation;
      const bool matches = (!flush.scope || *flush.scope == op.scope) && flush.targets.contains(op.target);
      if (matches && completes(flush.kind, access_kind(op.kind, Part::Remote))) report_too_early(issue, gate);
    });
  }

  void check(const Complete& complete) {
    if (!is_of_one(complete.kind)) report("a ", name(complete.kind), " does not complete one operation alone");
    const auto issued = issued_.find(complete.id);
    if (issued == issued_.end() || issued->second.process != unit_.process)
      report("operation ", complete.id, " is completed, but process ", unit_.process, " has not issued it");
    for_each_waiting([&](const Issue& issue, LockId gate) {
      const AccessKind remote = access_kind(issue.operation.kind, Part::Remote);
      if (issue.id == complete.id && completes(complete.kind, remote)) report_too_early(issue, gate);
    });
  }

  void check(const Fence& fence) { check_group(fence.targets); }

  /// Calls `visit(Issue, LockId)` for the process's remote accesses that still wait for their lock.
  template <class Visit>
  void for_each_waiting(Visit&& visit) {
    for (const auto& [key, use] : locks_)
      if (key.second == unit_.process)
        for (const Issue* issue : use.waiting)
          if (!issue->operation.remote.empty()) visit(*issue, key.first);
  }

  void report_too_early(const Issue& issue, LockId gate) {
    report("operation ", issue.id, " is completed before lock ", gate, ", which gates it, is acquired");
  }

  // --- Signals and waits ---

  void check(const Signal& signal) { deposit(signal.token, {}); }

  void check(const Notify& notify) {
    check_process(notify.target);
    deposit(notify.token, {notify.target});
    if (notify.carried) check_carried(notify, *notify.carried);
    for_each_waiting([&](const Issue& issue, LockId gate) {
      const Operation& op = issue.operation;
      const bool matches = op.target == notify.target && op.scope == notify.scope;
      if (matches || notify.carried == issue.id)
        report("a notification announces operation ", issue.id, " before lock ", gate, ", which gates it, is acquired");
    });
  }

  void check_carried(const Notify& notify, OperationId carried) {
    const auto issued = issued_.find(carried);
    if (issued == issued_.end() || issued->second.process != unit_.process) {
      report("a notification carries operation ", carried, ", but process ", unit_.process, " has not issued it");
      return;
    }
    const Operation& op = *issued->second.operation;
    if (!has_remote_write(op))
      report("a notification carries operation ", carried, ", which writes nothing at its target");
    if (op.target != notify.target)
      report("a notification to process ", notify.target, " carries operation ", carried, " to process ", op.target);
    if (op.scope != notify.scope)
      report("a notification in scope ", notify.scope, " carries operation ", carried, " of scope ", op.scope);
  }

  void deposit(TokenId token, Deposit made) {
    if (!deposits_.try_emplace(token, made).second) report("token ", token, " is deposited twice");
  }

  void check(const Wait& wait) {
    for (const TokenId token : wait.tokens) check_deposited(token);
  }

  void check(const TargetWait& wait) {
    for (const TokenId token : wait.tokens) {
      const Deposit* made = check_deposited(token);
      if (!made) continue;
      if (!made->notified)
        report("a target wait takes token ", token, ", which no notification deposited");
      else if (*made->notified != unit_.process)
        report("a target wait of process ", unit_.process, " takes token ", token, ", which notifies process ",
               *made->notified);
    }
  }

  const Deposit* check_deposited(TokenId token) {
    const auto made = deposits_.find(token);
    if (made != deposits_.end()) return &made->second;
    report("token ", token, " is taken before any signal deposits it");
    return nullptr;
  }

  // --- Collectives ---

  void check(const Enter& enter) {
    Place* place = check_place(enter.id, enter.place);
    if (!place) return;
    if (std::exchange(place->entered, true)) report("place ", enter.place, " enters collective ", enter.id, " twice");
  }

  void check(const Leave& leave) {
    Place* place = check_place(leave.id, leave.place);
    if (!place) return;
    if (!place->entered) report("place ", leave.place, " leaves collective ", leave.id, " before it has entered");
    if (std::exchange(place->left, true)) report("place ", leave.place, " leaves collective ", leave.id, " twice");
    const Collective& collective = execution_.collectives[leave.id.value];
    for (std::uint32_t other = 0; other < collective.members.size(); ++other)
      if (depends(collective, leave.place, other) && !places_[leave.id.value][other].entered)
        report("place ", leave.place, " leaves collective ", leave.id, " before place ", other, " has entered");
  }

  Place* check_place(CollectiveId id, std::uint32_t place) {
    if (id.value >= places_.size()) {
      report("there is no collective ", id);
      return nullptr;
    }
    const Collective& collective = execution_.collectives[id.value];
    if (has_root(collective.kind) && collective.root >= collective.members.size())
      report("the root of collective ", id, " is place ", collective.root, ", which it does not have");
    if (place < collective.members.size()) return &places_[id.value][place];
    report("collective ", id, " has no place ", place);
    return nullptr;
  }

  // --- Locks ---

  void check(const Lock& lock) {
    if (!locks_.try_emplace({lock.id, unit_.process}, LockUse{lock.mode, false, {}}).second)
      report("process ", unit_.process, " asks for lock ", lock.id, ", which it holds or has asked for already");
  }

  void check(const Acquired& acquired) {
    const auto use = locks_.find({acquired.id, unit_.process});
    if (use == locks_.end()) {
      report("process ", unit_.process, " acquires lock ", acquired.id, " without asking for it");
      return;
    }
    if (std::exchange(use->second.acquired, true))
      report("process ", unit_.process, " acquires lock ", acquired.id, " twice");
    use->second.waiting.clear();
    check_free(acquired.id, use->second.mode);
  }

  void check_free(LockId id, LockMode wanted) {
    for (const auto& [key, use] : locks_) {
      const bool conflicting = wanted == LockMode::Exclusive || use.mode == LockMode::Exclusive;
      if (key.first == id && key.second != unit_.process && use.acquired && conflicting)
        report("process ", unit_.process, " acquires lock ", id, " while process ", key.second, " holds it");
    }
  }

  void check(const Unlock& unlock) {
    const auto use = locks_.find({unlock.id, unit_.process});
    if (use == locks_.end() || !use->second.acquired)
      report("process ", unit_.process, " unlocks lock ", unlock.id, ", which it has not acquired");
    if (use != locks_.end()) locks_.erase(use);
  }

  void check(const Opened& opened) {
    const auto use = locks_.find({opened.id, unit_.process});
    if (use == locks_.end() || use->second.acquired)
      report("process ", unit_.process, " opens the gate of lock ", opened.id, ", which it has not asked for or holds");
    for (const TokenId token : opened.tokens) check_deposited(token);
    if (use != locks_.end()) locks_.erase(use);
  }

  // --- Units and mutexes ---

  void check_running() {
    if (unit_.index == 0) return;
    const auto life = lives_.find(unit_);
    if (life == lives_.end()) report(unit_, " runs before it is forked");
    if (life != lives_.end() && life->second == Life::Joined) report(unit_, " runs after it is joined");
  }

  void check(const Fork& fork) {
    const UnitId child{unit_.process, fork.child};
    if (fork.child == 0)
      report(child, " exists from the start and cannot be forked");
    else if (!lives_.try_emplace(child, Life::Running).second)
      report(child, " is forked twice");
  }

  void check(const Join& join) {
    const UnitId child{unit_.process, join.child};
    const auto life = lives_.find(child);
    if (child == unit_) report(child, " joins itself");
    if (life == lives_.end()) {
      report(child, " is joined, but was never forked");
      return;
    }
    if (std::exchange(life->second, Life::Joined) == Life::Joined) report(child, " is joined twice");
    for (const auto& [mutex, holder] : mutexes_)
      if (holder == child) report(child, " is joined while it holds mutex ", mutex.second);
  }

  void check(const Acquire& acquire) {
    const auto [mutex, free] = mutexes_.try_emplace({unit_.process, acquire.mutex}, unit_);
    if (!free) report(unit_, " acquires mutex ", acquire.mutex, ", which ", mutex->second, " holds");
  }

  void check(const Release& release) {
    const auto mutex = mutexes_.find({unit_.process, release.mutex});
    if (mutex == mutexes_.end() || mutex->second != unit_)
      report(unit_, " releases mutex ", release.mutex, ", which it does not hold");
    else
      mutexes_.erase(mutex);
  }

  const Execution& execution_;
  std::vector<Problem> problems_;
  std::size_t at_ = 0;
  UnitId unit_;

  std::unordered_map<TokenId, Deposit> deposits_;
  std::unordered_map<OperationId, Issued> issued_;
  std::vector<std::vector<Place>> places_;  ///< by CollectiveId, then place
  std::map<std::pair<LockId, ProcessId>, LockUse> locks_;
  std::unordered_map<UnitId, Life> lives_;                   ///< of all units but the first of each process
  std::map<std::pair<ProcessId, MutexId>, UnitId> mutexes_;  ///< who holds it
};

}  // namespace

std::vector<Problem> problems(const Execution& execution) { return Checker(execution).run(); }

}  // namespace farsan::model
