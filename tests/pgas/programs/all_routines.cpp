// Every routine of the header is in the library, under both names. Prints the names, for the comparison with the manual.
#include <shmem.h>

#include <cstdio>

namespace {

// Volatile: compilers take the addresses of two functions for different without looking.
struct Routine {
  const char* name;
  void (*volatile routine)();
  void (*volatile profiling)();
};

// Two names of one type may be one routine in C++, never here: each is a symbol of its own.
const Routine kRoutines[] = {
#define ROW(result, name, parameters) \
  {#name, reinterpret_cast<void (*)()>(name), reinterpret_cast<void (*)()>(p##name)},
    FARSAN_SHMEM_ROUTINES(ROW)
#undef ROW
        {"shmem_pcontrol", reinterpret_cast<void (*)()>(shmem_pcontrol), reinterpret_cast<void (*)()>(pshmem_pcontrol)},
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
