// What idioms are woven from: accesses of every kind to one spot, their completion, and roads that order takes from one
// unit to another.
#pragma once

#include "support/generation/digits.h"
#include "support/generation/idioms.h"
#include "support/generation/memory.h"
#include "support/generation/plan.h"

namespace farsan::testing_support {

/// The memory that the accesses of an idiom conflict on.
struct Spot {
  model::ProcessId owner;
  Place place = Place::Window;
  model::Interval bytes;
};

/// An access that a unit is going to do or has done.
struct Deed {
  model::AccessKind kind = model::AccessKind::Load;
  model::UnitId unit;
  model::Action action;
  model::ScopeId scope;        ///< of an operation
  model::ProcessId target;     ///< of an operation
  model::OperationId planned;  ///< of an operation, once done
};

/// Buffers that do not matter are in memory of their own, so that they do not race by accident.
enum class Buffer : std::uint8_t { First, Second };

class Weaver {
 public:
  Weaver(World& world, Draw& draw, std::uint32_t slot, Care care, std::uint32_t site)
      : world_(world), draw_(draw), slot_(slot), care_(care), plan_(site) {}

  // --- What to choose from.
  [[nodiscard]] const Shape& shape() const { return world_.shape(); }
  [[nodiscard]] World& world() { return world_; }
  [[nodiscard]] Draw& draw() { return draw_; }
  [[nodiscard]] bool careless() const { return care_ == Care::Careless; }
  [[nodiscard]] model::ProcessId other(model::ProcessId process, Digits& digits) const;
  [[nodiscard]] model::UnitId unit(model::ProcessId process, Digits& digits) const;
  [[nodiscard]] model::ScopeId scope() { return {draw_.thing.take(shape().scopes)}; }
  [[nodiscard]] Spot spot(model::ProcessId owner, bool exposed);
  [[nodiscard]] model::AccessKind any_kind(Digits& digits) const;
  /// Who can do this to the spot.
  [[nodiscard]] model::UnitId doer(model::AccessKind kind, const Spot& spot, Digits& digits) const;
  /// A new unit; the same one if there are enough already.
  [[nodiscard]] model::UnitId forked_by(model::UnitId parent);
  /// Another unit of the process, forked if need be; the same one in an unthreaded process.
  [[nodiscard]] model::UnitId companion(model::UnitId first, Digits& digits);

  // --- What to do.
  void add(model::UnitId unit, model::Action action) { plan_.add(unit, std::move(action)); }
  [[nodiscard]] Deed prepare(model::AccessKind kind, model::UnitId unit, const Spot& spot, Buffer buffer,
                             Digits& digits);
  void perform(Deed& deed);
  /// Completes it by some means, and says which unit knows.
  model::UnitId complete(const Deed& deed, Digits& digits);
  /// Completes it by a flush or an event of its own.
  void complete_by(model::UnitId unit, const Deed& deed, Digits& digits);
  /// A fence and a notification, or one that carries it; the target waits. For remote writes only.
  model::UnitId announce(const Deed& deed, Digits& digits);
  /// Whatever `from` has done happens before what `to` does next.
  void order(model::UnitId from, model::UnitId to, Digits& digits);
  void message(model::UnitId from, model::UnitId to);
  /// A collective of these units: all enter, all leave.
  void meet(model::CollectiveKind kind, const std::vector<model::UnitId>& who, std::uint32_t root);

  [[nodiscard]] Plan finish();

 private:
  /// The bytes of the operation that are an access of this kind.
  [[nodiscard]] static model::ByteRanges& bytes_of(model::Operation& operation, model::AccessKind kind);
  [[nodiscard]] model::OperationKind operation_kind(model::AccessKind kind, Digits& digits) const;
  [[nodiscard]] model::ByteRanges scratch(Place place, Buffer buffer, std::uint64_t size) const;
  [[nodiscard]] model::Operation operation(model::AccessKind kind, model::UnitId unit, const Spot& spot, Buffer buffer,
                                           Digits& digits);
  [[nodiscard]] model::Group group_with(model::ProcessId target, Digits& digits) const;
  void notify_road(model::UnitId from, model::UnitId to);
  void lock_road(model::UnitId from, model::UnitId to, Digits& digits);
  void detour(model::UnitId from, model::UnitId to, Digits& digits);
  void spoil();

  World& world_;
  Draw& draw_;
  std::uint32_t slot_;
  Care care_;
  Plan plan_;
};

}  // namespace farsan::testing_support
