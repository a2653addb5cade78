// Waits and tests on own variables, and reading signals: those that succeed take the notifications that made them.
#include <cstring>
#include <limits>

#include "bindings/shmem/notifications.h"

namespace farsan::shmem {

namespace {

template <class T>
bool compare(int cmp, T value, T reference) {
  switch (cmp) {
    case SHMEM_CMP_EQ: return value == reference;
    case SHMEM_CMP_NE: return value != reference;
    case SHMEM_CMP_GT: return value > reference;
    case SHMEM_CMP_GE: return value >= reference;
    case SHMEM_CMP_LT: return value < reference;
    case SHMEM_CMP_LE: return value <= reference;
    default: return false;
  }
}

template <class T>
T of_bits(std::uint64_t raw) {
  T value;
  std::memcpy(&value, &raw, sizeof value);
  return value;
}

template <class T>
std::uint64_t bits_at(const T* variable) {
  const T value = __atomic_load_n(variable, __ATOMIC_ACQUIRE);
  std::uint64_t raw = 0;
  std::memcpy(&raw, &value, sizeof value);
  return raw;
}

template <class T>
void succeeded(const Call& call, const Waiting& waiting, const T* variable, int cmp, T reference) {
  if (!call) return;
  const auto holds = [=](std::uint64_t raw) { return compare(cmp, of_bits<T>(raw), reference); };
  take_notifications(call, waiting, variable, atomic_type<T>(), holds, bits_at(variable), cmp);
}

/// The variables of one call: those that are not excluded, each with the value that it is compared with.
template <class T>
struct Set {
  const Waiting& waiting;
  const T* variables;
  std::size_t count;
  const int* excluded;
  int cmp;
  const T* values;
  bool one_value;

  void took(const Call& call, std::size_t i) const {
    succeeded(call, waiting, variables + i, cmp, values[one_value ? 0 : i]);
  }
  void took_all(const Call& call) const {
    for (std::size_t i = 0; i < count; ++i)
      if (excluded == nullptr || excluded[i] == 0) took(call, i);
  }
  void took_some(const Call& call, const std::size_t* indices, std::size_t found) const {
    for (std::size_t i = 0; i < found; ++i) took(call, indices[i]);
  }
  void took_any(const Call& call, std::size_t index) const {
    if (index < count) took(call, index);
  }
};

}  // namespace

}  // namespace farsan::shmem

using namespace farsan::shmem;

