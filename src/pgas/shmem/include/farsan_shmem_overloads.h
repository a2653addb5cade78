/* The type-generic routines for C++, which the specification has for C11 only and Sandia OpenSHMEM for both: overloads, with and without a
 * context. And variables that are volatile, which older versions of the specification let waits and locks take. Included by shmem.h. */
#ifndef FARSAN_SHMEM_OVERLOADS_H
#define FARSAN_SHMEM_OVERLOADS_H

/* A call is where the program makes it, in debuggers and in FarSan's reports. */
#ifdef __clang__
#define FARSAN_SHMEM_CPP_INLINE static inline __attribute__((always_inline, nodebug))
#else
#define FARSAN_SHMEM_CPP_INLINE static inline __attribute__((always_inline, artificial))
#endif

extern "C++" { /* programs include headers of C inside extern "C" */

/* --- Types that are different from each other: M(ROUTINE, TYPE, TYPENAME) --------------------------------------------- */

#define FARSAN_SHMEM_CPP_AMO(M, ROUTINE) FARSAN_SHMEM_SIGNED_TYPES(M, ROUTINE) FARSAN_SHMEM_UNSIGNED_TYPES(M, ROUTINE)
#define FARSAN_SHMEM_CPP_AMO_EXTENDED(M, ROUTINE) \
  FARSAN_SHMEM_CPP_AMO(M, ROUTINE) M(ROUTINE, float, float) M(ROUTINE, double, double)
#define FARSAN_SHMEM_CPP_BITWISE(M, ROUTINE) \
  FARSAN_SHMEM_UNSIGNED_TYPES(M, ROUTINE) M(ROUTINE, int32_t, int32) M(ROUTINE, int64_t, int64)
#define FARSAN_SHMEM_CPP_SYNC(M, ROUTINE) FARSAN_SHMEM_SHORT_TYPES(M, ROUTINE) FARSAN_SHMEM_CPP_AMO(M, ROUTINE)
#define FARSAN_SHMEM_CPP_RMA(M, ROUTINE) \
  FARSAN_SHMEM_REAL_TYPES(M, ROUTINE) FARSAN_SHMEM_CHAR_TYPES(M, ROUTINE) FARSAN_SHMEM_CPP_SYNC(M, ROUTINE)
#define FARSAN_SHMEM_CPP_REDUCE_BITWISE(M, ROUTINE) \
  FARSAN_SHMEM_CPP_BITWISE(M, ROUTINE)              \
  M(ROUTINE, unsigned char, uchar)                  \
  M(ROUTINE, unsigned short, ushort) M(ROUTINE, int8_t, int8) M(ROUTINE, int16_t, int16)
#define FARSAN_SHMEM_CPP_REDUCE(M, ROUTINE) \
  FARSAN_SHMEM_CPP_RMA(M, ROUTINE)          \
  M(ROUTINE, farsan_shmem_complexd, complexd) M(ROUTINE, farsan_shmem_complexf, complexf)

/* --- Kinds of routines -------------------------------------------------------------------------------------------------- */

/* Without and with a context. */
#define FARSAN_SHMEM_CPP_BOTH(RESULT, ROUTINE, NAME, PARAMETERS, ARGUMENTS)                           \
  FARSAN_SHMEM_CPP_INLINE RESULT shmem_##ROUTINE(FARSAN_SHMEM_CPP_LIST PARAMETERS) {                  \
    return shmem_##NAME##_##ROUTINE ARGUMENTS;                                                        \
  }                                                                                                   \
  FARSAN_SHMEM_CPP_INLINE RESULT shmem_##ROUTINE(shmem_ctx_t ctx, FARSAN_SHMEM_CPP_LIST PARAMETERS) { \
    return shmem_ctx_##NAME##_##ROUTINE(ctx, FARSAN_SHMEM_CPP_LIST ARGUMENTS);                        \
  }
#define FARSAN_SHMEM_CPP_LIST(...) __VA_ARGS__

