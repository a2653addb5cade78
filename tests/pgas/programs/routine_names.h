// Every routine of a header is in the library, under its own and its profiling name.
#pragma once

#include <cstdio>

// Volatile: compilers take the addresses of two functions for different without looking.
struct Routine {
  const char* name;
  void (*volatile routine)();
  void (*volatile profiling)();
};
#define ROUTINE_NAMED(name) {#name, reinterpret_cast<void (*)()>(name), reinterpret_cast<void (*)()>(p##name)},
// For those that have other forms in C++.
#define ROUTINE_TYPED(result, name, parameters)                                  \
  {#name, reinterpret_cast<void (*)()>(static_cast<result(*) parameters>(name)), \
   reinterpret_cast<void (*)()>(static_cast<result(*) parameters>(p##name))},

// Prints the names, for the comparison with the manual. Returns the exit status.
template <class Routines>
int print_names(const Routines& routines) {
  for (const Routine& row : routines) {
    if (row.routine == nullptr || row.routine != row.profiling) {
      std::fprintf(stderr, "%s is not its profiling name\n", row.name);
      return 1;
    }
    std::puts(row.name);
  }
  return 0;
}
