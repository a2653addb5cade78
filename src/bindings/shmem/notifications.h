// Updates of variables as notifications, and waits that take those that made them succeed (docs/shmem.md).
//
// Who updates a variable deposits its clock at the variable's owner before the real operation (so that whoever sees the
// effect finds the deposit). An atomic update says after it which value it found and left, and when that was; a put says which
// value it writes. updates.h tells from these what made a wait succeed.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "bindings/shmem/operations.h"
#include "bindings/shmem/updates.h"

namespace farsan::shmem {

/// One atomic update of a variable on its way: constructed before the real operation, settled after it.
class Notification {
 public:
  /// Of one operation, which it issues: one that is Performed is complete from here on.
  Notification(const Call& call, const Destination& to, AtomicType type, const model::Issue& update,
               engine::Naming naming);
  /// `carried`: the operations that are complete for whoever waits for this.
  Notification(const Call& call, const Destination& to, AtomicType type,
               std::initializer_list<std::optional<model::OperationId>> carried);
  /// The bytes of the values, in the low end.
  void settle(std::uint64_t found, std::uint64_t left, Effect effect) const;

 private:
  /// False: nobody waits for such a variable.
  bool begin_if_awaited();
  void deposit(const engine::Announcement& announced) const;

  const Call& call_;
  Destination to_;
  AtomicType type_;
  std::uint64_t number_ = 0;  ///< 0: nobody waits for such a variable
  bool performed_ = false;
};

/// After a quiet.
void updates_are_complete(const Call& call, model::ScopeId scope);

/// A put. Where somebody may wait for what it writes, and it is small enough to be a flag or an array of them, it notifies:
/// a wait for one element says nothing of the others. Before the real put.
void put_that_notifies(const Call& call, const Transfer& transfer, Blocking blocking);

/// Sizes of variables that the program waits for, as a set of bits: nothing else notifies. All PEs must agree.
using AwaitedSizes = std::uint32_t;
inline constexpr AwaitedSizes kAnyAwaited = (1U << sizeof(short)) | (1U << sizeof(int)) | (1U << sizeof(long));
/// Of a routine, by its name (shmem_int_wait_until: 4); 0 if it does not wait.
[[nodiscard]] AwaitedSizes awaited_by(std::string_view routine);
void let_notify(runtime::Runtime& runtime, AwaitedSizes sizes);

/// Constructed before the real wait or test.
class Waiting {
 public:
  explicit Waiting(const Call& call) : called_(call ? call.transport().moment(call.me()) : 0) {}
  /// When it was called.
  [[nodiscard]] std::uint64_t called() const { return called_; }
  /// It has returned, if it is looked at later than that.
  void over(const Call& call) { returned_ = call.transport().moment(call.me()); }
  [[nodiscard]] std::optional<std::uint64_t> returned() const { return returned_; }

 private:
  std::uint64_t called_;
  std::optional<std::uint64_t> returned_;
};

/// What a wait or test saw of an own variable.
struct Look {
  const void* variable = nullptr;
  AtomicType type{};
  std::uint64_t before = 0;  ///< its value before the real routine
  std::uint64_t seen = 0;    ///< and now
  int cmp = 0;               ///< how it was compared
};
/// A wait or test has succeeded: takes the notifications that made it. `holds`: what it waited for.
void take_notifications(const Call& call, const Waiting& waiting, const Look& look,
                        const std::function<bool(std::uint64_t)>& holds);

/// After a barrier of all: what everybody knows by it need not be kept.
void forget_notifications(const Call& call);
/// Memory that is given back: what is allocated there later begins anew.
void forget_notifications_in(const Call& call, model::Interval freed);

}  // namespace farsan::shmem
