/* Groups, barriers and reductions, with timeouts; segments in all their forms; passive communication; the rest. */
#include <unistd.h>

#include "gaspi_check.h"

static void groups(void) {
  gaspi_group_t group, odd = GASPI_GROUP_ALL;
  gaspi_number_t num, size, most;
  OK(gaspi_group_max(&most));
  OK(gaspi_group_num(&num));
  CHECK(num == 1 && most > 1);
  OK(gaspi_group_size(GASPI_GROUP_ALL, &size));
  CHECK(size == n);

  /* Odd and even ranks; the second group has as many members, added backwards. */
  for (int round = 0; round < 2; ++round) {
    OK(gaspi_group_create(&group));
    for (int rank = n - 1; rank >= 0; --rank)
      if (rank % 2 == me % 2) OK(gaspi_group_add(group, (gaspi_rank_t)rank));
    CHECK(gaspi_group_add(group, me) == GASPI_ERR_INV_RANK && gaspi_group_add(group, n) == GASPI_ERR_INV_RANK);
    CHECK(gaspi_barrier(group, GASPI_BLOCK) == GASPI_ERR_INV_GROUP);  /* not committed */
    OK(gaspi_group_commit(group, GASPI_BLOCK));
    if (round == 0) odd = group;
  }
  gaspi_rank_t ranks[4096];
  OK(gaspi_group_ranks(group, ranks));
  OK(gaspi_group_size(group, &size));
  for (gaspi_number_t i = 0; i < size; ++i) CHECK(ranks[i] == 2 * i + me % 2);
  OK(gaspi_barrier(group, GASPI_BLOCK));
  OK(gaspi_barrier(odd, GASPI_BLOCK));

  int sum = 0;
  const int one = 1;
  OK(gaspi_allreduce(&one, &sum, 1, GASPI_OP_SUM, GASPI_TYPE_INT, group, GASPI_BLOCK));
  CHECK(sum == (int)size);
  OK(gaspi_group_delete(group));
  OK(gaspi_group_delete(odd));
  CHECK(gaspi_group_delete(GASPI_GROUP_ALL) == GASPI_ERR_INV_GROUP && gaspi_barrier(group, GASPI_BLOCK) == GASPI_ERR_INV_GROUP);
}

