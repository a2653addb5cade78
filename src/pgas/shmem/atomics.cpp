// Atomic memory operations. Those that fetch are over on return; the others, and those of the nbi family, may take effect as
// late as in quiet.
#include <type_traits>

#include "pgas/shmem/library.h"

namespace farsan::pgas::shmem {

namespace {

// What is done at the target's address: returns the value that was there.

template <class T>
struct Fetch {
  T operator()(T* at) const {
    T old;
    __atomic_load(at, &old, __ATOMIC_SEQ_CST);
    return old;
  }
};

template <class T>
struct Swap {
  T value;
  T operator()(T* at) const {
    T mine = value;
    T old;
    __atomic_exchange(at, &mine, &old, __ATOMIC_SEQ_CST);
    return old;
  }
};

template <class T>
struct CompareSwap {
  T condition;
  T value;
  T operator()(T* at) const {
    T old = condition;
    __atomic_compare_exchange_n(at, &old, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    return old;
  }
};

#define OPERATION(NAME, BUILTIN)                                               \
  template <class T>                                                           \
  struct NAME {                                                                \
    T value;                                                                   \
    T operator()(T* at) const { return BUILTIN(at, value, __ATOMIC_SEQ_CST); } \
  };
OPERATION(Add, __atomic_fetch_add)
OPERATION(And, __atomic_fetch_and)
OPERATION(Or, __atomic_fetch_or)
OPERATION(Xor, __atomic_fetch_xor)
#undef OPERATION

template <class T, class Operation>
T fetching(const Target& target, const T* mine, Operation operation) {
  let_expired_pass();
  if (delaying()) target.context.held.complete_fenced();
  const T old = operation(const_cast<T*>(target.address(mine)));
  if constexpr (!std::is_same_v<Operation, Fetch<T>>) target.changed();
  return old;
}

template <class T, class Operation>
void updating(const Target& target, T* mine, Operation operation) {
  T* at = target.address(mine);
  const auto effect = [target, at, operation] {
    operation(at);
    target.changed();
  };
  if (delaying()) {
    target.context.held.hold(effect);
  } else {
    effect();
  }
}

template <class T, class Operation>
void fetching_later(const Target& target, T* fetch, const T* mine, Operation operation) {
  T* at = const_cast<T*>(target.address(mine));
  const auto effect = [target, fetch, at, operation] {
    *fetch = operation(at);
    target.changed();
  };
  if (delaying()) {
    target.context.held.hold(effect);
  } else {
    effect();
  }
}

}  // namespace

// BOTH(result, shmem_, int_atomic_inc, (parameters), body): with a context and on the default one. In the body, `target` is
// what the context and `pe` mean.
#define PARAMETERS(...) __VA_ARGS__
#define BOTH(result, NAME, parameters, ...)                                     \
  ROUTINE(result, shmem_ctx_##NAME, (shmem_ctx_t ctx, PARAMETERS parameters)) { \
    const Target target(HERE, ctx, pe);                                         \
    __VA_ARGS__;                                                                \
  }                                                                             \
  ROUTINE(result, shmem_##NAME, parameters) {                                   \
    const Target target(HERE, SHMEM_CTX_DEFAULT, pe);                           \
    __VA_ARGS__;                                                                \
  }

#define DEFINE(X, TYPE, NAME)                                                                                         \
  BOTH(TYPE, NAME##_atomic_fetch, (const TYPE* source, int pe), return fetching(target, source, Fetch<TYPE>{}))       \
  BOTH(void, NAME##_atomic_set, (TYPE * dest, TYPE value, int pe), updating(target, dest, Swap<TYPE>{value}))         \
  BOTH(TYPE, NAME##_atomic_swap, (TYPE * dest, TYPE value, int pe), return fetching(target, dest, Swap<TYPE>{value})) \
  BOTH(void, NAME##_atomic_fetch_nbi, (TYPE * fetch, const TYPE* source, int pe),                                     \
       fetching_later(target, fetch, source, Fetch<TYPE>{}))                                                          \
  BOTH(void, NAME##_atomic_swap_nbi, (TYPE * fetch, TYPE * dest, TYPE value, int pe),                                 \
       fetching_later(target, fetch, dest, Swap<TYPE>{value}))
FARSAN_SHMEM_AMO_EXTENDED_TYPES(DEFINE, )
#undef DEFINE

#define DEFINE_WITH_OPERAND(TYPE, NAME, OP, OPERATION)                                                              \
  BOTH(void, NAME##_atomic_##OP, (TYPE * dest, TYPE value, int pe), updating(target, dest, OPERATION<TYPE>{value})) \
  BOTH(TYPE, NAME##_atomic_fetch_##OP, (TYPE * dest, TYPE value, int pe),                                           \
       return fetching(target, dest, OPERATION<TYPE>{value}))                                                       \
  BOTH(void, NAME##_atomic_fetch_##OP##_nbi, (TYPE * fetch, TYPE * dest, TYPE value, int pe),                       \
       fetching_later(target, fetch, dest, OPERATION<TYPE>{value}))

#define DEFINE(X, TYPE, NAME)                                                                             \
  BOTH(TYPE, NAME##_atomic_compare_swap, (TYPE * dest, TYPE cond, TYPE value, int pe),                    \
       return fetching(target, dest, CompareSwap<TYPE>{cond, value}))                                     \
  BOTH(void, NAME##_atomic_compare_swap_nbi, (TYPE * fetch, TYPE * dest, TYPE cond, TYPE value, int pe),  \
       fetching_later(target, fetch, dest, CompareSwap<TYPE>{cond, value}))                               \
  BOTH(void, NAME##_atomic_inc, (TYPE * dest, int pe), updating(target, dest, Add<TYPE>{1}))              \
  BOTH(TYPE, NAME##_atomic_fetch_inc, (TYPE * dest, int pe), return fetching(target, dest, Add<TYPE>{1})) \
  BOTH(void, NAME##_atomic_fetch_inc_nbi, (TYPE * fetch, TYPE * dest, int pe),                            \
       fetching_later(target, fetch, dest, Add<TYPE>{1}))                                                 \
  DEFINE_WITH_OPERAND(TYPE, NAME, add, Add)
FARSAN_SHMEM_AMO_TYPES(DEFINE, )
#undef DEFINE

// The keywords `and`, `or`, `xor` of C++ are operators, and no part of a name until pasted: that is what happens here.
#define DEFINE(X, TYPE, NAME)               \
  DEFINE_WITH_OPERAND(TYPE, NAME, and, And) \
  DEFINE_WITH_OPERAND(TYPE, NAME, or, Or)   \
  DEFINE_WITH_OPERAND(TYPE, NAME, xor, Xor)
FARSAN_SHMEM_AMO_BITWISE_TYPES(DEFINE, )
#undef DEFINE

// Deprecated names.
#define DEFINE(X, TYPE, NAME)                                                      \
  ROUTINE(TYPE, shmem_##NAME##_fetch, (const TYPE* source, int pe)) {              \
    return fetching(Target(HERE, SHMEM_CTX_DEFAULT, pe), source, Fetch<TYPE>{});   \
  }                                                                                \
  ROUTINE(void, shmem_##NAME##_set, (TYPE * dest, TYPE value, int pe)) {           \
    updating(Target(HERE, SHMEM_CTX_DEFAULT, pe), dest, Swap<TYPE>{value});        \
  }                                                                                \
  ROUTINE(TYPE, shmem_##NAME##_swap, (TYPE * dest, TYPE value, int pe)) {          \
    return fetching(Target(HERE, SHMEM_CTX_DEFAULT, pe), dest, Swap<TYPE>{value}); \
  }
FARSAN_SHMEM_OLD_AMO_EXTENDED_TYPES(DEFINE, )
#undef DEFINE

#define DEFINE(X, TYPE, NAME)                                                                   \
  ROUTINE(TYPE, shmem_##NAME##_cswap, (TYPE * dest, TYPE cond, TYPE value, int pe)) {           \
    return fetching(Target(HERE, SHMEM_CTX_DEFAULT, pe), dest, CompareSwap<TYPE>{cond, value}); \
  }                                                                                             \
  ROUTINE(TYPE, shmem_##NAME##_finc, (TYPE * dest, int pe)) {                                   \
    return fetching(Target(HERE, SHMEM_CTX_DEFAULT, pe), dest, Add<TYPE>{1});                   \
  }                                                                                             \
  ROUTINE(void, shmem_##NAME##_inc, (TYPE * dest, int pe)) {                                    \
    updating(Target(HERE, SHMEM_CTX_DEFAULT, pe), dest, Add<TYPE>{1});                          \
  }                                                                                             \
  ROUTINE(TYPE, shmem_##NAME##_fadd, (TYPE * dest, TYPE value, int pe)) {                       \
    return fetching(Target(HERE, SHMEM_CTX_DEFAULT, pe), dest, Add<TYPE>{value});               \
  }                                                                                             \
  ROUTINE(void, shmem_##NAME##_add, (TYPE * dest, TYPE value, int pe)) {                        \
    updating(Target(HERE, SHMEM_CTX_DEFAULT, pe), dest, Add<TYPE>{value});                      \
  }
FARSAN_SHMEM_SIGNED_TYPES(DEFINE, )
#undef DEFINE

}  // namespace farsan::pgas::shmem
