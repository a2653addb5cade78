/* Every routine of OpenSHMEM 1.5 for C and C++, as rows X(result, name, (parameters)): shmem.h declares from this list, the
 * library is checked against it, and who wraps all routines can walk it, too. A family is one group of rows; a type is one
 * row of its table. Internal to shmem.h: use the routines by their names. */
#ifndef FARSAN_SHMEM_ROUTINES_H
#define FARSAN_SHMEM_ROUTINES_H

/* --- Types: M(X, TYPE, TYPENAME), by the tables of the specification ------------------------------------------------- */

/* C types that are different from each other: what _Generic can tell apart. */
#define FARSAN_SHMEM_REAL_TYPES(M, X) M(X, float, float) M(X, double, double) M(X, long double, longdouble)
#define FARSAN_SHMEM_CHAR_TYPES(M, X) M(X, char, char) M(X, signed char, schar) M(X, unsigned char, uchar)
#define FARSAN_SHMEM_SHORT_TYPES(M, X) M(X, short, short) M(X, unsigned short, ushort)
#define FARSAN_SHMEM_SIGNED_TYPES(M, X) M(X, int, int) M(X, long, long) M(X, long long, longlong)
#define FARSAN_SHMEM_UNSIGNED_TYPES(M, X) \
  M(X, unsigned int, uint) M(X, unsigned long, ulong) M(X, unsigned long long, ulonglong)
/* Other names of some of them. */
#define FARSAN_SHMEM_WORD_TYPES(M, X) \
  M(X, int32_t, int32) M(X, int64_t, int64) M(X, uint32_t, uint32) M(X, uint64_t, uint64)
#define FARSAN_SHMEM_SMALL_TYPES(M, X) \
  M(X, int8_t, int8) M(X, int16_t, int16) M(X, uint8_t, uint8) M(X, uint16_t, uint16)

#define FARSAN_SHMEM_RMA_TYPES(M, X) \
  FARSAN_SHMEM_REAL_TYPES(M, X)      \
  FARSAN_SHMEM_CHAR_TYPES(M, X)      \
  FARSAN_SHMEM_SHORT_TYPES(M, X)     \
  FARSAN_SHMEM_SIGNED_TYPES(M, X)    \
  FARSAN_SHMEM_UNSIGNED_TYPES(M, X)  \
  FARSAN_SHMEM_SMALL_TYPES(M, X)     \
  FARSAN_SHMEM_WORD_TYPES(M, X)      \
  M(X, size_t, size) M(X, ptrdiff_t, ptrdiff)
#define FARSAN_SHMEM_AMO_TYPES(M, X) \
  FARSAN_SHMEM_SIGNED_TYPES(M, X)    \
  FARSAN_SHMEM_UNSIGNED_TYPES(M, X)  \
  FARSAN_SHMEM_WORD_TYPES(M, X)      \
  M(X, size_t, size) M(X, ptrdiff_t, ptrdiff)
#define FARSAN_SHMEM_AMO_EXTENDED_TYPES(M, X) FARSAN_SHMEM_AMO_TYPES(M, X) M(X, float, float) M(X, double, double)
#define FARSAN_SHMEM_AMO_BITWISE_TYPES(M, X) FARSAN_SHMEM_UNSIGNED_TYPES(M, X) FARSAN_SHMEM_WORD_TYPES(M, X)
#define FARSAN_SHMEM_SYNC_TYPES(M, X) FARSAN_SHMEM_SHORT_TYPES(M, X) FARSAN_SHMEM_AMO_TYPES(M, X)
#define FARSAN_SHMEM_REDUCE_BITWISE_TYPES(M, X) \
  M(X, unsigned char, uchar)                    \
  M(X, unsigned short, ushort)                  \
  FARSAN_SHMEM_UNSIGNED_TYPES(M, X) FARSAN_SHMEM_SMALL_TYPES(M, X) FARSAN_SHMEM_WORD_TYPES(M, X) M(X, size_t, size)
#define FARSAN_SHMEM_REDUCE_ORDERED_TYPES(M, X) FARSAN_SHMEM_RMA_TYPES(M, X)
#define FARSAN_SHMEM_REDUCE_TYPES(M, X) \
  FARSAN_SHMEM_RMA_TYPES(M, X) M(X, farsan_shmem_complexd, complexd) M(X, farsan_shmem_complexf, complexf)
