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

}  // namespace farsan::gaspi
