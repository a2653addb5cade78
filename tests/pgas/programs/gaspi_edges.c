/* What a program meets at the edges: sizes of nothing, the first and the last of everything, calls twice and too late, collectives that
 * overlap, and groups without end. */
#include "gaspi_check.h"

#define SIZE 8192

static void configurations(void) {
  gaspi_config_t config, again;
  OK(gaspi_config_get(&config));
  /* Of GPI-2: kept, whatever it is. */
  config.logger = 0, config.sn_port = 4711, config.net_info = 1, config.user_net = 1;
  config.sn_persistent = 0, config.sn_timeout = 5;
  config.dev_config.network_type = GASPI_IB;
  config.dev_config.params.ib.mtu = 4096, config.dev_config.params.ib.netdev_id = 1;
  config.dev_config.params.tcp.port = 20000;
  config.network = GASPI_IB;
  config.user_defined = &config;
  config.group_max = 40, config.allreduce_elem_max = 1000, config.rw_list_elem_max = 300;
  OK(gaspi_config_set(config));
  OK(gaspi_config_get(&again));
  CHECK(again.sn_port == 4711 && again.net_info == 1 && again.sn_timeout == 5 && again.network == GASPI_IB);
  CHECK(again.dev_config.params.ib.mtu == 4096 && again.dev_config.params.tcp.port == 20000);
  CHECK(again.user_defined == &config && again.group_max == 40);
  CHECK(again.allreduce_buf_size >= 1000 * sizeof(long));

  config = again, config.queue_num = 0;
  CHECK(gaspi_config_set(config) == GASPI_ERR_CONFIG);
  config = again, config.queue_num = config.queue_max + 1;
  CHECK(gaspi_config_set(config) == GASPI_ERR_CONFIG);
  config = again, config.segment_max = 100000;
  CHECK(gaspi_config_set(config) == GASPI_ERR_CONFIG);
  config = again, config.allreduce_elem_max = 1u << 30;
  CHECK(gaspi_config_set(config) == GASPI_ERR_CONFIG);
  config = again, config.passive_transfer_size_max = 1u << 30;
  CHECK(gaspi_config_set(config) == GASPI_ERR_CONFIG);
  CHECK(gaspi_config_get(NULL) == GASPI_ERR_NULLPTR);
}

static void sizes_of_nothing(void) {
  gaspi_pointer_t pointer;
  gaspi_number_t posted;
  gaspi_notification_id_t first = 4711;
  gaspi_number_t all;
  OK(gaspi_wait(0, GASPI_TEST)); /* an empty queue */
  OK(gaspi_segment_ptr(0, &pointer));
  OK(gaspi_write(0, SIZE, right, 0, SIZE, 0, 0, GASPI_BLOCK));
  OK(gaspi_read(0, 0, right, 0, 0, 0, 0, GASPI_BLOCK));
  OK(gaspi_write_notify(0, 0, right, 0, 0, 0, 7, 9, 0, GASPI_BLOCK));
  OK(gaspi_queue_size(0, &posted));
  CHECK(posted >= 3);
  OK(gaspi_wait(0, GASPI_BLOCK));
  OK(gaspi_queue_size(0, &posted));
  CHECK(posted == 0);
  CHECK(take(0, 7) == 9);
  CHECK(gaspi_write(0, SIZE, right, 0, 0, 1, 0, GASPI_BLOCK) == GASPI_ERR_INV_LOC_OFF);
  CHECK(gaspi_write(0, 0, right, 0, SIZE, 1, 0, GASPI_BLOCK) == GASPI_ERR_INV_REM_OFF);
  CHECK(gaspi_write(0, ~0ul, right, 0, 0, 2, 0, GASPI_BLOCK) == GASPI_ERR_INV_LOC_OFF);
  CHECK(gaspi_write(0, 8, right, 0, 0, ~0ul, 0, GASPI_BLOCK) == GASPI_ERR_INV_COMMSIZE);
  CHECK(gaspi_segment_create(1, 0, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED) == GASPI_ERR_INV_SEGSIZE);
  CHECK(gaspi_segment_alloc(1, ~0ul, GASPI_MEM_INITIALIZED) == GASPI_ERR_MEMALLOC);
  CHECK(gaspi_segment_alloc(1, 1ul << 60, GASPI_MEM_INITIALIZED) == GASPI_ERR_MEMALLOC);
  CHECK(gaspi_passive_send(0, 0, right, 0, GASPI_TEST) == GASPI_ERR_INV_COMMSIZE);

  /* Notifications: nothing, the last, beyond. */
  OK(gaspi_notification_num(&all));
  OK(gaspi_notify_waitsome(0, 0, 0, &first, GASPI_BLOCK));
  OK(gaspi_notify_waitsome(0, all, 0, &first, GASPI_BLOCK));
  CHECK(first == 4711);
  CHECK(gaspi_notify_waitsome(0, 0, all + 1, &first, GASPI_TEST) == GASPI_ERR_INV_NUM);
  CHECK(gaspi_notify_waitsome(0, all - 1, 2, &first, GASPI_TEST) == GASPI_ERR_INV_NUM);
  CHECK(gaspi_notify_waitsome(0, all + 1, 1, &first, GASPI_TEST) == GASPI_ERR_INV_NOTIF_ID);
  CHECK(gaspi_notify_waitsome(0, 0, all, &first, GASPI_TEST) == GASPI_TIMEOUT);
  CHECK(gaspi_notify_waitsome(0, 0, 1, NULL, GASPI_TEST) == GASPI_ERR_NULLPTR);
  CHECK(gaspi_notify(0, right, all, 1, 0, GASPI_BLOCK) == GASPI_ERR_INV_NOTIF_ID);
  CHECK(gaspi_notify_reset(0, all, NULL) == GASPI_ERR_INV_NOTIF_ID);
  OK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
  OK(gaspi_notify(0, right, all - 1, ~0u, 0, GASPI_BLOCK));
  OK(gaspi_wait(0, GASPI_BLOCK));
  CHECK(take(0, all - 1) == ~0u);
  gaspi_number_t ids = 0;
  for (gaspi_notification_id_t id = 0; id < all; ++id) ++ids; /* has an end */
  CHECK(ids == all);
}

