// Atomic memory operations, and put with signal.
//
// Whoever waits for a variable must be able to tell which update made the wait succeed, so each update must know the value
// that it found: the real routine is always the fetching one, which any library may take for the other. A non-blocking
// one may be complete when it returns, too; what counts is when the program may know.
#include <cstring>

#include "bindings/shmem/notifications.h"

namespace farsan::shmem {

namespace {

using model::OperationKind;

template <class T>
std::uint64_t bits(T value) {
  std::uint64_t raw = 0;
  std::memcpy(&raw, &value, sizeof value);
  return raw;
}

/// What an update is: `real` does it and returns the value that it found, `left` says which one it leaves.
template <class T, class Real, class Left>
T update(const Call& call, shmem_ctx_t ctx, T* dest, int pe, OperationKind kind, T* result, Effect effect, Real real,
         Left left) {
  const auto to = call ? destination(ctx, dest, pe) : std::nullopt;
  if (!to) {
    const T found = real();
    if (result != nullptr) *result = found;
    return found;
  }
  const model::Issue issue = atomic_issue(call, *to, kind, atomic_type<T>(), to->context->domain, result);
  // What has been fetched has been performed.
  const bool performed = kind == OperationKind::FetchUpdate && result == nullptr;
  const Notification notification(call, *to, atomic_type<T>(), issue,
                                  performed ? engine::Naming::Performed : engine::Naming::Named);
  const T found = real();
  notification.settle(bits(found), bits(left(found)), effect);
  if (result != nullptr) *result = found;
  return found;
}

template <class T, class Real>
T fetch(const Call& call, shmem_ctx_t ctx, const T* source, int pe, T* result, Real real) {
  const T found = real();
  if (result != nullptr) *result = found;
  const auto to = call ? destination(ctx, source, pe) : std::nullopt;
  if (!to) return found;
  if (result != nullptr)
    (void)atomic(call, *to, OperationKind::Fetch, atomic_type<T>(), result);
  else
    atomic_read(call, *to, atomic_type<T>(), to->context->domain);
  return found;
}

/// Data first, then the signal: what the routine is by its definition.
void put_signal(const Call& call, const Transfer& transfer, uint64_t* sig_addr, uint64_t signal, int sig_op,
                Blocking blocking) {
  const bool adds = sig_op == SHMEM_SIGNAL_ADD;
  const auto to = call ? destination(transfer.ctx, sig_addr, transfer.pe) : std::nullopt;
  std::optional<Notification> notification;
  if (to) {
    const auto data = announced_put(call, transfer, blocking);
    const auto flag = atomic(call, *to, OperationKind::Update, atomic_type<uint64_t>());
    notification.emplace(call, *to, atomic_type<uint64_t>(),
                         std::initializer_list<std::optional<model::OperationId>>{data, flag});
  }
  pshmem_ctx_putmem(transfer.ctx, const_cast<void*>(transfer.remote), transfer.local, transfer.count * transfer.size,
                    transfer.pe);
  pshmem_ctx_fence(transfer.ctx);
  const uint64_t found = adds ? pshmem_ctx_uint64_atomic_fetch_add(transfer.ctx, sig_addr, signal, transfer.pe)
                              : pshmem_ctx_uint64_atomic_swap(transfer.ctx, sig_addr, signal, transfer.pe);
  if (notification) notification->settle(found, adds ? found + signal : signal, adds ? Effect::Adds : Effect::Replaces);
}

}  // namespace

}  // namespace farsan::shmem

using namespace farsan::shmem;
using farsan::model::OperationKind;

// --- Atomics ---------------------------------------------------------------------------------------------------------

