// libFuzzer entry: any bytes are either a report, and then what is written of it reads as the same report and shows as text,
// or an error that says something.
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string_view>

#include "report/json.h"
#include "report/text.h"

namespace {

using namespace farsan::report;

void require(bool holds, const char* what) {
  if (holds) return;
  std::cerr << what << "\n";
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto read = parse({reinterpret_cast<const char*>(data), size});
  if (const auto* error = std::get_if<JsonError>(&read)) {
    require(!error->what.empty(), "an error that says nothing");
    return 0;
  }
  const auto& report = std::get<Report>(read);
  const auto again = parse(to_json(report));
  require(std::holds_alternative<Report>(again), "what was written cannot be read");
  require(std::get<Report>(again) == report, "what was written reads as something else");

  // Files named in a report are not opened here: the fuzzer would read whatever is on this machine.
  Report shown = report;
  for (Race& race : shown.races)
    for (Access& access : race.accesses) access.at.line = 0;
  require(to_text(shown, {}).empty() == shown.races.empty(), "a report without text, or text without a report");
  return 0;
}
