// The routines of GASPI (routine_names.h).
#include <GASPI.h>

#include "routine_names.h"

#define ROW(name, parameters) ROUTINE_NAMED(name)
const Routine kRoutines[] = {FARSAN_GASPI_ROUTINES(ROW) ROUTINE_NAMED(gaspi_printf)};

int main() { return print_names(kRoutines); }