#define FARSAN_SHMEM_CPP_COPY(ROUTINE, TYPE, NAME)                                                     \
  FARSAN_SHMEM_CPP_BOTH(void, ROUTINE, NAME, (TYPE * dest, const TYPE* source, size_t nelems, int pe), \
                        (dest, source, nelems, pe))
#define FARSAN_SHMEM_CPP_STRIDED(ROUTINE, TYPE, NAME)                                                           \
  FARSAN_SHMEM_CPP_BOTH(void, ROUTINE, NAME,                                                                    \
                        (TYPE * dest, const TYPE* source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe), \
                        (dest, source, dst, sst, nelems, pe))
#define FARSAN_SHMEM_CPP_SIGNAL(ROUTINE, TYPE, NAME)                                                             \
  FARSAN_SHMEM_CPP_BOTH(                                                                                         \
      void, ROUTINE, NAME,                                                                                       \
      (TYPE * dest, const TYPE* source, size_t nelems, uint64_t* sig_addr, uint64_t signal, int sig_op, int pe), \
      (dest, source, nelems, sig_addr, signal, sig_op, pe))
/* Of one element: its value goes there, comes back, or both. */
#define FARSAN_SHMEM_CPP_GIVE(ROUTINE, TYPE, NAME) \
  FARSAN_SHMEM_CPP_BOTH(void, ROUTINE, NAME, (TYPE * dest, TYPE value, int pe), (dest, value, pe))
#define FARSAN_SHMEM_CPP_TAKE(ROUTINE, TYPE, NAME) \
  FARSAN_SHMEM_CPP_BOTH(TYPE, ROUTINE, NAME, (const TYPE* source, int pe), (source, pe))
#define FARSAN_SHMEM_CPP_EXCHANGE(ROUTINE, TYPE, NAME) \
  FARSAN_SHMEM_CPP_BOTH(TYPE, ROUTINE, NAME, (TYPE * dest, TYPE value, int pe), (dest, value, pe))
#define FARSAN_SHMEM_CPP_COMPARE(ROUTINE, TYPE, NAME) \
  FARSAN_SHMEM_CPP_BOTH(TYPE, ROUTINE, NAME, (TYPE * dest, TYPE cond, TYPE value, int pe), (dest, cond, value, pe))
#define FARSAN_SHMEM_CPP_COUNT(ROUTINE, TYPE, NAME) \
  FARSAN_SHMEM_CPP_BOTH(void, ROUTINE, NAME, (TYPE * dest, int pe), (dest, pe))
#define FARSAN_SHMEM_CPP_FETCH_COUNT(ROUTINE, TYPE, NAME) \
  FARSAN_SHMEM_CPP_BOTH(TYPE, ROUTINE, NAME, (TYPE * dest, int pe), (dest, pe))
/* The same, with the old value later. */
#define FARSAN_SHMEM_CPP_TAKE_NBI(ROUTINE, TYPE, NAME) \
  FARSAN_SHMEM_CPP_BOTH(void, ROUTINE, NAME, (TYPE * fetch, const TYPE* source, int pe), (fetch, source, pe))
#define FARSAN_SHMEM_CPP_EXCHANGE_NBI(ROUTINE, TYPE, NAME) \
  FARSAN_SHMEM_CPP_BOTH(void, ROUTINE, NAME, (TYPE * fetch, TYPE * dest, TYPE value, int pe), (fetch, dest, value, pe))
#define FARSAN_SHMEM_CPP_COMPARE_NBI(ROUTINE, TYPE, NAME)                                                \
  FARSAN_SHMEM_CPP_BOTH(void, ROUTINE, NAME, (TYPE * fetch, TYPE * dest, TYPE cond, TYPE value, int pe), \
                        (fetch, dest, cond, value, pe))
#define FARSAN_SHMEM_CPP_COUNT_NBI(ROUTINE, TYPE, NAME) \
  FARSAN_SHMEM_CPP_BOTH(void, ROUTINE, NAME, (TYPE * fetch, TYPE * dest, int pe), (fetch, dest, pe))