static void lists(void) {
  gaspi_number_t most;
  OK(gaspi_rw_list_elem_max(&most));
  CHECK(most == 300);
  gaspi_segment_id_t* segments = calloc(most + 1, 1);
  gaspi_offset_t* offsets = calloc(most + 1, sizeof *offsets);
  gaspi_size_t* sizes = calloc(most + 1, sizeof *sizes);
  gaspi_offset_t* there = calloc(most + 1, sizeof *there);
  for (gaspi_number_t i = 0; i <= most; ++i) offsets[i] = 8 * i, there[i] = SIZE / 2 + 8 * i, sizes[i] = 8;
  OK(gaspi_write_list_notify(most, segments, offsets, right, segments, there, sizes, 0, 5, 1, 1, GASPI_BLOCK));
  OK(gaspi_wait(1, GASPI_BLOCK));
  CHECK(take(0, 5) == 1);
  CHECK(gaspi_write_list(most + 1, segments, offsets, right, segments, offsets, sizes, 1, GASPI_BLOCK) == GASPI_ERR_INV_NUM);
  CHECK(gaspi_read_list(0, segments, offsets, right, segments, offsets, sizes, 1, GASPI_BLOCK) == GASPI_ERR_INV_NUM);
  CHECK(gaspi_read_list(1, NULL, offsets, right, segments, offsets, sizes, 1, GASPI_BLOCK) == GASPI_ERR_NULLPTR);
  free(segments), free(offsets), free(there), free(sizes);
}

static void limits(void) {
  gaspi_number_t most, count;
  gaspi_queue_id_t queue;
  gaspi_return_t result = GASPI_SUCCESS;
  OK(gaspi_queue_max(&most));
  OK(gaspi_queue_num(&count));
  for (; (result = gaspi_queue_create(&queue, GASPI_BLOCK)) == GASPI_SUCCESS; ++count) CHECK(queue == count);
  CHECK(count == most && result == GASPI_ERROR);
  OK(gaspi_queue_delete(3));
  CHECK(gaspi_write(0, 0, right, 0, 0, 8, 3, GASPI_BLOCK) == GASPI_ERR_INV_QUEUE);
  OK(gaspi_queue_create(&queue, GASPI_BLOCK));
  CHECK(queue == 3);

  OK(gaspi_segment_max(&most));
  OK(gaspi_segment_num(&count));
  for (; count < most; ++count) OK(gaspi_segment_alloc((gaspi_segment_id_t)count, 64, GASPI_ALLOC_DEFAULT));
  CHECK(gaspi_segment_alloc((gaspi_segment_id_t)most, 64, GASPI_ALLOC_DEFAULT) == GASPI_ERR_MANY_SEG);
  for (gaspi_number_t id = 1; id < most; ++id) OK(gaspi_segment_delete((gaspi_segment_id_t)id));

  gaspi_group_t group;
  OK(gaspi_group_max(&most));
  OK(gaspi_group_num(&count));
  CHECK(most == 40);
  for (; (result = gaspi_group_create(&group)) == GASPI_SUCCESS; ++count) {
  }
  CHECK(count == most && result == GASPI_ERR_MANY_GRP);
  for (gaspi_number_t id = 1; id < most; ++id) OK(gaspi_group_delete((gaspi_group_t)id));
}