/* Of the deprecated routines. */
#define FARSAN_SHMEM_OLD_WAIT_TYPES(M, X) M(X, short, short) FARSAN_SHMEM_SIGNED_TYPES(M, X)
#define FARSAN_SHMEM_OLD_AMO_EXTENDED_TYPES(M, X) \
  FARSAN_SHMEM_SIGNED_TYPES(M, X) M(X, float, float) M(X, double, double)
#define FARSAN_SHMEM_OLD_REDUCE_ORDERED_TYPES(M, X) FARSAN_SHMEM_OLD_WAIT_TYPES(M, X) FARSAN_SHMEM_REAL_TYPES(M, X)
#define FARSAN_SHMEM_OLD_REDUCE_TYPES(M, X)   \
  FARSAN_SHMEM_OLD_REDUCE_ORDERED_TYPES(M, X) \
  M(X, farsan_shmem_complexd, complexd) M(X, farsan_shmem_complexf, complexf)

/* --- Sizes: M(X, NAME, bytes) ---------------------------------------------------------------------------------------- */

#define FARSAN_SHMEM_SIZES(M, X) M(X, 8, 1) M(X, 16, 2) M(X, 32, 4) M(X, 64, 8) M(X, 128, 16)
#define FARSAN_SHMEM_SIZES_AND_MEM(M, X) FARSAN_SHMEM_SIZES(M, X) M(X, mem, 1)
#define FARSAN_SHMEM_COLLECTIVE_SIZES(M, X) M(X, 32, 4) M(X, 64, 8)

/* --- Setup, query, memory ---------------------------------------------------------------------------------------------- */

#define FARSAN_SHMEM_SETUP(X)                               \
  X(void, shmem_init, (void))                               \
  X(int, shmem_init_thread, (int requested, int* provided)) \
  X(void, shmem_query_thread, (int* provided))              \
  X(void, shmem_finalize, (void))                           \
  X(void, shmem_global_exit, (int status))                  \
  X(int, shmem_my_pe, (void))                               \
  X(int, shmem_n_pes, (void))                               \
  X(int, shmem_pe_accessible, (int pe))                     \
  X(int, shmem_addr_accessible, (const void* addr, int pe)) \
  X(void*, shmem_ptr, (const void* dest, int pe))           \
  X(void, shmem_info_get_version, (int* major, int* minor)) \
  X(void, shmem_info_get_name, (char* name))

#define FARSAN_SHMEM_MEMORY(X)                                 \
  X(void*, shmem_malloc, (size_t size))                        \
  X(void*, shmem_malloc_with_hints, (size_t size, long hints)) \
  X(void*, shmem_calloc, (size_t count, size_t size))          \
  X(void*, shmem_align, (size_t alignment, size_t size))       \
  X(void*, shmem_realloc, (void* ptr, size_t size))            \
  X(void, shmem_free, (void* ptr))

/* --- Teams and contexts ------------------------------------------------------------------------------------------------ */

#define FARSAN_SHMEM_TEAMS(X)                                                                                        \
  X(int, shmem_team_my_pe, (shmem_team_t team))                                                                      \
  X(int, shmem_team_n_pes, (shmem_team_t team))                                                                      \
  X(int, shmem_team_get_config, (shmem_team_t team, long config_mask, shmem_team_config_t* config))                  \
  X(int, shmem_team_translate_pe, (shmem_team_t src_team, int src_pe, shmem_team_t dest_team))                       \
  X(int, shmem_team_split_strided,                                                                                   \
    (shmem_team_t parent_team, int start, int stride, int size, const shmem_team_config_t* config, long config_mask, \
     shmem_team_t* new_team))                                                                                        \
  X(int, shmem_team_split_2d,                                                                                        \
    (shmem_team_t parent_team, int xrange, const shmem_team_config_t* xaxis_config, long xaxis_mask,                 \
     shmem_team_t* xaxis_team, const shmem_team_config_t* yaxis_config, long yaxis_mask, shmem_team_t* yaxis_team))  \
  X(void, shmem_team_destroy, (shmem_team_t team))                                                                   \
  X(int, shmem_team_sync, (shmem_team_t team))

