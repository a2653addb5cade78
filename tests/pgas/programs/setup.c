/* Old names and constants, as programs of before OpenSHMEM 1.2 have them. */
#include <mpp/shmem.h>
#include <stdio.h>
#include <string.h>

long pSync[_SHMEM_BARRIER_SYNC_SIZE];
int pWrk[_SHMEM_REDUCE_MIN_WRKDATA_SIZE + 2];
long wrk_sync[_SHMEM_REDUCE_SYNC_SIZE];
static int one = 1, sum;

int main(void) {
  start_pes(0);
  const int me = _my_pe(), n = _num_pes();
  for (int i = 0; i < _SHMEM_BARRIER_SYNC_SIZE; ++i) pSync[i] = _SHMEM_SYNC_VALUE;
  for (int i = 0; i < _SHMEM_REDUCE_SYNC_SIZE; ++i) wrk_sync[i] = _SHMEM_SYNC_VALUE;
  shmem_barrier_all();
  int* block = shmalloc(16);
  block = shrealloc(block, 64);
  block[0] = me;
  shmem_barrier(0, 0, n, pSync);
  if (shmem_int_g(block, (me + 1) % n) != (me + 1) % n) return 1;
  shfree(block);
  if ((unsigned long)shmemalign(256, 8) % 256 != 0) return 2;
  shmem_int_sum_to_all(&sum, &one, 1, 0, 0, n, pWrk, wrk_sync);
  if (sum != n) return 3;
  static long flag;
  shmem_long_p(&flag, 3, (me + 1) % n);
  shmem_wait_until(&flag, _SHMEM_CMP_GE, 3);
  shmem_clear_cache_inv(), shmem_set_cache_inv(), shmem_udcflush();
  shmem_clear_cache_line_inv(&one), shmem_set_cache_line_inv(&one), shmem_udcflush_line(&one);
  int major = 0, minor = 0;
  char name[SHMEM_MAX_NAME_LEN];
  shmem_info_get_version(&major, &minor);
  shmem_info_get_name(name);
  if (major != 1 || minor != 5 || strcmp(name, SHMEM_VENDOR_STRING) != 0) return 4;
  shmem_pcontrol(1);
  shmem_barrier_all();
  if (me == 0) puts("ok");
  return 0;  /* no finalize: start_pes knew none */
}
