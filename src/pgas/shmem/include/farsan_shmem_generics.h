/* The type-generic routines of C11. Which routine is called depends on the type of the first pointer, without its
 * qualifiers; a context may stand before it. Included by shmem.h. */
#ifndef FARSAN_SHMEM_GENERICS_H
#define FARSAN_SHMEM_GENERICS_H

/* In _Generic each type may appear once: the names of <stdint.h> and <stddef.h> are names of these. */
#define FARSAN_SHMEM_DISTINCT_INTEGERS(M, ...) \
  M(int, int, __VA_ARGS__)                     \
  M(long, long, __VA_ARGS__)                   \
  M(long long, longlong, __VA_ARGS__)          \
  M(unsigned int, uint, __VA_ARGS__)           \
  M(unsigned long, ulong, __VA_ARGS__)         \
  M(unsigned long long, ulonglong, __VA_ARGS__)
#define FARSAN_SHMEM_DISTINCT_SMALL(M, ...) \
  M(char, char, __VA_ARGS__)                \
  M(signed char, schar, __VA_ARGS__)        \
  M(unsigned char, uchar, __VA_ARGS__)      \
  M(short, short, __VA_ARGS__)              \
  M(unsigned short, ushort, __VA_ARGS__)

/* Each choice ends with a comma, so the last, which no pointer's type can be, closes the list. */
#define FARSAN_SHMEM_CHOICE(TYPE, NAME, PREFIX, SUFFIX) \
  TYPE:                                                 \
  PREFIX##NAME##SUFFIX,
#define FARSAN_SHMEM_NO_CHOICE struct farsan_shmem_no_type* : (void (*)(void))0

#define FARSAN_SHMEM_SELECT_RMA(expression, PREFIX, SUFFIX)                                              \
  _Generic((expression),                                                                                 \
      FARSAN_SHMEM_DISTINCT_INTEGERS(FARSAN_SHMEM_CHOICE, PREFIX, SUFFIX)                                \
          FARSAN_SHMEM_DISTINCT_SMALL(FARSAN_SHMEM_CHOICE, PREFIX, SUFFIX) float: PREFIX##float##SUFFIX, \
      double: PREFIX##double##SUFFIX,                                                                    \
      long double: PREFIX##longdouble##SUFFIX,                                                           \
      FARSAN_SHMEM_NO_CHOICE)
#define FARSAN_SHMEM_SELECT_AMO(expression, PREFIX, SUFFIX) \
  _Generic((expression), FARSAN_SHMEM_DISTINCT_INTEGERS(FARSAN_SHMEM_CHOICE, PREFIX, SUFFIX) FARSAN_SHMEM_NO_CHOICE)
#define FARSAN_SHMEM_SELECT_AMO_EXTENDED(expression, PREFIX, SUFFIX)                                    \
  _Generic((expression),                                                                                \
      FARSAN_SHMEM_DISTINCT_INTEGERS(FARSAN_SHMEM_CHOICE, PREFIX, SUFFIX) float: PREFIX##float##SUFFIX, \
      double: PREFIX##double##SUFFIX,                                                                   \
      FARSAN_SHMEM_NO_CHOICE)
/* int and long as int32_t and int64_t; long long is the other 64-bit type. */
#define FARSAN_SHMEM_SELECT_BITWISE(expression, PREFIX, SUFFIX) \
  _Generic((expression),                                        \
      unsigned int: PREFIX##uint##SUFFIX,                       \
      unsigned long: PREFIX##ulong##SUFFIX,                     \
      unsigned long long: PREFIX##ulonglong##SUFFIX,            \
      int32_t: PREFIX##int32##SUFFIX,                           \
      int64_t: PREFIX##int64##SUFFIX,                           \
      FARSAN_SHMEM_NO_CHOICE)
#define FARSAN_SHMEM_SELECT_SYNC(expression, PREFIX, SUFFIX)                                            \
  _Generic((expression),                                                                                \
      FARSAN_SHMEM_DISTINCT_INTEGERS(FARSAN_SHMEM_CHOICE, PREFIX, SUFFIX) short: PREFIX##short##SUFFIX, \
      unsigned short: PREFIX##ushort##SUFFIX,                                                           \
      FARSAN_SHMEM_NO_CHOICE)
