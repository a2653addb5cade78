/* Memory of the stack cannot be a segment: that is an error, not the end. */
#include "gaspi_check.h"

int main(int argc, char** argv) {
  /* Of a size that the compiler does not know: what has one, AddressSanitizer keeps elsewhere. */
  const int numbers = 2999 + argc;
  int here[numbers];
  gaspi_pointer_t pointer;
  (void)argv;
  begin();
  for (int i = 0; i < numbers; ++i) here[i] = i;
  CHECK(gaspi_segment_bind(1, here, sizeof here, 0) == GASPI_ERROR);
  CHECK(gaspi_segment_bind(1, here + 1500, 4, 0) == GASPI_ERROR);
  CHECK(gaspi_segment_use(2, here, sizeof here, GASPI_GROUP_ALL, GASPI_BLOCK, 0) == GASPI_ERROR);
  CHECK(gaspi_segment_ptr(1, &pointer) == GASPI_ERR_INV_SEG && gaspi_segment_ptr(2, &pointer) == GASPI_ERR_INV_SEG);
  for (int i = 0; i < numbers; ++i) CHECK(here[i] == i);
  OK(gaspi_segment_create(1, 64, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED));
  return end();
}
