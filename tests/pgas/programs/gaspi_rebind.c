/* A buffer that is a segment for a while, again and again. */
#include "gaspi_check.h"

static int buffer[5000];

int main(void) {
  begin();
  for (int round = 0; round < 100; ++round) {
    int* const mine = buffer + round % 3; /* other memory, on the same pages */
    for (int i = 0; i < 4000; ++i) mine[i] = value(me, round + i);
    OK(gaspi_segment_use(1, mine, 4000 * sizeof(int), GASPI_GROUP_ALL, GASPI_BLOCK, 0));
    OK(gaspi_segment_create(2, 64, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED));
    gaspi_pointer_t pointer;
    OK(gaspi_segment_ptr(2, &pointer));
    OK(gaspi_read(2, 0, right, 1, 3999 * sizeof(int), sizeof(int), 0, GASPI_BLOCK));
    OK(gaspi_wait(0, GASPI_BLOCK));
    CHECK(*(int*)pointer == value(right, round + 3999) && mine[3999] == value(me, round + 3999));
    OK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
    OK(gaspi_segment_delete(1));
    OK(gaspi_segment_delete(2));
  }
  return end();
}
