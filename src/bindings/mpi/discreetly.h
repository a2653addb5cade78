// FarSan asks the library about handles that the program passes to it, and those may be wrong.
#pragma once

#include <mpi.h>

#include <array>

namespace farsan::mpi {

/// While this exists, a call that the library refuses returns, whatever error handlers the program has: it is the program's
/// own call that is to fail, in its own name. (Errors that no object can be found for go to the predefined communicators.)
class Discreetly {
 public:
  Discreetly() {
    for (Place& place : places_) {
      PMPI_Comm_get_errhandler(place.comm, &place.before);
      PMPI_Comm_set_errhandler(place.comm, MPI_ERRORS_RETURN);
    }
  }
  Discreetly(const Discreetly&) = delete;
  Discreetly(Discreetly&&) = delete;
  Discreetly& operator=(const Discreetly&) = delete;
  Discreetly& operator=(Discreetly&&) = delete;
  ~Discreetly() {
    for (Place& place : places_) {
      PMPI_Comm_set_errhandler(place.comm, place.before);
      PMPI_Errhandler_free(&place.before);
    }
  }

 private:
  struct Place {
    MPI_Comm comm;
    MPI_Errhandler before;
  };
  std::array<Place, 2> places_{{{MPI_COMM_WORLD, MPI_ERRHANDLER_NULL}, {MPI_COMM_SELF, MPI_ERRHANDLER_NULL}}};
};

}  // namespace farsan::mpi
