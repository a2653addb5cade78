// The routines of GASPI and of GPI-2's extensions (routine_names.h).
#include <GASPI_Ext.h>

#include "routine_names.h"

// With its parameters: two routines have a second form for C++.
#define TYPED(type, name, parameters)                                     \
  {#name, reinterpret_cast<void (*)()>(static_cast<type(*) parameters>(name)), \
   reinterpret_cast<void (*)()>(static_cast<type(*) parameters>(p##name))},
#define ROW(name, parameters) TYPED(gaspi_return_t, name, parameters)
const Routine kRoutines[] = {FARSAN_GASPI_ROUTINES(ROW) FARSAN_GASPI_EXTENSIONS(ROW)
                                 FARSAN_GASPI_OTHER_EXTENSIONS(TYPED) ROUTINE_NAMED(gaspi_printf)};

int main() { return print_names(kRoutines); }
