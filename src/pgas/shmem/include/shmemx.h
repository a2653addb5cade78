/* What programs use of the extensions of Sandia OpenSHMEM and others. */
#ifndef FARSAN_SHMEMX_H
#define FARSAN_SHMEMX_H

#include <sys/time.h>

#include "shmem.h"

#define HAVE_SHMEMX_WTIME

/* Seconds since some time in the past. */
static __inline__ double shmemx_wtime(void) {
  struct timeval now;
  gettimeofday(&now, 0);
  return (double)now.tv_sec + (double)now.tv_usec * 1e-6;
}
#define shmemx_pcontrol shmem_pcontrol

#endif
