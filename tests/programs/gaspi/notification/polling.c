// Tests in a loop are waits when they succeed; one that times out has not waited.
// variant racy-once: "-DSEE=(void)gaspi_notify_waitsome(0,4,1,&first,GASPI_TEST)"
// variant racy-nothing-asked: "-DSEE=must(gaspi_notify_waitsome(0,3,0,&first,GASPI_BLOCK))"
// variant clean-tested: "-DSEE=while(gaspi_notify_waitsome(0,3,1,&first,GASPI_TEST)!=GASPI_SUCCESS){}"
// variant clean-some-time: "-DSEE=while(gaspi_notify_waitsome(0,3,1,&first,5)!=GASPI_SUCCESS){}"
#include "corpus.h"

int main(void) {
  int rank = begin();
  gaspi_notification_id_t first = 0;
  if (rank == 0)
    WRITE_NOTIFY(10, 0, 1, 3, 1, 0);  // race(data)
  if (rank == 1) {
    SEE;
    use(at[0]);  // race(data)
  }
  use(first);
  return finish();
}