/* Without a context. */
#define FARSAN_SHMEM_CPP_ONE(RESULT, ROUTINE, NAME, PARAMETERS, ARGUMENTS) \
  FARSAN_SHMEM_CPP_INLINE RESULT shmem_##ROUTINE PARAMETERS { return shmem_##NAME##_##ROUTINE ARGUMENTS; }
#define FARSAN_SHMEM_CPP_TEAM_ROOTED(ROUTINE, TYPE, NAME)                                                \
  FARSAN_SHMEM_CPP_ONE(int, ROUTINE, NAME,                                                               \
                       (shmem_team_t team, TYPE * dest, const TYPE* source, size_t nelems, int PE_root), \
                       (team, dest, source, nelems, PE_root))
#define FARSAN_SHMEM_CPP_TEAM(ROUTINE, TYPE, NAME)                                                              \
  FARSAN_SHMEM_CPP_ONE(int, ROUTINE, NAME, (shmem_team_t team, TYPE * dest, const TYPE* source, size_t nelems), \
                       (team, dest, source, nelems))
#define FARSAN_SHMEM_CPP_TEAM_STRIDED(ROUTINE, TYPE, NAME)                                               \
  FARSAN_SHMEM_CPP_ONE(                                                                                  \
      int, ROUTINE, NAME,                                                                                \
      (shmem_team_t team, TYPE * dest, const TYPE* source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems), \
      (team, dest, source, dst, sst, nelems))
#define FARSAN_SHMEM_CPP_OLD_GIVE(ROUTINE, TYPE, NAME) \
  FARSAN_SHMEM_CPP_ONE(void, ROUTINE, NAME, (TYPE * dest, TYPE value, int pe), (dest, value, pe))
#define FARSAN_SHMEM_CPP_OLD_TAKE(ROUTINE, TYPE, NAME) \
  FARSAN_SHMEM_CPP_ONE(TYPE, ROUTINE, NAME, (const TYPE* source, int pe), (source, pe))
#define FARSAN_SHMEM_CPP_OLD_EXCHANGE(ROUTINE, TYPE, NAME) \
  FARSAN_SHMEM_CPP_ONE(TYPE, ROUTINE, NAME, (TYPE * dest, TYPE value, int pe), (dest, value, pe))
#define FARSAN_SHMEM_CPP_OLD_COMPARE(ROUTINE, TYPE, NAME) \
  FARSAN_SHMEM_CPP_ONE(TYPE, ROUTINE, NAME, (TYPE * dest, TYPE cond, TYPE value, int pe), (dest, cond, value, pe))
#define FARSAN_SHMEM_CPP_OLD_COUNT(ROUTINE, TYPE, NAME) \
  FARSAN_SHMEM_CPP_ONE(void, ROUTINE, NAME, (TYPE * dest, int pe), (dest, pe))
#define FARSAN_SHMEM_CPP_OLD_FETCH_COUNT(ROUTINE, TYPE, NAME) \
  FARSAN_SHMEM_CPP_ONE(TYPE, ROUTINE, NAME, (TYPE * dest, int pe), (dest, pe))

/* --- Remote memory access, atomics -------------------------------------------------------------------------------------- */

FARSAN_SHMEM_CPP_RMA(FARSAN_SHMEM_CPP_COPY, put)
FARSAN_SHMEM_CPP_RMA(FARSAN_SHMEM_CPP_COPY, get)
FARSAN_SHMEM_CPP_RMA(FARSAN_SHMEM_CPP_COPY, put_nbi)
FARSAN_SHMEM_CPP_RMA(FARSAN_SHMEM_CPP_COPY, get_nbi)
FARSAN_SHMEM_CPP_RMA(FARSAN_SHMEM_CPP_STRIDED, iput)
FARSAN_SHMEM_CPP_RMA(FARSAN_SHMEM_CPP_STRIDED, iget)
FARSAN_SHMEM_CPP_RMA(FARSAN_SHMEM_CPP_GIVE, p)
FARSAN_SHMEM_CPP_RMA(FARSAN_SHMEM_CPP_TAKE, g)
FARSAN_SHMEM_CPP_RMA(FARSAN_SHMEM_CPP_SIGNAL, put_signal)
FARSAN_SHMEM_CPP_RMA(FARSAN_SHMEM_CPP_SIGNAL, put_signal_nbi)

