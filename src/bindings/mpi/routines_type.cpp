// Datatypes are looked at when they are used; only their end must be known, since handles are given again.
#include "bindings/mpi/datatypes.h"

#include "bindings/mpi/call.h"

using namespace farsan::mpi;

FARSAN_MPI int MPI_Type_free(MPI_Datatype* type) {
  FARSAN_CALL("MPI_Type_free");
  if (type != nullptr) farsan::mpi::type_freed(*type);
  return PMPI_Type_free(type);
}
