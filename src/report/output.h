// What the two that hand a report to the user share: farsan-report, and farsan run.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "report/report.h"
#include "session/segment.h"

namespace farsan::report {

/// From descriptors, which it takes over; those that are none of a segment are left out.
[[nodiscard]] std::vector<session::Segment> adopt(std::span<const int> descriptors);

/// None if there is no segment.
[[nodiscard]] std::optional<Report> report_of(std::span<const session::Segment> segments);

/// The option color ("auto", "always", "never") for text that goes to standard error.
bool in_color(const std::string& wish);

/// Says so if it cannot.
bool write_file(const std::string& file, const std::string& content);

}  // namespace farsan::report