FARSAN_SHMEM_CPP_AMO_EXTENDED(FARSAN_SHMEM_CPP_TAKE, atomic_fetch)
FARSAN_SHMEM_CPP_AMO_EXTENDED(FARSAN_SHMEM_CPP_GIVE, atomic_set)
FARSAN_SHMEM_CPP_AMO_EXTENDED(FARSAN_SHMEM_CPP_EXCHANGE, atomic_swap)
FARSAN_SHMEM_CPP_AMO(FARSAN_SHMEM_CPP_COMPARE, atomic_compare_swap)
FARSAN_SHMEM_CPP_AMO(FARSAN_SHMEM_CPP_COUNT, atomic_inc)
FARSAN_SHMEM_CPP_AMO(FARSAN_SHMEM_CPP_FETCH_COUNT, atomic_fetch_inc)
FARSAN_SHMEM_CPP_AMO(FARSAN_SHMEM_CPP_GIVE, atomic_add)
FARSAN_SHMEM_CPP_AMO(FARSAN_SHMEM_CPP_EXCHANGE, atomic_fetch_add)
FARSAN_SHMEM_CPP_BITWISE(FARSAN_SHMEM_CPP_GIVE, atomic_and)
FARSAN_SHMEM_CPP_BITWISE(FARSAN_SHMEM_CPP_GIVE, atomic_or)
FARSAN_SHMEM_CPP_BITWISE(FARSAN_SHMEM_CPP_GIVE, atomic_xor)
FARSAN_SHMEM_CPP_BITWISE(FARSAN_SHMEM_CPP_EXCHANGE, atomic_fetch_and)
FARSAN_SHMEM_CPP_BITWISE(FARSAN_SHMEM_CPP_EXCHANGE, atomic_fetch_or)
FARSAN_SHMEM_CPP_BITWISE(FARSAN_SHMEM_CPP_EXCHANGE, atomic_fetch_xor)
FARSAN_SHMEM_CPP_AMO_EXTENDED(FARSAN_SHMEM_CPP_TAKE_NBI, atomic_fetch_nbi)
FARSAN_SHMEM_CPP_AMO_EXTENDED(FARSAN_SHMEM_CPP_EXCHANGE_NBI, atomic_swap_nbi)
FARSAN_SHMEM_CPP_AMO(FARSAN_SHMEM_CPP_COMPARE_NBI, atomic_compare_swap_nbi)
FARSAN_SHMEM_CPP_AMO(FARSAN_SHMEM_CPP_COUNT_NBI, atomic_fetch_inc_nbi)
FARSAN_SHMEM_CPP_AMO(FARSAN_SHMEM_CPP_EXCHANGE_NBI, atomic_fetch_add_nbi)
FARSAN_SHMEM_CPP_BITWISE(FARSAN_SHMEM_CPP_EXCHANGE_NBI, atomic_fetch_and_nbi)
FARSAN_SHMEM_CPP_BITWISE(FARSAN_SHMEM_CPP_EXCHANGE_NBI, atomic_fetch_or_nbi)
FARSAN_SHMEM_CPP_BITWISE(FARSAN_SHMEM_CPP_EXCHANGE_NBI, atomic_fetch_xor_nbi)

/* --- Collectives -------------------------------------------------------------------------------------------------------- */

