// The type-generic routines in C++: the same program.
#include "generics.c"
