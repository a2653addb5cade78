// The same in C++, where headers of C are often included so.
extern "C" {
#include "gaspi_gpi2.c"
}

// Constants are what GPI-2's are: they have an address and a scope.
static const gaspi_group_t& all = ::GASPI_GROUP_ALL;
static_assert(::GASPI_TEST == 0 && ::GASPI_BLOCK == ~0UL);
static_assert(sizeof(gaspi_state_t) == 1 && GASPI_ERR_INV_SEG == 10);
extern "C" const gaspi_group_t* address_of_all() { return &all; }
