#include "report/source.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace farsan::report {

namespace {

/// Generated sources can be huge, and nobody wants to wait for a quotation.
constexpr std::uintmax_t kMaxFile = std::uintmax_t{64} << 20;

std::vector<std::string> read_lines(const std::string& file) {
  std::vector<std::string> lines;
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error) || std::filesystem::file_size(file, error) > kMaxFile)
    return lines;
  std::ifstream in(file, std::ios::binary);
  for (std::string line; std::getline(in, line);) {
    if (line.ends_with('\r')) line.pop_back();
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace

std::optional<std::string_view> Sources::line(const std::string& file, std::uint32_t number) {
  const auto [place, added] = files_.try_emplace(file);
  if (added) place->second = read_lines(file);
  if (number == 0 || number > place->second.size()) return std::nullopt;
  return place->second[number - 1];
}

std::string printable(std::string_view text) {
  std::string result(text);
  std::ranges::replace(result, '\t', ' ');
  std::ranges::replace_if(result, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, '?');
  return result;
}

}  // namespace farsan::report
