// Communicators as FarSan sees them: who is in them, as processes of the job, and a name that all members know without
// asking each other.
#pragma once

#include <mpi.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "bindings/mpi/call.h"

namespace farsan::mpi {

/// Processes of the job. Shared: most calls on a communicator name the same ones.
class Processes {
 public:
  Processes() = default;
  Processes(std::vector<std::uint32_t> all)  // NOLINT(google-explicit-constructor): is what it holds
      : all_(all.empty() ? nullptr : model::make_ref<const std::vector<std::uint32_t>>(std::move(all))) {}
  operator std::span<const std::uint32_t>() const {  // NOLINT(google-explicit-constructor)
    return all_ ? std::span<const std::uint32_t>(*all_) : std::span<const std::uint32_t>();
  }

 private:
  model::Ref<const std::vector<std::uint32_t>> all_;
};

/// A receive that was posted and has not been completed.
struct PostedReceive {
  int source = MPI_ANY_SOURCE;  ///< and tag: also of the message that it is known to have taken
  int tag = MPI_ANY_TAG;
  std::uint64_t number = 0;  ///< in the order of posting on its communicator
  MPI_Request handle = MPI_REQUEST_NULL;
  bool cancelled = false;  ///< MPI_Cancel was called: it need not take a message
};

/// Those of a communicator, in the order of posting. Most are completed in that order.
class PostedReceives {
 public:
  void clear() { all_.clear(), first_ = 0; }
  void push_back(const PostedReceive& receive) { all_.push_back(receive); }
  /// Null if it is not among them.
  [[nodiscard]] PostedReceive* find(std::uint64_t number);
  void erase(std::uint64_t number);
  [[nodiscard]] bool empty() const { return all_.empty(); }
  /// Those that were posted before the one with this number.
  [[nodiscard]] std::span<PostedReceive> before(std::uint64_t number);

 private:
  [[nodiscard]] std::size_t place_of(std::uint64_t number) const;
  std::vector<PostedReceive> all_;
  std::size_t first_ = 0;  // those before it are complete
};

struct Comm {
  /// The same at all members, different for communicators that share one: made of the parent's, of how many children it
  /// had before, and of the members.
  std::uint64_t context = 0;
  std::uint32_t rank = 0;              ///< of the caller, in its own group
  std::vector<std::uint32_t> members;  ///< own group: processes by rank
  std::vector<std::uint32_t> remote;   ///< of an intercommunicator: the other group; else empty
  /// Begun so far, of each kind (exchange.h); members agree on the counts.
  std::array<std::uint64_t, 64> collectives{};
  std::uint64_t children = 0;
  std::uint64_t receives = 0;  ///< posted so far
  PostedReceives posted;       ///< those of them that are not complete
  std::vector<bool>
      told_of_any_tag;  ///< by rank of a peer: a receive with MPI_ANY_TAG has signalled to it (synchronous.h)
  std::vector<std::size_t> told_last;  ///< of those, peers that the last such receive has signalled to

  [[nodiscard]] bool inter() const { return !remote.empty(); }
  /// Those whom ranks in arguments of the program name.
  [[nodiscard]] const std::vector<std::uint32_t>& peers() const { return inter() ? remote : members; }
  /// The same without the caller. Hot: made once.
  [[nodiscard]] const Processes& others() const {
    if (!others_known_) [[unlikely]]
      find_others();
    return others_;
  }

 private:
  void find_others() const;
  mutable bool others_known_ = false;
  mutable Processes others_;
};
using CommPtr = model::Ref<Comm>;

/// The communicator that was asked for last. Hot: most programs use one at a time.
struct LastComm {
  MPI_Comm handle = MPI_COMM_NULL;
  const CommPtr* comm = nullptr;  ///< null: none
};
extern LastComm g_last_comm;
[[nodiscard]] const CommPtr& look_up_comm(MPI_Comm handle);
/// Stays where it is until the communicator is freed. Null for MPI_COMM_NULL, for handles that were freed or never were, and
/// for communicators with processes of another job.
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

/// Ranks of a group as processes of the job, without those that are not in it. None if there is no such group. Valid until the next call.
[[nodiscard]] std::span<const std::uint32_t> processes_of(MPI_Group group);
/// Whichever it was, its handle may be another's soon.
void group_freed();

}  // namespace farsan::mpi
