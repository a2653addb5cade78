// gaspi_write_notify tells its target of its own data. It orders nothing else: an earlier write on the same queue may still be
// under way.
// variant racy-unseen: -DEARLIER= "-DSEE=(void)0" "-DLOOK=use(at[0])"
// variant racy-other-id: "-DEARLIER=NOTIFY(1,4,1,1)" "-DSEE=see(4)" "-DLOOK=use(at[0])"
// variant clean: -DEARLIER= "-DSEE=see(3)" "-DLOOK=use(at[0])"
// variant clean-store: -DEARLIER= "-DSEE=see(3)" "-DLOOK=at[0]=2"
// variant clean-reset: -DEARLIER= "-DSEE=get(3)" "-DLOOK=use(at[0])"
// variant clean-range: -DEARLIER= "-DSEE=must(gaspi_notify_waitsome(0,1,8,&first,GASPI_BLOCK))" "-DLOOK=use(at[0])"
// variant clean-reset-only: -DEARLIER= "-DSEE=while(value==0)must(gaspi_notify_reset(0,3,&value))" "-DLOOK=use(at[0])"
#include "corpus.h"

int main(void) {
  int rank = begin();
  gaspi_notification_id_t first = 0;
  gaspi_notification_t value = 0;
  if (rank == 0) {
    EARLIER;
    WRITE_NOTIFY(10, 0, 1, 3, 1, 0);  // race(data)
  }
  if (rank == 1) {
    SEE;
    LOOK;  // race(data)
  }
  use((int)(first + value));
  return finish();
}
