// Statuses: what a receive, or a read of a file, has got.
#pragma once

#include <mpi.h>

#include <cstdint>

#include "bindings/mpi/datatypes.h"

namespace farsan::mpi {

/// One of ours where the program wants none.
class Status {
 public:
  explicit Status(MPI_Status* given) : status_(given == MPI_STATUS_IGNORE ? &own_ : given) {}
  operator MPI_Status*() { return status_; }  // NOLINT(google-explicit-constructor): stands in for one
  MPI_Status& operator*() { return *status_; }

 private:
  MPI_Status own_{};
  MPI_Status* status_;
};

/// The bytes of a buffer that have been filled: all that fit if a message is too long or cannot be counted.
inline model::ByteRanges filled_ranges_of(const void* buffer, std::int64_t count, MPI_Datatype type,
                                          const MPI_Status& status) {
  MPI_Count bytes = 0;
  PMPI_Get_elements_x(&status, MPI_BYTE, &bytes);
  if (bytes < 0) return ranges_of(buffer, count, type);  // MPI_UNDEFINED
  return first_ranges_of(buffer, count, type, static_cast<std::uint64_t>(bytes));
}

}  // namespace farsan::mpi
