/* Where programs of before OpenSHMEM 1.0 look for it. */
#include "../shmem.h"
