// What FarSan has to know of one implementation of GASPI and cannot ask with public names: one file per implementation
// (library_embedded.cpp) answers.
#pragma once

#include <optional>
#include <string>

namespace farsan::gaspi {

/// Its name, for the report.
[[nodiscard]] std::string library_name();

/// A notification has arrived at its target when the call that posted it returns. (The specification does not promise
/// that, and verdicts do not rest on it: it tells which of several notifications with one id were overwritten.)
[[nodiscard]] bool notifications_arrive_at_once();

/// gaspi_segment_create and gaspi_segment_use must be called as they are: the routines that the specification says they are
/// equivalent to leave something out.
[[nodiscard]] bool segments_are_created_whole();

/// Does the program wait for notifications or reset them? Unknown: its imports tell.
[[nodiscard]] std::optional<bool> program_looks_at_notifications();

}  // namespace farsan::gaspi
