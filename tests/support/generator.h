// Random valid executions for property tests. An execution is a pure function of a sequence of choices, so that a
// property-testing library shrinks it by shrinking the choices: every choice is one group of numbers that stands for
// one event or one idiom; deleting a group leaves the meaning of the others mostly alone, and 0 is the plainest
// alternative everywhere (a load, process 0, the first variable, offset 0, one contiguous piece).
//
// Pure noise races nearly always, so that it would test only one half of a verdict. Idioms make properly ordered
// conflicts: a choice expands to steps of several processes, which are emitted at once or spread among later choices.
// In a tidy execution idioms get memory of their own until everything is settled; elsewhere they may have a flaw.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "model/execution.h"

namespace farsan::testing_support {

/// One event or one idiom. Numbers are taken modulo what there is to choose from, so that all of them are meaningful;
/// draw them from the whole range of the type (a generator that prefers small numbers prefers plain events).
struct Choice {
  std::uint32_t verb = 0;    ///< what happens, by the shape's weights
  std::uint32_t who = 0;     ///< the unit that acts
  std::uint32_t peer = 0;    ///< the other processes: target, owner, group, members
  std::uint32_t thing = 0;   ///< scope, token, lock, mutex, collective, operation
  std::uint32_t local = 0;   ///< where in the memory of the acting unit
  std::uint32_t remote = 0;  ///< where in the memory of the other process
  std::uint32_t layout = 0;  ///< sizes, strides, datatypes
  std::uint32_t detail = 0;  ///< flags, sites; for idioms the road the order takes, flaws and spreading
  friend bool operator==(const Choice&, const Choice&) = default;
};
inline constexpr std::size_t kChoiceNumbers = 8;

/// The alternatives of a choice, plainest first: shrinking the verb moves towards the front.
enum class Verb : std::uint8_t {
  Touch,
  Issue,
  Flush,
  Complete,
  Signal,
  Wait,
  Fence,
  Notify,
  TargetWait,
  Enter,
  Leave,
  Lock,
  Acquired,
  Unlock,
  Opened,
  Fork,
  Join,
  Acquire,
  Release,
  Advance,           ///< further steps of the idioms under way
  Handover,          ///< any access, its completion, some road of signals, any conflicting access
  Notification,      ///< put, fence, notify; target wait, access at the target
  NotificationBack,  ///< ... and a message back, after which the origin reuses its buffer
  FencePair,         ///< two remote writes of one origin with a fence in between
  LateRecord,        ///< completion is known by a roundabout path before the direct message is taken
  ThreadHanding,     ///< one unit issues, another one completes
  LockTurns,         ///< exclusive and shared epochs by turns, operations gated
  PostedEpoch,       ///< operations behind a gate that the target opens, unknown to their origin
  AtomicCrowd,       ///< several origins update the same elements
  MutexSections,     ///< accesses of several units of one process under one mutex
  Phase,             ///< everybody accesses, flushes, meets, accesses
};
inline constexpr std::size_t kVerbs = 31;

enum class Style : std::uint8_t {
  /// Idioms only, without flaws, each in memory of its own until everything is settled. Free of races unless one idiom
  /// ends a thread that another one counts on.
  Tidy,
  Mixed,  ///< idioms, some with a flaw, and single events between them
  Wild,   ///< mostly single events
};

/// What a scope is, and with it which atomics it admits: windows are strict and ordered, the others neither.
enum class ScopeKind : std::uint8_t { Window, Context, Queue };

using Weights = std::array<std::uint32_t, kVerbs>;
[[nodiscard]] Weights default_weights(Style style);

/// What kind of executions to generate. `generate` brings values outside of the given limits back into them.
struct Shape {
  std::uint32_t processes = 2;  ///< 2 to 6
  std::uint32_t units = 1;      ///< at a time per process, 1 to 3; 1: unthreaded
  std::uint32_t scopes = 1;     ///< 1 to 4; windows, contexts and queues by turns
  ScopeKind first_scope = ScopeKind::Window;
  std::uint32_t memory = 32;    ///< 16 to 64 bytes of each variable are hit by everyone; idioms also use some behind
  std::uint32_t sites = 0;      ///< 0: each event its own; else drawn from 1 to `sites`, so that operations can merge
  bool foreign = false;         ///< touches of another process's memory
  bool private_memory = true;   ///< touches of memory that is not exposed (buffers may lie there in any case)
  bool self_targets = false;    ///< operations on the own process
  bool self_conflicts = false;  ///< operations whose own accesses conflict: a put to itself, a result over its operands
  bool strides = true;          ///< several blocks per access
  bool atomics = true;
  bool notifications = true;
  bool collectives = true;
  bool locks = true;
  bool mutexes = true;  ///< of use in threaded processes only
  Style style = Style::Mixed;
  std::uint32_t groups = 30;  ///< how many choices suit this shape; advice for the caller
  Weights weights = default_weights(Style::Mixed);
  friend bool operator==(const Shape&, const Shape&) = default;
};

/// The execution that the choices stand for. Always valid: `model::problems` finds nothing in it.
[[nodiscard]] model::Execution generate(std::span<const Choice> choices, const Shape& shape);
/// The same from bare numbers, `kChoiceNumbers` per choice; missing ones at the end are 0.
[[nodiscard]] model::Execution generate(std::span<const std::uint32_t> numbers, const Shape& shape);

/// A shape from a few numbers, missing ones are 0; all 0 is the plainest.
[[nodiscard]] Shape random_shape(std::span<const std::uint32_t> numbers);
inline constexpr std::size_t kShapeNumbers = 8;

/// For drivers without a property-testing library. The same seed gives the same result on every machine.
[[nodiscard]] Shape random_shape(std::uint64_t seed);
[[nodiscard]] std::vector<Choice> random_choices(std::uint64_t seed, std::size_t count);

}  // namespace farsan::testing_support
