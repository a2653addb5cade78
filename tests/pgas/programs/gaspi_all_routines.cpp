// The routines of GASPI and of GPI-2's extensions (routine_names.h).
#include <GASPI_Ext.h>
#include <GASPI_Threads.h>

#include "routine_names.h"

#define ROW(name, parameters) ROUTINE_TYPED(gaspi_return_t, name, parameters)
const Routine kRoutines[] = {FARSAN_GASPI_ROUTINES(ROW) FARSAN_GASPI_EXTENSIONS(ROW) FARSAN_GASPI_OTHER_EXTENSIONS(
    ROUTINE_TYPED) FARSAN_GASPI_THREADS(ROW) FARSAN_GASPI_OTHER_THREADS(ROUTINE_TYPED) ROUTINE_NAMED(gaspi_printf)};

int main() { return print_names(kRoutines); }
