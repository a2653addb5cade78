// Lines of source files, for quoting. A file is read once; one that is not there, or not text, has no lines.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace farsan::report {

class Sources {
 public:
  /// Without the end of the line.
  [[nodiscard]] std::optional<std::string_view> line(const std::string& file, std::uint32_t number);

 private:
  std::map<std::string, std::vector<std::string>> files_;
};

/// Fit for a terminal: tabs become a space, other control characters a question mark.
std::string printable(std::string_view text);

}  // namespace farsan::report
