#include "report/source.h"

#include <algorithm>
#include <array>
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

struct Character {
  std::uint32_t code = 0;
  std::size_t size = 1;
};

/// In UTF-8. What is none is one character for each byte.
Character first_of(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const std::uint32_t lead = byte(0);
  std::size_t size = 1;
  if (lead >= 0xc0) size = 2;
  if (lead >= 0xe0) size = 3;
  if (lead >= 0xf0) size = 4;
  if (size == 1 || text.size() < size) return {lead, 1};
  std::uint32_t code = lead & (0x7fU >> size);
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xc0U) != 0x80) return {lead, 1};
    code = code << 6U | (byte(i) & 0x3fU);
  }
  return {code, size};
}

/// Accents that stand on what is before them have no place of their own, characters of East Asia and pictures have two.
std::size_t columns_of(std::uint32_t code) {
  struct Range {
    std::uint32_t first;
    std::uint32_t last;
    std::size_t width;
  };
  constexpr auto kRanges = std::to_array<Range>({{0x300, 0x36f, 0},
                                                 {0x1100, 0x115f, 2},
                                                 {0x200b, 0x200f, 0},
                                                 {0x2e80, 0xa4cf, 2},
                                                 {0xac00, 0xd7a3, 2},
                                                 {0xf900, 0xfaff, 2},
                                                 {0xfe00, 0xfe0f, 0},
                                                 {0xfe30, 0xfe6f, 2},
                                                 {0xff00, 0xff60, 2},
                                                 {0xffe0, 0xffe6, 2},
                                                 {0x1f300, 0x1faff, 2},
                                                 {0x20000, 0x3fffd, 2}});
  for (const Range& range : kRanges)
    if (range.first <= code && code <= range.last) return range.width;
  return 1;
}

}  // namespace

std::optional<std::string_view> Sources::line(const std::string& file, std::uint32_t number) {
  const auto [place, added] = files_.try_emplace(file);
  if (added) place->second = read_lines(file);
  if (number == 0 || number > place->second.size()) return std::nullopt;
  return place->second[number - 1];
}

bool Sources::has_changed(const std::string& file, const std::string& object) {
  std::error_code unknown;
  const auto written = std::filesystem::last_write_time(file, unknown);
  if (unknown) return false;
  const auto built = std::filesystem::last_write_time(object, unknown);
  return !unknown && written > built;
}

std::string printable(std::string_view text) {
  std::string result(text);
  std::ranges::replace(result, '\t', ' ');
  std::ranges::replace_if(result, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, '?');
  return result;
}

std::size_t width_of(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) {
    const Character next = first_of(text);
    width += columns_of(next.code);
    text.remove_prefix(next.size);
  }
  return width;
}

}  // namespace farsan::report
