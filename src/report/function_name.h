// Names of functions as a reader wants them.
#pragma once

#include <string>
#include <string_view>

namespace farsan::report {

/// Without what is in the brackets of templates and parameters, if it is long: `std::__introsort_loop<...>(...)`.
[[nodiscard]] std::string short_function_name(std::string_view name);

}  // namespace farsan::report
