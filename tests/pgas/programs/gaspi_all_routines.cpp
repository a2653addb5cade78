// Every routine of the header is in the library, under both names. Prints the names, for the comparison with the manual.
#include <GASPI.h>

#include <cstdio>

namespace {

// Volatile: compilers take the addresses of two functions for different without looking.
struct Routine {
  const char* name;
  void (*volatile routine)();
  void (*volatile profiling)();
};

const Routine kRoutines[] = {
#define ROW(name, parameters) {#name, reinterpret_cast<void (*)()>(name), reinterpret_cast<void (*)()>(p##name)},
    FARSAN_GASPI_ROUTINES(ROW)
#undef ROW
        {"gaspi_printf", reinterpret_cast<void (*)()>(gaspi_printf), reinterpret_cast<void (*)()>(pgaspi_printf)},
};

}  // namespace

int main() {
  for (const Routine& row : kRoutines) {
    if (row.routine == nullptr || row.routine != row.profiling) {
      std::fprintf(stderr, "%s is not its profiling name\n", row.name);
      return 1;
    }
    std::puts(row.name);
  }
}