FARSAN_SHMEM_CPP_RMA(FARSAN_SHMEM_CPP_TEAM_ROOTED, broadcast)
FARSAN_SHMEM_CPP_RMA(FARSAN_SHMEM_CPP_TEAM, collect)
FARSAN_SHMEM_CPP_RMA(FARSAN_SHMEM_CPP_TEAM, fcollect)
FARSAN_SHMEM_CPP_RMA(FARSAN_SHMEM_CPP_TEAM, alltoall)
FARSAN_SHMEM_CPP_RMA(FARSAN_SHMEM_CPP_TEAM_STRIDED, alltoalls)
FARSAN_SHMEM_CPP_REDUCE_BITWISE(FARSAN_SHMEM_CPP_TEAM, and_reduce)
FARSAN_SHMEM_CPP_REDUCE_BITWISE(FARSAN_SHMEM_CPP_TEAM, or_reduce)
FARSAN_SHMEM_CPP_REDUCE_BITWISE(FARSAN_SHMEM_CPP_TEAM, xor_reduce)
FARSAN_SHMEM_CPP_RMA(FARSAN_SHMEM_CPP_TEAM, max_reduce)
FARSAN_SHMEM_CPP_RMA(FARSAN_SHMEM_CPP_TEAM, min_reduce)
FARSAN_SHMEM_CPP_REDUCE(FARSAN_SHMEM_CPP_TEAM, sum_reduce)
FARSAN_SHMEM_CPP_REDUCE(FARSAN_SHMEM_CPP_TEAM, prod_reduce)
FARSAN_SHMEM_CPP_INLINE int shmem_sync(shmem_team_t team) { return shmem_team_sync(team); }

/* --- Waits and locks, which take what is volatile, too ---------------------------------------------------------------------- */

/* By the name of the type; here size_t and unsigned long are two. */
#define FARSAN_SHMEM_CPP_VOLATILE(RESULT, NAME, ROUTINE, TYPE, PARAMETERS, ARGUMENTS)                               \
  FARSAN_SHMEM_CPP_INLINE RESULT shmem_##NAME##_##ROUTINE(volatile TYPE* ivars, FARSAN_SHMEM_CPP_LIST PARAMETERS) { \
    return shmem_##NAME##_##ROUTINE(const_cast<TYPE*>(ivars), FARSAN_SHMEM_CPP_LIST ARGUMENTS);                     \
  }
#define FARSAN_SHMEM_CPP_VOLATILE_WAITS(X, TYPE, NAME)                                                                 \
  FARSAN_SHMEM_CPP_VOLATILE(void, NAME, wait_until, TYPE, (int cmp, TYPE value), (cmp, value))                         \
  FARSAN_SHMEM_CPP_VOLATILE(int, NAME, test, TYPE, (int cmp, TYPE value), (cmp, value))                                \
  FARSAN_SHMEM_CPP_VOLATILE(void, NAME, wait_until_all, TYPE, (size_t nelems, const int* status, int cmp, TYPE value), \
                            (nelems, status, cmp, value))                                                              \
  FARSAN_SHMEM_CPP_VOLATILE(size_t, NAME, wait_until_any, TYPE,                                                        \
                            (size_t nelems, const int* status, int cmp, TYPE value), (nelems, status, cmp, value))     \
  FARSAN_SHMEM_CPP_VOLATILE(size_t, NAME, wait_until_some, TYPE,                                                       \
                            (size_t nelems, size_t* indices, const int* status, int cmp, TYPE value),                  \
                            (nelems, indices, status, cmp, value))                                                     \
  FARSAN_SHMEM_CPP_VOLATILE(int, NAME, test_all, TYPE, (size_t nelems, const int* status, int cmp, TYPE value),        \
                            (nelems, status, cmp, value))                                                              \
  FARSAN_SHMEM_CPP_VOLATILE(size_t, NAME, test_any, TYPE, (size_t nelems, const int* status, int cmp, TYPE value),     \
                            (nelems, status, cmp, value))                                                              \
  FARSAN_SHMEM_CPP_VOLATILE(size_t, NAME, test_some, TYPE,                                                             \
                            (size_t nelems, size_t* indices, const int* status, int cmp, TYPE value),                  \
                            (nelems, indices, status, cmp, value))
