// FarSan's own GASPI (src/pgas/gaspi).
#include <cstdlib>
#include <string_view>

#include "bindings/gaspi/library.h"

namespace farsan::gaspi {

std::string library_name() { return "FarSan GASPI 17.1"; }

// But in the delay mode (src/pgas/node/delay.h).
bool notifications_arrive_at_once() {
  const char* delay = std::getenv("FARSAN_PGAS_DELAY");
  return delay == nullptr || std::string_view(delay).empty() || std::string_view(delay) == "0";
}

bool segments_are_created_whole() { return false; }

std::optional<bool> program_looks_at_notifications() { return std::nullopt; }

}  // namespace farsan::gaspi
