// What GPI-2 tells of the machine, and output with the rank before it.
#include <GASPI_Ext.h>
#include <sched.h>
#include <sys/utsname.h>

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>

#include "pgas/gaspi/process.h"

namespace farsan::pgas::gaspi {

namespace {

__attribute__((format(printf, 1, 0))) void print(const char* format, va_list arguments) {
  std::string line = Process::get() == nullptr ? "" : "[Rank " + std::to_string(Process::get()->rank()) + "]: ";
  char* text = nullptr;
  if (vasprintf(&text, format, arguments) >= 0) {
    line += text;
    std::free(text);
  }
  std::fputs(line.c_str(), stdout);  // at once, so that lines of several ranks do not mix
  std::fflush(stdout);
}

// The processors of a NUMA node, which Linux lists as 0-3,8-11.
std::optional<cpu_set_t> processors_of(unsigned node) {
  std::ifstream file("/sys/devices/system/node/node" + std::to_string(node) + "/cpulist");
  cpu_set_t processors;
  CPU_ZERO(&processors);
  for (std::string range; std::getline(file, range, ',');) {
    std::istringstream words(range);
    unsigned first = 0;
    unsigned last = 0;
    char dash = 0;
    if (!(words >> first)) continue;
    if (!(words >> dash >> last)) last = first;
    for (unsigned processor = first; processor <= last && processor < CPU_SETSIZE; ++processor) {
      CPU_SET(processor, &processors);
    }
  }
  if (CPU_COUNT(&processors) == 0) return std::nullopt;
  return processors;
}

}  // namespace

// GPI-2 declares what it writes to as const.
ROUTINE(gaspi_machine_type, (const char machine_type[64])) {
  if (machine_type == nullptr) return GASPI_ERR_NULLPTR;
  utsname names;
  if (uname(&names) != 0) return GASPI_ERROR;
  std::snprintf(const_cast<char*>(machine_type), 64, "%.63s", names.machine);
  return GASPI_SUCCESS;
}

// That of the ticks which GPI-2's gaspi_time_ticks counts: it is what programs need it for.
ROUTINE(gaspi_cpu_frequency, (gaspi_float * cpu_mhz)) { return answer(cpu_mhz, 1000); }

ROUTINE(gaspi_numa_socket, (gaspi_uchar * socket)) {
  unsigned processor = 0;
  unsigned node = 0;
  return getcpu(&processor, &node) == 0 ? answer(socket, node) : GASPI_ERROR;
}

ROUTINE(gaspi_set_socket_affinity, (gaspi_uchar socket)) {
  const auto processors = processors_of(socket);
  if (!processors) return GASPI_ERROR;
  return sched_setaffinity(0, sizeof *processors, &*processors) == 0 ? GASPI_SUCCESS : GASPI_ERROR;
}

}  // namespace farsan::pgas::gaspi

using farsan::pgas::gaspi::print;

ROUTINE_RETURNING(void, gaspi_printf, (const char* format, ...)) {
  va_list arguments;
  va_start(arguments, format);
  print(format, arguments);
  va_end(arguments);
}

// All loggers of a node are one.
ROUTINE_RETURNING(void, gaspi_printf_to, (gaspi_rank_t /*rank*/, const char* format, ...)) {
  va_list arguments;
  va_start(arguments, format);
  print(format, arguments);
  va_end(arguments);
}

ROUTINE_RETURNING(void, gaspi_print_affinity_mask, (void)) {
  cpu_set_t processors;
  if (sched_getaffinity(0, sizeof processors, &processors) != 0) return;
  std::string list;
  for (unsigned processor = 0; processor < CPU_SETSIZE; ++processor) {
    if (CPU_ISSET(processor, &processors)) list += " " + std::to_string(processor);
  }
  pgaspi_printf("runs on processors%s\n", list.c_str());
}
