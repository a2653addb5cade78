/* Other libraries have the profiling names in a header of their own; here shmem.h declares them. */
#include "shmem.h"
