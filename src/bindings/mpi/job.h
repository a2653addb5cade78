// Start and end of the job, for the routines of either language.
#pragma once

namespace farsan::mpi {

/// MPI is initialised: FarSan begins.
void begin_job();
/// MPI is about to be finalised: FarSan ends, with a report if there are races.
void end_job();

}  // namespace farsan::mpi