#define FARSAN_SHMEM_SELECT_REDUCE_BITWISE(expression, PREFIX, SUFFIX) \
  _Generic((expression),                                               \
      unsigned char: PREFIX##uchar##SUFFIX,                            \
      unsigned short: PREFIX##ushort##SUFFIX,                          \
      unsigned int: PREFIX##uint##SUFFIX,                              \
      unsigned long: PREFIX##ulong##SUFFIX,                            \
      unsigned long long: PREFIX##ulonglong##SUFFIX,                   \
      int8_t: PREFIX##int8##SUFFIX,                                    \
      int16_t: PREFIX##int16##SUFFIX,                                  \
      int32_t: PREFIX##int32##SUFFIX,                                  \
      int64_t: PREFIX##int64##SUFFIX,                                  \
      FARSAN_SHMEM_NO_CHOICE)
#define FARSAN_SHMEM_SELECT_REDUCE(expression, PREFIX, SUFFIX)                                           \
  _Generic((expression),                                                                                 \
      FARSAN_SHMEM_DISTINCT_INTEGERS(FARSAN_SHMEM_CHOICE, PREFIX, SUFFIX)                                \
          FARSAN_SHMEM_DISTINCT_SMALL(FARSAN_SHMEM_CHOICE, PREFIX, SUFFIX) float: PREFIX##float##SUFFIX, \
      double: PREFIX##double##SUFFIX,                                                                    \
      long double: PREFIX##longdouble##SUFFIX,                                                           \
      double _Complex: PREFIX##complexd##SUFFIX,                                                         \
      float _Complex: PREFIX##complexf##SUFFIX,                                                          \
      FARSAN_SHMEM_NO_CHOICE)
#define FARSAN_SHMEM_SELECT_OLD(expression, PREFIX, SUFFIX) \
  _Generic((expression),                                    \
      int: PREFIX##int##SUFFIX,                             \
      long: PREFIX##long##SUFFIX,                           \
      long long: PREFIX##longlong##SUFFIX,                  \
      FARSAN_SHMEM_NO_CHOICE)
#define FARSAN_SHMEM_SELECT_OLD_EXTENDED(expression, PREFIX, SUFFIX) \
  _Generic((expression),                                             \
      int: PREFIX##int##SUFFIX,                                      \
      long: PREFIX##long##SUFFIX,                                    \
      long long: PREFIX##longlong##SUFFIX,                           \
      float: PREFIX##float##SUFFIX,                                  \
      double: PREFIX##double##SUFFIX,                                \
      FARSAN_SHMEM_NO_CHOICE)
#define FARSAN_SHMEM_SELECT_OLD_WAIT(expression, PREFIX, SUFFIX) \
  _Generic((expression),                                         \
      short: PREFIX##short##SUFFIX,                              \
      int: PREFIX##int##SUFFIX,                                  \
      long: PREFIX##long##SUFFIX,                                \
      long long: PREFIX##longlong##SUFFIX,                       \
      FARSAN_SHMEM_NO_CHOICE)

/* What the pointer in question points to, whatever the arguments are: the branch that is not taken has to be an expression
 * of a type that all tables know, too. */
#define FARSAN_SHMEM_FIRST(first, ...) (first)
#define FARSAN_SHMEM_SECOND(first, second, ...) (second)
#define FARSAN_SHMEM_POINTED(first) (*_Generic((first), shmem_ctx_t: (uint32_t*)0, default: (first)))
#define FARSAN_SHMEM_POINTED_AFTER_CTX(first, second) (*_Generic((first), shmem_ctx_t: (second), default: (uint32_t*)0))

/* A routine without a context, with its pointer first. */
#define FARSAN_SHMEM_PLAIN(SELECT, SUFFIX, ...) SELECT(*FARSAN_SHMEM_FIRST(__VA_ARGS__, 0), shmem_, SUFFIX)(__VA_ARGS__)
/* ... with a team first. */
#define FARSAN_SHMEM_OF_TEAM(SELECT, SUFFIX, ...) \
  SELECT(*FARSAN_SHMEM_SECOND(__VA_ARGS__, 0), shmem_, SUFFIX)(__VA_ARGS__)
/* ... with or without a context. */
#define FARSAN_SHMEM_OF_CTX(SELECT, SUFFIX, ...)                                               \
  _Generic(FARSAN_SHMEM_FIRST(__VA_ARGS__, 0),                                                 \
      shmem_ctx_t: SELECT(FARSAN_SHMEM_POINTED_AFTER_CTX(FARSAN_SHMEM_FIRST(__VA_ARGS__, 0),   \
                                                         FARSAN_SHMEM_SECOND(__VA_ARGS__, 0)), \
                          shmem_ctx_, SUFFIX),                                                 \
      default: SELECT(FARSAN_SHMEM_POINTED(FARSAN_SHMEM_FIRST(__VA_ARGS__, 0)), shmem_, SUFFIX))(__VA_ARGS__)

