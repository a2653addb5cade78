/* Writes, reads, lists, notifications and queues, to the right neighbour. Ints 0..63 of a segment are the source, 64..127 where
 * others write, 128..191 where own reads go. */
#include "gaspi_check.h"

enum { N = 64, SEGMENT = 3, OTHER = 7 };
#define AT(i) ((gaspi_offset_t)(i) * sizeof(int))

static int *data, *other;

static void fresh(void) {
  OK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
  memset(data + N, 0, 2 * N * sizeof(int));
  memset(other, 0, 3 * N * sizeof(int));
  for (int i = 0; i < N; ++i) data[i] = value(me, i);
  OK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
}

static void singles(void) {
  fresh();
  OK(gaspi_write(SEGMENT, AT(0), right, SEGMENT, AT(N), N * sizeof(int), 0, GASPI_BLOCK));
  OK(gaspi_notify(SEGMENT, right, 5, 77, 0, GASPI_BLOCK));
  OK(gaspi_wait(0, GASPI_BLOCK));
  CHECK(take(SEGMENT, 5) == 77);
  for (int i = 0; i < N; ++i) CHECK(data[N + i] == value(left, i));
  fresh();
  OK(gaspi_write_notify(SEGMENT, AT(1), right, OTHER, AT(2), 3 * sizeof(int), 65535, 9, 1, GASPI_BLOCK));
  OK(gaspi_wait(1, GASPI_BLOCK));
  CHECK(take(OTHER, 65535) == 9);
  for (int i = 0; i < 5; ++i) CHECK(other[i] == (i >= 2 ? value(left, i - 1) : 0));
  fresh();
  OK(gaspi_read(SEGMENT, AT(2 * N), right, SEGMENT, AT(4), 8 * sizeof(int), 2, GASPI_BLOCK));
  OK(gaspi_wait(2, GASPI_BLOCK));
  for (int i = 0; i < 8; ++i) CHECK(data[2 * N + i] == value(right, 4 + i));
  fresh();
  OK(gaspi_read_notify(SEGMENT, AT(2 * N), left, SEGMENT, 0, N * sizeof(int), 6, 2, GASPI_BLOCK));
  CHECK(take(SEGMENT, 6) == 1);  /* no gaspi_wait is needed */
  for (int i = 0; i < N; ++i) CHECK(data[2 * N + i] == value(left, i));
  OK(gaspi_wait(2, GASPI_BLOCK));
}

static void lists(void) {
  gaspi_segment_id_t from[3] = {SEGMENT, SEGMENT, SEGMENT}, to[3] = {SEGMENT, OTHER, SEGMENT};
  gaspi_offset_t from_at[3] = {AT(0), AT(10), AT(20)}, to_at[3] = {AT(N), AT(5), AT(N + 40)};
  gaspi_size_t size[3] = {sizeof(int), 2 * sizeof(int), 3 * sizeof(int)};
  for (int with_notification = 0; with_notification < 2; ++with_notification) {
    fresh();
    if (with_notification) {
      OK(gaspi_write_list_notify(3, from, from_at, right, to, to_at, size, OTHER, 8, 5, 3, GASPI_BLOCK));
    } else {
      OK(gaspi_write_list(3, from, from_at, right, to, to_at, size, 3, GASPI_BLOCK));
      OK(gaspi_notify(OTHER, right, 8, 5, 3, GASPI_BLOCK));
    }
    gaspi_number_t posted;
    OK(gaspi_queue_size(3, &posted));
    CHECK(posted == 4);
    OK(gaspi_wait(3, GASPI_BLOCK));
    OK(gaspi_queue_size(3, &posted));
    CHECK(posted == 0 && take(OTHER, 8) == 5);
    CHECK(data[N] == value(left, 0) && other[6] == value(left, 11) && data[N + 42] == value(left, 22));
  }
  gaspi_segment_id_t into[2] = {SEGMENT, OTHER}, source[2] = {SEGMENT, SEGMENT};
  gaspi_offset_t into_at[2] = {AT(2 * N), AT(0)}, source_at[2] = {AT(3), AT(9)};
  for (int with_notification = 0; with_notification < 2; ++with_notification) {
    fresh();
    if (with_notification) {
      OK(gaspi_read_list_notify(2, into, into_at, right, source, source_at, size, SEGMENT, 11, 4, GASPI_BLOCK));
      CHECK(take(SEGMENT, 11) == 1);
    } else {
      OK(gaspi_read_list(2, into, into_at, right, source, source_at, size, 4, GASPI_BLOCK));
    }
    OK(gaspi_wait(4, GASPI_BLOCK));
    CHECK(data[2 * N] == value(right, 3) && other[1] == value(right, 10));
  }
}

