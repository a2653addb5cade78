// The completion rules (docs/semantics.md, section 2): which accesses an event completes, as one table. To add a rule,
// add its row here, its literal premise in tests/oracle/rules.cpp, and a script in tests/scripts.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <vector>

#include "model/access.h"

namespace farsan::model {

/// The processes a completion event or a fence speaks of.
class Group {
 public:
  /// Everybody.
  Group() = default;
  explicit Group(std::vector<ProcessId> members) : everyone_(false), several_(std::move(members)) {
    std::sort(several_.begin(), several_.end());
  }
  /// Hot: no allocation.
  static Group only(ProcessId member) {
    Group group;
    group.everyone_ = false;
    group.only_ = member;
    return group;
  }
  [[nodiscard]] bool everyone() const { return everyone_; }
  [[nodiscard]] std::span<const ProcessId> members() const {
    return only_ ? std::span<const ProcessId>(&*only_, 1) : several_;
  }
  [[nodiscard]] bool contains(ProcessId p) const { return everyone_ || std::ranges::binary_search(members(), p); }
  friend bool operator==(const Group& a, const Group& b) {
    return a.everyone_ == b.everyone_ && std::ranges::equal(a.members(), b.members());
  }

 private:
  bool everyone_ = true;
  std::optional<ProcessId> only_;
  std::vector<ProcessId> several_;
};

enum class CompletionKind : std::uint8_t {
  CollectiveFlush,  ///< R3: MPI_Win_fence, shmem_barrier_all
  LocalFlush,       ///< R4: MPI_Win_flush_local, MPI_Win_complete, gaspi_wait, and every remote flush of MPI and SHMEM
  RemoteFlush,      ///< R5: MPI_Win_flush, MPI_Win_unlock, shmem_quiet
  LocalComplete,    ///< R9: MPI_Wait on a request, return of a blocking SHMEM call; one operation only
  FullComplete,     ///< R9: return of a blocking SHMEM atomic that fetches: it has been performed; one operation only
};

/// It names one operation, and is no flush.
constexpr bool is_of_one(CompletionKind kind) {
  return kind == CompletionKind::LocalComplete || kind == CompletionKind::FullComplete;
}

/// What MPI and OpenSHMEM call a flush completes locally, too.
inline constexpr std::array kFullFlush = {CompletionKind::LocalFlush, CompletionKind::RemoteFlush};

/// Completes everything of the calling process that happened before it, was issued in the scope, is addressed to the
/// group, and is of a kind that `completes` grants.
struct Flush {
  CompletionKind kind = CompletionKind::RemoteFlush;  ///< not of one operation
  std::optional<ScopeId> scope;                       ///< none: every scope
  Group targets;
  friend bool operator==(const Flush&, const Flush&) = default;
};

constexpr bool is_remote_read(AccessKind k) { return is_remote(k) && !is_write(k); }

/// The table.
constexpr bool completes(CompletionKind completion, AccessKind access) {
  switch (completion) {
    case CompletionKind::CollectiveFlush: return !is_local(access);
    case CompletionKind::LocalFlush: return is_buffer(access) || is_remote_read(access);
    case CompletionKind::RemoteFlush: return is_remote(access) || access == AccessKind::BufferRead;
    case CompletionKind::LocalComplete: return is_buffer(access) || is_remote_read(access);
    case CompletionKind::FullComplete: return !is_local(access);
  }
  return false;
}

/// One event may complete in several ways.
constexpr bool completes_any(std::span<const CompletionKind> completions, AccessKind access) {
  return std::ranges::any_of(completions, [&](CompletionKind completion) { return completes(completion, access); });
}

/// A target wait completes remote writes that are fence-ordered before the notification it takes (R7, R8).
constexpr bool completed_by_target_wait(AccessKind access) { return is_remote(access) && is_write(access); }

/// A remote write that is complete has read its operands: completion of the one completes the other (R10; the
/// notification chains of docs/semantics.md, section 4, point 3).
constexpr bool completed_with_remote_write(AccessKind access) { return access == AccessKind::BufferRead; }

const char* name(CompletionKind kind);

}  // namespace farsan::model
