// Vectors by the intrinsics of AVX-512: a bit of a number for each lane, lanes that are put together or taken apart, and lanes that become
// narrower. The put is to elements 8 and 9 (bytes 32 to 40) only.
// flags: -O0 -mavx512f -mavx512vl -mavx512bw
// variant racy-load: "-DACCESS=keep(_mm512_maskz_loadu_epi32(on(5),x+4))"
// variant clean-load: "-DACCESS=keep(_mm512_maskz_loadu_epi32(on(6)|on(3),x+4))"
// variant racy-load-aligned: "-DACCESS=keep(_mm512_castpd_si512(_mm512_mask_load_pd(_mm512_castsi512_pd(some),on(4),(double*)x)))"
// variant clean-load-aligned: "-DACCESS=keep(_mm512_castpd_si512(_mm512_mask_load_pd(_mm512_castsi512_pd(some),on(5),(double*)x)))"
// variant racy-load-bytes: "-DACCESS=keep(_mm512_maskz_loadu_epi8(on_byte(39),x))"
// variant clean-load-bytes: "-DACCESS=keep(_mm512_maskz_loadu_epi8(on_byte(40),x))"
// variant racy-load-one: "-DACCESS=keep(_mm512_castps_si512(_mm512_castps128_ps512(_mm_maskz_load_ss(on(0),(float*)x+9))))"
// variant clean-load-one: "-DACCESS=keep(_mm512_castps_si512(_mm512_castps128_ps512(_mm_maskz_load_ss(on(1),(float*)x+9))))"
// variant clean-load-one-beside: "-DACCESS=keep(_mm512_castps_si512(_mm512_castps128_ps512(_mm_maskz_load_ss(on(0),(float*)x+7))))"
// variant racy-store: "-DACCESS=_mm512_mask_storeu_epi32(x+4,on(4),some)"
// variant clean-store: "-DACCESS=_mm512_mask_storeu_epi32(x+4,on(3)|on(6),some)"
// variant racy-store-half: "-DACCESS=_mm256_mask_storeu_epi64(x+2,on(3),_mm512_castsi512_si256(some))"
// variant clean-store-half: "-DACCESS=_mm256_mask_storeu_epi64(x+2,on(2)|on(7),_mm512_castsi512_si256(some))"
// variant racy-expand: "-DACCESS=keep(_mm512_maskz_expandloadu_epi32(on(5)|on(11)|on(13),x+6))"
// variant clean-expand: "-DACCESS=keep(_mm512_maskz_expandloadu_epi32(on(5)|on(11),x+6))"
// variant racy-compress: "-DACCESS=_mm512_mask_compressstoreu_epi32(x+7,on(0)|on(15),some)"
// variant clean-compress: "-DACCESS=_mm512_mask_compressstoreu_epi32(x+7,on(15),some)"
// variant racy-compress-half: "-DACCESS=_mm256_mask_compressstoreu_pd(x+6,on(1)|on(2),_mm512_castpd512_pd256(_mm512_castsi512_pd(some)))"
// variant clean-compress-half: "-DACCESS=_mm256_mask_compressstoreu_pd(x+6,on(1)|on(5),_mm512_castpd512_pd256(_mm512_castsi512_pd(some)))"
// variant racy-gather: "-DACCESS=keep(_mm512_mask_i32gather_epi32(some,on(3),at(3,9),x,4))"
// variant clean-gather: "-DACCESS=keep(_mm512_mask_i32gather_epi32(some,on(4),at(3,9),x,4))"
// variant racy-gather-all: "-DACCESS=keep(_mm512_i32gather_epi32(at(12,8),x,4))"
// variant racy-gather-half: "-DACCESS=keep(_mm512_castps_si512(_mm512_castps256_ps512(_mm256_mmask_i32gather_ps(_mm512_castps512_ps256(_mm512_castsi512_ps(some)),on(3),_mm512_castsi512_si256(at(3,9)),x,4))))"
// variant clean-gather-half: "-DACCESS=keep(_mm512_castps_si512(_mm512_castps256_ps512(_mm256_mmask_i32gather_ps(_mm512_castps512_ps256(_mm512_castsi512_ps(some)),on(2),_mm512_castsi512_si256(at(3,9)),x,4))))"
// variant racy-scatter: "-DACCESS=_mm512_mask_i32scatter_epi32(x,on(3),at(3,9),some,4)"
// variant clean-scatter: "-DACCESS=_mm512_mask_i32scatter_epi32(x,on(4),at(3,9),some,4)"
// variant racy-scatter-all: "-DACCESS=_mm512_i32scatter_epi32(x,at(12,8),some,4)"
// variant racy-scatter-half: "-DACCESS=_mm256_mask_i32scatter_pd(x,on(3),_mm512_castsi512_si128(at(3,4)),_mm512_castpd512_pd256(_mm512_castsi512_pd(some)),8)"
// variant clean-scatter-half: "-DACCESS=_mm256_mask_i32scatter_pd(x,on(1),_mm512_castsi512_si128(at(3,4)),_mm512_castpd512_pd256(_mm512_castsi512_pd(some)),8)"
// variant racy-narrower: "-DACCESS=_mm512_mask_cvtepi32_storeu_epi8((char*)x+30,on(2),some)"
// variant clean-narrower: "-DACCESS=_mm512_mask_cvtepi32_storeu_epi8((char*)x+30,on(1)|on(10),some)"
// variant racy-narrower-half: "-DACCESS=_mm256_mask_cvtsepi64_storeu_epi16((char*)x+26,on(3),_mm512_castsi512_si256(some))"
// variant clean-narrower-half: "-DACCESS=_mm256_mask_cvtsepi64_storeu_epi16((char*)x+26,on(2)|on(7),_mm512_castsi512_si256(some))"
// variant racy-stream: "-DACCESS=_mm512_stream_si512((__m512i*)x,some)"
// variant clean-stream: "-DACCESS=_mm512_stream_si512((__m512i*)(x+16),some)"
// variant racy-whole: "-DACCESS=_mm512_storeu_si512(x+9,some)"
// variant clean-whole: "-DACCESS=_mm512_storeu_si512(x+10,some)"
// variant racy-optimised-load: "-DACCESS=keep(_mm512_maskz_loadu_epi32(on(5),x+4))" -O2
// variant clean-optimised-load: "-DACCESS=keep(_mm512_maskz_loadu_epi32(on(6)|on(3),x+4))" -O2
// variant racy-optimised-scatter: "-DACCESS=_mm512_mask_i32scatter_epi32(x,on(3),at(3,9),some,4)" -O3
// variant clean-optimised-scatter: "-DACCESS=_mm512_mask_i32scatter_epi32(x,on(4),at(3,9),some,4)" -O3
// variant racy-optimised-compress: "-DACCESS=_mm512_mask_compressstoreu_epi32(x+7,on(0)|on(15),some)" -O2
// variant clean-optimised-compress: "-DACCESS=_mm512_mask_compressstoreu_epi32(x+7,on(15),some)" -O2
// machine: x86_64 avx512f avx512vl avx512bw
#include "corpus.h"

#include <immintrin.h>

static void keep(__m512i value) {
  static volatile __m512i sink;
  sink = value;
}
// Nobody knows it when the program is compiled.
static __mmask16 on(volatile int lane) { return (__mmask16)(1 << lane); }
static __mmask64 on_byte(volatile int lane) { return (__mmask64)1 << lane; }
// All other indices are of what nobody else accesses.
static __m512i at(volatile int lane, volatile int index) {
  int lanes[16];
  for (int i = 0; i < 16; i++)
    lanes[i] = i == lane ? index : 16 + i;
  return _mm512_loadu_si512(lanes);
}
static int x[80] __attribute__((aligned(64)));

int main(void) {
  MPI_Win win;
  const __m512i some = _mm512_set1_epi32(7);
  int rank = begin(), values[2] = {4, 2};
  MPI_Win_create(x, sizeof x, sizeof *x, MPI_INFO_NULL, MPI_COMM_WORLD, &win);

  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Put(values, 2, MPI_INT, 1, 8, 2, MPI_INT, win);  // race(byte)
  } else {
    ACCESS;  // race(byte)
  }
  MPI_Win_fence(0, win);
  keep(some), keep(at(on(1), (int)on_byte(1)));
  return finish(&win);
}
