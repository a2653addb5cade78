// Who called a routine of libc that was interposed. Libraries that were not built with FarSan call them, too, on behalf of the program:
// libstdc++ for a stream, HDF5 for a dataset. The reader of a report looks for the program's own line. What the library of a model does by
// itself (messages move on in any of its routines) is nobody's access.
#pragma once

#include <cstdint>
#include <optional>

namespace farsan::runtime {

/// `pc`, a return address, if it is in the program, in a library that was built with FarSan, or in one that has lines to show; else the
/// innermost on this thread's stack that is. `pc` if there is none. Nothing if the library of a model is on the way there.
/// Budget: 10 instructions if `pc` is in the object that was asked for last, some microseconds where the stack is walked.
[[nodiscard]] std::optional<std::uint64_t> caller_in_program(std::uint64_t pc);

/// An object was unloaded: another one may come to its place.
void callers_may_be_gone();

}  // namespace farsan::runtime
