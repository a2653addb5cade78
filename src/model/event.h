// The abstract events: everything MPI, OpenSHMEM, GASPI and threads come down to. A binding turns routines into them,
// a script writes them down, the engine eats them one by one, the oracle judges a whole execution of them.
//
// Happened-before is program order in a unit plus the edges that each event names below. Only what is named here
// orders: in particular a mutex orders nothing (it excludes, see Acquire).
#pragma once

#include <variant>
#include <vector>

#include "model/completion.h"
#include "model/operation.h"

namespace farsan::model {

// --- Accesses -------------------------------------------------------------------------------------------------------

/// A load or store of the program. `owner` is another process where the pointer came from MPI_Win_shared_query or
/// shmem_ptr.
struct Touch {
  AccessKind kind = AccessKind::Load;
  ProcessId owner;
  ByteRanges ranges;
  /// An atomic of C or C++ in memory that several processes have before them. One that updates is a store.
  // NOLINTNEXTLINE(readability-redundant-member-init): so that it may be left out
  std::optional<Atomicity> atomicity{};
  friend bool operator==(const Touch&, const Touch&) = default;
};

/// An operation begins. Its accesses may happen from here until they are complete.
struct Issue {
  OperationId id;
  Operation operation;
  friend bool operator==(const Issue&, const Issue&) = default;
};

// --- Completion (see completion.h for Flush) -------------------------------------------------------------------------

/// R9: this one operation's buffer accesses and remote read are complete, or all of it is.
struct Complete {
  OperationId id;
  CompletionKind kind = CompletionKind::LocalComplete;  ///< or FullComplete
  friend bool operator==(const Complete&, const Complete&) = default;
};

/// R6: remote writes of the calling process, in the scope and to a target in the group, that happened before this are
/// ordered before remote writes and notifications in the scope to the same target that happen after it.
struct Fence {
  ScopeId scope;
  Group targets;
  friend bool operator==(const Fence&, const Fence&) = default;
};

// --- Signals and waits -----------------------------------------------------------------------------------------------

/// Deposits the unit's clock. Every wait that takes the token happens after.
struct Signal {
  TokenId token;
  friend bool operator==(const Signal&, const Signal&) = default;
};

/// Takes deposits: of a message, or those that made waiting for a resource succeed, and no others.
struct Wait {
  std::vector<TokenId> tokens;
  friend bool operator==(const Wait&, const Wait&) = default;
};

/// Target notify: a signal to `target` that also announces the remote writes fence-ordered before it (R6), and the
/// one that it carries itself (R8: shmem_put_signal, gaspi_write_notify).
struct Notify {
  TokenId token;
  ProcessId target;
  ScopeId scope;
  std::optional<OperationId> carried;
  friend bool operator==(const Notify&, const Notify&) = default;
};

/// Target wait (R7): a wait for notifications. What they announced to the calling process is complete.
struct TargetWait {
  std::vector<TokenId> tokens;
  friend bool operator==(const TargetWait&, const TargetWait&) = default;
};

/// How the members of a collective depend on each other.
enum class CollectiveKind : std::uint8_t {
  AllToAll,  ///< everybody waits for everybody
  OneToAll,  ///< everybody waits for the root
  AllToOne,  ///< the root waits for everybody
  Scan,      ///< everybody waits for the members before it
};

/// A member that contributes nothing releases nobody; one that receives nothing waits for nobody (the `v` collectives).
struct Member {
  bool contributes = true;
  bool receives = true;
  friend bool operator==(const Member&, const Member&) = default;
};

/// One collective operation among `members`, addressed by their place in it. A barrier of threads is one too.
struct Collective {
  CollectiveKind kind = CollectiveKind::AllToAll;
  std::vector<Member> members;
  std::uint32_t root = 0;
  friend bool operator==(const Collective&, const Collective&) = default;
};

/// `waiter` must not leave before `signaller` has entered.
constexpr bool depends(const Collective& c, std::uint32_t waiter, std::uint32_t signaller) {
  if (waiter == signaller || !c.members[signaller].contributes || !c.members[waiter].receives) return false;
  switch (c.kind) {
    case CollectiveKind::AllToAll: return true;
    case CollectiveKind::OneToAll: return signaller == c.root;
    case CollectiveKind::AllToOne: return waiter == c.root;
    case CollectiveKind::Scan: return signaller < waiter;
  }
  return false;
}

/// The signal side of a collective: when it is started.
struct Enter {
  CollectiveId id;
  std::uint32_t place = 0;
  friend bool operator==(const Enter&, const Enter&) = default;
};

/// The wait side: when it is completed. Happens after the Enter of everyone it depends on.
struct Leave {
  CollectiveId id;
  std::uint32_t place = 0;
  friend bool operator==(const Leave&, const Leave&) = default;
};

// --- Locks that order epochs -----------------------------------------------------------------------------------------

enum class LockMode : std::uint8_t { Shared, Exclusive };

/// Asks for the lock, and need not wait for it. Operations with this `gate` wait for it on their own.
struct Lock {
  LockId id;
  LockMode mode = LockMode::Exclusive;
  friend bool operator==(const Lock&, const Lock&) = default;
};

/// The lock is known to be held: it returns from the lock call itself where that waits (own window, shmem_set_lock), or
/// from the first flush or unlock. An exclusive holder happens after every earlier Unlock, a shared one after every
/// earlier exclusive Unlock. Operations gated by the lock start after the same Unlocks even if issued before this.
struct Acquired {
  LockId id;
  friend bool operator==(const Acquired&, const Acquired&) = default;
};

/// Gives the lock back. Comes after Acquired.
struct Unlock {
  LockId id;
  friend bool operator==(const Unlock&, const Unlock&) = default;
};

/// Operations gated by the lock that was asked for start after these signals: deposits open the gate, not the lock's
/// holders (MPI_Win_start, whose operations wait for the post). The caller learns nothing of them, and the lock is not
/// asked for any more.
struct Opened {
  LockId id;
  std::vector<TokenId> tokens;
  friend bool operator==(const Opened&, const Opened&) = default;
};

// --- Units -----------------------------------------------------------------------------------------------------------

/// A unit of the same process begins; all it does happens after this.
struct Fork {
  std::uint32_t child = 0;
  friend bool operator==(const Fork&, const Fork&) = default;
};

/// The unit is over; all it did happened before this.
struct Join {
  std::uint32_t child = 0;
  friend bool operator==(const Join&, const Join&) = default;
};

/// Mutual exclusion: accesses of two units of one process under a common mutex do not race, and are not ordered either
/// (a unit does not exclude its own operations). A load or store is under the mutexes that its unit holds. An operation's
/// access is under a mutex that its unit holds at the issue if it is complete when the unit releases it (the access co
/// the Release), or the unit never does.
struct Acquire {
  MutexId mutex;
  friend bool operator==(const Acquire&, const Acquire&) = default;
};
struct Release {
  MutexId mutex;
  friend bool operator==(const Release&, const Release&) = default;
};

using Action = std::variant<Touch, Issue, Flush, Complete, Fence, Signal, Wait, Notify, TargetWait, Enter, Leave, Lock,
                            Acquired, Unlock, Opened, Fork, Join, Acquire, Release>;

struct Event {
  UnitId unit;
  SiteId site;
  Action action;
  friend bool operator==(const Event&, const Event&) = default;
};

}  // namespace farsan::model
