// GPI-2.
//
// It is an archive, as a rule, with weak gaspi_write and strong pgaspi_write. In a program that is linked with an archive, even a weak
// definition wins over that of a shared library: the program would never come to the runtime. So the program gets strong
// definitions of its own, farsan-gpi2-front.o, that jump to farsan_gaspi_write, which is the runtime's second name for its
// gaspi_write (cmake/FarsanLibraries.cmake). The runtime is linked with no GPI-2: it leaves pgaspi_write to be found in the
// program, and makes the linker take it from the archive. With GPI-2 as a shared library, the same works, too.
#include <GASPI.h>

#include <array>
#include <cstdio>

#include "bindings/gaspi/library.h"

namespace farsan::gaspi {

std::string library_name() {
  float version = 0;
  std::array<char, 32> name{};
  if (pgaspi_version(&version) != GASPI_SUCCESS) return "GPI-2";
  std::snprintf(name.data(), name.size(), "GPI-2 %.2f", static_cast<double>(version));
  return name.data();
}

// The network takes its time.
bool notifications_arrive_at_once() { return false; }

// Allocation, registration and a barrier are not quite the same here: gaspi_segment_list knows only segments that were created.
bool segments_are_created_whole() { return true; }

// The program has all routines in it.
std::optional<bool> program_looks_at_notifications() { return true; }

}  // namespace farsan::gaspi