FARSAN_SHMEM_SYNC_TYPES(FARSAN_SHMEM_CPP_VOLATILE_WAITS, )
#define FARSAN_SHMEM_CPP_VOLATILE_OLD_WAIT(X, TYPE, NAME)                             \
  FARSAN_SHMEM_CPP_INLINE void shmem_##NAME##_wait(volatile TYPE* ivar, TYPE value) { \
    shmem_##NAME##_wait(const_cast<TYPE*>(ivar), value);                              \
  }
FARSAN_SHMEM_OLD_WAIT_TYPES(FARSAN_SHMEM_CPP_VOLATILE_OLD_WAIT, )

/* Without the name. shmem_wait and shmem_wait_until of long are routines of the library: volatile tells these from them. */
#define FARSAN_SHMEM_CPP_WAIT(ROUTINE, TYPE, NAME) \
  FARSAN_SHMEM_CPP_ONE(void, ROUTINE, NAME, (volatile TYPE * ivar, int cmp, TYPE value), (ivar, cmp, value))
#define FARSAN_SHMEM_CPP_TEST(ROUTINE, TYPE, NAME) \
  FARSAN_SHMEM_CPP_ONE(int, ROUTINE, NAME, (volatile TYPE * ivar, int cmp, TYPE value), (ivar, cmp, value))
#define FARSAN_SHMEM_CPP_ALL(RESULT, ROUTINE, TYPE, NAME)                                              \
  FARSAN_SHMEM_CPP_ONE(RESULT, ROUTINE, NAME,                                                          \
                       (volatile TYPE * ivars, size_t nelems, const int* status, int cmp, TYPE value), \
                       (ivars, nelems, status, cmp, value))
#define FARSAN_SHMEM_CPP_WAIT_ALL(ROUTINE, TYPE, NAME) FARSAN_SHMEM_CPP_ALL(void, ROUTINE, TYPE, NAME)
#define FARSAN_SHMEM_CPP_TEST_ALL(ROUTINE, TYPE, NAME) FARSAN_SHMEM_CPP_ALL(int, ROUTINE, TYPE, NAME)
#define FARSAN_SHMEM_CPP_ANY(ROUTINE, TYPE, NAME) FARSAN_SHMEM_CPP_ALL(size_t, ROUTINE, TYPE, NAME)
#define FARSAN_SHMEM_CPP_SOME(ROUTINE, TYPE, NAME)                                                     \
  FARSAN_SHMEM_CPP_ONE(                                                                                \
      size_t, ROUTINE, NAME,                                                                           \
      (volatile TYPE * ivars, size_t nelems, size_t* indices, const int* status, int cmp, TYPE value), \
      (ivars, nelems, indices, status, cmp, value))
#define FARSAN_SHMEM_CPP_ALL_VECTOR(RESULT, ROUTINE, TYPE, NAME)                                                       \
  FARSAN_SHMEM_CPP_ONE(RESULT, ROUTINE, NAME, (TYPE * ivars, size_t nelems, const int* status, int cmp, TYPE* values), \
                       (ivars, nelems, status, cmp, values))
#define FARSAN_SHMEM_CPP_WAIT_ALL_VECTOR(ROUTINE, TYPE, NAME) FARSAN_SHMEM_CPP_ALL_VECTOR(void, ROUTINE, TYPE, NAME)
#define FARSAN_SHMEM_CPP_TEST_ALL_VECTOR(ROUTINE, TYPE, NAME) FARSAN_SHMEM_CPP_ALL_VECTOR(int, ROUTINE, TYPE, NAME)
#define FARSAN_SHMEM_CPP_ANY_VECTOR(ROUTINE, TYPE, NAME) FARSAN_SHMEM_CPP_ALL_VECTOR(size_t, ROUTINE, TYPE, NAME)
#define FARSAN_SHMEM_CPP_SOME_VECTOR(ROUTINE, TYPE, NAME)                                                        \
  FARSAN_SHMEM_CPP_ONE(size_t, ROUTINE, NAME,                                                                    \
                       (TYPE * ivars, size_t nelems, size_t* indices, const int* status, int cmp, TYPE* values), \
                       (ivars, nelems, indices, status, cmp, values))