static void notifications(void) {
  gaspi_notification_id_t first = 99;
  gaspi_notification_t old = 99;
  fresh();
  CHECK(gaspi_notify_waitsome(SEGMENT, 0, 100, &first, GASPI_TEST) == GASPI_TIMEOUT);
  CHECK(gaspi_notify_waitsome(SEGMENT, 0, 100, &first, 10) == GASPI_TIMEOUT);
  OK(gaspi_notify_reset(SEGMENT, 3, &old));
  CHECK(old == 0);
  OK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
  for (int i = 0; i < 10; ++i) OK(gaspi_notify(SEGMENT, right, (gaspi_notification_id_t)(20 + i), 1u + (unsigned)i, 0, GASPI_BLOCK));
  OK(gaspi_wait(0, GASPI_BLOCK));
  for (int seen = 0; seen < 10; ++seen) {
    OK(gaspi_notify_waitsome(SEGMENT, 20, 10, &first, GASPI_BLOCK));
    OK(gaspi_notify_reset(SEGMENT, first, &old));
    CHECK(old == first - 19u);
  }
}

static void queues(void) {
  gaspi_number_t num, most, limit;
  gaspi_queue_id_t queue;
  OK(gaspi_queue_num(&num));
  OK(gaspi_queue_max(&most));
  OK(gaspi_queue_size_max(&limit));
  OK(gaspi_queue_create(&queue, GASPI_BLOCK));
  gaspi_number_t now;
  OK(gaspi_queue_num(&now));
  CHECK(now == num + 1 && now <= most);
  gaspi_return_t posted = GASPI_SUCCESS;
  gaspi_number_t count = 0;
  for (; posted == GASPI_SUCCESS; ++count) posted = gaspi_write(SEGMENT, 0, me, SEGMENT, AT(N), 4, queue, GASPI_BLOCK);
  CHECK(posted == GASPI_QUEUE_FULL && count == limit + 1);
  OK(gaspi_wait(queue, GASPI_BLOCK));
  OK(gaspi_write(SEGMENT, 0, me, SEGMENT, AT(N), 4, queue, GASPI_BLOCK));
  OK(gaspi_queue_purge(queue, GASPI_BLOCK));
  OK(gaspi_queue_delete(queue));
  CHECK(gaspi_wait(queue, GASPI_BLOCK) == GASPI_ERR_INV_QUEUE && gaspi_queue_delete(queue) == GASPI_ERR_INV_QUEUE);
}

static void errors(void) {
  CHECK(gaspi_write(SEGMENT, AT(3 * N), right, SEGMENT, 0, 1, 0, GASPI_BLOCK) == GASPI_ERR_INV_LOC_OFF);
  CHECK(gaspi_write(SEGMENT, 0, right, SEGMENT, AT(3 * N) - 1, 2, 0, GASPI_BLOCK) == GASPI_ERR_INV_COMMSIZE);
  CHECK(gaspi_write(SEGMENT, 0, n, SEGMENT, 0, 1, 0, GASPI_BLOCK) == GASPI_ERR_INV_RANK);
  CHECK(gaspi_write(99, 0, right, SEGMENT, 0, 1, 0, GASPI_BLOCK) == GASPI_ERR_INV_SEG);
  CHECK(gaspi_read(SEGMENT, 0, right, 99, 0, 1, 0, GASPI_BLOCK) == GASPI_ERR_INV_SEG);
  CHECK(gaspi_write(SEGMENT, 0, right, SEGMENT, 0, 1, 200, GASPI_BLOCK) == GASPI_ERR_INV_QUEUE);
  CHECK(gaspi_notify(SEGMENT, right, 0, 0, 0, GASPI_BLOCK) == GASPI_ERR_INV_NOTIF_VAL);
}

static void atomics(void) {
  gaspi_atomic_value_t old, most;
  OK(gaspi_atomic_max(&most));
  CHECK(most == ~0ul);
  fresh();
  const gaspi_offset_t counter = AT(2 * N);
  OK(gaspi_atomic_fetch_add(SEGMENT, counter, 0, 2, &old, GASPI_BLOCK));
  CHECK(old < 2ul * n && old % 2 == 0);
  OK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
  OK(gaspi_atomic_fetch_add(SEGMENT, counter, 0, 0, &old, GASPI_BLOCK));
  CHECK(old == 2ul * n);
  OK(gaspi_atomic_compare_swap(SEGMENT, counter + 8, right, 1, 2, &old, GASPI_BLOCK));
  CHECK(old == 0);
  OK(gaspi_atomic_compare_swap(SEGMENT, counter + 8, right, 0, 3, &old, GASPI_BLOCK));
  OK(gaspi_atomic_compare_swap(SEGMENT, counter + 8, right, 3, 4, &old, GASPI_BLOCK));
  CHECK(old == 3);
  CHECK(gaspi_atomic_fetch_add(SEGMENT, 3, 0, 1, &old, GASPI_BLOCK) == GASPI_ERR_UNALIGN_OFF);
}

int main(void) {
  begin();
  OK(gaspi_segment_create(SEGMENT, 3 * N * sizeof(int), GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED));
  OK(gaspi_segment_create(OTHER, 3 * N * sizeof(int), GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED));
  gaspi_pointer_t pointer;
  OK(gaspi_segment_ptr(SEGMENT, &pointer));
  data = pointer;
  OK(gaspi_segment_ptr(OTHER, &pointer));
  other = pointer;
  singles();
  lists();
  notifications();
  queues();
  errors();
  atomics();
  return end();
}