/* Groups that come and go are given back: there is no end to them. */
static void many_groups(void) {
  for (int round = 0; round < 3000; ++round) {
    gaspi_group_t group;
    OK(gaspi_group_create(&group));
    for (gaspi_rank_t rank = 0; rank < n; ++rank) OK(gaspi_group_add(group, rank));
    OK(gaspi_group_commit(group, GASPI_BLOCK));
    if (round % 100 == 0) {
      long one = 1, sum = 0;
      OK(gaspi_allreduce(&one, &sum, 1, GASPI_OP_SUM, GASPI_TYPE_LONG, group, GASPI_BLOCK));
      CHECK(sum == n);
    }
    CHECK(gaspi_group_commit(group, GASPI_BLOCK) == GASPI_ERR_INV_GROUP);
    OK(gaspi_group_delete(group));
    CHECK(gaspi_group_delete(group) == GASPI_ERR_INV_GROUP);
  }
}

/* "An allreduce operation and a barrier can run at the same time": both begun, both not over, in either order. */
static void overlapping(void) {
  for (int round = 0; round < 20; ++round) {
    long mine[2] = {me, round}, sum[2] = {0, 0};
    gaspi_return_t barrier = GASPI_TIMEOUT, reduction = GASPI_TIMEOUT;
    while (barrier == GASPI_TIMEOUT || reduction == GASPI_TIMEOUT) {
      if (barrier == GASPI_TIMEOUT) barrier = gaspi_barrier(GASPI_GROUP_ALL, GASPI_TEST);
      if (reduction == GASPI_TIMEOUT)
        reduction = gaspi_allreduce(mine, sum, 2, GASPI_OP_SUM, GASPI_TYPE_LONG, GASPI_GROUP_ALL, round % 2);
    }
    CHECK(barrier == GASPI_SUCCESS && reduction == GASPI_SUCCESS);
    CHECK(sum[0] == (long)n * (n - 1) / 2 && sum[1] == (long)round * n);
  }
}

/* A group whose commit is not over is no group yet. */
static void unfinished_commit(void) {
  static char memory[1 << 16];
  gaspi_pointer_t pointer;
  gaspi_group_t group;
  gaspi_return_t committed;
  OK(gaspi_group_create(&group));
  for (gaspi_rank_t rank = 0; rank < n; ++rank) OK(gaspi_group_add(group, rank));
  CHECK(gaspi_segment_create(30, 64, group, GASPI_BLOCK, GASPI_MEM_INITIALIZED) == GASPI_ERR_INV_GROUP);
  CHECK(gaspi_segment_use(31, memory, sizeof memory, group, GASPI_BLOCK, 0) == GASPI_ERR_INV_GROUP);
  while ((committed = gaspi_group_commit(group, GASPI_TEST)) == GASPI_TIMEOUT) {
    CHECK(gaspi_barrier(group, GASPI_TEST) == GASPI_ERR_INV_GROUP);
    CHECK(gaspi_group_add(group, 0) == GASPI_ERR_INV_GROUP);
    CHECK(gaspi_segment_create(30, 64, group, GASPI_TEST, GASPI_MEM_INITIALIZED) == GASPI_ERR_INV_GROUP);
  }
  OK(committed);
  /* The calls that failed have made nothing. */
  CHECK(gaspi_segment_ptr(30, &pointer) == GASPI_ERR_INV_SEG && gaspi_segment_ptr(31, &pointer) == GASPI_ERR_INV_SEG);
  OK(gaspi_segment_create(30, 64, group, GASPI_BLOCK, GASPI_MEM_INITIALIZED));
  OK(gaspi_segment_use(31, memory, sizeof memory, group, GASPI_BLOCK, 0));
  OK(gaspi_segment_delete(30));
  OK(gaspi_segment_delete(31));
  OK(gaspi_barrier(group, GASPI_BLOCK));
  OK(gaspi_group_delete(group));
}