#define shmem_put(...) FARSAN_SHMEM_OF_CTX(FARSAN_SHMEM_SELECT_RMA, _put, __VA_ARGS__)
#define shmem_get(...) FARSAN_SHMEM_OF_CTX(FARSAN_SHMEM_SELECT_RMA, _get, __VA_ARGS__)
#define shmem_p(...) FARSAN_SHMEM_OF_CTX(FARSAN_SHMEM_SELECT_RMA, _p, __VA_ARGS__)
#define shmem_g(...) FARSAN_SHMEM_OF_CTX(FARSAN_SHMEM_SELECT_RMA, _g, __VA_ARGS__)
#define shmem_iput(...) FARSAN_SHMEM_OF_CTX(FARSAN_SHMEM_SELECT_RMA, _iput, __VA_ARGS__)
#define shmem_iget(...) FARSAN_SHMEM_OF_CTX(FARSAN_SHMEM_SELECT_RMA, _iget, __VA_ARGS__)
#define shmem_put_nbi(...) FARSAN_SHMEM_OF_CTX(FARSAN_SHMEM_SELECT_RMA, _put_nbi, __VA_ARGS__)
#define shmem_get_nbi(...) FARSAN_SHMEM_OF_CTX(FARSAN_SHMEM_SELECT_RMA, _get_nbi, __VA_ARGS__)
#define shmem_put_signal(...) FARSAN_SHMEM_OF_CTX(FARSAN_SHMEM_SELECT_RMA, _put_signal, __VA_ARGS__)
#define shmem_put_signal_nbi(...) FARSAN_SHMEM_OF_CTX(FARSAN_SHMEM_SELECT_RMA, _put_signal_nbi, __VA_ARGS__)

#define shmem_atomic_fetch(...) FARSAN_SHMEM_OF_CTX(FARSAN_SHMEM_SELECT_AMO_EXTENDED, _atomic_fetch, __VA_ARGS__)
#define shmem_atomic_set(...) FARSAN_SHMEM_OF_CTX(FARSAN_SHMEM_SELECT_AMO_EXTENDED, _atomic_set, __VA_ARGS__)
#define shmem_atomic_swap(...) FARSAN_SHMEM_OF_CTX(FARSAN_SHMEM_SELECT_AMO_EXTENDED, _atomic_swap, __VA_ARGS__)
#define shmem_atomic_compare_swap(...) FARSAN_SHMEM_OF_CTX(FARSAN_SHMEM_SELECT_AMO, _atomic_compare_swap, __VA_ARGS__)
#define shmem_atomic_inc(...) FARSAN_SHMEM_OF_CTX(FARSAN_SHMEM_SELECT_AMO, _atomic_inc, __VA_ARGS__)
#define shmem_atomic_fetch_inc(...) FARSAN_SHMEM_OF_CTX(FARSAN_SHMEM_SELECT_AMO, _atomic_fetch_inc, __VA_ARGS__)
#define shmem_atomic_add(...) FARSAN_SHMEM_OF_CTX(FARSAN_SHMEM_SELECT_AMO, _atomic_add, __VA_ARGS__)
#define shmem_atomic_fetch_add(...) FARSAN_SHMEM_OF_CTX(FARSAN_SHMEM_SELECT_AMO, _atomic_fetch_add, __VA_ARGS__)
#define shmem_atomic_and(...) FARSAN_SHMEM_OF_CTX(FARSAN_SHMEM_SELECT_BITWISE, _atomic_and, __VA_ARGS__)
#define shmem_atomic_fetch_and(...) FARSAN_SHMEM_OF_CTX(FARSAN_SHMEM_SELECT_BITWISE, _atomic_fetch_and, __VA_ARGS__)
#define shmem_atomic_or(...) FARSAN_SHMEM_OF_CTX(FARSAN_SHMEM_SELECT_BITWISE, _atomic_or, __VA_ARGS__)
#define shmem_atomic_fetch_or(...) FARSAN_SHMEM_OF_CTX(FARSAN_SHMEM_SELECT_BITWISE, _atomic_fetch_or, __VA_ARGS__)
#define shmem_atomic_xor(...) FARSAN_SHMEM_OF_CTX(FARSAN_SHMEM_SELECT_BITWISE, _atomic_xor, __VA_ARGS__)
#define shmem_atomic_fetch_xor(...) FARSAN_SHMEM_OF_CTX(FARSAN_SHMEM_SELECT_BITWISE, _atomic_fetch_xor, __VA_ARGS__)
#define shmem_atomic_fetch_nbi(...) \
  FARSAN_SHMEM_OF_CTX(FARSAN_SHMEM_SELECT_AMO_EXTENDED, _atomic_fetch_nbi, __VA_ARGS__)
