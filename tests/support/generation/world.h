// The state of an execution under construction: what has happened, and so what can happen next. Nothing becomes an
// event without passing `judge`, which is why whatever the choices say the result is valid.
#pragma once

#include <optional>
#include <vector>

#include "model/execution.h"
#include "support/generator.h"

namespace farsan::testing_support {

inline constexpr std::uint32_t kLocks = 3;
/// Mutexes of different processes have the same names, and nothing to do with each other.
inline constexpr std::uint32_t kMutexes = 2;

enum class Verdict : std::uint8_t {
  Now,
  Later,  ///< somebody else has to do something first
  Never,
};

/// An operation under way, as far as completing or carrying it needs to know.
struct Started {
  model::OperationId id;
  model::UnitId origin;
  model::OperationKind kind = model::OperationKind::Put;
  model::ProcessId target;
  model::ScopeId scope;
  bool writes_remotely = false;
  bool completed = false;  ///< by a Complete of its own
  bool carried = false;
};

struct Deposit {
  bool made = false;
  bool notification = false;
  model::ProcessId target;  ///< of a notification
};

/// From a Lock to its Unlock. The units of a process share it, as they share an epoch of MPI.
struct Request {
  model::LockId lock;
  model::UnitId unit;  ///< that asked
  model::LockMode mode = model::LockMode::Exclusive;
  bool acquired = false;
  std::vector<model::OperationId> gated;  ///< operations that wait for it
};

/// Who takes part in a collective, by place, and how far they are.
struct Meeting {
  enum class Stage : std::uint8_t { Outside, Inside, Gone };
  std::vector<model::UnitId> who;
  std::vector<Stage> stage;
  bool loose = true;  ///< single events may take part; false if an idiom counts on it
};

class World {
 public:
  explicit World(const Shape& shape);

  [[nodiscard]] const Shape& shape() const { return shape_; }
  [[nodiscard]] Verdict judge(model::UnitId unit, const model::Action& action) const;
  /// Adds the event if it can happen now, and leaves the action alone if not. `site` counts where sites are drawn from
  /// a set.
  Verdict emit(model::UnitId unit, model::Action&& action, std::uint32_t site);
  [[nodiscard]] model::Execution finish() && { return std::move(execution_); }

  // --- Names that nobody has used yet. A token or collective need not be used.
  [[nodiscard]] model::TokenId new_token();
  [[nodiscard]] model::CollectiveId new_collective(model::Collective collective, std::vector<model::UnitId> who,
                                                   bool loose = true);
  /// None if the process has or will have as many units as it may.
  [[nodiscard]] std::optional<std::uint32_t> new_child(model::ProcessId process);

  // --- What there is.
  [[nodiscard]] bool runs(model::UnitId unit) const;
  [[nodiscard]] const std::vector<std::uint32_t>& running(model::ProcessId process) const {
    return processes_[process.value].running;
  }
  [[nodiscard]] const std::vector<Started>& operations() const { return operations_; }
  [[nodiscard]] const std::vector<Deposit>& deposits() const { return deposits_; }
  [[nodiscard]] const std::vector<Request>& requests() const { return requests_; }
  [[nodiscard]] const std::vector<Meeting>& meetings() const { return meetings_; }
  [[nodiscard]] const std::optional<model::UnitId>& holder(model::ProcessId process, model::MutexId mutex) const {
    return holders_[process.value * kMutexes + mutex.value];
  }
  [[nodiscard]] const std::vector<model::Event>& events() const { return execution_.events; }

 private:
  struct Process {
    std::vector<std::uint32_t> running = {0};
    std::uint32_t next_child = 1;
    std::uint32_t promised = 0;  ///< children that have a name and are not running yet
  };

  [[nodiscard]] static Verdict can(model::UnitId unit, const model::Touch& action);
  [[nodiscard]] Verdict can(model::UnitId unit, const model::Issue& action) const;
  [[nodiscard]] Verdict can(model::UnitId unit, const model::Flush& action) const;
  [[nodiscard]] Verdict can(model::UnitId unit, const model::Complete& action) const;
  [[nodiscard]] static Verdict can(model::UnitId unit, const model::Fence& action);
  [[nodiscard]] Verdict can(model::UnitId unit, const model::Signal& action) const;
  [[nodiscard]] Verdict can(model::UnitId unit, const model::Wait& action) const;
  [[nodiscard]] Verdict can(model::UnitId unit, const model::Notify& action) const;
  [[nodiscard]] Verdict can(model::UnitId unit, const model::TargetWait& action) const;
  [[nodiscard]] Verdict can(model::UnitId unit, const model::Enter& action) const;
  [[nodiscard]] Verdict can(model::UnitId unit, const model::Leave& action) const;
  [[nodiscard]] Verdict can(model::UnitId unit, const model::Lock& action) const;
  [[nodiscard]] Verdict can(model::UnitId unit, const model::Acquired& action) const;
  [[nodiscard]] Verdict can(model::UnitId unit, const model::Unlock& action) const;
  [[nodiscard]] Verdict can(model::UnitId unit, const model::Opened& action) const;
  [[nodiscard]] Verdict can(model::UnitId unit, const model::Fork& action) const;
  [[nodiscard]] Verdict can(model::UnitId unit, const model::Join& action) const;
  [[nodiscard]] Verdict can(model::UnitId unit, const model::Acquire& action) const;
  [[nodiscard]] Verdict can(model::UnitId unit, const model::Release& action) const;

  /// Most accesses and completions change nothing that later events depend on.
  static void note(model::UnitId /*unit*/, const auto& /*action*/) {}
  void note(model::UnitId unit, const model::Issue& action);
  void note(model::UnitId unit, const model::Complete& action);
  void note(model::UnitId unit, const model::Signal& action);
  void note(model::UnitId unit, const model::Notify& action);
  void note(model::UnitId unit, const model::Enter& action);
  void note(model::UnitId unit, const model::Leave& action);
  void note(model::UnitId unit, const model::Lock& action);
  void note(model::UnitId unit, const model::Acquired& action);
  void note(model::UnitId unit, const model::Unlock& action) { withdraw(unit.process, action.id); }
  void note(model::UnitId unit, const model::Opened& action) { withdraw(unit.process, action.id); }
  void note(model::UnitId unit, const model::Fork& action);
  void note(model::UnitId unit, const model::Join& action);
  void note(model::UnitId unit, const model::Acquire& action);
  void note(model::UnitId unit, const model::Release& action);

  [[nodiscard]] const Request* request(model::ProcessId process, model::LockId lock) const;
  [[nodiscard]] Request* request(model::ProcessId process, model::LockId lock);
  void withdraw(model::ProcessId process, model::LockId lock);
  [[nodiscard]] bool can_carry(model::UnitId unit, const model::Notify& action) const;
  /// An operation of the process that satisfies `predicate` waits for its lock.
  template <class Predicate>
  [[nodiscard]] bool any_gated(model::ProcessId process, Predicate&& predicate) const;

  Shape shape_;
  model::Execution execution_;
  std::vector<Process> processes_;
  std::vector<Started> operations_;
  std::vector<Deposit> deposits_;
  std::vector<Request> requests_;
  std::vector<Meeting> meetings_;
  std::vector<std::optional<model::UnitId>> holders_;  ///< by process and mutex
};

/// The window and the process that the lock belongs to, as far as operations are gated by it.
[[nodiscard]] model::ProcessId lock_target(model::LockId lock, const Shape& shape);
[[nodiscard]] model::ScopeId lock_scope(model::LockId lock, const Shape& shape);

}  // namespace farsan::testing_support
