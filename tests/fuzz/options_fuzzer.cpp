// libFuzzer entry: any text is either options, and then they can be written down and read as the same, or an error of one line.
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>

#include "runtime/options.h"

namespace {

using namespace farsan::runtime;

void require(bool holds, const char* what) {
  if (holds) return;
  std::cerr << what << "\n";
  std::abort();
}

std::string written(std::int64_t value) { return std::to_string(value); }
std::string written(bool value) { return value ? "yes" : "no"; }
std::string written(const std::string& value) { return '"' + value + '"'; }

std::string written(const Options& options) {
  std::string text;
#define FARSAN_OPTION(type, name, initial, help) text += #name "=" + written(options.name) + ":";
  FARSAN_OPTION_LIST
#undef FARSAN_OPTION
  return text;
}

bool can_be_quoted(const Options& options) { return (options.json + options.text).find('"') == std::string::npos; }

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto read = parse_options({reinterpret_cast<const char*>(data), size});
  if (const auto* error = std::get_if<OptionsError>(&read)) {
    require(!error->message.empty(), "an error that says nothing");
    for (const char c : error->message) require(static_cast<unsigned char>(c) >= 0x20, "an error that is not one line");
    return 0;
  }
  const auto& options = std::get<Options>(read);
  if (!can_be_quoted(options)) return 0;
  const auto again = parse_options(written(options));
  require(std::holds_alternative<Options>(again), "what was written cannot be read");
  require(written(std::get<Options>(again)) == written(options), "what was written reads as something else");
  return 0;
}
