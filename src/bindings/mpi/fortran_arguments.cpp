#include "bindings/mpi/fortran_arguments.h"

#include <dlfcn.h>

#include <initializer_list>

namespace farsan::mpi::fortran {

namespace {

/// Open MPI: the address of a common block; MPICH: a variable that holds it, set when the Fortran part starts.
class Sentinel {
 public:
  Sentinel(const char* block, const char* variable)
      : block_(::dlsym(RTLD_DEFAULT, block)), variable_(static_cast<void**>(::dlsym(RTLD_DEFAULT, variable))) {}
  [[nodiscard]] bool is(const void* at) const {
    return at != nullptr && (at == block_ || (variable_ != nullptr && at == *variable_));
  }

 private:
  const void* block_;
  void** variable_;
};

}  // namespace

bool is_bottom(const void* at) {
  static const Sentinel sentinel("mpi_fortran_bottom_", "MPIR_F_MPI_BOTTOM");
  return sentinel.is(at);
}
bool is_in_place(const void* at) {
  static const Sentinel sentinel("mpi_fortran_in_place_", "MPIR_F_MPI_IN_PLACE");
  return sentinel.is(at);
}
bool is_status_ignore(const void* at) { return at == MPI_F_STATUS_IGNORE; }
bool is_statuses_ignore(const void* at) { return at == MPI_F_STATUSES_IGNORE; }
bool is_unweighted(const void* at) {
  static const Sentinel sentinel("mpi_fortran_unweighted_", "MPIR_F_MPI_UNWEIGHTED");
  return sentinel.is(at);
}

}  // namespace farsan::mpi::fortran
