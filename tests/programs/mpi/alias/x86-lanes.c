// Vectors by the intrinsics of x86: lanes that a mask chooses, places that are computed, stores that go around the caches. What a mask leaves
// out is no access: the put is to elements 8 and 9 (bytes 32 to 40) only.
// flags: -O0 -mavx2
// variant racy-load: "-DACCESS=keep(_mm256_maskload_epi32(x+4,on32(4)))"
// variant clean-load: "-DACCESS=keep(_mm256_maskload_epi32(x+4,on32(3)))"
// variant racy-load-wide: "-DACCESS=keep(_mm256_maskload_epi64((long long*)x+1,on64(3)))"
// variant clean-load-wide: "-DACCESS=keep(_mm256_maskload_epi64((long long*)x+1,on64(2)))"
// variant racy-load-floats: "-DACCESS=keep(_mm256_castps_si256(_mm256_maskload_ps((float*)x+3,on32(5))))"
// variant clean-load-floats: "-DACCESS=keep(_mm256_castps_si256(_mm256_maskload_ps((float*)x+3,on32(7))))"
// variant racy-load-small: "-DACCESS=keep(_mm256_castsi128_si256(_mm_maskload_epi32(x+6,_mm256_castsi256_si128(on32(3)))))"
// variant racy-store: "-DACCESS=_mm256_maskstore_epi32(x+2,on32(7),some)"
// variant clean-store: "-DACCESS=_mm256_maskstore_epi32(x+2,on32(5),some)"
// variant racy-store-doubles: "-DACCESS=_mm256_maskstore_pd((double*)x+4,on64(0),_mm256_castsi256_pd(some))"
// variant clean-store-doubles: "-DACCESS=_mm256_maskstore_pd((double*)x+4,on64(1),_mm256_castsi256_pd(some))"
// variant racy-store-bytes: "-DACCESS=_mm_maskmoveu_si128(_mm256_castsi256_si128(some),on8(7),(char*)x+32)"
// variant clean-store-bytes: "-DACCESS=_mm_maskmoveu_si128(_mm256_castsi256_si128(some),on8(8),(char*)x+32)"
// variant racy-gather: "-DACCESS=keep(_mm256_i32gather_epi32(x,at(4,9),4))"
// variant clean-gather: "-DACCESS=keep(_mm256_i32gather_epi32(x,at(4,10),4))"
// variant racy-gather-backwards: "-DACCESS=keep(_mm256_i32gather_epi32(x+40,at(4,-31),4))"
// variant racy-gather-few: "-DACCESS=keep(_mm256_castsi128_si256(_mm256_i64gather_epi32(x,at64(2,8),4)))"
// variant clean-gather-few: "-DACCESS=keep(_mm256_castsi128_si256(_mm256_i64gather_epi32(x,at64(2,7),4)))"
// variant racy-gather-doubles: "-DACCESS=keep(_mm256_castpd_si256(_mm256_i32gather_pd((double*)x,_mm256_castsi256_si128(at(2,4)),8)))"
// variant clean-gather-doubles: "-DACCESS=keep(_mm256_castpd_si256(_mm256_i32gather_pd((double*)x,_mm256_castsi256_si128(at(2,5)),8)))"
// variant racy-gather-masked: "-DACCESS=keep(_mm256_mask_i32gather_epi32(some,x,at(5,8),on32(5),4))"
// variant clean-gather-masked: "-DACCESS=keep(_mm256_mask_i32gather_epi32(some,x,at(5,8),on32(4),4))"
// variant racy-gather-from-nowhere: "-DACCESS=keep(_mm256_i64gather_epi64(NULL,at64(2,(long long)(x+8)),1))"
// variant clean-gather-from-nowhere: "-DACCESS=keep(_mm256_i64gather_epi64(NULL,at64(2,(long long)(x+10)),1))"
// variant racy-lddqu: "-DACCESS=keep(_mm256_lddqu_si256((__m256i*)(x+9)))"
// variant clean-lddqu: "-DACCESS=keep(_mm256_lddqu_si256((__m256i*)(x+10)))"
// variant racy-stream: "-DACCESS=_mm256_stream_si256((__m256i*)(x+8),some)"
// variant clean-stream: "-DACCESS=_mm256_stream_si256((__m256i*)(x+16),some)"
// variant racy-stream-floats: "-DACCESS=_mm_stream_ps((float*)x+8,_mm_set1_ps(1))"
// variant clean-stream-floats: "-DACCESS=_mm_stream_ps((float*)x+12,_mm_set1_ps(1))"
// variant racy-stream-doubles: "-DACCESS=_mm_stream_pd((double*)x+4,_mm_set1_pd(1))"
// variant racy-stream-number: "-DACCESS=_mm_stream_si32(x+9,3)"
// variant clean-stream-number: "-DACCESS=_mm_stream_si32(x+10,3)"
// variant racy-stream-load: "-DACCESS=keep(_mm256_stream_load_si256((__m256i*)(x+8)))"
// variant racy-half: "-DACCESS=keep(_mm256_castsi128_si256(_mm_castps_si128(_mm_loadh_pi(_mm_set1_ps(1),(__m64*)(x+9)))))"
// variant clean-half: "-DACCESS=keep(_mm256_castsi128_si256(_mm_castps_si128(_mm_loadh_pi(_mm_set1_ps(1),(__m64*)(x+6)))))"
// variant racy-store-half: "-DACCESS=_mm_storeh_pi((__m64*)(x+7),_mm_set1_ps(1))"
// variant clean-store-half: "-DACCESS=_mm_storeh_pi((__m64*)(x+6),_mm_set1_ps(1))"
// variant racy-broadcast: "-DACCESS=keep(_mm256_castps_si256(_mm256_broadcast_ss((float*)x+9)))"
// variant clean-broadcast: "-DACCESS=keep(_mm256_castps_si256(_mm256_broadcast_ss((float*)x+10)))"
// variant racy-broadcast-half: "-DACCESS=keep(_mm256_castpd_si256(_mm256_broadcast_pd((__m128d*)(x+5))))"
// variant clean-broadcast-half: "-DACCESS=keep(_mm256_castpd_si256(_mm256_broadcast_pd((__m128d*)(x+4))))"
// variant racy-carry: "-DACCESS=use(_addcarry_u32(1,2,3,(unsigned*)x+9))"
// variant clean-carry: "-DACCESS=use(_addcarry_u32(1,2,3,(unsigned*)x+10))"
// variant racy-borrow: "-DACCESS=use(_subborrow_u64(1,2,3,(unsigned long long*)x+4))"
// variant racy-optimised-load: "-DACCESS=keep(_mm256_maskload_epi32(x+4,on32(4)))" -O2
// variant clean-optimised-load: "-DACCESS=keep(_mm256_maskload_epi32(x+4,on32(3)))" -O2
// variant racy-optimised-store: "-DACCESS=_mm256_maskstore_epi32(x+2,on32(7),some)" -O3
// variant clean-optimised-store: "-DACCESS=_mm256_maskstore_epi32(x+2,on32(5),some)" -O3
// variant racy-optimised-gather: "-DACCESS=keep(_mm256_i32gather_epi32(x,at(4,9),4))" -O2
// variant clean-optimised-gather: "-DACCESS=keep(_mm256_i32gather_epi32(x,at(4,10),4))" -O2
// variant racy-optimised-stream: "-DACCESS=_mm_stream_ps((float*)x+8,_mm_set1_ps(1))" -O3
// machine: x86_64 avx2
#include "corpus.h"

