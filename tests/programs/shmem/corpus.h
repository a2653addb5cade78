// What the programs of the corpus begin and end with. Nothing in here races: what a program is about stands in the program.
#pragma once

#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Starts OpenSHMEM and returns the PE.
static inline int begin(void) {
  shmem_init();
  return shmem_my_pe();
}

// Waits for everyone, with all operations of the default context complete, and ends OpenSHMEM.
static inline int finish(void) {
  shmem_barrier_all();
  shmem_finalize();
  return 0;
}

// Makes a value used, so that its load stays and there are no warnings.
static inline void use(int value) {
  static volatile int sink;
  sink = value;
  (void)sink;
}
