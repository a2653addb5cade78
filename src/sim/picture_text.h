// Text that fits a picture. A script may have names and rows of any length; nobody reads a picture that repeats them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace farsan::sim::detail {

/// Of what a script says in one cell. The longest that people write have about 100 characters.
inline constexpr std::size_t kLongestLabel = 160;
/// Of a variable.
inline constexpr std::size_t kLongestName = 40;

/// The text, or its beginning and `...`, together not longer than `longest`.
[[nodiscard]] std::string clipped(std::string_view text, std::size_t longest);

/// Lines of at most `width` characters (at least one), broken between words where that is possible.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view text, std::size_t width);

/// The wrapped lines as one text.
[[nodiscard]] std::string paragraph(std::string_view text, std::size_t width);

/// Like `paragraph`, with `head` in front of the first line and blanks in front of the others. The head is
/// `kHangingHead` columns wide, whatever its bytes.
inline constexpr std::size_t kHangingHead = 4;
[[nodiscard]] std::string hanging(std::string_view head, std::string_view text, std::size_t width);

}  // namespace farsan::sim::detail
