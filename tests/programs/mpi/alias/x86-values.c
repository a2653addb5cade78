// Types and ways to compute that x86-64 has and others have not, or not so: ten bytes of long double, __int128, _Float16, x87 and MMX code, atomics of 16
// bytes, values on the stack. The put is to bytes 32 to 40.
// variant racy-long-double: "-DACCESS=*(volatile long double*)(x+32)=one"
// variant racy-long-double-load: "-DACCESS=one=*(volatile long double*)(x+32)"
// variant clean-long-double: "-DACCESS=*(volatile long double*)(x+48)=one"
// variant racy-long-double-unaligned: "-DACCESS=((struct odd*)(x+23))->value=one"
// variant clean-long-double-unaligned: "-DACCESS=((struct odd*)(x+40))->value=one"
// variant racy-complex: "-DACCESS=*(long double _Complex*)(x+16)=one"
// variant racy-complex-float: "-DACCESS=*(float _Complex*)(x+32)*=2"
// variant racy-int128: "-DACCESS=*(__int128*)(x+32)+=3"
// variant clean-int128: "-DACCESS=*(__int128*)(x+48)+=3"
// variant racy-half: "-DACCESS=*(volatile _Float16*)(x+38)=(_Float16)1" -msse2
// variant clean-half: "-DACCESS=*(volatile _Float16*)(x+40)=(_Float16)1" -msse2
// variant racy-x87: "-DACCESS=*(double*)(x+32)+=one"
// variant racy-x87-integer: "-DACCESS=*(long long*)(x+32)=(long long)one"
// variant racy-mmx: "-DACCESS=*(__m64*)(x+32)=_mm_set1_pi16(3)"
// variant racy-mmx-stream: "-DACCESS=_mm_stream_pi((__m64*)(x+32),_mm_set1_pi16(3))"
// variant racy-mmx-mask: "-DACCESS=_mm_maskmove_si64(_mm_set1_pi8(3),_mm_set_pi8(0,-1,0,0,0,0,0,0),x+33)"
// variant clean-mmx-mask: "-DACCESS=_mm_maskmove_si64(_mm_set1_pi8(3),_mm_set_pi8(0,-1,0,0,0,0,0,0),x+25)"
// variant racy-wide-atomic: "-DACCESS=__sync_bool_compare_and_swap((__int128*)(x+32),0,3)" -mcx16
// variant clean-wide-atomic: "-DACCESS=__sync_bool_compare_and_swap((__int128*)(x+48),0,3)" -mcx16
// variant racy-byval: "-DACCESS=sum=taken(*(struct large*)(x+16))"
// variant clean-byval: "-DACCESS=sum=taken(*(struct large*)(x+40))"
// variant racy-byval-variable: "-DACCESS=sum=taken_of_any(1,*(struct large*)(x+16))"
// variant racy-many-arguments: "-DACCESS=sum=many(1,2,3,4,5,6,7,*(long*)(x+32))"
// variant racy-sret: "-DACCESS=*(struct large*)(x+24)=given()"
// variant clean-sret: "-DACCESS=*(struct large*)(x+40)=given()"
// variant racy-bits: "-DACCESS=((struct bits*)(x+32))->c=3"
// variant clean-bits: "-DACCESS=((struct bits*)(x+40))->c=3"
// variant racy-fill: "-DACCESS=memset(x+30,1,SIZE)" -O2 -DSIZE=200
// variant racy-copy: "-DACCESS=memcpy(x+30,other,SIZE)" -O2 -DSIZE=300
// variant racy-protected: "-DACCESS=x[33]=1" -fcf-protection -O2
// variant racy-large-model: "-DACCESS=x[33]=1" -mcmodel=large -O2
// variant racy-medium-model: "-DACCESS=x[33]=1" -mcmodel=medium
// variant racy-no-plt: "-DACCESS=x[33]=1" -fno-plt -O2
// variant racy-fast: "-DACCESS=for(int i=0;i<64;i++)((float*)x)[i]*=2" -Ofast
// machine: x86_64
#include "corpus.h"

#include <immintrin.h>
#include <stdarg.h>

struct odd {
  long double value;
} __attribute__((packed));
struct large {
  long a[6];
};
struct bits {
  unsigned long a : 3, b : 30, c : 5;
};

static char x[512] __attribute__((aligned(64)));
static char other[512];

__attribute__((noinline)) static long taken(struct large value) { return value.a[2]; }
__attribute__((noinline)) static long taken_of_any(int count, ...) {
  va_list arguments;
  va_start(arguments, count);
  const struct large value = va_arg(arguments, struct large);
  va_end(arguments);
  return value.a[1];
}
__attribute__((noinline)) static long many(int a, int b, int c, int d, int e, int f, int g, long h) { return a + b + c + d + e + f + g + h; }
__attribute__((noinline)) static struct large given(void) { return (struct large){{1, 2, 3, 4, 5, 6}}; }

int main(void) {
  MPI_Win win;
  int rank = begin(), values[2] = {4, 2};
  volatile long sum = 0;
  volatile long double one = 1;
  MPI_Win_create(x, sizeof x, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);

  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Put(values, 2, MPI_INT, 1, 32, 2, MPI_INT, win);  // race(byte)
  } else {
    ACCESS;  // race(byte)
    _mm_empty();
  }
  MPI_Win_fence(0, win);
  use((int)sum + (int)one + other[rank] + (int)taken(given()) + (int)taken_of_any(1, given()) + (int)many(1, 2, 3, 4, 5, 6, 7, 8));
  return finish(&win);
}
