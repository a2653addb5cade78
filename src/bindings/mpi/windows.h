// Windows: whose memory they expose, and in which epochs this process is towards whom.
#pragma once

#include <mpi.h>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bindings/mpi/abroad.h"
#include "bindings/mpi/comms.h"
#include "engine/flat_map.h"
#include "runtime/race_keeper.h"
#include "transport/shm_transport.h"

namespace farsan::mpi {

using model::LockMode;

/// What one member of a window's group brings into it.
struct WindowPart {
  model::Address base = 0;
  std::uint64_t size = 0;
  std::int64_t unit = 1;       ///< MPI's disp_unit
  transport::Offset lock = 0;  ///< where its lock is kept (transport::ShmTransport)
};

/// A lock epoch towards one target.
struct LockEpoch {
  LockMode mode = LockMode::Shared;
  bool checked = true;    ///< not MPI_MODE_NOCHECK: the lock orders
  bool acquired = false;  ///< known to be held
  /// An operation was issued whose result the origin gets: with it, the lock is known to be held.
  bool answers = false;
  /// The version of the process's clock from which on operations may wait for the lock.
  std::uint64_t knew = 0;
  /// What its holders before have left, if that could be read when MPI_Win_lock returned.
  std::optional<model::Clock> handed_over{};
  std::uint64_t number = next_number();  ///< tells epochs towards one target apart

  static std::uint64_t next_number() {
    static std::uint64_t last = 0;
    return ++last;
  }
};

/// An access epoch of MPI_Win_start towards one target.
struct StartEpoch {
  bool answers = false;  ///< an operation was issued whose result the origin gets: it must have waited for the post
};

/// What a program says with an MPI_Info of a window.
struct Promises {
  model::Admission admission = model::Admission::SameOrNone;
  model::AtomicOrders orders = model::AtomicOrders::all();  ///< accumulate_ordering
  bool no_locks = false;  ///< when it was made: then MPI_Win_free need not wait for anybody
};

class Window : public std::enable_shared_from_this<Window> {
 public:
  Window(MPI_Win of, CommPtr members) : handle(of), comm(std::move(members)) {}

  MPI_Win handle;
  /// A communicator of its own: fences are not in one order with the collectives of the one that the window was made of.
  CommPtr comm;
  std::uint32_t id = 0;           ///< agreed on by the group; different for windows that share a member
  std::vector<WindowPart> parts;  ///< by rank in the group
  SiteId made{0};
  session::Text name;
  bool dynamic = false;
  bool shared = false;  ///< its members load and store in each other's parts
  Promises promises;
  std::vector<model::Interval> exposed;  ///< of this process
  std::vector<model::Interval> foreign;  ///< memory of others that is mapped here
  /// Buffers of operations of this process on the window that lie in memory of others, by target's rank.
  std::vector<std::pair<std::uint32_t, Abroad>> abroad;

  // --- Epochs.
  engine::FlatMap<std::uint32_t, LockEpoch> locks;     ///< by target's rank: MPI_Win_lock
  std::optional<LockEpoch> all_locked;                 ///< MPI_Win_lock_all; what is per target is below
  std::map<std::uint32_t, LockEpoch> in_all;           ///< by target that operations went to
  bool in_start = false;                               ///< an access epoch of MPI_Win_start is open
  bool start_checked = true;                           ///< without MPI_MODE_NOCHECK: it waits for the posts
  engine::FlatMap<std::uint32_t, StartEpoch> started;  ///< by target's rank: those of its group
  bool in_post = false;                                ///< an exposure epoch of MPI_Win_post is open
  std::vector<std::uint32_t> posted_to;                ///< origins (processes) of the exposure epoch
  std::uint64_t fences = 0;                            ///< so far
  /// The last fence did not wait (MPI_MODE_NOPRECEDE): operations do, for their target's.
  bool fence_open = false;
  std::vector<std::uint32_t> behind_fence;  ///< targets of such operations
  /// Signals of such fences that nothing waits for: whose, and which.
  std::vector<std::pair<std::uint32_t, transport::Stream>> unneeded;

  [[nodiscard]] model::ScopeId scope() const { return {bindings::numbered(kModel, id)}; }
  /// What the report tells windows by, as far as there is room in an operation's id: never 0.
  [[nodiscard]] std::uint8_t mark() const { return static_cast<std::uint8_t>(1 + id % 255); }
  [[nodiscard]] std::uint64_t context() const { return mix(0x77696e646f77, id); }
  [[nodiscard]] ProcessId process(int rank) const { return {comm->members[static_cast<std::size_t>(rank)]}; }
  /// The gate of operations to this target in lock epochs, in epochs of MPI_Win_start, after a fence that did not wait.
  [[nodiscard]] model::LockId lock_gate(std::uint32_t rank) const { return {(id * 8192 + rank) * 4}; }
  [[nodiscard]] model::LockId start_gate(std::uint32_t rank) const { return {(id * 8192 + rank) * 4 + 1}; }
  [[nodiscard]] model::LockId fence_gate(std::uint32_t rank) const { return {(id * 8192 + rank) * 4 + 2}; }
};
using WindowPtr = std::shared_ptr<Window>;

/// Where the lock of this process's part of a new window is kept.
[[nodiscard]] transport::Offset take_lock(const Call& call);
/// All members have freed the window: none will look at its locks again.
void give_back_lock(const Call& call, const Window& window);

/// Null if the window was not made under FarSan's eyes.
[[nodiscard]] Window* window_of(MPI_Win handle);
void keep_window(WindowPtr window);
void window_freed(MPI_Win handle);
void for_each_window(const std::function<void(const Window&)>& visit);

/// Tells the report what lies where.
class WindowDirectory final : public runtime::MemoryDirectory {
 public:
  [[nodiscard]] runtime::MemoryDescription describe(ProcessId owner, model::Address at,
                                                    std::uint32_t scope) const override;
};

}  // namespace farsan::mpi