static void reductions(void) {
  static double mine[1001], all[1001];
  gaspi_number_t most;
  gaspi_size_t bytes;
  OK(gaspi_allreduce_elem_max(&most));
  OK(gaspi_allreduce_buf_size(&bytes));
  CHECK(most == 1000);
  for (int i = 0; i < 1000; ++i) mine[i] = me + i;
  OK(gaspi_allreduce(mine, all, most, GASPI_OP_MAX, GASPI_TYPE_DOUBLE, GASPI_GROUP_ALL, GASPI_BLOCK));
  for (int i = 0; i < 1000; ++i) CHECK(all[i] == n - 1 + i);
  CHECK(gaspi_allreduce(mine, all, most + 1, GASPI_OP_MAX, GASPI_TYPE_DOUBLE, GASPI_GROUP_ALL, GASPI_BLOCK) == GASPI_ERR_INV_NUM);
  CHECK(gaspi_allreduce(NULL, all, 1, GASPI_OP_MAX, GASPI_TYPE_INT, GASPI_GROUP_ALL, GASPI_BLOCK) == GASPI_ERR_NULLPTR);
  CHECK(gaspi_allreduce_user(mine, all, 1, 8, NULL, NULL, GASPI_GROUP_ALL, GASPI_BLOCK) == GASPI_ERR_NULLPTR);
  OK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
}

static gaspi_return_t add(gaspi_pointer_t one, gaspi_pointer_t two, gaspi_pointer_t result, gaspi_reduce_state_t state,
                          gaspi_number_t num, gaspi_size_t size, gaspi_timeout_t timeout) {
  (void)state, (void)size, (void)timeout;
  for (gaspi_number_t i = 0; i < num; ++i) ((long*)result)[i] = ((long*)one)[i] + ((long*)two)[i];
  return GASPI_SUCCESS;
}

/* Fails with the rank that `state` names; the one of -1 has no time at first. */
static gaspi_return_t add_or_fail(gaspi_pointer_t one, gaspi_pointer_t two, gaspi_pointer_t result, gaspi_reduce_state_t state,
                                  gaspi_number_t num, gaspi_size_t size, gaspi_timeout_t timeout) {
  int* const fails = state;
  if (*fails == me) return GASPI_ERR_DEVICE;
  if (*fails == -1) return *fails = n, GASPI_TIMEOUT;
  return add(one, two, result, NULL, num, size, timeout);
}

/* An operation that fails with one rank does not keep the others, nor the next reduction. */
static void failing(void) {
  for (int round = 0; round < 5; ++round) {
    long mine = me, sum = 0;
    int fails = round % n;
    const gaspi_return_t result =
        gaspi_allreduce_user(&mine, &sum, 1, sizeof mine, add_or_fail, &fails, GASPI_GROUP_ALL, GASPI_BLOCK);
    CHECK(result == (n > 1 && fails == me ? GASPI_ERR_DEVICE : GASPI_SUCCESS));
    fails = me == 0 ? -1 : n;
    while (gaspi_allreduce_user(&mine, &sum, 1, sizeof mine, add_or_fail, &fails, GASPI_GROUP_ALL, GASPI_BLOCK) == GASPI_TIMEOUT) {
    }
    CHECK(sum == (long)n * (n - 1) / 2);
  }
}

