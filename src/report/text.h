// The report for people: both accesses with their source lines, the memory, the missing order, the mend.
#pragma once

#include <cstddef>
#include <string>

#include "report/report.h"

namespace farsan::report {

struct TextStyle {
  bool color = false;
  int exit_status = 66;     ///< what the summary says; 0: nothing
  std::size_t width = 110;  ///< where sentences are broken
  std::string directory;    ///< files below it are shown relative to it; empty: all as they are
};

/// Empty if there is no race.
std::string to_text(const Report& report, const TextStyle& style);

}  // namespace farsan::report