// One value for all variables, or one for each.
#define FARSAN_SETS(TYPE, NAME, ENDING, VALUE, POINTER, ONE)                                                           \
  FARSAN_SHMEM void shmem_##NAME##_wait_until_all##ENDING(TYPE* ivars, size_t nelems, const int* status, int cmp,      \
                                                          VALUE) {                                                     \
    FARSAN_CALL("shmem_" #NAME "_wait_until_all" #ENDING);                                                             \
    const Waiting waiting(call);                                                                                       \
    pshmem_##NAME##_wait_until_all##ENDING(ivars, nelems, status, cmp, values);                                        \
    Set<TYPE>{waiting, ivars, nelems, status, cmp, POINTER, ONE}.took_all(call);                                       \
  }                                                                                                                    \
  FARSAN_SHMEM size_t shmem_##NAME##_wait_until_any##ENDING(TYPE* ivars, size_t nelems, const int* status, int cmp,    \
                                                            VALUE) {                                                   \
    FARSAN_CALL("shmem_" #NAME "_wait_until_any" #ENDING);                                                             \
    const Waiting waiting(call);                                                                                       \
    const size_t found = pshmem_##NAME##_wait_until_any##ENDING(ivars, nelems, status, cmp, values);                   \
    Set<TYPE>{waiting, ivars, nelems, status, cmp, POINTER, ONE}.took_any(call, found);                                \
    return found;                                                                                                      \
  }                                                                                                                    \
  FARSAN_SHMEM size_t shmem_##NAME##_wait_until_some##ENDING(TYPE* ivars, size_t nelems, size_t* indices,              \
                                                             const int* status, int cmp, VALUE) {                      \
    FARSAN_CALL("shmem_" #NAME "_wait_until_some" #ENDING);                                                            \
    const Waiting waiting(call);                                                                                       \
    const size_t found = pshmem_##NAME##_wait_until_some##ENDING(ivars, nelems, indices, status, cmp, values);         \
    Set<TYPE>{waiting, ivars, nelems, status, cmp, POINTER, ONE}.took_some(call, indices, found);                      \
    return found;                                                                                                      \
  }                                                                                                                    \
  FARSAN_SHMEM int shmem_##NAME##_test_all##ENDING(TYPE* ivars, size_t nelems, const int* status, int cmp, VALUE) {    \
    FARSAN_CALL("shmem_" #NAME "_test_all" #ENDING);                                                                   \
    const Waiting waiting(call);                                                                                       \
    const int yes = pshmem_##NAME##_test_all##ENDING(ivars, nelems, status, cmp, values);                              \
    if (yes != 0) Set<TYPE>{waiting, ivars, nelems, status, cmp, POINTER, ONE}.took_all(call);                         \
    return yes;                                                                                                        \
  }                                                                                                                    \
  FARSAN_SHMEM size_t shmem_##NAME##_test_any##ENDING(TYPE* ivars, size_t nelems, const int* status, int cmp, VALUE) { \
    FARSAN_CALL("shmem_" #NAME "_test_any" #ENDING);                                                                   \
    const Waiting waiting(call);                                                                                       \
    const size_t found = pshmem_##NAME##_test_any##ENDING(ivars, nelems, status, cmp, values);                         \
    Set<TYPE>{waiting, ivars, nelems, status, cmp, POINTER, ONE}.took_any(call, found);                                \
    return found;                                                                                                      \
  }                                                                                                                    \
  FARSAN_SHMEM size_t shmem_##NAME##_test_some##ENDING(TYPE* ivars, size_t nelems, size_t* indices, const int* status, \
                                                       int cmp, VALUE) {                                               \
    FARSAN_CALL("shmem_" #NAME "_test_some" #ENDING);                                                                  \
    const Waiting waiting(call);                                                                                       \
    const size_t found = pshmem_##NAME##_test_some##ENDING(ivars, nelems, indices, status, cmp, values);               \
    Set<TYPE>{waiting, ivars, nelems, status, cmp, POINTER, ONE}.took_some(call, indices, found);                      \
    return found;                                                                                                      \
  }

#define FARSAN_WAITS(X, TYPE, NAME)                                              \
  FARSAN_SHMEM void shmem_##NAME##_wait_until(TYPE* ivar, int cmp, TYPE value) { \
    FARSAN_CALL("shmem_" #NAME "_wait_until");                                   \
    const Waiting waiting(call);                                                 \
    pshmem_##NAME##_wait_until(ivar, cmp, value);                                \
    succeeded<TYPE>(call, waiting, ivar, cmp, value);                            \
  }                                                                              \
  FARSAN_SHMEM int shmem_##NAME##_test(TYPE* ivar, int cmp, TYPE value) {        \
    FARSAN_CALL("shmem_" #NAME "_test");                                         \
    const Waiting waiting(call);                                                 \
    const int yes = pshmem_##NAME##_test(ivar, cmp, value);                      \
    if (yes != 0) succeeded<TYPE>(call, waiting, ivar, cmp, value);              \
    return yes;                                                                  \
  }                                                                              \
  FARSAN_SETS(TYPE, NAME, , TYPE values, &values, true)                          \
  FARSAN_SETS(TYPE, NAME, _vector, TYPE* values, values, false)
FARSAN_SHMEM_SYNC_TYPES(FARSAN_WAITS, )

// Deprecated: for any other value.
#define FARSAN_OLD_WAIT(X, TYPE, NAME)                            \
  FARSAN_SHMEM void shmem_##NAME##_wait(TYPE* ivar, TYPE value) { \
    FARSAN_CALL("shmem_" #NAME "_wait");                          \
    const Waiting waiting(call);                                  \
    pshmem_##NAME##_wait_until(ivar, SHMEM_CMP_NE, value);        \
    succeeded<TYPE>(call, waiting, ivar, SHMEM_CMP_NE, value);    \
  }
FARSAN_SHMEM_OLD_WAIT_TYPES(FARSAN_OLD_WAIT, )
FARSAN_SHMEM void shmem_wait(long* ivar, long value) {
  FARSAN_CALL("shmem_wait");
  const Waiting waiting(call);
  pshmem_long_wait_until(ivar, SHMEM_CMP_NE, value);
  succeeded<long>(call, waiting, ivar, SHMEM_CMP_NE, value);
}
FARSAN_SHMEM void shmem_wait_until(long* ivar, int cmp, long value) {
  FARSAN_CALL("shmem_wait_until");
  const Waiting waiting(call);
  pshmem_long_wait_until(ivar, cmp, value);
  succeeded<long>(call, waiting, ivar, cmp, value);
}

// --- Signals ---------------------------------------------------------------------------------------------------------

// The program knows the value: that is what it waited for.
FARSAN_SHMEM uint64_t shmem_signal_fetch(const uint64_t* sig_addr) {
  FARSAN_CALL("shmem_signal_fetch");
  const Waiting waiting(call);
  const uint64_t value = pshmem_signal_fetch(sig_addr);
  if (call)
    take_notifications(
        call, waiting, sig_addr, atomic_type<uint64_t>(), [=](std::uint64_t raw) { return raw == value; }, value,
        SHMEM_CMP_EQ);
  return value;
}

FARSAN_SHMEM uint64_t shmem_signal_wait_until(uint64_t* sig_addr, int cmp, uint64_t cmp_value) {
  FARSAN_CALL("shmem_signal_wait_until");
  const Waiting waiting(call);
  const uint64_t value = pshmem_signal_wait_until(sig_addr, cmp, cmp_value);
  if (call)
    take_notifications(
        call, waiting, sig_addr, atomic_type<uint64_t>(),
        [=](std::uint64_t raw) { return compare<uint64_t>(cmp, raw, cmp_value); }, value, cmp);
  return value;
}