/* Every collective that has a timeout can be called again and again without waiting. */
static void testing(void) {
  for (int round = 0; round < 5; ++round) {
    long mine[2] = {me, 1}, sum[2] = {0, 0};
    gaspi_return_t result;
    while ((result = gaspi_allreduce_user(mine, sum, 2, sizeof(long), add, NULL, GASPI_GROUP_ALL, GASPI_TEST)) == GASPI_TIMEOUT) {
    }
    OK(result);
    CHECK(sum[0] == (long)n * (n - 1) / 2 && sum[1] == n);
    while ((result = gaspi_segment_create(20, 64, GASPI_GROUP_ALL, GASPI_TEST, GASPI_MEM_INITIALIZED)) == GASPI_TIMEOUT) {
    }
    OK(result);
    long* memory = malloc(1 << 16);
    memory[5] = me;
    while ((result = gaspi_segment_use(21, memory, 1 << 16, GASPI_GROUP_ALL, GASPI_TEST, 0)) == GASPI_TIMEOUT) {
    }
    OK(result);
    OK(gaspi_read(20, 0, right, 21, 5 * sizeof(long), sizeof(long), 0, GASPI_BLOCK));
    while ((result = gaspi_wait(0, GASPI_TEST)) == GASPI_TIMEOUT) {
    }
    OK(result);
    gaspi_pointer_t pointer;
    OK(gaspi_segment_ptr(20, &pointer));
    CHECK(*(long*)pointer == right);
    while ((result = gaspi_barrier(GASPI_GROUP_ALL, GASPI_TEST)) == GASPI_TIMEOUT) {
    }
    OK(result);
    OK(gaspi_segment_delete(20));
    OK(gaspi_segment_delete(21));
    CHECK(memory[5] == me);
    free(memory);
  }
}

static void passive(void) {
  gaspi_size_t most;
  gaspi_pointer_t pointer;
  gaspi_rank_t from;
  OK(gaspi_passive_transfer_size_max(&most));
  OK(gaspi_segment_create(9, most, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED));
  OK(gaspi_segment_ptr(9, &pointer));
  char* bytes = pointer;
  if (n > 1 && me == 1) {
    memset(bytes, 'x', most);
    OK(gaspi_passive_send(9, 0, 0, most, GASPI_BLOCK));
    OK(gaspi_passive_send(9, 0, 0, 9, GASPI_BLOCK));
  } else if (n > 1 && me == 0) {
    OK(gaspi_passive_receive(9, 0, &from, most, GASPI_BLOCK));
    CHECK(from == 1 && bytes[0] == 'x' && bytes[most - 1] == 'x');
    CHECK(gaspi_passive_receive(9, 0, &from, 8, GASPI_BLOCK) == GASPI_ERR_INV_COMMSIZE); /* too large for it */
  }
  OK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
}

int main(void) {
  gaspi_pointer_t pointer;
  gaspi_rank_t rank;
  CHECK(gaspi_proc_term(GASPI_BLOCK) == GASPI_ERR_NOINIT);
  CHECK(gaspi_proc_num(&rank) == GASPI_ERR_NOINIT && gaspi_segment_alloc(0, 8, GASPI_ALLOC_DEFAULT) == GASPI_ERR_NOINIT);
  CHECK(gaspi_write(0, 0, 0, 0, 0, 8, 0, GASPI_BLOCK) == GASPI_ERR_NOINIT && gaspi_wait(0, GASPI_BLOCK) == GASPI_ERR_NOINIT);
  configurations();
  begin();
  CHECK(gaspi_proc_init(GASPI_BLOCK) == GASPI_ERR_INITED);
  CHECK(gaspi_proc_rank(NULL) == GASPI_ERR_NULLPTR);
  CHECK(gaspi_segment_ptr(0, &pointer) == GASPI_ERR_INV_SEG);
  CHECK(gaspi_connect(n, GASPI_BLOCK) == GASPI_ERR_INV_RANK && gaspi_proc_kill(me, GASPI_BLOCK) == GASPI_ERR_INV_RANK);
  OK(gaspi_segment_create(0, SIZE, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED));
  CHECK(gaspi_segment_create(0, SIZE, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED) == GASPI_ERR_INV_SEG);
  CHECK(gaspi_segment_create(1, SIZE, 39, GASPI_BLOCK, GASPI_MEM_INITIALIZED) == GASPI_ERR_INV_GROUP);
  CHECK(gaspi_segment_ptr(1, &pointer) == GASPI_ERR_INV_SEG); /* not made by the call that failed */
  sizes_of_nothing();
  lists();
  limits();
  many_groups();
  overlapping();
  unfinished_commit();
  reductions();
  testing();
  failing();
  passive();
  end();
  CHECK(gaspi_proc_term(GASPI_BLOCK) == GASPI_ERR_NOINIT && gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK) == GASPI_ERR_NOINIT);
  CHECK(gaspi_proc_init(GASPI_BLOCK) == GASPI_ERROR); /* once in a process's life */
  return 0;
}
