/* What the delay mode shows. Prints the values that PE 1 sees; the test compares them with those without delay.
 *
 *   delay buffer     the source of a put_nbi is changed before quiet (racy)
 *   delay unfenced   data and flag without a fence between (racy)
 *   delay fenced     ... with one
 *   delay noquiet    a put, and only a sync after it (racy)
 *   delay barrier    ... a barrier
 *   delay get        the dest of a get_nbi is read before quiet (racy)
 *   delay atomic     an update that is not complete at a sync (racy)
 *   delay order      two puts to one place without a fence (racy)
 *   delay signal     put with signal
 *   delay pingpong   puts and waits that never quiet: nothing is held back for ever */
#include <string.h>

#include "check.h"

static int data, from = 1;
static long flag, count;
static uint64_t signal_word;

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "";
  begin();
  int seen = -1;
  if (!strcmp(what, "buffer") && me == 0) {
    shmem_int_put_nbi(&data, &from, 1, 1);
    from = 2;
    shmem_quiet();
  } else if (!strcmp(what, "unfenced") && me == 0) {
    shmem_int_p(&data, 1, 1);
    shmem_long_p(&flag, 1, 1);
    shmem_quiet();
  } else if (!strcmp(what, "fenced") && me == 0) {
    shmem_int_p(&data, 1, 1);
    shmem_fence();
    shmem_long_p(&flag, 1, 1);
  } else if ((!strcmp(what, "noquiet") || !strcmp(what, "barrier")) && me == 0) {
    shmem_int_p(&data, 1, 1);
  } else if (!strcmp(what, "get") && me == 1) {
    int got = 0;
    shmem_int_get_nbi(&got, &from, 1, 0);
    seen = got;
    shmem_quiet();
  } else if (!strcmp(what, "atomic") && me == 0) {
    shmem_int_atomic_add(&data, 1, 1);
  } else if (!strcmp(what, "order") && me == 0) {
    shmem_int_p(&data, 1, 1);
    shmem_int_p(&data, 2, 1);
    shmem_quiet();
  } else if (!strcmp(what, "signal") && me == 0) {
    shmem_int_put_signal(&data, &from, 1, &signal_word, 1, SHMEM_SIGNAL_SET, 1);
  } else if (!strcmp(what, "pingpong") && me < 2) {
    for (long round = 1; round <= 5; ++round) {
      if (me == 1) shmem_long_wait_until(&count, SHMEM_CMP_EQ, round);
      shmem_long_p(&count, round, 1 - me);
      if (me == 0) shmem_long_wait_until(&count, SHMEM_CMP_EQ, round);
    }
    seen = (int)count;
  }
  if (me == 1) {
    if (!strcmp(what, "unfenced") || !strcmp(what, "fenced")) shmem_long_wait_until(&flag, SHMEM_CMP_EQ, 1);
    if (!strcmp(what, "signal")) shmem_signal_wait_until(&signal_word, SHMEM_CMP_EQ, 1);
  }
  if (!strcmp(what, "barrier")) shmem_barrier_all();
  else if (strcmp(what, "fenced") && strcmp(what, "unfenced") && strcmp(what, "signal")) shmem_sync_all();
  if (seen < 0) seen = data;
  if (me == 1) printf("%d\n", seen);
  shmem_sync_all();  /* finalize would complete everything */
  shmem_finalize();
  return 0;
}
