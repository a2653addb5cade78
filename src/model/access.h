// What one access does to memory, and when two of them conflict (docs/semantics.md, section 1).
#pragma once

#include <cstdint>

#include "model/ids.h"
#include "model/ranges.h"

namespace farsan::model {

enum class AccessKind : std::uint8_t {
  Load,
  Store,
  BufferRead,
  BufferWrite,
  RemoteRead,
  RemoteWrite,
  RemoteAtomicRead,
  RemoteAtomicWrite,
};
inline constexpr int kAccessKinds = 8;

/// Done by the program itself, over at once.
constexpr bool is_local(AccessKind k) { return k == AccessKind::Load || k == AccessKind::Store; }
/// Done by an operation to the memory of its origin.
constexpr bool is_buffer(AccessKind k) { return k == AccessKind::BufferRead || k == AccessKind::BufferWrite; }
/// Done by an operation to the memory of its target.
constexpr bool is_remote(AccessKind k) { return !is_local(k) && !is_buffer(k); }
constexpr bool is_atomic(AccessKind k) {
  return k == AccessKind::RemoteAtomicRead || k == AccessKind::RemoteAtomicWrite;
}
constexpr bool is_write(AccessKind k) {
  return k == AccessKind::Store || k == AccessKind::BufferWrite || k == AccessKind::RemoteWrite ||
         k == AccessKind::RemoteAtomicWrite;
}

/// Which operations on one location a window admits at the same time (MPI's `accumulate_ops`).
enum class Admission : std::uint8_t {
  AnyOperation,   ///< OpenSHMEM and GASPI: every atomic is atomic to every other
  SameOrNone,     ///< MPI's default, same_op_no_op: equal, or one of them only reads
  SameOperation,  ///< MPI's same_op
};

/// Which of one origin's atomics on one location take effect in the order of issue (MPI's `accumulate_ordering`).
struct AtomicOrders {
  bool read_after_write = false;
  bool write_after_read = false;
  bool write_after_write = false;

  [[nodiscard]] static constexpr AtomicOrders all() { return {true, true, true}; }
  [[nodiscard]] constexpr bool any() const { return read_after_write || write_after_read || write_after_write; }
  /// Whether two are in order depends on which was issued first.
  [[nodiscard]] constexpr bool some() const { return any() && *this != all(); }
  friend constexpr bool operator==(const AtomicOrders&, const AtomicOrders&) = default;
};

/// What makes a remote access atomic, and to which others.
struct Atomicity {
  TypeId type;
  std::uint32_t size = 1;       ///< bytes of one element; elements lie back to back from the start of a block
  std::uint32_t operation = 0;  ///< a reduction's number; kReadOnly for a fetch or no-op
  DomainId domain;
  Admission admission = Admission::AnyOperation;
  /// Of the origin's atomics of the same type (MPI grants all unless they are given up).
  AtomicOrders orders{};
  bool fetches = false;  ///< it reads, whether or not it writes. Of operations: their kind says it

  static constexpr std::uint32_t kReadOnly = 0;
  friend constexpr bool operator==(const Atomicity&, const Atomicity&) = default;
};

constexpr bool admits(Admission admission, std::uint32_t a, std::uint32_t b) {
  switch (admission) {
    case Admission::AnyOperation: return true;
    case Admission::SameOrNone: return a == b || a == Atomicity::kReadOnly || b == Atomicity::kReadOnly;
    case Admission::SameOperation: return a == b;
  }
  return false;
}

/// Elements of the two blocks coincide: same datatype, starts that differ by a multiple of its size.
constexpr bool same_elements(const Atomicity& a, Address block_a, const Atomicity& b, Address block_b) {
  const Address apart = block_a > block_b ? block_a - block_b : block_b - block_a;
  return a.type == b.type && a.size == b.size && apart % a.size == 0;
}

/// Two remote atomics, in blocks that start where given, cannot disturb each other. Symmetric: where two windows
/// disagree about what they admit, the stricter one counts (their domains differ then anyway).
constexpr bool compatible(const Atomicity& a, Address block_a, const Atomicity& b, Address block_b) {
  return same_elements(a, block_a, b, block_b) && a.domain == b.domain &&
         admits(a.admission, a.operation, b.operation) && admits(b.admission, a.operation, b.operation);
}

/// What `compatible` asks of an atomic: those of which it is equal are compatible wherever their elements coincide.
constexpr Atomicity company_of(Atomicity atomic) {
  // Where any two operations are atomic to each other it makes no difference which one it is, nor whether it writes.
  if (atomic.admission == Admission::AnyOperation) atomic.operation = Atomicity::kReadOnly;
  atomic.orders = {};
  atomic.fetches = false;
  return atomic;
}

/// The later one of two atomics of one origin on one location takes effect after the earlier one.
constexpr bool in_order(AccessKind earlier, const Atomicity& before, AccessKind later, const Atomicity& after) {
  const auto both = [&](bool AtomicOrders::* order) { return before.orders.*order && after.orders.*order; };
  if (is_write(earlier) && after.fetches && !both(&AtomicOrders::read_after_write)) return false;
  if (before.fetches && is_write(later) && !both(&AtomicOrders::write_after_read)) return false;
  return !is_write(earlier) || !is_write(later) || both(&AtomicOrders::write_after_write);
}

/// At least one writes. Whether atomics excuse each other depends on the bytes: see `compatible`.
constexpr bool may_conflict(AccessKind a, AccessKind b) { return is_write(a) || is_write(b); }

enum class RaceKind : std::uint8_t { LocalBuffer, Remote, Thread };

constexpr RaceKind race_kind(AccessKind a, AccessKind b) {
  if (is_remote(a) || is_remote(b)) return RaceKind::Remote;
  return is_local(a) && is_local(b) ? RaceKind::Thread : RaceKind::LocalBuffer;
}

const char* name(AccessKind kind);
const char* name(RaceKind kind);

}  // namespace farsan::model
