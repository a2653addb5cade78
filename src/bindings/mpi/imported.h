// Which routines of MPI the program and its libraries call, by whatever name: that of C, or one of those that Fortran has for it.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace farsan::mpi {

/// The routine that a symbol stands for: MPI_Put for MPI_Put, MPI_Put_c, mpi_put_ (mpif.h, `use mpi`), mpi_put_f08_, mpi_put_f08ts_ and
/// mpi_put_f08ts_large_ (mpi_f08). Empty if it stands for none.
[[nodiscard]] std::string routine_of(std::string_view symbol);
[[nodiscard]] bool is_fortran_name(std::string_view symbol);

/// True if an object file that is loaded now, other than FarSan's and the library's, calls one of these routines, or the program may find them while it
/// runs.
[[nodiscard]] bool program_calls(std::initializer_list<std::string_view> routines);

}  // namespace farsan::mpi
