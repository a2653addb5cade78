// Races that a user does not want to hear of: lines of a file, as other sanitizers have them.
//
//   # a comment
//   race:PATTERN        a function, file or object on the way to either access, or the routine of the library
//   race_top:PATTERN    the same of the accesses themselves, not of what called them
//   memory:PATTERN      the name of the window, symmetric variable or segment
//   id:7f1d61d5978007cb the race that a report shows with this id
//
// A pattern is found anywhere in the name. `*` stands for any text, `^` at its beginning and `$` at its end for those of the name.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "report/report.h"

namespace farsan::report {

struct SuppressionsError {
  std::string message;
};

class Suppressions {
 public:
  static std::variant<Suppressions, SuppressionsError> parse(std::string_view text);
  /// The file's; the message names it.
  static std::variant<Suppressions, SuppressionsError> read(const std::string& file);

  [[nodiscard]] bool cover(const Race& race) const;

 private:
  enum class Kind : std::uint8_t { Race, RaceTop, Memory, Id };
  struct Rule {
    Kind kind = Kind::Race;
    std::string pattern;
  };
  std::vector<Rule> rules_;
};

/// Takes those out that are covered, and counts them.
void suppress(Report& report, const Suppressions& suppressions);

}  // namespace farsan::report
