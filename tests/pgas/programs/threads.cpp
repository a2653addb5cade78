// SHMEM_THREAD_MULTIPLE: threads use contexts of their own, the default one together, and collectives on different teams.
#include <atomic>
#include <thread>
#include <vector>

extern "C" {
#include "check.h"
}

namespace {

constexpr int kThreads = 4;
constexpr int kRounds = 100;
long counter;
long cells[kThreads];
long flags[kThreads];
long sums[kThreads], ones[kThreads];
shmem_team_t teams[kThreads];

void work(int thread) {
  shmem_ctx_t ctx;
  CHECK(shmem_ctx_create(SHMEM_CTX_PRIVATE, &ctx) == 0);
  for (int i = 0; i < kRounds; ++i) {
    shmem_long_atomic_inc(&counter, right);
    shmem_ctx_long_p(ctx, &cells[thread], i, right);
    shmem_ctx_quiet(ctx);
    CHECK(shmem_ctx_long_g(ctx, &cells[thread], right) == i);
  }
  shmem_ctx_destroy(ctx);
  shmem_long_p(&flags[thread], thread + 1, right);
  shmem_quiet();
  shmem_long_wait_until(&flags[thread], SHMEM_CMP_EQ, thread + 1);
  for (int i = 0; i < 10; ++i) {
    CHECK(shmem_long_sum_reduce(teams[thread], &sums[thread], &ones[thread], 1) == 0);
    CHECK(sums[thread] == n);
  }
}

}  // namespace

int main() {
  int provided = -1;
  CHECK(shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided) == 0 && provided == SHMEM_THREAD_MULTIPLE);
  begin();  // a second initialisation does nothing
  shmem_query_thread(&provided);
  CHECK(provided == SHMEM_THREAD_MULTIPLE);
  for (int i = 0; i < kThreads; ++i) {
    ones[i] = 1;
    CHECK(shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, n, nullptr, 0, &teams[i]) == 0);
  }
  shmem_barrier_all();
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) threads.emplace_back(work, i);
  for (std::thread& thread : threads) thread.join();
  shmem_barrier_all();
  CHECK(counter == kThreads * kRounds);
  return end();
}
