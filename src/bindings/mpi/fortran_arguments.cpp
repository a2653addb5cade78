#include "bindings/mpi/fortran_arguments.h"

#include <dlfcn.h>

#include <initializer_list>

namespace farsan::mpi::fortran {

namespace {

/// Its Fortran part may be loaded for a part of the program only (dlopen). Null if there is none, or no such thing in it.
void* symbol_of_mpich(const char* name) {
  static void* const library = ::dlopen("libmpichfort.so.12", RTLD_LAZY | RTLD_NOLOAD);
  void* const found = ::dlsym(RTLD_DEFAULT, name);
  return found == nullptr && library != nullptr ? ::dlsym(library, name) : found;
}

/// MPICH's own routines find out on their first call which addresses mean something. These here may be called before any of them, where the
/// program began in C.
void let_mpich_begin() {
  static const bool done = [] {
    auto* const needed = static_cast<int*>(symbol_of_mpich("MPIR_F_NeedInit"));
    auto* const begin = reinterpret_cast<void (*)()>(symbol_of_mpich("mpirinitf_"));
    if (needed == nullptr || begin == nullptr || *needed == 0) return true;
    begin();
    *needed = 0;
    return true;
  }();
  (void)done;
}

/// Open MPI: the address of a common block; MPICH: a variable that holds it, set when the Fortran part starts.
class Sentinel {
 public:
  Sentinel(const char* block, const char* variable)
      : block_(::dlsym(RTLD_DEFAULT, block)), variable_(static_cast<void**>(symbol_of_mpich(variable))) {}
  [[nodiscard]] bool is(const void* at) const {
    let_mpich_begin();
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
bool is_status_ignore(const void* at) {
  static const void* const in_f08 = symbol_of_mpich("MPIR_F08_MPI_STATUS_IGNORE_OBJ");
  let_mpich_begin();
  return at == MPI_F_STATUS_IGNORE || (in_f08 != nullptr && at == in_f08);
}
bool is_statuses_ignore(const void* at) {
  static const void* const in_f08 = symbol_of_mpich("MPIR_F08_MPI_STATUSES_IGNORE_OBJ");
  let_mpich_begin();
  return at == MPI_F_STATUSES_IGNORE || (in_f08 != nullptr && at == in_f08);
}
bool is_unweighted(const void* at) {
  static const Sentinel sentinel("mpi_fortran_unweighted_", "MPIR_F_MPI_UNWEIGHTED");
  return sentinel.is(at);
}

}  // namespace farsan::mpi::fortran
