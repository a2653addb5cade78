// The report for programs: JSON as docs/report-format.md describes it, written and read.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "report/report.h"

namespace farsan::report {

inline constexpr std::string_view kSchema = "farsan-report/1";

std::string to_json(const Report& report);

/// What is wrong with a text that is no report, and where: "races[0].accesses[1].line: not a number".
struct JsonError {
  std::string what;
};

/// Strict about what it knows, indifferent to members that it does not: a later version may have more.
std::variant<Report, JsonError> parse(std::string_view text);

}  // namespace farsan::report
