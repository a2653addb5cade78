// Strong types for everything the model counts or names. A process is not a unit is not an epoch is not an int:
// mixing two of them up does not compile.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace farsan::model {

/// A number with a meaning. `Tag` makes two of them different types; `value` is the only way in or out.
template <class Tag, class Rep = std::uint32_t>
struct Id {
  Rep value{};
  friend constexpr auto operator<=>(const Id&, const Id&) = default;
};

using ProcessId = Id<struct ProcessTag>;
/// What completion is scoped to: an MPI window, an OpenSHMEM context, a GASPI queue.
using ScopeId = Id<struct ScopeTag>;
/// A source position, interned by whoever feeds the engine (see `kSiteBits` in engine/shadow.h).
using SiteId = Id<struct SiteTag>;
/// One deposit of a clock: made by one signal, taken by any number of waits.
using TokenId = Id<struct TokenTag>;
/// One collective operation (an instance, not a communicator).
using CollectiveId = Id<struct CollectiveTag>;
/// A reader/writer lock that orders whole epochs: an MPI window at one target, an OpenSHMEM lock variable.
using LockId = Id<struct LockTag>;
/// A mutual exclusion among the threads of one process: a mutex, an OpenMP critical.
using MutexId = Id<struct MutexTag>;
/// An operation of one execution, numbered by the order of issue over all processes.
using OperationId = Id<struct OperationTag, std::uint64_t>;
/// A predefined datatype, after flattening. Two atomics agree on it or are not atomic to each other.
using TypeId = Id<struct TypeTag>;
/// Within one domain remote atomics are atomic to each other (MPI window, OpenSHMEM atomicity domain).
using DomainId = Id<struct DomainTag>;

/// The own entry of a unit's clock. It grows at signals, at completions and at fences, never at loads and stores.
using Epoch = std::uint64_t;

/// A byte of one process's memory.
using Address = std::uint64_t;

/// What runs in program order: unit 0 is the process's first thread, further ones are its threads and tasks.
struct UnitId {
  ProcessId process;
  std::uint32_t index = 0;
  friend constexpr auto operator<=>(const UnitId&, const UnitId&) = default;
};

/// A point in a unit's program order. An event has passed it when its clock's entry for the unit is at least `epoch`.
struct Point {
  UnitId unit;
  Epoch epoch = 0;
  friend constexpr auto operator<=>(const Point&, const Point&) = default;
};

}  // namespace farsan::model

template <class Tag, class Rep>
struct std::hash<farsan::model::Id<Tag, Rep>> {
  std::size_t operator()(farsan::model::Id<Tag, Rep> id) const noexcept { return std::hash<Rep>{}(id.value); }
};

template <>
struct std::hash<farsan::model::UnitId> {
  std::size_t operator()(farsan::model::UnitId unit) const noexcept {
    return std::hash<std::uint64_t>{}((std::uint64_t{unit.process.value} << 32) | unit.index);
  }
};
