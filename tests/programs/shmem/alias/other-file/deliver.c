#include <shmem.h>

void deliver(int* where, int pe);

void deliver(int* where, int pe) {
  shmem_int_p(where, 3, pe);  // race(files)
}
