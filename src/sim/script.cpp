#include "sim/script.h"

#include <algorithm>

namespace farsan::sim {
namespace {

constexpr std::size_t kWidth = 110;

/// Bytes that start a character: what a caret has to skip.
bool starts_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }

/// Blanks for tabs and control characters, so that every byte that starts a character is one column wide.
std::string plain(std::string_view line) {
  std::string out(line);
  std::replace_if(out.begin(), out.end(), [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 127; }, ' ');
  return out;
}

}  // namespace

std::string format(const ScriptError& error, std::string_view name) {
  std::string out(name);
  if (!name.empty()) out += ':';
  out +=
      std::to_string(error.position.line) + ':' + std::to_string(error.position.column) + ": " + error.message + '\n';

  std::string line = plain(error.source);
  std::size_t caret = std::min<std::size_t>(error.position.column > 0 ? error.position.column - 1 : 0, line.size());
  if (line.size() > kWidth) {  // cut a long line around the place
    const std::size_t from = caret > kWidth / 2 ? caret - kWidth / 2 : 0;
    line = line.substr(from, kWidth);
    caret -= from;
  }
  const auto skipped = std::count_if(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(caret), starts_character);
  line.erase(line.find_last_not_of(' ') + 1);
  return out + "  " + line + "\n  " + std::string(static_cast<std::size_t>(skipped), ' ') + "^\n";
}

std::string format(const std::vector<ScriptError>& errors, std::string_view name) {
  std::string out;
  for (const ScriptError& error : errors) out += format(error, name);
  return out;
}

}  // namespace farsan::sim
