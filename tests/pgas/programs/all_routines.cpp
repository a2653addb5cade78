// The routines of OpenSHMEM (routine_names.h). Two names of one type may be one routine in C++, never here: each is a symbol
// of its own.
#include <shmem.h>

#include "routine_names.h"

#define ROW(result, name, parameters) ROUTINE_TYPED(result, name, parameters)
const Routine kRoutines[] = {FARSAN_SHMEM_ROUTINES(ROW) ROUTINE_NAMED(shmem_pcontrol)};

int main() { return print_names(kRoutines); }