#define FARSAN_SHMEM_CONTEXTS(X)                                                     \
  X(int, shmem_ctx_create, (long options, shmem_ctx_t* ctx))                         \
  X(int, shmem_team_create_ctx, (shmem_team_t team, long options, shmem_ctx_t* ctx)) \
  X(void, shmem_ctx_destroy, (shmem_ctx_t ctx))                                      \
  X(int, shmem_ctx_get_team, (shmem_ctx_t ctx, shmem_team_t * team))                 \
  X(void, shmem_ctx_fence, (shmem_ctx_t ctx))                                        \
  X(void, shmem_ctx_quiet, (shmem_ctx_t ctx))                                        \
  X(void, shmem_fence, (void))                                                       \
  X(void, shmem_quiet, (void))

/* --- Remote memory access ---------------------------------------------------------------------------------------------- */

/* Each routine twice, on the default context and with one. */
#define FARSAN_SHMEM_RMA(X, TYPE, NAME)                                                                                \
  X(void, shmem_##NAME##_put, (TYPE * dest, const TYPE* source, size_t nelems, int pe))                                \
  X(void, shmem_ctx_##NAME##_put, (shmem_ctx_t ctx, TYPE * dest, const TYPE* source, size_t nelems, int pe))           \
  X(void, shmem_##NAME##_get, (TYPE * dest, const TYPE* source, size_t nelems, int pe))                                \
  X(void, shmem_ctx_##NAME##_get, (shmem_ctx_t ctx, TYPE * dest, const TYPE* source, size_t nelems, int pe))           \
  X(void, shmem_##NAME##_p, (TYPE * dest, TYPE value, int pe))                                                         \
  X(void, shmem_ctx_##NAME##_p, (shmem_ctx_t ctx, TYPE * dest, TYPE value, int pe))                                    \
  X(TYPE, shmem_##NAME##_g, (const TYPE* source, int pe))                                                              \
  X(TYPE, shmem_ctx_##NAME##_g, (shmem_ctx_t ctx, const TYPE* source, int pe))                                         \
  X(void, shmem_##NAME##_iput, (TYPE * dest, const TYPE* source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe)) \
  X(void, shmem_ctx_##NAME##_iput,                                                                                     \
    (shmem_ctx_t ctx, TYPE * dest, const TYPE* source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe))           \
  X(void, shmem_##NAME##_iget, (TYPE * dest, const TYPE* source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe)) \
  X(void, shmem_ctx_##NAME##_iget,                                                                                     \
    (shmem_ctx_t ctx, TYPE * dest, const TYPE* source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe))           \
  X(void, shmem_##NAME##_put_nbi, (TYPE * dest, const TYPE* source, size_t nelems, int pe))                            \
  X(void, shmem_ctx_##NAME##_put_nbi, (shmem_ctx_t ctx, TYPE * dest, const TYPE* source, size_t nelems, int pe))       \
  X(void, shmem_##NAME##_get_nbi, (TYPE * dest, const TYPE* source, size_t nelems, int pe))                            \
  X(void, shmem_ctx_##NAME##_get_nbi, (shmem_ctx_t ctx, TYPE * dest, const TYPE* source, size_t nelems, int pe))

#define FARSAN_SHMEM_RMA_SIZED(X, NAME, BYTES)                                                                 \
  X(void, shmem_put##NAME, (void* dest, const void* source, size_t nelems, int pe))                            \
  X(void, shmem_ctx_put##NAME, (shmem_ctx_t ctx, void* dest, const void* source, size_t nelems, int pe))       \
  X(void, shmem_get##NAME, (void* dest, const void* source, size_t nelems, int pe))                            \
  X(void, shmem_ctx_get##NAME, (shmem_ctx_t ctx, void* dest, const void* source, size_t nelems, int pe))       \
  X(void, shmem_put##NAME##_nbi, (void* dest, const void* source, size_t nelems, int pe))                      \
  X(void, shmem_ctx_put##NAME##_nbi, (shmem_ctx_t ctx, void* dest, const void* source, size_t nelems, int pe)) \
  X(void, shmem_get##NAME##_nbi, (void* dest, const void* source, size_t nelems, int pe))                      \
  X(void, shmem_ctx_get##NAME##_nbi, (shmem_ctx_t ctx, void* dest, const void* source, size_t nelems, int pe))

#define FARSAN_SHMEM_RMA_STRIDED_SIZED(X, NAME, BYTES)                                                             \
  X(void, shmem_iput##NAME, (void* dest, const void* source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe)) \
  X(void, shmem_ctx_iput##NAME,                                                                                    \
    (shmem_ctx_t ctx, void* dest, const void* source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe))        \
  X(void, shmem_iget##NAME, (void* dest, const void* source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe)) \
  X(void, shmem_ctx_iget##NAME,                                                                                    \
    (shmem_ctx_t ctx, void* dest, const void* source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe))

/* --- Signals ----------------------------------------------------------------------------------------------------------- */

#define FARSAN_SHMEM_PUT_SIGNAL(X, TYPE, NAME)                                                                         \
  X(void, shmem_##NAME##_put_signal,                                                                                   \
    (TYPE * dest, const TYPE* source, size_t nelems, uint64_t* sig_addr, uint64_t signal, int sig_op, int pe))         \
  X(void, shmem_ctx_##NAME##_put_signal,                                                                               \
    (shmem_ctx_t ctx, TYPE * dest, const TYPE* source, size_t nelems, uint64_t* sig_addr, uint64_t signal, int sig_op, \
     int pe))                                                                                                          \
  X(void, shmem_##NAME##_put_signal_nbi,                                                                               \
    (TYPE * dest, const TYPE* source, size_t nelems, uint64_t* sig_addr, uint64_t signal, int sig_op, int pe))         \
  X(void, shmem_ctx_##NAME##_put_signal_nbi,                                                                           \
    (shmem_ctx_t ctx, TYPE * dest, const TYPE* source, size_t nelems, uint64_t* sig_addr, uint64_t signal, int sig_op, \
     int pe))

#define FARSAN_SHMEM_PUT_SIGNAL_SIZED(X, NAME, BYTES)                                                                 \
  X(void, shmem_put##NAME##_signal,                                                                                   \
    (void* dest, const void* source, size_t nelems, uint64_t* sig_addr, uint64_t signal, int sig_op, int pe))         \
  X(void, shmem_ctx_put##NAME##_signal,                                                                               \
    (shmem_ctx_t ctx, void* dest, const void* source, size_t nelems, uint64_t* sig_addr, uint64_t signal, int sig_op, \
     int pe))                                                                                                         \
  X(void, shmem_put##NAME##_signal_nbi,                                                                               \
    (void* dest, const void* source, size_t nelems, uint64_t* sig_addr, uint64_t signal, int sig_op, int pe))         \
  X(void, shmem_ctx_put##NAME##_signal_nbi,                                                                           \
    (shmem_ctx_t ctx, void* dest, const void* source, size_t nelems, uint64_t* sig_addr, uint64_t signal, int sig_op, \
     int pe))

#define FARSAN_SHMEM_SIGNALS(X)                               \
  X(uint64_t, shmem_signal_fetch, (const uint64_t* sig_addr)) \
  X(uint64_t, shmem_signal_wait_until, (uint64_t* sig_addr, int cmp, uint64_t cmp_value))

/* --- Atomic memory operations ------------------------------------------------------------------------------------------ */

#define FARSAN_SHMEM_AMO_EXTENDED(X, TYPE, NAME)                                                            \
  X(TYPE, shmem_##NAME##_atomic_fetch, (const TYPE* source, int pe))                                        \
  X(TYPE, shmem_ctx_##NAME##_atomic_fetch, (shmem_ctx_t ctx, const TYPE* source, int pe))                   \
  X(void, shmem_##NAME##_atomic_set, (TYPE * dest, TYPE value, int pe))                                     \
  X(void, shmem_ctx_##NAME##_atomic_set, (shmem_ctx_t ctx, TYPE * dest, TYPE value, int pe))                \
  X(TYPE, shmem_##NAME##_atomic_swap, (TYPE * dest, TYPE value, int pe))                                    \
  X(TYPE, shmem_ctx_##NAME##_atomic_swap, (shmem_ctx_t ctx, TYPE * dest, TYPE value, int pe))               \
  X(void, shmem_##NAME##_atomic_fetch_nbi, (TYPE * fetch, const TYPE* source, int pe))                      \
  X(void, shmem_ctx_##NAME##_atomic_fetch_nbi, (shmem_ctx_t ctx, TYPE * fetch, const TYPE* source, int pe)) \
  X(void, shmem_##NAME##_atomic_swap_nbi, (TYPE * fetch, TYPE * dest, TYPE value, int pe))                  \
  X(void, shmem_ctx_##NAME##_atomic_swap_nbi, (shmem_ctx_t ctx, TYPE * fetch, TYPE * dest, TYPE value, int pe))

#define FARSAN_SHMEM_AMO(X, TYPE, NAME)                                                                          \
  X(TYPE, shmem_##NAME##_atomic_compare_swap, (TYPE * dest, TYPE cond, TYPE value, int pe))                      \
  X(TYPE, shmem_ctx_##NAME##_atomic_compare_swap, (shmem_ctx_t ctx, TYPE * dest, TYPE cond, TYPE value, int pe)) \
  X(void, shmem_##NAME##_atomic_compare_swap_nbi, (TYPE * fetch, TYPE * dest, TYPE cond, TYPE value, int pe))    \
  X(void, shmem_ctx_##NAME##_atomic_compare_swap_nbi,                                                            \
    (shmem_ctx_t ctx, TYPE * fetch, TYPE * dest, TYPE cond, TYPE value, int pe))                                 \
  X(void, shmem_##NAME##_atomic_inc, (TYPE * dest, int pe))                                                      \
  X(void, shmem_ctx_##NAME##_atomic_inc, (shmem_ctx_t ctx, TYPE * dest, int pe))                                 \
  X(TYPE, shmem_##NAME##_atomic_fetch_inc, (TYPE * dest, int pe))                                                \
  X(TYPE, shmem_ctx_##NAME##_atomic_fetch_inc, (shmem_ctx_t ctx, TYPE * dest, int pe))                           \
  X(void, shmem_##NAME##_atomic_fetch_inc_nbi, (TYPE * fetch, TYPE * dest, int pe))                              \
  X(void, shmem_ctx_##NAME##_atomic_fetch_inc_nbi, (shmem_ctx_t ctx, TYPE * fetch, TYPE * dest, int pe))         \
  FARSAN_SHMEM_AMO_WITH_OPERAND(X, TYPE, NAME, add)

#define FARSAN_SHMEM_AMO_WITH_OPERAND(X, TYPE, NAME, OP)                                            \
  X(void, shmem_##NAME##_atomic_##OP, (TYPE * dest, TYPE value, int pe))                            \
  X(void, shmem_ctx_##NAME##_atomic_##OP, (shmem_ctx_t ctx, TYPE * dest, TYPE value, int pe))       \
  X(TYPE, shmem_##NAME##_atomic_fetch_##OP, (TYPE * dest, TYPE value, int pe))                      \
  X(TYPE, shmem_ctx_##NAME##_atomic_fetch_##OP, (shmem_ctx_t ctx, TYPE * dest, TYPE value, int pe)) \
  X(void, shmem_##NAME##_atomic_fetch_##OP##_nbi, (TYPE * fetch, TYPE * dest, TYPE value, int pe))  \
  X(void, shmem_ctx_##NAME##_atomic_fetch_##OP##_nbi, (shmem_ctx_t ctx, TYPE * fetch, TYPE * dest, TYPE value, int pe))

#define FARSAN_SHMEM_AMO_BITWISE(X, TYPE, NAME)     \
  FARSAN_SHMEM_AMO_WITH_OPERAND(X, TYPE, NAME, and) \
  FARSAN_SHMEM_AMO_WITH_OPERAND(X, TYPE, NAME, or)  \
  FARSAN_SHMEM_AMO_WITH_OPERAND(X, TYPE, NAME, xor)

/* --- Point-to-point synchronisation ------------------------------------------------------------------------------------ */

#define FARSAN_SHMEM_WAIT_AND_TEST(X, TYPE, NAME)                                                                     \
  X(void, shmem_##NAME##_wait_until, (TYPE * ivar, int cmp, TYPE cmp_value))                                          \
  X(void, shmem_##NAME##_wait_until_all, (TYPE * ivars, size_t nelems, const int* status, int cmp, TYPE cmp_value))   \
  X(size_t, shmem_##NAME##_wait_until_any, (TYPE * ivars, size_t nelems, const int* status, int cmp, TYPE cmp_value)) \
  X(size_t, shmem_##NAME##_wait_until_some,                                                                           \
    (TYPE * ivars, size_t nelems, size_t* indices, const int* status, int cmp, TYPE cmp_value))                       \
  X(void, shmem_##NAME##_wait_until_all_vector,                                                                       \
    (TYPE * ivars, size_t nelems, const int* status, int cmp, TYPE* cmp_values))                                      \
  X(size_t, shmem_##NAME##_wait_until_any_vector,                                                                     \
    (TYPE * ivars, size_t nelems, const int* status, int cmp, TYPE* cmp_values))                                      \
  X(size_t, shmem_##NAME##_wait_until_some_vector,                                                                    \
    (TYPE * ivars, size_t nelems, size_t* indices, const int* status, int cmp, TYPE* cmp_values))                     \
  X(int, shmem_##NAME##_test, (TYPE * ivar, int cmp, TYPE cmp_value))                                                 \
  X(int, shmem_##NAME##_test_all, (TYPE * ivars, size_t nelems, const int* status, int cmp, TYPE cmp_value))          \
  X(size_t, shmem_##NAME##_test_any, (TYPE * ivars, size_t nelems, const int* status, int cmp, TYPE cmp_value))       \
  X(size_t, shmem_##NAME##_test_some,                                                                                 \
    (TYPE * ivars, size_t nelems, size_t* indices, const int* status, int cmp, TYPE cmp_value))                       \
  X(int, shmem_##NAME##_test_all_vector, (TYPE * ivars, size_t nelems, const int* status, int cmp, TYPE* cmp_values)) \
  X(size_t, shmem_##NAME##_test_any_vector,                                                                           \
    (TYPE * ivars, size_t nelems, const int* status, int cmp, TYPE* cmp_values))                                      \
  X(size_t, shmem_##NAME##_test_some_vector,                                                                          \
    (TYPE * ivars, size_t nelems, size_t* indices, const int* status, int cmp, TYPE* cmp_values))

/* --- Collectives ------------------------------------------------------------------------------------------------------- */

#define FARSAN_SHMEM_ACTIVE_SET int PE_start, int logPE_stride, int PE_size

#define FARSAN_SHMEM_SYNCHRONIZATION(X)                          \
  X(void, shmem_barrier_all, (void))                             \
  X(void, shmem_barrier, (FARSAN_SHMEM_ACTIVE_SET, long* pSync)) \
  X(void, shmem_sync_all, (void))                                \
  X(void, shmem_sync, (FARSAN_SHMEM_ACTIVE_SET, long* pSync))

#define FARSAN_SHMEM_COLLECTIVE(X, TYPE, NAME)                                                                       \
  X(int, shmem_##NAME##_broadcast, (shmem_team_t team, TYPE * dest, const TYPE* source, size_t nelems, int PE_root)) \
  X(int, shmem_##NAME##_collect, (shmem_team_t team, TYPE * dest, const TYPE* source, size_t nelems))                \
  X(int, shmem_##NAME##_fcollect, (shmem_team_t team, TYPE * dest, const TYPE* source, size_t nelems))               \
  X(int, shmem_##NAME##_alltoall, (shmem_team_t team, TYPE * dest, const TYPE* source, size_t nelems))               \
  X(int, shmem_##NAME##_alltoalls,                                                                                   \
    (shmem_team_t team, TYPE * dest, const TYPE* source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems))

#define FARSAN_SHMEM_COLLECTIVE_MEM(X)                                                                        \
  X(int, shmem_broadcastmem, (shmem_team_t team, void* dest, const void* source, size_t nelems, int PE_root)) \
  X(int, shmem_collectmem, (shmem_team_t team, void* dest, const void* source, size_t nelems))                \
  X(int, shmem_fcollectmem, (shmem_team_t team, void* dest, const void* source, size_t nelems))               \
  X(int, shmem_alltoallmem, (shmem_team_t team, void* dest, const void* source, size_t nelems))               \
  X(int, shmem_alltoallsmem,                                                                                  \
    (shmem_team_t team, void* dest, const void* source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems))

#define FARSAN_SHMEM_COLLECTIVE_SIZED(X, NAME, BYTES)                                                                  \
  X(void, shmem_broadcast##NAME,                                                                                       \
    (void* dest, const void* source, size_t nelems, int PE_root, FARSAN_SHMEM_ACTIVE_SET, long* pSync))                \
  X(void, shmem_collect##NAME, (void* dest, const void* source, size_t nelems, FARSAN_SHMEM_ACTIVE_SET, long* pSync))  \
  X(void, shmem_fcollect##NAME, (void* dest, const void* source, size_t nelems, FARSAN_SHMEM_ACTIVE_SET, long* pSync)) \
  X(void, shmem_alltoall##NAME, (void* dest, const void* source, size_t nelems, FARSAN_SHMEM_ACTIVE_SET, long* pSync)) \
  X(void, shmem_alltoalls##NAME,                                                                                       \
    (void* dest, const void* source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, FARSAN_SHMEM_ACTIVE_SET,             \
     long* pSync))

#define FARSAN_SHMEM_REDUCE_ONE(X, TYPE, NAME, OP) \
  X(int, shmem_##NAME##_##OP##_reduce, (shmem_team_t team, TYPE * dest, const TYPE* source, size_t nreduce))
#define FARSAN_SHMEM_REDUCE_BITWISE(X, TYPE, NAME) \
  FARSAN_SHMEM_REDUCE_ONE(X, TYPE, NAME, and)      \
  FARSAN_SHMEM_REDUCE_ONE(X, TYPE, NAME, or)       \
  FARSAN_SHMEM_REDUCE_ONE(X, TYPE, NAME, xor)
#define FARSAN_SHMEM_REDUCE_ORDERED(X, TYPE, NAME) \
  FARSAN_SHMEM_REDUCE_ONE(X, TYPE, NAME, max)      \
  FARSAN_SHMEM_REDUCE_ONE(X, TYPE, NAME, min)
#define FARSAN_SHMEM_REDUCE(X, TYPE, NAME)    \
  FARSAN_SHMEM_REDUCE_ONE(X, TYPE, NAME, sum) \
  FARSAN_SHMEM_REDUCE_ONE(X, TYPE, NAME, prod)

#define FARSAN_SHMEM_TO_ALL_ONE(X, TYPE, NAME, OP) \
  X(void, shmem_##NAME##_##OP##_to_all,            \
    (TYPE * dest, const TYPE* source, int nreduce, FARSAN_SHMEM_ACTIVE_SET, TYPE* pWrk, long* pSync))
#define FARSAN_SHMEM_TO_ALL_BITWISE(X, TYPE, NAME) \
  FARSAN_SHMEM_TO_ALL_ONE(X, TYPE, NAME, and)      \
  FARSAN_SHMEM_TO_ALL_ONE(X, TYPE, NAME, or)       \
  FARSAN_SHMEM_TO_ALL_ONE(X, TYPE, NAME, xor)
#define FARSAN_SHMEM_TO_ALL_ORDERED(X, TYPE, NAME) \
  FARSAN_SHMEM_TO_ALL_ONE(X, TYPE, NAME, max)      \
  FARSAN_SHMEM_TO_ALL_ONE(X, TYPE, NAME, min)
#define FARSAN_SHMEM_TO_ALL(X, TYPE, NAME)    \
  FARSAN_SHMEM_TO_ALL_ONE(X, TYPE, NAME, sum) \
  FARSAN_SHMEM_TO_ALL_ONE(X, TYPE, NAME, prod)

/* --- Locks ------------------------------------------------------------------------------------------------------------- */

#define FARSAN_SHMEM_LOCKS(X)           \
  X(void, shmem_set_lock, (long* lock)) \
  X(int, shmem_test_lock, (long* lock)) \
  X(void, shmem_clear_lock, (long* lock))

/* --- Deprecated -------------------------------------------------------------------------------------------------------- */

#define FARSAN_SHMEM_OLD_AMO_EXTENDED(X, TYPE, NAME)             \
  X(TYPE, shmem_##NAME##_fetch, (const TYPE* source, int pe))    \
  X(void, shmem_##NAME##_set, (TYPE * dest, TYPE value, int pe)) \
  X(TYPE, shmem_##NAME##_swap, (TYPE * dest, TYPE value, int pe))
#define FARSAN_SHMEM_OLD_AMO(X, TYPE, NAME)                                   \
  X(TYPE, shmem_##NAME##_cswap, (TYPE * dest, TYPE cond, TYPE value, int pe)) \
  X(TYPE, shmem_##NAME##_finc, (TYPE * dest, int pe))                         \
  X(void, shmem_##NAME##_inc, (TYPE * dest, int pe))                          \
  X(TYPE, shmem_##NAME##_fadd, (TYPE * dest, TYPE value, int pe))             \
  X(void, shmem_##NAME##_add, (TYPE * dest, TYPE value, int pe))
#define FARSAN_SHMEM_OLD_WAIT(X, TYPE, NAME) X(void, shmem_##NAME##_wait, (TYPE * ivar, TYPE cmp_value))

#define FARSAN_SHMEM_DEPRECATED(X)                                 \
  X(void, start_pes, (int npes))                                   \
  X(int, _my_pe, (void))                                           \
  X(int, _num_pes, (void))                                         \
  X(void*, shmalloc, (size_t size))                                \
  X(void, shfree, (void* ptr))                                     \
  X(void*, shrealloc, (void* ptr, size_t size))                    \
  X(void*, shmemalign, (size_t alignment, size_t size))            \
  X(void, shmem_wait, (long* ivar, long cmp_value))                \
  X(void, shmem_wait_until, (long* ivar, int cmp, long cmp_value)) \
  X(void, shmem_clear_cache_inv, (void))                           \
  X(void, shmem_clear_cache_line_inv, (void* dest))                \
  X(void, shmem_set_cache_inv, (void))                             \
  X(void, shmem_set_cache_line_inv, (void* dest))                  \
  X(void, shmem_udcflush, (void))                                  \
  X(void, shmem_udcflush_line, (void* dest))

/* --- All ---------------------------------------------------------------------------------------------------------------- */

/* All but shmem_pcontrol, which takes any number of arguments. */
#define FARSAN_SHMEM_ROUTINES(X)                                        \
  FARSAN_SHMEM_SETUP(X)                                                 \
  FARSAN_SHMEM_MEMORY(X)                                                \
  FARSAN_SHMEM_TEAMS(X)                                                 \
  FARSAN_SHMEM_CONTEXTS(X)                                              \
  FARSAN_SHMEM_RMA_TYPES(FARSAN_SHMEM_RMA, X)                           \
  FARSAN_SHMEM_SIZES_AND_MEM(FARSAN_SHMEM_RMA_SIZED, X)                 \
  FARSAN_SHMEM_SIZES(FARSAN_SHMEM_RMA_STRIDED_SIZED, X)                 \
  FARSAN_SHMEM_RMA_TYPES(FARSAN_SHMEM_PUT_SIGNAL, X)                    \
  FARSAN_SHMEM_SIZES_AND_MEM(FARSAN_SHMEM_PUT_SIGNAL_SIZED, X)          \
  FARSAN_SHMEM_SIGNALS(X)                                               \
  FARSAN_SHMEM_AMO_EXTENDED_TYPES(FARSAN_SHMEM_AMO_EXTENDED, X)         \
  FARSAN_SHMEM_AMO_TYPES(FARSAN_SHMEM_AMO, X)                           \
  FARSAN_SHMEM_AMO_BITWISE_TYPES(FARSAN_SHMEM_AMO_BITWISE, X)           \
  FARSAN_SHMEM_SYNC_TYPES(FARSAN_SHMEM_WAIT_AND_TEST, X)                \
  FARSAN_SHMEM_SYNCHRONIZATION(X)                                       \
  FARSAN_SHMEM_RMA_TYPES(FARSAN_SHMEM_COLLECTIVE, X)                    \
  FARSAN_SHMEM_COLLECTIVE_MEM(X)                                        \
  FARSAN_SHMEM_COLLECTIVE_SIZES(FARSAN_SHMEM_COLLECTIVE_SIZED, X)       \
  FARSAN_SHMEM_REDUCE_BITWISE_TYPES(FARSAN_SHMEM_REDUCE_BITWISE, X)     \
  FARSAN_SHMEM_REDUCE_ORDERED_TYPES(FARSAN_SHMEM_REDUCE_ORDERED, X)     \
  FARSAN_SHMEM_REDUCE_TYPES(FARSAN_SHMEM_REDUCE, X)                     \
  FARSAN_SHMEM_OLD_WAIT_TYPES(FARSAN_SHMEM_TO_ALL_BITWISE, X)           \
  FARSAN_SHMEM_OLD_REDUCE_ORDERED_TYPES(FARSAN_SHMEM_TO_ALL_ORDERED, X) \
  FARSAN_SHMEM_OLD_REDUCE_TYPES(FARSAN_SHMEM_TO_ALL, X)                 \
  FARSAN_SHMEM_LOCKS(X)                                                 \
  FARSAN_SHMEM_OLD_AMO_EXTENDED_TYPES(FARSAN_SHMEM_OLD_AMO_EXTENDED, X) \
  FARSAN_SHMEM_SIGNED_TYPES(FARSAN_SHMEM_OLD_AMO, X)                    \
  FARSAN_SHMEM_OLD_WAIT_TYPES(FARSAN_SHMEM_OLD_WAIT, X)                 \
  FARSAN_SHMEM_DEPRECATED(X)

#endif
