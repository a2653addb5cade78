// What a user can set with FARSAN_OPTIONS="key=value:key=value". One list: the parser, `help` and docs/options.md follow it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace farsan::runtime {

// FARSAN_OPTION(type, name, default, help)
#define FARSAN_OPTION_LIST                                                                             \
  FARSAN_OPTION(std::int64_t, exitcode, 66, "exit status of a run with races; 0 leaves the program's") \
  FARSAN_OPTION(std::string, json, "", "write the report as JSON to this file, too")                   \
  FARSAN_OPTION(std::string, text, "", "write the text to this file instead of standard error")        \
  FARSAN_OPTION(std::string, suppressions, "", "a file with races to leave out (docs/guide.md)")       \
  FARSAN_OPTION(std::string, color, "auto", "colour in the text: auto, always, never")                 \
  FARSAN_OPTION(bool, stacks, true, "record the calls that lead to an MPI call")                       \
  FARSAN_OPTION(bool, enabled, true, "look for races at all")                                          \
  FARSAN_OPTION(std::int64_t, verbosity, 0, "1: say what FarSan does at start and end")

struct Options {
#define FARSAN_OPTION(type, name, value, help) type name = value;
  FARSAN_OPTION_LIST  // NOLINT(readability-redundant-string-init): the list says all defaults
#undef FARSAN_OPTION
};

struct OptionsError {
  std::string message;
};

/// Keys and values as in the list; a value may be in double quotes, which is how it can contain a colon. An empty text is
/// all defaults.
std::variant<Options, OptionsError> parse_options(std::string_view text);

/// One line per option, for FARSAN_OPTIONS=help.
std::string options_help();

}  // namespace farsan::runtime