#define shmem_atomic_swap_nbi(...) FARSAN_SHMEM_OF_CTX(FARSAN_SHMEM_SELECT_AMO_EXTENDED, _atomic_swap_nbi, __VA_ARGS__)
#define shmem_atomic_compare_swap_nbi(...) \
  FARSAN_SHMEM_OF_CTX(FARSAN_SHMEM_SELECT_AMO, _atomic_compare_swap_nbi, __VA_ARGS__)
#define shmem_atomic_fetch_inc_nbi(...) FARSAN_SHMEM_OF_CTX(FARSAN_SHMEM_SELECT_AMO, _atomic_fetch_inc_nbi, __VA_ARGS__)
#define shmem_atomic_fetch_add_nbi(...) FARSAN_SHMEM_OF_CTX(FARSAN_SHMEM_SELECT_AMO, _atomic_fetch_add_nbi, __VA_ARGS__)
#define shmem_atomic_fetch_and_nbi(...) \
  FARSAN_SHMEM_OF_CTX(FARSAN_SHMEM_SELECT_BITWISE, _atomic_fetch_and_nbi, __VA_ARGS__)
#define shmem_atomic_fetch_or_nbi(...) \
  FARSAN_SHMEM_OF_CTX(FARSAN_SHMEM_SELECT_BITWISE, _atomic_fetch_or_nbi, __VA_ARGS__)
#define shmem_atomic_fetch_xor_nbi(...) \
  FARSAN_SHMEM_OF_CTX(FARSAN_SHMEM_SELECT_BITWISE, _atomic_fetch_xor_nbi, __VA_ARGS__)

#define shmem_wait_until(...) FARSAN_SHMEM_PLAIN(FARSAN_SHMEM_SELECT_SYNC, _wait_until, __VA_ARGS__)
#define shmem_wait_until_all(...) FARSAN_SHMEM_PLAIN(FARSAN_SHMEM_SELECT_SYNC, _wait_until_all, __VA_ARGS__)
#define shmem_wait_until_any(...) FARSAN_SHMEM_PLAIN(FARSAN_SHMEM_SELECT_SYNC, _wait_until_any, __VA_ARGS__)
#define shmem_wait_until_some(...) FARSAN_SHMEM_PLAIN(FARSAN_SHMEM_SELECT_SYNC, _wait_until_some, __VA_ARGS__)
#define shmem_wait_until_all_vector(...) \
  FARSAN_SHMEM_PLAIN(FARSAN_SHMEM_SELECT_SYNC, _wait_until_all_vector, __VA_ARGS__)
#define shmem_wait_until_any_vector(...) \
  FARSAN_SHMEM_PLAIN(FARSAN_SHMEM_SELECT_SYNC, _wait_until_any_vector, __VA_ARGS__)
#define shmem_wait_until_some_vector(...) \
  FARSAN_SHMEM_PLAIN(FARSAN_SHMEM_SELECT_SYNC, _wait_until_some_vector, __VA_ARGS__)
#define shmem_test(...) FARSAN_SHMEM_PLAIN(FARSAN_SHMEM_SELECT_SYNC, _test, __VA_ARGS__)
#define shmem_test_all(...) FARSAN_SHMEM_PLAIN(FARSAN_SHMEM_SELECT_SYNC, _test_all, __VA_ARGS__)
#define shmem_test_any(...) FARSAN_SHMEM_PLAIN(FARSAN_SHMEM_SELECT_SYNC, _test_any, __VA_ARGS__)
#define shmem_test_some(...) FARSAN_SHMEM_PLAIN(FARSAN_SHMEM_SELECT_SYNC, _test_some, __VA_ARGS__)
#define shmem_test_all_vector(...) FARSAN_SHMEM_PLAIN(FARSAN_SHMEM_SELECT_SYNC, _test_all_vector, __VA_ARGS__)
#define shmem_test_any_vector(...) FARSAN_SHMEM_PLAIN(FARSAN_SHMEM_SELECT_SYNC, _test_any_vector, __VA_ARGS__)
#define shmem_test_some_vector(...) FARSAN_SHMEM_PLAIN(FARSAN_SHMEM_SELECT_SYNC, _test_some_vector, __VA_ARGS__)

