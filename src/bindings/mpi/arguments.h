// Arguments that the library refuses: such a call does nothing, and FarSan leaves it alone. The library alone says what is
// wrong with it, in its own words and with the program's error handler.
#pragma once

#include "bindings/mpi/comms.h"

namespace farsan::mpi {

/// Names somebody in the communicator (or, with `wildcard`, anybody). Not MPI_PROC_NULL: nothing goes there.
[[nodiscard]] inline bool names_peer(const CommPtr& comm, int rank, int wildcard = 0) {
  if (!comm) return false;
  return rank >= 0 ? static_cast<std::size_t>(rank) < comm->peers().size() : wildcard < 0 && rank == wildcard;
}

[[nodiscard]] inline bool holds_data(std::int64_t count, MPI_Datatype type) {
  return count >= 0 && type != MPI_DATATYPE_NULL;
}

/// A message that goes to somebody.
[[nodiscard]] inline bool is_sent(const CommPtr& comm, std::int64_t count, MPI_Datatype type, int dest, int tag) {
  return names_peer(comm, dest) && tag >= 0 && holds_data(count, type);
}
/// A message that may come from somebody.
[[nodiscard]] inline bool is_received(const CommPtr& comm, std::int64_t count, MPI_Datatype type, int source, int tag) {
  return names_peer(comm, source, MPI_ANY_SOURCE) && (tag >= 0 || tag == MPI_ANY_TAG) && holds_data(count, type);
}

[[nodiscard]] inline int error_class(int result) {
  int kind = MPI_SUCCESS;
  if (result != MPI_SUCCESS) PMPI_Error_class(result, &kind);
  return kind;
}

/// The library did not begin what it was called for: the arguments are wrong. What fails for other reasons may have begun.
[[nodiscard]] inline bool is_refused(int result) {
  switch (error_class(result)) {
    case MPI_ERR_BUFFER:
    case MPI_ERR_COUNT:
    case MPI_ERR_TYPE:
    case MPI_ERR_TAG:
    case MPI_ERR_COMM:
    case MPI_ERR_RANK:
    case MPI_ERR_REQUEST:
    case MPI_ERR_ROOT:
    case MPI_ERR_GROUP:
    case MPI_ERR_OP:
    case MPI_ERR_TOPOLOGY:
    case MPI_ERR_DIMS:
    case MPI_ERR_ARG:
    case MPI_ERR_WIN:
    case MPI_ERR_ASSERT:
    case MPI_ERR_RMA_SYNC: return true;
    default: return false;
  }
}

/// A message came, although the buffer may have been too small for it.
[[nodiscard]] inline bool message_came(int result) {
  return result == MPI_SUCCESS || error_class(result) == MPI_ERR_TRUNCATE;
}

}  // namespace farsan::mpi
