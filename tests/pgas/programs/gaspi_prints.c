/* What the routines that print say. */
#include <GASPI_Ext.h>

#include "gaspi_check.h"

int main(void) {
  gaspi_printf("before %d\n", 1);
  begin();
  gaspi_printf("after %s\n", "init");
  gaspi_printf_to(0, "to %d\n", 0);
  gaspi_print_affinity_mask();
  OK(gaspi_proc_term(GASPI_BLOCK));
  return 0;
}
