// How a process of the job ends, in order or not: races are reported once, by one process for all, and the exit status
// tells of them. (MPI_Finalize is the orderly end; exit, _exit, abort, a fatal signal and MPI_Abort are the others.)
#pragma once

#include <cstdint>

namespace farsan::runtime {

enum class Ended : std::uint8_t {
  Together,  ///< all processes went through the end of the job
  Early,     ///< this one ends on its own: what is known so far is reported
};

/// Watches exits and fatal signals from now on.
void watch_the_end();

/// Has the report written by a program of its own (farsan-report), unless another process did: then the last process of the job has it written
/// again, if more was found since. Safe in a signal handler.
void write_report(Ended how);

/// In the middle of what the process may be.
enum class Where : std::uint8_t {
  Ordinary,
  Anywhere,  ///< of malloc, of FarSan: in a signal handler
};

/// Before the process ends by itself or by somebody's order (MPI_Abort, a signal): what is known is reported.
void ending_early(Where where);

/// The exit status to leave with where the program wanted `status`.
int exit_status(int status);

}  // namespace farsan::runtime