#include <immintrin.h>
#include <stdint.h>

static void keep(__m256i value) {
  static volatile __m256i sink;
  sink = value;
}
// Masks count by the bit on top of a lane. Nobody knows them when the program is compiled.
static __m256i on32(volatile int lane) {
  int lanes[8];
  for (int i = 0; i < 8; i++)
    lanes[i] = i == lane ? INT32_MIN : INT32_MAX;
  return _mm256_loadu_si256((__m256i*)lanes);
}
static __m256i on64(volatile int lane) {
  long long lanes[4];
  for (int i = 0; i < 4; i++)
    lanes[i] = i == lane ? INT64_MIN : INT64_MAX;
  return _mm256_loadu_si256((__m256i*)lanes);
}
static __m128i on8(volatile int lane) {
  char lanes[16];
  for (int i = 0; i < 16; i++)
    lanes[i] = i == lane ? -128 : 127;
  return _mm_loadu_si128((__m128i*)lanes);
}
// All other indices are of what nobody else accesses.
static __m256i at(volatile int lane, volatile int index) {
  int lanes[8];
  for (int i = 0; i < 8; i++)
    lanes[i] = i == lane ? index : 16 + i;
  return _mm256_loadu_si256((__m256i*)lanes);
}
static __m256i at64(volatile int lane, volatile long long index) {
  long long lanes[4];
  for (int i = 0; i < 4; i++)
    lanes[i] = i == lane ? index : index > 64 ? index + 64 + 8 * i : 16 + i;
  return _mm256_loadu_si256((__m256i*)lanes);
}

static int x[80] __attribute__((aligned(64)));

int main(void) {
  MPI_Win win;
  const __m256i some = _mm256_set1_epi32(7);
  int rank = begin(), values[2] = {4, 2};
  MPI_Win_create(x, sizeof x, sizeof *x, MPI_INFO_NULL, MPI_COMM_WORLD, &win);

  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Put(values, 2, MPI_INT, 1, 8, 2, MPI_INT, win);  // race(byte)
  } else {
    ACCESS;  // race(byte)
  }
  MPI_Win_fence(0, win);
  keep(some), keep(on32(1)), keep(on64(1)), keep(_mm256_castsi128_si256(on8(1))), keep(at(1, 1)), keep(at64(1, 1));
  return finish(&win);
}
