// Start and end of the job, for the routines of either language.
#pragma once

namespace farsan::mpi {

/// MPI is initialised: FarSan begins, unless it has for another model already (runtime::Runtime::start).
void begin_job();
/// MPI is about to be finalised: FarSan ends with the last model, with a report if there are races.
void end_job();

}  // namespace farsan::mpi
