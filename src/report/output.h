// What the two that hand a report to the user share: farsan-report, and farsan run.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "report/report.h"

namespace farsan::report {

/// From descriptors of segments, which it takes over. None if not one of them is a segment.
std::optional<Report> report_of(std::span<const int> descriptors);

/// The option color ("auto", "always", "never") for text that goes to standard error.
bool in_color(const std::string& wish);

/// Says so if it cannot.
bool write_file(const std::string& file, const std::string& content);

}  // namespace farsan::report
