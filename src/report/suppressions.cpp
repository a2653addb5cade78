#include "report/suppressions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <optional>
#include <utility>

#include "report/function_name.h"

namespace farsan::report {

namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r";
  const std::size_t first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

/// The pieces of a pattern between its stars lie in the name one after the other: each as early as it can.
bool fits(std::string_view pattern, std::string_view name) {
  const bool from_begin = pattern.starts_with('^');
  if (from_begin) pattern.remove_prefix(1);
  const bool to_end = pattern.ends_with('$');
  if (to_end) pattern.remove_suffix(1);
  std::size_t at = 0;
  for (bool is_first = true;; is_first = false) {
    const std::size_t star = pattern.find('*');
    const std::string_view piece = pattern.substr(0, star);
    const bool is_last = star == std::string_view::npos;
    const std::size_t found =
        is_last && to_end ? name.size() - std::min(name.size(), piece.size()) : name.find(piece, at);
    if (found == std::string_view::npos || found < at || name.substr(found, piece.size()) != piece) return false;
    if (is_first && from_begin && found != 0) return false;
    if (is_last) return true;
    at = found + piece.size();
    pattern.remove_prefix(star + 1);
  }
}

/// A long name of a function also as the text shows it.
bool fits(std::string_view pattern, const Frame& frame) {
  const std::string shown = short_function_name(frame.function);
  return std::ranges::any_of(std::array<std::string_view, 4>{frame.function, shown, frame.file, frame.module},
                             [&](std::string_view name) { return !name.empty() && fits(pattern, name); });
}

bool is_at(std::string_view pattern, const Access& access) {
  return fits(pattern, access.at) || (!access.call.empty() && fits(pattern, access.call));
}

}  // namespace

std::variant<Suppressions, SuppressionsError> Suppressions::parse(std::string_view text) {
  static constexpr std::array<std::pair<std::string_view, Kind>, 4> kKinds = {
      {{"race", Kind::Race}, {"race_top", Kind::RaceTop}, {"memory", Kind::Memory}, {"id", Kind::Id}}};
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  Suppressions made;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = text.find('\n');
    const std::string_view line = trimmed(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.empty() || line.starts_with('#')) continue;
    const std::size_t colon = line.find(':');
    const auto* const kind =
        std::ranges::find(kKinds, line.substr(0, colon), &std::pair<std::string_view, Kind>::first);
    const std::string_view pattern = colon == std::string_view::npos ? "" : trimmed(line.substr(colon + 1));
    if (colon == std::string_view::npos || kind == kKinds.end() || pattern.empty())
      return SuppressionsError{
          fmt::format("line {}: '{}' is none of race:PATTERN, race_top:PATTERN, memory:PATTERN, id:ID", number, line)};
    made.rules_.push_back({kind->second, std::string(pattern)});
  }
  return made;
}

std::variant<Suppressions, SuppressionsError> Suppressions::read(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  std::string text;
  for (char c = 0; stream.get(c);)
    text += c;  // which sees that a folder cannot be read; an iterator over the buffer throws
  if (!stream.is_open() || stream.bad()) return SuppressionsError{fmt::format("cannot read {}", file)};
  auto parsed = parse(text);
  if (auto* const error = std::get_if<SuppressionsError>(&parsed)) error->message = file + ", " + error->message;
  return parsed;
}

bool Suppressions::cover(const Race& race) const {
  const auto of_either = [&](auto&& is_meant) { return std::ranges::any_of(race.accesses, is_meant); };
  return std::ranges::any_of(rules_, [&](const Rule& rule) {
    switch (rule.kind) {
      case Kind::Race:
        return of_either([&](const Access& access) {
          return is_at(rule.pattern, access) ||
                 std::ranges::any_of(access.stack, [&](const Frame& frame) { return fits(rule.pattern, frame); });
        });
      case Kind::RaceTop: return of_either([&](const Access& access) { return is_at(rule.pattern, access); });
      case Kind::Memory: return !race.memory.name.empty() && fits(rule.pattern, race.memory.name);
      case Kind::Id: return race.id == rule.pattern;
    }
    return false;
  });
}

void suppress(Report& report, const Suppressions& suppressions) {
  report.suppressed += std::erase_if(report.races, [&](const Race& race) { return suppressions.cover(race); });
}

}  // namespace farsan::report
