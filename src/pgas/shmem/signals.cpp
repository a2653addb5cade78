// Put with signal, and reading signals.
#include "pgas/shmem/compare.h"
#include "pgas/shmem/rma.h"

namespace farsan::pgas::shmem {

#define DEFINE(X, TYPE, NAME)                                                                                          \
  ROUTINE(void, shmem_ctx_##NAME##_put_signal,                                                                         \
          (shmem_ctx_t ctx, TYPE * dest, const TYPE* source, size_t nelems, uint64_t* sig_addr, uint64_t signal,       \
           int sig_op, int pe)) {                                                                                      \
    put_signal(Target(HERE, ctx, pe), dest, source, nelems * sizeof(TYPE), {sig_addr, signal, sig_op},                 \
               Buffer::FreeOnReturn);                                                                                  \
  }                                                                                                                    \
  ROUTINE(void, shmem_##NAME##_put_signal,                                                                             \
          (TYPE * dest, const TYPE* source, size_t nelems, uint64_t* sig_addr, uint64_t signal, int sig_op, int pe)) { \
    put_signal(Target(HERE, SHMEM_CTX_DEFAULT, pe), dest, source, nelems * sizeof(TYPE), {sig_addr, signal, sig_op},   \
               Buffer::FreeOnReturn);                                                                                  \
  }                                                                                                                    \
  ROUTINE(void, shmem_ctx_##NAME##_put_signal_nbi,                                                                     \
          (shmem_ctx_t ctx, TYPE * dest, const TYPE* source, size_t nelems, uint64_t* sig_addr, uint64_t signal,       \
           int sig_op, int pe)) {                                                                                      \
    put_signal(Target(HERE, ctx, pe), dest, source, nelems * sizeof(TYPE), {sig_addr, signal, sig_op},                 \
               Buffer::FreeAfterQuiet);                                                                                \
  }                                                                                                                    \
  ROUTINE(void, shmem_##NAME##_put_signal_nbi,                                                                         \
          (TYPE * dest, const TYPE* source, size_t nelems, uint64_t* sig_addr, uint64_t signal, int sig_op, int pe)) { \
    put_signal(Target(HERE, SHMEM_CTX_DEFAULT, pe), dest, source, nelems * sizeof(TYPE), {sig_addr, signal, sig_op},   \
               Buffer::FreeAfterQuiet);                                                                                \
  }
FARSAN_SHMEM_RMA_TYPES(DEFINE, )
#undef DEFINE

#define DEFINE(X, NAME, BYTES)                                                                                         \
  ROUTINE(void, shmem_ctx_put##NAME##_signal,                                                                          \
          (shmem_ctx_t ctx, void* dest, const void* source, size_t nelems, uint64_t* sig_addr, uint64_t signal,        \
           int sig_op, int pe)) {                                                                                      \
    put_signal(Target(HERE, ctx, pe), dest, source, nelems*(BYTES), {sig_addr, signal, sig_op}, Buffer::FreeOnReturn); \
  }                                                                                                                    \
  ROUTINE(void, shmem_put##NAME##_signal,                                                                              \
          (void* dest, const void* source, size_t nelems, uint64_t* sig_addr, uint64_t signal, int sig_op, int pe)) {  \
    put_signal(Target(HERE, SHMEM_CTX_DEFAULT, pe), dest, source, nelems*(BYTES), {sig_addr, signal, sig_op},          \
               Buffer::FreeOnReturn);                                                                                  \
  }                                                                                                                    \
  ROUTINE(void, shmem_ctx_put##NAME##_signal_nbi,                                                                      \
          (shmem_ctx_t ctx, void* dest, const void* source, size_t nelems, uint64_t* sig_addr, uint64_t signal,        \
           int sig_op, int pe)) {                                                                                      \
    put_signal(Target(HERE, ctx, pe), dest, source, nelems*(BYTES), {sig_addr, signal, sig_op},                        \
               Buffer::FreeAfterQuiet);                                                                                \
  }                                                                                                                    \
  ROUTINE(void, shmem_put##NAME##_signal_nbi,                                                                          \
          (void* dest, const void* source, size_t nelems, uint64_t* sig_addr, uint64_t signal, int sig_op, int pe)) {  \
    put_signal(Target(HERE, SHMEM_CTX_DEFAULT, pe), dest, source, nelems*(BYTES), {sig_addr, signal, sig_op},          \
               Buffer::FreeAfterQuiet);                                                                                \
  }
FARSAN_SHMEM_SIZES_AND_MEM(DEFINE, )
#undef DEFINE

ROUTINE(uint64_t, shmem_signal_fetch, (const uint64_t* sig_addr)) {
  Library& library = Library::get(HERE);
  let_expired_pass();
  return __atomic_load_n(library.symmetric(HERE, sig_addr, library.my_pe()), __ATOMIC_ACQUIRE);
}

ROUTINE(uint64_t, shmem_signal_wait_until, (uint64_t* sig_addr, int cmp, uint64_t cmp_value)) {
  const Library& library = Library::get(HERE);
  const uint64_t* signal = library.symmetric(HERE, sig_addr, library.my_pe());
  const Comparison<uint64_t> holds(HERE, cmp);
  uint64_t seen = 0;
  library.job().wait(library.job().rank(), [&] {
    seen = __atomic_load_n(signal, __ATOMIC_ACQUIRE);
    return holds(seen, cmp_value);
  });
  return seen;
}

}  // namespace farsan::pgas::shmem
