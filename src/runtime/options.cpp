#include "runtime/options.h"

#include <charconv>

namespace farsan::runtime {

namespace {

bool set(std::int64_t& option, std::string_view value) {
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), option);
  return error == std::errc() && end == value.data() + value.size();
}

bool set(bool& option, std::string_view value) {
  option = value == "1" || value == "true" || value == "yes";
  return option || value == "0" || value == "false" || value == "no";
}

bool set(std::string& option, std::string_view value) {
  option = value;
  return true;
}

std::string shown(std::int64_t value) { return std::to_string(value); }
std::string shown(bool value) { return value ? "1" : "0"; }
std::string shown(const std::string& value) { return value.empty() ? "\"\"" : value; }

/// What a user typed, fit for one line of an error: the terminal must not be told what to do by it.
std::string quoted(std::string_view text) {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string line = "'";
  for (const char c : text.substr(0, 100)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte != 0x7f)
      line += c;
    else
      line += {'\\', 'x', kHex[byte >> 4], kHex[byte & 15]};
  }
  return line + (text.size() > 100 ? "...'" : "'");
}

/// Splits "key=value" off the front; a value in double quotes ends with the quote.
struct Pair {
  std::string_view key;
  std::string_view value;
  bool whole = true;
};
Pair next_pair(std::string_view& text) {
  Pair pair;
  const std::size_t equals = text.find_first_of("=:");
  pair.key = text.substr(0, equals);
  if (equals == std::string_view::npos || text[equals] == ':') {
    pair.whole = false;
    text.remove_prefix(equals == std::string_view::npos ? text.size() : equals + 1);
    return pair;
  }
  text.remove_prefix(equals + 1);
  if (text.starts_with('"')) {
    const std::size_t quote = text.find('"', 1);
    pair.whole = quote != std::string_view::npos && (quote + 1 == text.size() || text[quote + 1] == ':');
    if (!pair.whole) {
      text = {};
      return pair;
    }
    pair.value = text.substr(1, quote - 1);
    text.remove_prefix(std::min(text.size(), quote + 2));
    return pair;
  }
  const std::size_t colon = text.find(':');
  pair.value = text.substr(0, colon);
  text.remove_prefix(colon == std::string_view::npos ? text.size() : colon + 1);
  return pair;
}

}  // namespace

std::variant<Options, OptionsError> parse_options(std::string_view text) {
  Options options;
  while (!text.empty()) {
    if (text.starts_with(':')) {
      text.remove_prefix(1);
      continue;
    }
    const Pair pair = next_pair(text);
    if (!pair.whole) return OptionsError{quoted(pair.key) + " needs a value: key=value, or key=\"value\""};
    bool known = false;
    bool good = false;
#define FARSAN_OPTION(type, name, initial, help) \
  if (pair.key == #name) {                       \
    known = true;                                \
    good = set(options.name, pair.value);        \
  }
    FARSAN_OPTION_LIST
#undef FARSAN_OPTION
    if (!known) return OptionsError{"unknown option " + quoted(pair.key) + " (FARSAN_OPTIONS=help lists them)"};
    if (!good) return OptionsError{quoted(pair.value) + " is no value for " + std::string(pair.key)};
  }
  if (options.exitcode < 0 || options.exitcode > 255)
    return OptionsError{"exitcode is 0 to 255, not " + std::to_string(options.exitcode)};
  if (options.color != "auto" && options.color != "always" && options.color != "never")
    return OptionsError{"color is auto, always or never, not " + quoted(options.color)};
  return options;
}

std::string options_help() {
  std::string text = "FARSAN_OPTIONS=\"key=value:key=value\"; a value may be in double quotes.\n";
  const auto line = [&](std::string_view name, const std::string& value, std::string_view help) {
    std::string head = "  " + std::string(name) + "=" + value;
    head.resize(std::max<std::size_t>(head.size() + 1, 22), ' ');
    text += head + std::string(help) + "\n";
  };
  const Options defaults;
#define FARSAN_OPTION(type, name, initial, help) line(#name, shown(defaults.name), help);
  FARSAN_OPTION_LIST
#undef FARSAN_OPTION
  return text;
}

}  // namespace farsan::runtime
