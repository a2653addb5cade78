// A one-sided operation (or the buffer side of a two-sided one) and the accesses it consists of
// (docs/semantics.md, section 1, first table).
#pragma once

#include <array>
#include <optional>
#include <span>

#include "model/access.h"

namespace farsan::model {

enum class OperationKind : std::uint8_t {
  Put,          ///< put, write
  Get,          ///< get, read
  Update,       ///< accumulate, atomic set/add/...: nothing comes back
  FetchUpdate,  ///< get-accumulate, fetch-and-op, compare-and-swap
  Fetch,        ///< an atomic that only reads
  Send,         ///< non-blocking send side of point-to-point and collective operations
  Receive,      ///< non-blocking receive side of the same
};

/// What an operation does. Ranges are addresses in the process they belong to; an empty one means there is no such
/// access (an operand passed by value, a result returned by value).
struct Operation {
  OperationKind kind = OperationKind::Put;
  ProcessId target;  ///< for Send and Receive: the peer, which completion may name
  ScopeId scope;
  ByteRanges source;                   ///< buffer read at the origin
  ByteRanges result;                   ///< buffer write at the origin
  ByteRanges remote;                   ///< at the target
  std::optional<Atomicity> atomicity;  ///< of the remote access: Update, FetchUpdate, Fetch
  /// The remote access waits until this lock is acquired, though the call need not (MPI_Win_lock of another process).
  std::optional<LockId> gate;
  friend bool operator==(const Operation&, const Operation&) = default;
};

/// The part an access plays in its operation.
enum class Part : std::uint8_t { Source, Result, Remote };
inline constexpr std::array kParts = {Part::Source, Part::Result, Part::Remote};

constexpr const ByteRanges& ranges(const Operation& op, Part part) {
  switch (part) {
    case Part::Source: return op.source;
    case Part::Result: return op.result;
    case Part::Remote: break;
  }
  return op.remote;
}

/// The source or the result, if there is but one of them.
inline std::optional<Part> only_buffer(const Operation& op) {
  if (op.source.empty() == op.result.empty()) return std::nullopt;
  return op.result.empty() ? Part::Source : Part::Result;
}

constexpr AccessKind access_kind(OperationKind kind, Part part) {
  if (part == Part::Source) return AccessKind::BufferRead;
  if (part == Part::Result) return AccessKind::BufferWrite;
  switch (kind) {
    case OperationKind::Get: return AccessKind::RemoteRead;
    case OperationKind::Update:
    case OperationKind::FetchUpdate: return AccessKind::RemoteAtomicWrite;
    case OperationKind::Fetch: return AccessKind::RemoteAtomicRead;
    default: return AccessKind::RemoteWrite;
  }
}

/// Which parts an operation of this kind can have at all.
constexpr bool has_part(OperationKind kind, Part part) {
  switch (kind) {
    case OperationKind::Put:
    case OperationKind::Update: return part != Part::Result;
    case OperationKind::Get:
    case OperationKind::Fetch: return part != Part::Source;
    case OperationKind::FetchUpdate: return true;
    case OperationKind::Send: return part == Part::Source;
    case OperationKind::Receive: return part == Part::Result;
  }
  return false;
}

/// Whose memory the part touches.
constexpr ProcessId owner(const Operation& op, ProcessId origin, Part part) {
  return part == Part::Remote ? op.target : origin;
}

const char* name(OperationKind kind);

}  // namespace farsan::model
