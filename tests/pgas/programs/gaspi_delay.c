/* What the delay mode shows. Prints the value that rank 1 sees.
 *
 *   delay source       the source of a write is changed before gaspi_wait (racy)
 *   delay waited       ... after it
 *   delay barrier      a write, gaspi_wait and a barrier: that completes nothing at the target (racy)
 *   delay notified     a write, and a notification on the same queue
 *   delay otherqueue   ... on another queue (racy), however long rank 0 takes for each step
 *   delay writenotify  a write with its notification
 *   delay read         the result of a read is used before gaspi_wait (racy)
 *   delay barriertest  rank 0 tests for a barrier that rank 1 comes to when it has the notification
 *   delay resettest    ... resets a notification that rank 1 gives then
 *   delay passivetest  ... tests for a message that rank 1 sends then */
#include <unistd.h>

#include "gaspi_check.h"

/* Long enough for all that rank 0 holds back to be due, if the test asks for less. */
static void linger(void) { usleep(50000); }

/* A write, and notifications on another queue, to rank 1 and to rank 0 itself. When rank 0 sees its own, it calls nothing that
 * lets the write take effect until rank 1 has looked. Returns what rank 1 sees. */
static int other_queue(volatile int* data) {
  if (me == 0) {
    OK(gaspi_write(0, 32, 1, 0, 0, 4, 0, GASPI_BLOCK));
    linger();
    OK(gaspi_notify(0, 1, 0, 1, 1, GASPI_BLOCK));
    OK(gaspi_notify(0, 0, 0, 1, 1, GASPI_BLOCK));
    linger();
    gaspi_notification_id_t first;
    OK(gaspi_notify_waitsome(0, 0, 1, &first, GASPI_BLOCK));
    while (data[10] == 0) usleep(1000);
  } else if (me == 1) {
    gaspi_notification_id_t first;
    gaspi_atomic_value_t old;
    OK(gaspi_notify_waitsome(0, 0, 1, &first, GASPI_BLOCK));
    linger();
    const int seen = data[0];
    OK(gaspi_atomic_fetch_add(0, 40, 0, 1, &old, GASPI_BLOCK));
    return seen;
  }
  return -1;
}

/* A write with its notification; then rank 0 polls for rank 1's answer, and calls nothing else. */
static void poll(const char* what) {
  if (me == 0) OK(gaspi_write_notify(0, 32, 1, 0, 0, 4, 0, 1, 0, GASPI_BLOCK));
  if (me == 1) take(0, 0);
  if (!strcmp(what, "barriertest")) {
    if (me == 1) OK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
    while (me == 0 && gaspi_barrier(GASPI_GROUP_ALL, GASPI_TEST) == GASPI_TIMEOUT) {
    }
  } else if (!strcmp(what, "resettest")) {
    gaspi_notification_t value = 0;
    if (me == 1) OK(gaspi_notify(0, 0, 1, 1, 0, GASPI_BLOCK));
    while (me == 0 && value == 0) OK(gaspi_notify_reset(0, 1, &value));
  } else {
    gaspi_rank_t from;
    if (me == 1) OK(gaspi_passive_send(0, 32, 0, 4, GASPI_BLOCK));
    while (me == 0 && gaspi_passive_receive(0, 40, &from, 4, GASPI_TEST) == GASPI_TIMEOUT) {
    }
  }
}

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "";
  begin();
  OK(gaspi_segment_create(0, 64, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED));
  gaspi_pointer_t pointer;
  OK(gaspi_segment_ptr(0, &pointer));
  int* data = pointer;
  int seen = -1;
  if (me == 0) data[8] = 1;
  OK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
  const int barrier = !strcmp(what, "barrier");
  if (!strcmp(what, "read")) {
    if (me == 1) {
      OK(gaspi_read(0, 0, 0, 0, 32, 4, 0, GASPI_BLOCK));
      seen = data[0];
      OK(gaspi_wait(0, GASPI_BLOCK));
    }
  } else if (strstr(what, "test")) {
    poll(what);
  } else if (!strcmp(what, "otherqueue")) {
    seen = other_queue(data);
  } else if (!strcmp(what, "writenotify")) {
    if (me == 0) OK(gaspi_write_notify(0, 32, 1, 0, 0, 4, 0, 1, 0, GASPI_BLOCK));
    if (me == 1) take(0, 0);
  } else {
    if (me == 0) {
      OK(gaspi_write(0, 32, 1, 0, 0, 4, 0, GASPI_BLOCK));
      if (!strcmp(what, "source")) data[8] = 2;
      if (!barrier) OK(gaspi_notify(0, 1, 0, 1, 0, GASPI_BLOCK));
      OK(gaspi_wait(0, GASPI_BLOCK));
      if (!strcmp(what, "waited")) data[8] = 2;
    }
    if (me == 1 && !barrier) take(0, 0);
    if (barrier) OK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
  }
  if (seen < 0) seen = data[0];
  if (me == 1) printf("%d\n", seen);
  OK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
  OK(gaspi_proc_term(GASPI_BLOCK));
  return 0;
}
