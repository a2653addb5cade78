// Communicators as FarSan sees them: who is in them, as processes of the job, and a name that all members know without
// asking each other.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "bindings/mpi/call.h"

namespace farsan::mpi {

struct Comm {
  /// The same at all members, different for communicators that share one: made of the parent's, of how many children it
  /// had before, and of the members.
  std::uint64_t context = 0;
  std::uint32_t rank = 0;              ///< of the caller, in its own group
  std::vector<std::uint32_t> members;  ///< own group: processes by rank
  std::vector<std::uint32_t> remote;   ///< of an intercommunicator: the other group; else empty
  std::uint64_t collectives = 0;       ///< begun so far; members agree on the count
  std::uint64_t children = 0;
  std::uint64_t receives = 0;  ///< posted so far

  [[nodiscard]] bool inter() const { return !remote.empty(); }
  /// Those whom ranks in arguments of the program name.
  [[nodiscard]] const std::vector<std::uint32_t>& peers() const { return inter() ? remote : members; }
  /// The own group without the caller.
  [[nodiscard]] std::vector<std::uint32_t> others() const;
};
using CommPtr = std::shared_ptr<Comm>;

/// The communicator that was asked for last. Hot: most programs use one at a time.
struct LastComm {
  MPI_Comm handle = MPI_COMM_NULL;
  const CommPtr* comm = nullptr;  ///< null: none
};
extern LastComm g_last_comm;
[[nodiscard]] const CommPtr& look_up_comm(MPI_Comm handle);
/// Stays where it is until the communicator is freed. Null for MPI_COMM_NULL and for handles that were freed.
[[nodiscard]] inline const CommPtr& comm_of(MPI_Comm handle) {
  return handle == g_last_comm.handle && g_last_comm.comm != nullptr ? *g_last_comm.comm : look_up_comm(handle);
}

/// A communicator made from `parent` by a call that is collective over it (`group_call`: over the new group only).
void comm_made(MPI_Comm parent, MPI_Comm made, bool group_call = false);
/// The same of a call that makes it later: says what it will be. Also collective over `parent`.
[[nodiscard]] CommPtr comm_to_be_made(MPI_Comm parent);
void comm_is_made(MPI_Comm made, CommPtr comm);
/// Two groups joined by MPI_Intercomm_create over a bridge.
void intercomm_made(MPI_Comm made, int tag);
void comm_freed(MPI_Comm handle);
void forget_comms();

/// Ranks of a group as processes of the job.
[[nodiscard]] std::vector<std::uint32_t> processes_of(MPI_Group group);

}  // namespace farsan::mpi