#define REDUCE(TYPE, NAME)                                                                                       \
  do {                                                                                                           \
    TYPE mine[3] = {(TYPE)me, (TYPE)(me + 1), (TYPE)5}, all[3];                                                  \
    OK(gaspi_allreduce(mine, all, 3, GASPI_OP_SUM, GASPI_TYPE_##NAME, GASPI_GROUP_ALL, GASPI_BLOCK));            \
    CHECK(all[0] == (TYPE)(n * (n - 1) / 2) && all[1] == (TYPE)(n * (n + 1) / 2) && all[2] == (TYPE)(5 * n));    \
    OK(gaspi_allreduce(mine, all, 3, GASPI_OP_MAX, GASPI_TYPE_##NAME, GASPI_GROUP_ALL, GASPI_BLOCK));            \
    CHECK(all[0] == (TYPE)(n - 1) && all[2] == (TYPE)5);                                                         \
    OK(gaspi_allreduce(mine, mine, 3, GASPI_OP_MIN, GASPI_TYPE_##NAME, GASPI_GROUP_ALL, GASPI_BLOCK));           \
    CHECK(mine[0] == (TYPE)0 && mine[1] == (TYPE)1);                                                             \
  } while (0)

static gaspi_return_t longest(gaspi_pointer_t one, gaspi_pointer_t two, gaspi_pointer_t result, gaspi_reduce_state_t state,
                              gaspi_number_t num, gaspi_size_t size, gaspi_timeout_t timeout) {
  (void)timeout;
  ++*(int*)state;
  for (gaspi_number_t i = 0; i < num; ++i) {
    const char *a = (char*)one + i * size, *b = (char*)two + i * size;
    memcpy((char*)result + i * size, strlen(a) >= strlen(b) ? a : b, size);
  }
  return GASPI_SUCCESS;
}

static void reductions(void) {
  REDUCE(int, INT);
  REDUCE(unsigned, UINT);
  REDUCE(float, FLOAT);
  REDUCE(double, DOUBLE);
  REDUCE(long, LONG);
  REDUCE(unsigned long, ULONG);
  char words[2][80] = {"", "same"}, result[2][80];
  memset(words[0], 'x', (size_t)me + 1);
  words[0][me + 1] = 0;
  int calls = 0;
  OK(gaspi_allreduce_user(words, result, 2, 80, longest, &calls, GASPI_GROUP_ALL, GASPI_BLOCK));
  CHECK(strlen(result[0]) == n && !strcmp(result[1], "same") && calls == n - 1);
  gaspi_number_t most;
  OK(gaspi_allreduce_elem_max(&most));
  CHECK(gaspi_allreduce(words, result, most + 1, GASPI_OP_SUM, GASPI_TYPE_INT, GASPI_GROUP_ALL, GASPI_BLOCK) == GASPI_ERR_INV_NUM);
}

/* Rank 0 comes when all others have tried in vain: they try again and again, and all get through. */
static void timeouts(void) {
  int mine = me, sum = 0;
  unsigned tries = 0;
  gaspi_pointer_t pointer;
  gaspi_atomic_value_t before;
  OK(gaspi_segment_create(41, 64, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED));
  OK(gaspi_segment_ptr(41, &pointer));
  while (me == 0 && *(volatile gaspi_atomic_value_t*)pointer < (gaspi_atomic_value_t)n - 1) usleep(1000);
  while (gaspi_barrier(GASPI_GROUP_ALL, tries % 2 ? GASPI_TEST : 5) == GASPI_TIMEOUT)
    if (++tries == 1 && me != 0) OK(gaspi_atomic_fetch_add(41, 0, 0, 1, &before, GASPI_BLOCK));
  CHECK(me == 0 || tries > 0);
  OK(gaspi_segment_delete(41));
  if (me == 0) usleep(20 * 1000);
  while (gaspi_allreduce(&mine, &sum, 1, GASPI_OP_SUM, GASPI_TYPE_INT, GASPI_GROUP_ALL, 3) == GASPI_TIMEOUT) {
  }
  CHECK(sum == n * (n - 1) / 2);
  while (gaspi_segment_create(40, 64, GASPI_GROUP_ALL, 1, GASPI_ALLOC_DEFAULT) == GASPI_TIMEOUT) {
  }
  OK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
  OK(gaspi_segment_delete(40));
}

static void segments(void) {
  gaspi_number_t num, most;
  gaspi_size_t size;
  gaspi_pointer_t pointer;
  OK(gaspi_segment_max(&most));
  CHECK(most >= 32);

  /* By hand: open to the left neighbour only, who writes to it. */
  OK(gaspi_segment_alloc(0, 100000, GASPI_MEM_INITIALIZED));
  CHECK(gaspi_segment_alloc(0, 8, GASPI_ALLOC_DEFAULT) == GASPI_ERR_INV_SEG);
  OK(gaspi_segment_ptr(0, &pointer));
  for (int i = 0; i < 100000; ++i) CHECK(((char*)pointer)[i] == 0);
  OK(gaspi_segment_register(0, left, GASPI_BLOCK));
  OK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
  OK(gaspi_segment_size(0, right, &size));
  CHECK(size == 100000);
  if (n > 2) CHECK(gaspi_segment_size(0, left, &size) == GASPI_ERR_INV_SEG);

  /* Memory of the program's: of malloc, and a variable. */
  static int variable[2000];
  int* mine = malloc(5000 * sizeof(int));
  for (int i = 0; i < 5000; ++i) mine[i] = value(me, i);
  for (int i = 0; i < 2000; ++i) variable[i] = value(me, i);
  OK(gaspi_segment_use(1, mine, 5000 * sizeof(int), GASPI_GROUP_ALL, GASPI_BLOCK, 0));
  OK(gaspi_segment_bind(2, variable, sizeof variable, 0));
  CHECK(gaspi_segment_bind(9, variable, sizeof variable, 0) == GASPI_ERROR);  /* in a segment already */
  OK(gaspi_segment_register(2, left, GASPI_BLOCK));
  OK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
  OK(gaspi_segment_ptr(1, &pointer));
  CHECK(pointer == (void*)mine && mine[4999] == value(me, 4999));
  OK(gaspi_segment_num(&num));
  gaspi_segment_id_t list[3];
  OK(gaspi_segment_list(num, list));
  CHECK(num == 3 && list[0] == 0 && list[2] == 2);
  OK(gaspi_read(0, 0, right, 1, 4000 * sizeof(int), 40, 0, GASPI_BLOCK));
  OK(gaspi_read(0, 40, right, 2, 1000 * sizeof(int), 40, 0, GASPI_BLOCK));
  OK(gaspi_wait(0, GASPI_BLOCK));
  OK(gaspi_segment_ptr(0, &pointer));
  CHECK(((int*)pointer)[0] == value(right, 4000) && ((int*)pointer)[10] == value(right, 1000));
  OK(gaspi_write_notify(0, 0, right, 2, 0, 4, 0, 1, 0, GASPI_BLOCK));
  OK(gaspi_wait(0, GASPI_BLOCK));
  CHECK(take(2, 0) == 1 && variable[0] == value(me, 4000));
  OK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
  for (gaspi_segment_id_t id = 0; id < 3; ++id) OK(gaspi_segment_delete(id));
  CHECK(mine[4998] == value(me, 4998) && variable[1999] == value(me, 1999));
  free(mine);
  CHECK(gaspi_segment_delete(0) == GASPI_ERR_INV_SEG && gaspi_segment_ptr(0, &pointer) == GASPI_ERR_INV_SEG);
}

static void passive(void) {
  gaspi_pointer_t pointer;
  gaspi_rank_t from;
  OK(gaspi_segment_create(0, 1024, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED));
  OK(gaspi_segment_ptr(0, &pointer));
  int* data = pointer;
  CHECK(gaspi_passive_receive(0, 0, &from, 8, GASPI_TEST) == GASPI_TIMEOUT);
  OK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
  if (me == 0) {
    long sum = 0;
    for (int i = 1; i < n; ++i) {
      OK(gaspi_passive_receive(0, 0, &from, 8, GASPI_BLOCK));
      CHECK(data[0] == value(from, 0) && data[1] == value(from, 1));
      sum += from;
    }
    CHECK(sum == (long)n * (n - 1) / 2);
  } else {
    data[0] = value(me, 0), data[1] = value(me, 1);
    while (gaspi_passive_send(0, 0, 0, 8, 10) == GASPI_TIMEOUT) {
    }
  }
  OK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
  if (me == 0) CHECK(gaspi_passive_send(0, 0, right, 8, 10) == GASPI_TIMEOUT);
  gaspi_size_t most;
  OK(gaspi_passive_transfer_size_max(&most));
  CHECK(gaspi_passive_send(0, 0, right, most + 1, GASPI_TEST) == GASPI_ERR_INV_COMMSIZE);
}

static void rest(void) {
  gaspi_state_t state[4096];
  OK(gaspi_state_vec_get(state));
  for (int i = 0; i < n; ++i) CHECK(state[i] == GASPI_STATE_HEALTHY);
  float version;
  OK(gaspi_version(&version));
  CHECK(version > 17.0f);
  gaspi_time_t a, b, tick;
  OK(gaspi_time_get(&a));
  OK(gaspi_time_get(&b));
  OK(gaspi_time_ticks(&tick));
  CHECK(b >= a && tick > 0);
  gaspi_number_t initialized;
  OK(gaspi_initialized(&initialized));
  CHECK(initialized);
  gaspi_string_t text;
  OK(gaspi_print_error(GASPI_TIMEOUT, &text));
  CHECK(strlen(text) > 0);
  free(text);
  OK(gaspi_connect(right, GASPI_BLOCK));
  OK(gaspi_disconnect(right, GASPI_BLOCK));
}

int main(void) {
  gaspi_config_t config;
  gaspi_rank_t none;
  CHECK(gaspi_proc_rank(&none) == GASPI_ERR_NOINIT && gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK) == GASPI_ERR_NOINIT);
  OK(gaspi_config_get(&config));
  CHECK(config.network == GASPI_ETHERNET && config.user_defined == NULL);
  config.queue_num = 3;
  OK(gaspi_config_set(config));
  begin();
  CHECK(gaspi_config_set(config) == GASPI_ERR_INITED);
  gaspi_number_t queues;
  OK(gaspi_queue_num(&queues));
  CHECK(queues == 3);
  groups();
  reductions();
  timeouts();
  segments();
  passive();
  rest();
  return end();
}
