// Waiting for a notification by a routine that no object file of the program names: it is found while the program runs, as that of a
// plug-in would be.
// variant clean: "-DFIRST=WRITE(1, 100, 1, 0)" "-DSECOND=NOTIFY(1, 3, 1, 0)"
// variant racy: "-DFIRST=NOTIFY(1, 3, 1, 0)" "-DSECOND=WRITE(1, 100, 1, 0)"
#define _GNU_SOURCE
#include <dlfcn.h>

#include "corpus.h"

int main(void) {
  const int rank = begin();
  if (rank == 0) {
    FIRST;
    SECOND;  // race(x)
    WAIT(0);
  } else {
    gaspi_notification_id_t first;
    gaspi_return_t (*wait)(gaspi_segment_id_t, gaspi_notification_id_t, gaspi_number_t, gaspi_notification_id_t*, gaspi_timeout_t);
    *(void**)&wait = dlsym(RTLD_DEFAULT, "gaspi_notify_waitsome");
    must(wait(0, 3, 1, &first, GASPI_BLOCK));
    use(at[100]);  // race(x)
  }
  return finish();
}
