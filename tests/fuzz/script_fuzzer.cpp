// libFuzzer entry: any bytes are either a script, and then its printed form is the same script, or errors that can be
// shown.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "sim/picture.h"

namespace {

using namespace farsan;

/// Not `assert`: a fuzzer is worth nothing without its checks, whatever it is built with.
void require(bool holds, const char* what, std::string_view text) {
  if (holds) return;
  std::fprintf(stderr, "%s\n%.*s\n", what, static_cast<int>(text.size()), text.data());
  std::abort();
}

void check_prints_back(const sim::Script& script, std::string_view text) {
  const sim::Limits limits{text.size(), script.execution.events.size(), 20};
  const auto again = sim::parse(text, limits);
  if (const auto* errors = std::get_if<std::vector<sim::ScriptError>>(&again)) {
    require(false, ("the printed form has errors: " + sim::format(*errors)).c_str(), text);
  }
  const auto& same = std::get<sim::Script>(again);
  require(same.execution == script.execution, "the printed form is another execution", text);
}

/// In any width, also in none, and never more than somebody would look at.
void check_picture(const sim::Script& script, const sim::ExpectedRace& race, std::string_view text) {
  constexpr std::size_t kMostBytes = 64 << 10;
  const sim::PictureAccess first{race.first, model::AccessKind::RemoteWrite, sim::PictureRegion{0, race.second}};
  const sim::PictureAccess second{race.second, model::AccessKind::Load, {}};
  for (const std::size_t width : {std::size_t{0}, text.size() % 120}) {
    const std::string picture = sim::draw(script, {first, second, {}, {}}, {false, width, 8});
    require(!picture.empty(), "no picture", text);
    require(picture.size() <= kMostBytes, "a picture that is too large", text);
  }
}

void check(const sim::Script& script) {
  require(script.positions.size() == script.execution.events.size(), "a position per event", "");
  require(script.labels.size() == script.execution.events.size(), "a label per event", "");
  check_prints_back(script, sim::print(script.execution));
  const std::string text = sim::print(script);
  check_prints_back(script, text);
  const auto again = sim::parse(text, sim::Limits{text.size(), script.execution.events.size(), 1});
  require(std::get<sim::Script>(again).expected == script.expected, "the marks are others", text);
  for (const sim::ExpectedRace& race : script.expected) check_picture(script, race, text);
  require(std::get<sim::Script>(again).expects_verdict == script.expects_verdict, "the verdict is lost", text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto read = sim::parse(text);
  if (const auto* errors = std::get_if<std::vector<sim::ScriptError>>(&read)) {
    require(!errors->empty(), "neither script nor errors", text);
    require(!sim::format(*errors, "fuzz").empty(), "errors that say nothing", text);
  } else {
    check(std::get<sim::Script>(read));
  }
  return 0;
}