#define shmem_broadcast(...) FARSAN_SHMEM_OF_TEAM(FARSAN_SHMEM_SELECT_RMA, _broadcast, __VA_ARGS__)
#define shmem_collect(...) FARSAN_SHMEM_OF_TEAM(FARSAN_SHMEM_SELECT_RMA, _collect, __VA_ARGS__)
#define shmem_fcollect(...) FARSAN_SHMEM_OF_TEAM(FARSAN_SHMEM_SELECT_RMA, _fcollect, __VA_ARGS__)
#define shmem_alltoall(...) FARSAN_SHMEM_OF_TEAM(FARSAN_SHMEM_SELECT_RMA, _alltoall, __VA_ARGS__)
#define shmem_alltoalls(...) FARSAN_SHMEM_OF_TEAM(FARSAN_SHMEM_SELECT_RMA, _alltoalls, __VA_ARGS__)
#define shmem_and_reduce(...) FARSAN_SHMEM_OF_TEAM(FARSAN_SHMEM_SELECT_REDUCE_BITWISE, _and_reduce, __VA_ARGS__)
#define shmem_or_reduce(...) FARSAN_SHMEM_OF_TEAM(FARSAN_SHMEM_SELECT_REDUCE_BITWISE, _or_reduce, __VA_ARGS__)
#define shmem_xor_reduce(...) FARSAN_SHMEM_OF_TEAM(FARSAN_SHMEM_SELECT_REDUCE_BITWISE, _xor_reduce, __VA_ARGS__)
#define shmem_max_reduce(...) FARSAN_SHMEM_OF_TEAM(FARSAN_SHMEM_SELECT_RMA, _max_reduce, __VA_ARGS__)
#define shmem_min_reduce(...) FARSAN_SHMEM_OF_TEAM(FARSAN_SHMEM_SELECT_RMA, _min_reduce, __VA_ARGS__)
#define shmem_sum_reduce(...) FARSAN_SHMEM_OF_TEAM(FARSAN_SHMEM_SELECT_REDUCE, _sum_reduce, __VA_ARGS__)
#define shmem_prod_reduce(...) FARSAN_SHMEM_OF_TEAM(FARSAN_SHMEM_SELECT_REDUCE, _prod_reduce, __VA_ARGS__)

/* shmem_sync(team), or that of an active set with four arguments. */
#define FARSAN_SHMEM_FIFTH(a, b, c, d, e, ...) e
#define shmem_sync(...) \
  FARSAN_SHMEM_FIFTH(__VA_ARGS__, shmem_sync, shmem_sync, shmem_sync, shmem_team_sync, 0)(__VA_ARGS__)

/* Deprecated. */
#define shmem_wait(...) FARSAN_SHMEM_PLAIN(FARSAN_SHMEM_SELECT_OLD_WAIT, _wait, __VA_ARGS__)
#define shmem_fetch(...) FARSAN_SHMEM_PLAIN(FARSAN_SHMEM_SELECT_OLD_EXTENDED, _fetch, __VA_ARGS__)
#define shmem_set(...) FARSAN_SHMEM_PLAIN(FARSAN_SHMEM_SELECT_OLD_EXTENDED, _set, __VA_ARGS__)
#define shmem_swap(...) FARSAN_SHMEM_PLAIN(FARSAN_SHMEM_SELECT_OLD_EXTENDED, _swap, __VA_ARGS__)
#define shmem_cswap(...) FARSAN_SHMEM_PLAIN(FARSAN_SHMEM_SELECT_OLD, _cswap, __VA_ARGS__)
#define shmem_finc(...) FARSAN_SHMEM_PLAIN(FARSAN_SHMEM_SELECT_OLD, _finc, __VA_ARGS__)
#define shmem_inc(...) FARSAN_SHMEM_PLAIN(FARSAN_SHMEM_SELECT_OLD, _inc, __VA_ARGS__)
#define shmem_fadd(...) FARSAN_SHMEM_PLAIN(FARSAN_SHMEM_SELECT_OLD, _fadd, __VA_ARGS__)
#define shmem_add(...) FARSAN_SHMEM_PLAIN(FARSAN_SHMEM_SELECT_OLD, _add, __VA_ARGS__)

#endif
