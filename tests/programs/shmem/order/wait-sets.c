// Waits for several variables take what made those true that they tell of; excluded ones are not waited for.
// ranks: 4
// variant racy-any: "-DWAIT=first=(int)shmem_int_wait_until_any(flags,3,NULL,SHMEM_CMP_EQ,1)" "-DREAD=use(x[(first+1)%3])"
// variant racy-excluded: "-DWAIT=shmem_int_wait_until_all(flags,3,skip,SHMEM_CMP_EQ,1)" "-DREAD=use(x[1])"
// variant clean-all: "-DWAIT=shmem_int_wait_until_all(flags,3,NULL,SHMEM_CMP_EQ,1)" "-DREAD=use(x[0]+x[1]+x[2])"
// variant clean-all-vector: "-DWAIT=shmem_int_wait_until_all_vector(flags,3,NULL,SHMEM_CMP_EQ,ones)" "-DREAD=use(x[0]+x[1]+x[2])"
// variant clean-any: "-DWAIT=first=(int)shmem_int_wait_until_any(flags,3,NULL,SHMEM_CMP_EQ,1)" "-DREAD=use(x[first])"
// variant clean-any-vector: "-DWAIT=first=(int)shmem_int_wait_until_any_vector(flags,3,NULL,SHMEM_CMP_EQ,ones)" "-DREAD=use(x[first])"
// variant clean-some: "-DWAIT=count=shmem_int_wait_until_some(flags,3,which,NULL,SHMEM_CMP_EQ,1)" "-DREAD=some()"
// variant clean-some-vector: "-DWAIT=count=shmem_int_wait_until_some_vector(flags,3,which,NULL,SHMEM_CMP_EQ,ones)" "-DREAD=some()"
// variant clean-excluded: "-DWAIT=shmem_int_wait_until_all(flags,3,skip,SHMEM_CMP_EQ,1)" "-DREAD=use(x[0]+x[2])"
// variant clean-test-all: "-DWAIT=while(!shmem_int_test_all(flags,3,NULL,SHMEM_CMP_EQ,1)){}" "-DREAD=use(x[0]+x[1]+x[2])"
// variant clean-test-any: "-DWAIT=while((first=(int)shmem_int_test_any(flags,3,NULL,SHMEM_CMP_EQ,1))<0){}" "-DREAD=use(x[first])"
// variant clean-test-some: "-DWAIT=while((count=shmem_int_test_some(flags,3,which,NULL,SHMEM_CMP_EQ,1))==0){}" "-DREAD=some()"
// since: 1.5
#include "corpus.h"

int x[3], flags[3];
static int first, ones[3] = {1, 1, 1}, skip[3] = {0, 1, 0};
static size_t which[3], count;

static inline void some(void) {
  for (size_t i = 0; i < count; ++i)
    use(x[which[i]]);
}

int main(void) {
  int pe = begin();
  if (pe < 3) {
    shmem_int_p(&x[pe], 1, 3);  // race(data)
    shmem_fence();
    shmem_int_atomic_set(&flags[pe], 1, 3);
  } else {
    WAIT;
    READ;  // race(data)
  }
  (void)ones, (void)skip, (void)which, (void)count, (void)some, (void)first;
  return finish();
}