#define FARSAN_SHMEM_CPP_OLD_WAIT(ROUTINE, TYPE, NAME) \
  FARSAN_SHMEM_CPP_ONE(void, ROUTINE, NAME, (volatile TYPE * ivar, TYPE value), (ivar, value))

FARSAN_SHMEM_CPP_SYNC(FARSAN_SHMEM_CPP_WAIT, wait_until)
FARSAN_SHMEM_CPP_SYNC(FARSAN_SHMEM_CPP_WAIT_ALL, wait_until_all)
FARSAN_SHMEM_CPP_SYNC(FARSAN_SHMEM_CPP_ANY, wait_until_any)
FARSAN_SHMEM_CPP_SYNC(FARSAN_SHMEM_CPP_SOME, wait_until_some)
FARSAN_SHMEM_CPP_SYNC(FARSAN_SHMEM_CPP_WAIT_ALL_VECTOR, wait_until_all_vector)
FARSAN_SHMEM_CPP_SYNC(FARSAN_SHMEM_CPP_ANY_VECTOR, wait_until_any_vector)
FARSAN_SHMEM_CPP_SYNC(FARSAN_SHMEM_CPP_SOME_VECTOR, wait_until_some_vector)
FARSAN_SHMEM_CPP_SYNC(FARSAN_SHMEM_CPP_TEST, test)
FARSAN_SHMEM_CPP_SYNC(FARSAN_SHMEM_CPP_TEST_ALL, test_all)
FARSAN_SHMEM_CPP_SYNC(FARSAN_SHMEM_CPP_ANY, test_any)
FARSAN_SHMEM_CPP_SYNC(FARSAN_SHMEM_CPP_SOME, test_some)
FARSAN_SHMEM_CPP_SYNC(FARSAN_SHMEM_CPP_TEST_ALL_VECTOR, test_all_vector)
FARSAN_SHMEM_CPP_SYNC(FARSAN_SHMEM_CPP_ANY_VECTOR, test_any_vector)
FARSAN_SHMEM_CPP_SYNC(FARSAN_SHMEM_CPP_SOME_VECTOR, test_some_vector)

FARSAN_SHMEM_CPP_INLINE void shmem_set_lock(volatile long* lock) { shmem_set_lock(const_cast<long*>(lock)); }
FARSAN_SHMEM_CPP_INLINE int shmem_test_lock(volatile long* lock) { return shmem_test_lock(const_cast<long*>(lock)); }
FARSAN_SHMEM_CPP_INLINE void shmem_clear_lock(volatile long* lock) { shmem_clear_lock(const_cast<long*>(lock)); }

/* --- Deprecated --------------------------------------------------------------------------------------------------------- */

FARSAN_SHMEM_OLD_WAIT_TYPES(FARSAN_SHMEM_CPP_OLD_WAIT, wait)
FARSAN_SHMEM_OLD_AMO_EXTENDED_TYPES(FARSAN_SHMEM_CPP_OLD_TAKE, fetch)
FARSAN_SHMEM_OLD_AMO_EXTENDED_TYPES(FARSAN_SHMEM_CPP_OLD_GIVE, set)
FARSAN_SHMEM_OLD_AMO_EXTENDED_TYPES(FARSAN_SHMEM_CPP_OLD_EXCHANGE, swap)
FARSAN_SHMEM_SIGNED_TYPES(FARSAN_SHMEM_CPP_OLD_COMPARE, cswap)
FARSAN_SHMEM_SIGNED_TYPES(FARSAN_SHMEM_CPP_OLD_FETCH_COUNT, finc)
FARSAN_SHMEM_SIGNED_TYPES(FARSAN_SHMEM_CPP_OLD_COUNT, inc)
FARSAN_SHMEM_SIGNED_TYPES(FARSAN_SHMEM_CPP_OLD_EXCHANGE, fadd)
FARSAN_SHMEM_SIGNED_TYPES(FARSAN_SHMEM_CPP_OLD_GIVE, add)

} /* extern "C++" */

#endif
