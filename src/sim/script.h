// The script: an execution as text, for tests, the demo, bug reports and shrunk failures. A column per process (or per
// thread), a row per moment; docs/scripts.md describes the form.
//
//   memory x 64
//   memory buf 16 private
//
//   P0                                 | P1
//   -----------------------------------|-----------------
//   all_to_all                         | all_to_all
//   put buf[0..4) -> P1 x[0..4) in w !1|
//                                      | load x[0..4) !1
//   flush in w to P1                   |
//   all_to_all                         | all_to_all
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "model/execution.h"

namespace farsan::sim {

/// A place in the text, counted from 1. Line 0: nowhere.
struct Position {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  friend constexpr auto operator<=>(const Position&, const Position&) = default;
};

/// Two events of which the script says that they race, first <= second; equal where the parts of one operation race
/// with each other.
struct ExpectedRace {
  std::size_t first = 0;
  std::size_t second = 0;
  friend constexpr auto operator<=>(const ExpectedRace&, const ExpectedRace&) = default;
};

/// How a script calls what the model numbers.
struct Names {
  std::map<std::uint32_t, std::string> scopes;
  std::map<std::uint32_t, std::string> tokens;
  std::map<std::uint32_t, std::string> collectives;
  std::map<std::uint32_t, std::string> locks;
  std::map<std::uint32_t, std::string> mutexes;
  std::map<std::uint32_t, std::string> domains;
  std::map<std::uint32_t, std::string> types;
  std::map<std::uint32_t, std::string> reductions;
  std::map<std::uint32_t, std::string> sites;
  std::map<std::uint64_t, std::string> operations;
  friend bool operator==(const Names&, const Names&) = default;
};

struct Script {
  model::Execution execution;
  std::string comment;                 ///< the comment that the script begins with, without `#`
  std::vector<Position> positions;     ///< by event: its cell
  std::vector<std::string> labels;     ///< by event: the text of its cell, without marks and site
  std::vector<ExpectedRace> expected;  ///< sorted, each pair once
  /// The script gives a verdict: exactly the pairs in `expected` race.
  bool expects_verdict = false;
  Names names;
};

struct ScriptError {
  Position position;
  std::string message;
  std::string source;  ///< the line it is about
};

/// `name:line:column: message`, the line and a caret below the place; `name:` only if there is one.
std::string format(const ScriptError& error, std::string_view name = {});
std::string format(const std::vector<ScriptError>& errors, std::string_view name = {});

/// What a text may cost whoever reads it.
struct Limits {
  std::size_t bytes = std::size_t{1} << 20;
  std::size_t events = 100'000;
  std::size_t errors = 20;  ///< reports stop here
};

/// The execution, possible according to `model::problems`, or what is wrong with the text: at least one error. Accepts
/// any bytes; throws nothing but bad_alloc.
[[nodiscard]] std::variant<Script, std::vector<ScriptError>> parse(std::string_view text, const Limits& limits = {});

struct PrintOptions {
  std::string comment;
  std::vector<ExpectedRace> expected;
  bool expects_verdict = false;
  Names names;
  /// Without, events get the sites that the parser gives, and the text is easier to read.
  bool sites = true;
};

/// An aligned table, or an indented list where that would be too wide. `parse(print(x))` has the same execution for
/// every possible one whose variables have different names: numbers are kept (see docs/scripts.md, "Names and numbers").
[[nodiscard]] std::string print(const model::Execution& execution, const PrintOptions& options = {});
[[nodiscard]] std::string print(const Script& script);

}  // namespace farsan::sim
