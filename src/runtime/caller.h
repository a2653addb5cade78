// Who called a routine of libc that was interposed. Libraries that were not built with FarSan call them, too, on behalf of the program:
// libstdc++ for a stream, HDF5 for a dataset. The reader of a report looks for the program's own line.
#pragma once

#include <cstdint>

namespace farsan::runtime {

/// `pc`, a return address, if it is in the program, in a library that was built with FarSan, or in one that has lines to show; else the
/// innermost on this thread's stack that is. `pc` if there is none.
/// Budget: 10 instructions if `pc` is in the object that was asked for last, some microseconds where the stack is walked.
[[nodiscard]] std::uint64_t caller_in_program(std::uint64_t pc);

}  // namespace farsan::runtime