// Rows for one name: (routine, parameters, how its result is handed back, kind, result pointer, effect, real, left).
#define FARSAN_UPDATE(RESULT, RETURN, NAME, PARAMETERS, CTX, TYPE, KIND, STORE, EFFECT, REAL, LEFT) \
  FARSAN_SHMEM RESULT NAME PARAMETERS {                                                             \
    FARSAN_CALL(#NAME);                                                                             \
    RETURN update<TYPE>(                                                                            \
        call, CTX, dest, pe, OperationKind::KIND, STORE, Effect::EFFECT, [&] { return REAL; },      \
        [&]([[maybe_unused]] TYPE found) { return static_cast<TYPE>(LEFT); });                      \
  }

// A family: without result, with, and with a result that comes later; each on the default context and with one.
#define FARSAN_UPDATES(TYPE, NAME, PLAIN, FETCHING, REAL_ROUTINE, OPERANDS, VALUES, EFFECT, LEFT)                   \
  FARSAN_BLOCKING_UPDATES(TYPE, NAME, PLAIN, FETCHING, REAL_ROUTINE, OPERANDS, VALUES, EFFECT, LEFT)                \
  FARSAN_UPDATE(void, (void), shmem_##NAME##_atomic_##FETCHING##_nbi,                                               \
                (TYPE * fetch, TYPE * dest OPERANDS(TYPE), int pe), SHMEM_CTX_DEFAULT, TYPE, FetchUpdate, fetch,    \
                EFFECT, pshmem_##NAME##_atomic_##REAL_ROUTINE(dest FARSAN_STRIP VALUES, pe), LEFT)                  \
  FARSAN_UPDATE(void, (void), shmem_ctx_##NAME##_atomic_##FETCHING##_nbi,                                           \
                (shmem_ctx_t ctx, TYPE * fetch, TYPE * dest OPERANDS(TYPE), int pe), ctx, TYPE, FetchUpdate, fetch, \
                EFFECT, pshmem_ctx_##NAME##_atomic_##REAL_ROUTINE(ctx, dest FARSAN_STRIP VALUES, pe), LEFT)

#define FARSAN_BLOCKING_UPDATES(TYPE, NAME, PLAIN, FETCHING, REAL_ROUTINE, OPERANDS, VALUES, EFFECT, LEFT)      \
  PLAIN(TYPE, NAME, REAL_ROUTINE, OPERANDS, VALUES, EFFECT, LEFT)                                               \
  FARSAN_UPDATE(TYPE, return, shmem_##NAME##_atomic_##FETCHING, (TYPE * dest OPERANDS(TYPE), int pe),           \
                SHMEM_CTX_DEFAULT, TYPE, FetchUpdate, nullptr, EFFECT,                                          \
                pshmem_##NAME##_atomic_##REAL_ROUTINE(dest FARSAN_STRIP VALUES, pe), LEFT)                      \
  FARSAN_UPDATE(TYPE, return, shmem_ctx_##NAME##_atomic_##FETCHING,                                             \
                (shmem_ctx_t ctx, TYPE * dest OPERANDS(TYPE), int pe), ctx, TYPE, FetchUpdate, nullptr, EFFECT, \
                pshmem_ctx_##NAME##_atomic_##REAL_ROUTINE(ctx, dest FARSAN_STRIP VALUES, pe), LEFT)

#define FARSAN_PLAIN(TYPE, NAME, ROUTINE, REAL_ROUTINE, OPERANDS, VALUES, EFFECT, LEFT)                    \
  FARSAN_UPDATE(void, (void), shmem_##NAME##_atomic_##ROUTINE, (TYPE * dest OPERANDS(TYPE), int pe),       \
                SHMEM_CTX_DEFAULT, TYPE, Update, nullptr, EFFECT,                                          \
                pshmem_##NAME##_atomic_##REAL_ROUTINE(dest FARSAN_STRIP VALUES, pe), LEFT)                 \
  FARSAN_UPDATE(void, (void), shmem_ctx_##NAME##_atomic_##ROUTINE,                                         \
                (shmem_ctx_t ctx, TYPE * dest OPERANDS(TYPE), int pe), ctx, TYPE, Update, nullptr, EFFECT, \
                pshmem_ctx_##NAME##_atomic_##REAL_ROUTINE(ctx, dest FARSAN_STRIP VALUES, pe), LEFT)

#define FARSAN_NOTHING(TYPE)
#define FARSAN_VALUE(TYPE) , TYPE value
#define FARSAN_CONDITION(TYPE) , TYPE cond, TYPE value
#define FARSAN_COMMA_VALUE (, value)
#define FARSAN_COMMA_CONDITION (, cond, value)

#define FARSAN_NO_PLAIN(...)
#define FARSAN_SET(T, N, R, O, V, E, L) FARSAN_PLAIN(T, N, set, R, O, V, E, L)
#define FARSAN_INC(T, N, R, O, V, E, L) FARSAN_PLAIN(T, N, inc, R, O, V, E, L)
#define FARSAN_ADD(T, N, R, O, V, E, L) FARSAN_PLAIN(T, N, add, R, O, V, E, L)
#define FARSAN_AND(T, N, R, O, V, E, L) FARSAN_PLAIN(T, N, and, R, O, V, E, L)
#define FARSAN_OR(T, N, R, O, V, E, L) FARSAN_PLAIN(T, N, or, R, O, V, E, L)
#define FARSAN_XOR(T, N, R, O, V, E, L) FARSAN_PLAIN(T, N, xor, R, O, V, E, L)

#define FARSAN_EXTENDED(X, TYPE, NAME)                                                                               \
  FARSAN_UPDATES(TYPE, NAME, FARSAN_SET, swap, swap, FARSAN_VALUE, FARSAN_COMMA_VALUE, Replaces, value)              \
  FARSAN_SHMEM TYPE shmem_##NAME##_atomic_fetch(const TYPE* source, int pe) {                                        \
    FARSAN_CALL("shmem_" #NAME "_atomic_fetch");                                                                     \
    return fetch<TYPE>(call, SHMEM_CTX_DEFAULT, source, pe, nullptr,                                                 \
                       [&] { return pshmem_##NAME##_atomic_fetch(source, pe); });                                    \
  }                                                                                                                  \
  FARSAN_SHMEM TYPE shmem_ctx_##NAME##_atomic_fetch(shmem_ctx_t ctx, const TYPE* source, int pe) {                   \
    FARSAN_CALL("shmem_ctx_" #NAME "_atomic_fetch");                                                                 \
    return fetch<TYPE>(call, ctx, source, pe, nullptr,                                                               \
                       [&] { return pshmem_ctx_##NAME##_atomic_fetch(ctx, source, pe); });                           \
  }                                                                                                                  \
  FARSAN_SHMEM void shmem_##NAME##_atomic_fetch_nbi(TYPE* result, const TYPE* source, int pe) {                      \
    FARSAN_CALL("shmem_" #NAME "_atomic_fetch_nbi");                                                                 \
    (void)fetch<TYPE>(call, SHMEM_CTX_DEFAULT, source, pe, result,                                                   \
                      [&] { return pshmem_##NAME##_atomic_fetch(source, pe); });                                     \
  }                                                                                                                  \
  FARSAN_SHMEM void shmem_ctx_##NAME##_atomic_fetch_nbi(shmem_ctx_t ctx, TYPE* result, const TYPE* source, int pe) { \
    FARSAN_CALL("shmem_ctx_" #NAME "_atomic_fetch_nbi");                                                             \
    (void)fetch<TYPE>(call, ctx, source, pe, result,                                                                 \
                      [&] { return pshmem_ctx_##NAME##_atomic_fetch(ctx, source, pe); });                            \
  }
FARSAN_SHMEM_AMO_EXTENDED_TYPES(FARSAN_EXTENDED, )

#define FARSAN_STANDARD(X, TYPE, NAME)                                                                              \
  FARSAN_UPDATES(TYPE, NAME, FARSAN_NO_PLAIN, compare_swap, compare_swap, FARSAN_CONDITION, FARSAN_COMMA_CONDITION, \
                 Exchanges, found == cond ? value : found)                                                          \
  FARSAN_UPDATES(TYPE, NAME, FARSAN_INC, fetch_inc, fetch_inc, FARSAN_NOTHING, (), Adds, found + 1)                 \
  FARSAN_UPDATES(TYPE, NAME, FARSAN_ADD, fetch_add, fetch_add, FARSAN_VALUE, FARSAN_COMMA_VALUE, Adds, found + value)
FARSAN_SHMEM_AMO_TYPES(FARSAN_STANDARD, )

#define FARSAN_BITWISE_BY(UPDATES, TYPE, NAME)                                                                       \
  UPDATES(TYPE, NAME, FARSAN_AND, fetch_and, fetch_and, FARSAN_VALUE, FARSAN_COMMA_VALUE, Accumulates, found& value) \
  UPDATES(TYPE, NAME, FARSAN_OR, fetch_or, fetch_or, FARSAN_VALUE, FARSAN_COMMA_VALUE, Accumulates, found | value)   \
  UPDATES(TYPE, NAME, FARSAN_XOR, fetch_xor, fetch_xor, FARSAN_VALUE, FARSAN_COMMA_VALUE, Accumulates, found ^ value)
#define FARSAN_BITWISE(X, TYPE, NAME) FARSAN_BITWISE_BY(FARSAN_UPDATES, TYPE, NAME)
FARSAN_SHMEM_AMO_BITWISE_TYPES(FARSAN_BITWISE, )

// Deprecated names: those of STEM, done by the atomics of REAL.
#define FARSAN_OLD(RESULT, RETURN, NAME, PARAMETERS, TYPE, KIND, EFFECT, REAL, LEFT) \
  FARSAN_UPDATE(RESULT, RETURN, NAME, PARAMETERS, SHMEM_CTX_DEFAULT, TYPE, KIND, nullptr, EFFECT, REAL, LEFT)
#define FARSAN_OLD_EXTENDED_OF(TYPE, STEM, REAL)                                                                       \
  FARSAN_OLD(void, (void), STEM##_set, (TYPE * dest, TYPE value, int pe), TYPE, Update, Replaces,                      \
             REAL##_atomic_swap(dest, value, pe), value)                                                               \
  FARSAN_OLD(TYPE, return, STEM##_swap, (TYPE * dest, TYPE value, int pe), TYPE, FetchUpdate, Replaces,                \
             REAL##_atomic_swap(dest, value, pe), value)                                                               \
  FARSAN_SHMEM TYPE STEM##_fetch(const TYPE* source, int pe) {                                                         \
    FARSAN_CALL(#STEM "_fetch");                                                                                       \
    return fetch<TYPE>(call, SHMEM_CTX_DEFAULT, source, pe, nullptr, [&] { return REAL##_atomic_fetch(source, pe); }); \
  }
#define FARSAN_OLD_EXTENDED(X, TYPE, NAME) FARSAN_OLD_EXTENDED_OF(TYPE, shmem_##NAME, pshmem_##NAME)
FARSAN_SHMEM_OLD_AMO_EXTENDED_TYPES(FARSAN_OLD_EXTENDED, )
#define FARSAN_OLD_STANDARD_OF(TYPE, STEM, REAL)                                                                     \
  FARSAN_OLD(TYPE, return, STEM##_cswap, (TYPE * dest, TYPE cond, TYPE value, int pe), TYPE, FetchUpdate, Exchanges, \
             REAL##_atomic_compare_swap(dest, cond, value, pe), found == cond ? value : found)                       \
  FARSAN_OLD(TYPE, return, STEM##_finc, (TYPE * dest, int pe), TYPE, FetchUpdate, Adds,                              \
             REAL##_atomic_fetch_inc(dest, pe), found + 1)                                                           \
  FARSAN_OLD(void, (void), STEM##_inc, (TYPE * dest, int pe), TYPE, Update, Adds, REAL##_atomic_fetch_inc(dest, pe), \
             found + 1)                                                                                              \
  FARSAN_OLD(TYPE, return, STEM##_fadd, (TYPE * dest, TYPE value, int pe), TYPE, FetchUpdate, Adds,                  \
             REAL##_atomic_fetch_add(dest, value, pe), found + value)                                                \
  FARSAN_OLD(void, (void), STEM##_add, (TYPE * dest, TYPE value, int pe), TYPE, Update, Adds,                        \
             REAL##_atomic_fetch_add(dest, value, pe), found + value)
#define FARSAN_OLD_STANDARD(X, TYPE, NAME) FARSAN_OLD_STANDARD_OF(TYPE, shmem_##NAME, pshmem_##NAME)
FARSAN_SHMEM_SIGNED_TYPES(FARSAN_OLD_STANDARD, )

// What a library has besides the standard: its shmem.h says for which types.
#ifdef FARSAN_SHMEM_ADDITIONS
#define FARSAN_ADDED_BITWISE(X, TYPE, NAME) FARSAN_BITWISE_BY(FARSAN_BLOCKING_UPDATES, TYPE, NAME)
FARSAN_SHMEM_ADDED_BITWISE_TYPES(FARSAN_ADDED_BITWISE, )

FARSAN_SHMEM_ADDED_WORDS(FARSAN_OLD_EXTENDED_OF)
FARSAN_SHMEM_ADDED_WORDS(FARSAN_OLD_STANDARD_OF)

#define FARSAN_ADDED_BITWISE_ONE(TYPE, STEM, REAL, OP, LEFT)                                                 \
  FARSAN_OLD(void, (void), STEM##_atomic_##OP, (TYPE * dest, TYPE value, int pe), TYPE, Update, Accumulates, \
             REAL##_atomic_fetch_##OP(dest, value, pe), LEFT)                                                \
  FARSAN_OLD(TYPE, return, STEM##_atomic_fetch_##OP, (TYPE * dest, TYPE value, int pe), TYPE, FetchUpdate,   \
             Accumulates, REAL##_atomic_fetch_##OP(dest, value, pe), LEFT)
#define FARSAN_ADDED_BITWISE_OF(TYPE, STEM, REAL)               \
  FARSAN_ADDED_BITWISE_ONE(TYPE, STEM, REAL, and, found& value) \
  FARSAN_ADDED_BITWISE_ONE(TYPE, STEM, REAL, or, found | value) \
  FARSAN_ADDED_BITWISE_ONE(TYPE, STEM, REAL, xor, found ^ value)
FARSAN_SHMEM_ADDED_WORDS(FARSAN_ADDED_BITWISE_OF)
FARSAN_SHMEM_ADDED_UNSIGNED_WORDS(FARSAN_ADDED_BITWISE_OF)
#endif

// --- Put with signal -------------------------------------------------------------------------------------------------

#define FARSAN_PUT_SIGNAL(TYPE, SIZE, NAME, CTX, CONTEXT, BLOCKING)                                            \
  FARSAN_SHMEM void NAME(FARSAN_STRIP CTX TYPE* dest, const TYPE* source, size_t nelems, uint64_t* sig_addr,   \
                         uint64_t signal, int sig_op, int pe) {                                                \
    FARSAN_CALL(#NAME);                                                                                        \
    put_signal(call, {CONTEXT, dest, source, nelems, SIZE, pe}, sig_addr, signal, sig_op, Blocking::BLOCKING); \
  }
#define FARSAN_PUT_SIGNALS(TYPE, SIZE, PLAIN, WITH_CONTEXT)                  \
  FARSAN_PUT_SIGNAL(TYPE, SIZE, PLAIN, (), SHMEM_CTX_DEFAULT, Yes)           \
  FARSAN_PUT_SIGNAL(TYPE, SIZE, WITH_CONTEXT, (shmem_ctx_t ctx, ), ctx, Yes) \
  FARSAN_PUT_SIGNAL(TYPE, SIZE, PLAIN##_nbi, (), SHMEM_CTX_DEFAULT, No)      \
  FARSAN_PUT_SIGNAL(TYPE, SIZE, WITH_CONTEXT##_nbi, (shmem_ctx_t ctx, ), ctx, No)
#define FARSAN_TYPED_SIGNALS(X, TYPE, NAME) \
  FARSAN_PUT_SIGNALS(TYPE, sizeof(TYPE), shmem_##NAME##_put_signal, shmem_ctx_##NAME##_put_signal)
FARSAN_SHMEM_RMA_TYPES(FARSAN_TYPED_SIGNALS, )
#define FARSAN_SIZED_SIGNALS(X, NAME, BYTES) \
  FARSAN_PUT_SIGNALS(void, BYTES, shmem_put##NAME##_signal, shmem_ctx_put##NAME##_signal)
FARSAN_SHMEM_SIZES_AND_MEM(FARSAN_SIZED_SIGNALS, )
