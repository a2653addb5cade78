// Statuses: what a receive, or a read of a file, has got.
#pragma once

#include <mpi.h>

#include <algorithm>
#include <cstdint>

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

/// How many elements of a buffer have been filled, in part or whole: all that fit if a message is too long or cannot be counted.
inline std::int64_t filled_elements(std::int64_t count, MPI_Datatype type, const MPI_Status& status) {
  int bytes = 0, size = 0;
  PMPI_Get_count(&status, MPI_BYTE, &bytes);
  PMPI_Type_size(type, &size);
  if (bytes < 0 || size <= 0) return count;  // MPI_UNDEFINED
  return std::min<std::int64_t>(count, (std::int64_t{bytes} + size - 1) / size);
}

}  // namespace farsan::mpi
