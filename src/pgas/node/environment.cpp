#include "pgas/node/environment.h"

#include <unistd.h>

#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace farsan::pgas {

namespace {

constexpr int kFailed = 2;

std::string& speaker() {
  static auto* name = new std::string("farsan-pgas");
  return *name;
}

// std::from_chars for floating point needs more of the C++ library than is worth it here.
std::optional<double> decimal(const std::string& text, std::size_t& used) {
  double value = 0;
  double unit = 1;
  bool fraction = false;
  bool digits = false;
  for (used = 0; used < text.size(); ++used) {
    const char c = text[used];
    if (c == '.' && !fraction) {
      fraction = true;
    } else if (c >= '0' && c <= '9') {
      digits = true;
      value = value * 10 + (c - '0');
      if (fraction) unit *= 10;
    } else {
      break;
    }
  }
  if (!digits) return std::nullopt;
  return value / unit;
}

}  // namespace

std::optional<std::string> environment_text(const char* name) {
  const char* value = std::getenv(name);
  if (value == nullptr || *value == '\0') return std::nullopt;
  return value;
}

std::optional<std::uint64_t> environment_number(const char* name, std::uint64_t least, std::uint64_t most) {
  const auto text = environment_text(name);
  if (!text) return std::nullopt;
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), value);
  if (error != std::errc{} || end != text->data() + text->size() || value < least || value > most) {
    fail(std::string(name) + "=" + *text + " is not a number from " + std::to_string(least) + " to " +
         std::to_string(most));
  }
  return value;
}

std::optional<std::uint64_t> environment_size(const char* name) {
  const auto text = environment_text(name);
  if (!text) return std::nullopt;
  std::size_t used = 0;
  const auto value = decimal(*text, used);
  double factor = value ? 1 : -1;
  const std::string suffix = text->substr(used);
  if (suffix.size() == 1) {
    switch (suffix[0] | 0x20) {
      case 'k': factor *= 0x1p10; break;
      case 'm': factor *= 0x1p20; break;
      case 'g': factor *= 0x1p30; break;
      case 't': factor *= 0x1p40; break;
      default: factor = -1;
    }
  } else if (!suffix.empty()) {
    factor = -1;
  }
  constexpr double kMost = 0x1p46;
  if (factor < 0 || *value * factor > kMost) {
    fail(std::string(name) + "=" + *text + " is not a size: a number, perhaps followed by k, m, g or t");
  }
  return static_cast<std::uint64_t>(std::ceil(*value * factor));
}

void set_speaker(std::string name) { speaker() = std::move(name); }

void say(const std::string& what) {
  const std::string line = speaker() + ": " + what + "\n";
  // One call, so that lines of several processes do not mix. Nothing can be done if it fails.
  [[maybe_unused]] const auto written = write(STDERR_FILENO, line.data(), line.size());
}

void fail(const std::string& what) {
  std::fflush(nullptr);
  say(what);
  _exit(kFailed);
}

}  // namespace farsan::pgas
