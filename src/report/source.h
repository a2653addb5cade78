// Lines of source files, for quoting. A file is read once; one that is not there, or not text, has no lines.
#pragma once

#include <cstddef>
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
  /// The source was written after the object: its lines need not be those that the object was built of.
  [[nodiscard]] static bool has_changed(const std::string& file, const std::string& object);

 private:
  std::map<std::string, std::vector<std::string>> files_;
};

/// Fit for a terminal: tabs become a space, other control characters a question mark.
std::string printable(std::string_view text);

/// How many places printable text takes on a terminal. (Debug information counts columns in bytes.)
std::size_t width_of(std::string_view text);

}  // namespace farsan::report
