// Waits and tests on own variables, and reading signals: those that succeed take the notifications that made them.
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

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
void succeeded(const Call& call, const Waiting& waiting, const T* variable, int cmp, T reference,
               std::uint64_t before) {
  if (!call) return;
  const auto holds = [=](std::uint64_t raw) { return compare(cmp, of_bits<T>(raw), reference); };
  take_notifications(call, waiting, {variable, atomic_type<T>(), before, bits_at(variable), cmp}, holds);
}

/// A wait or test on one variable. Constructed before the real one.
template <class T>
class One {
 public:
  One(const Call& call, const T* variable, int cmp, T reference)
      : call_(call),
        waiting_(call),
        variable_(variable),
        cmp_(cmp),
        reference_(reference),
        before_(call ? bits_at(variable) : 0) {}
  void took() const { succeeded(call_, waiting_, variable_, cmp_, reference_, before_); }

 private:
  const Call& call_;
  Waiting waiting_;
  const T* variable_;
  int cmp_;
  T reference_;
  std::uint64_t before_;
};

/// The variables of one call: those that are not excluded, each with the value that it is compared with. Constructed before the
/// real wait or test.
template <class T>
class Set {
 public:
  Set(const Call& call, const T* variables, std::size_t count, const int* excluded, int cmp, const T* values,
      bool one_value)
      : call_(call),
        waiting_(call),
        variables_(variables),
        count_(count),
        excluded_(excluded),
        cmp_(cmp),
        values_(values),
        one_value_(one_value) {
    if (!call) return;
    before_.reserve(count);
    for (std::size_t i = 0; i < count; ++i) before_.push_back(is_excluded(i) ? 0 : bits_at(variables + i));
  }

  void took_all() const {
    for (std::size_t i = 0; i < count_; ++i)
      if (!is_excluded(i)) took(i);
  }
  void took_some(const std::size_t* indices, std::size_t found) const {
    for (std::size_t i = 0; i < found; ++i) took(indices[i]);
  }
  void took_any(std::size_t index) const {
    if (index < count_) took(index);
  }

 private:
  [[nodiscard]] bool is_excluded(std::size_t i) const { return excluded_ != nullptr && excluded_[i] != 0; }
  void took(std::size_t i) const {
    if (call_) succeeded(call_, waiting_, variables_ + i, cmp_, values_[one_value_ ? 0 : i], before_[i]);
  }

  const Call& call_;
  Waiting waiting_;
  const T* variables_;
  std::size_t count_;
  const int* excluded_;
  int cmp_;
  const T* values_;
  bool one_value_;
  std::vector<std::uint64_t> before_;
};

/// The wait for a signal that has returned last.
struct Returned {
  Waiting waiting;
  Look look;
};
constinit std::optional<Returned> g_returned;

}  // namespace

}  // namespace farsan::shmem

using namespace farsan::shmem;

// One value for all variables, or one for each.
#define FARSAN_SETS(TYPE, NAME, ENDING, VALUE, POINTER, ONE)                                                           \
  FARSAN_SHMEM void shmem_##NAME##_wait_until_all##ENDING(TYPE* ivars, size_t nelems, const int* status, int cmp,      \
                                                          VALUE) {                                                     \
    FARSAN_CALL("shmem_" #NAME "_wait_until_all" #ENDING);                                                             \
    const Set<TYPE> set(call, ivars, nelems, status, cmp, POINTER, ONE);                                               \
    pshmem_##NAME##_wait_until_all##ENDING(ivars, nelems, status, cmp, values);                                        \
    set.took_all();                                                                                                    \
  }                                                                                                                    \
  FARSAN_SHMEM size_t shmem_##NAME##_wait_until_any##ENDING(TYPE* ivars, size_t nelems, const int* status, int cmp,    \
                                                            VALUE) {                                                   \
    FARSAN_CALL("shmem_" #NAME "_wait_until_any" #ENDING);                                                             \
    const Set<TYPE> set(call, ivars, nelems, status, cmp, POINTER, ONE);                                               \
    const size_t found = pshmem_##NAME##_wait_until_any##ENDING(ivars, nelems, status, cmp, values);                   \
    set.took_any(found);                                                                                               \
    return found;                                                                                                      \
  }                                                                                                                    \
  FARSAN_SHMEM size_t shmem_##NAME##_wait_until_some##ENDING(TYPE* ivars, size_t nelems, size_t* indices,              \
                                                             const int* status, int cmp, VALUE) {                      \
    FARSAN_CALL("shmem_" #NAME "_wait_until_some" #ENDING);                                                            \
    const Set<TYPE> set(call, ivars, nelems, status, cmp, POINTER, ONE);                                               \
    const size_t found = pshmem_##NAME##_wait_until_some##ENDING(ivars, nelems, indices, status, cmp, values);         \
    set.took_some(indices, found);                                                                                     \
    return found;                                                                                                      \
  }                                                                                                                    \
  FARSAN_SHMEM int shmem_##NAME##_test_all##ENDING(TYPE* ivars, size_t nelems, const int* status, int cmp, VALUE) {    \
    FARSAN_CALL("shmem_" #NAME "_test_all" #ENDING);                                                                   \
    const Set<TYPE> set(call, ivars, nelems, status, cmp, POINTER, ONE);                                               \
    const int yes = pshmem_##NAME##_test_all##ENDING(ivars, nelems, status, cmp, values);                              \
    if (yes != 0) set.took_all();                                                                                      \
    return yes;                                                                                                        \
  }                                                                                                                    \
  FARSAN_SHMEM size_t shmem_##NAME##_test_any##ENDING(TYPE* ivars, size_t nelems, const int* status, int cmp, VALUE) { \
    FARSAN_CALL("shmem_" #NAME "_test_any" #ENDING);                                                                   \
    const Set<TYPE> set(call, ivars, nelems, status, cmp, POINTER, ONE);                                               \
    const size_t found = pshmem_##NAME##_test_any##ENDING(ivars, nelems, status, cmp, values);                         \
    set.took_any(found);                                                                                               \
    return found;                                                                                                      \
  }                                                                                                                    \
  FARSAN_SHMEM size_t shmem_##NAME##_test_some##ENDING(TYPE* ivars, size_t nelems, size_t* indices, const int* status, \
                                                       int cmp, VALUE) {                                               \
    FARSAN_CALL("shmem_" #NAME "_test_some" #ENDING);                                                                  \
    const Set<TYPE> set(call, ivars, nelems, status, cmp, POINTER, ONE);                                               \
    const size_t found = pshmem_##NAME##_test_some##ENDING(ivars, nelems, indices, status, cmp, values);               \
    set.took_some(indices, found);                                                                                     \
    return found;                                                                                                      \
  }

#define FARSAN_WAIT_UNTIL_OF(TYPE, STEM, REAL)                           \
  FARSAN_SHMEM void STEM##_wait_until(TYPE* ivar, int cmp, TYPE value) { \
    FARSAN_CALL(#STEM "_wait_until");                                    \
    const One<TYPE> one(call, ivar, cmp, value);                         \
    REAL##_wait_until(ivar, cmp, value);                                 \
    one.took();                                                          \
  }
#define FARSAN_WAITS(X, TYPE, NAME)                                       \
  FARSAN_WAIT_UNTIL_OF(TYPE, shmem_##NAME, pshmem_##NAME)                 \
  FARSAN_SHMEM int shmem_##NAME##_test(TYPE* ivar, int cmp, TYPE value) { \
    FARSAN_CALL("shmem_" #NAME "_test");                                  \
    const One<TYPE> one(call, ivar, cmp, value);                          \
    const int yes = pshmem_##NAME##_test(ivar, cmp, value);               \
    if (yes != 0) one.took();                                             \
    return yes;                                                           \
  }                                                                       \
  FARSAN_SETS(TYPE, NAME, , TYPE values, &values, true)                   \
  FARSAN_SETS(TYPE, NAME, _vector, TYPE* values, values, false)
FARSAN_SHMEM_SYNC_TYPES(FARSAN_WAITS, )

// Deprecated: for any other value.
#define FARSAN_OLD_WAIT_OF(TYPE, STEM, REAL)              \
  FARSAN_SHMEM void STEM##_wait(TYPE* ivar, TYPE value) { \
    FARSAN_CALL(#STEM "_wait");                           \
    const One<TYPE> one(call, ivar, SHMEM_CMP_NE, value); \
    REAL##_wait_until(ivar, SHMEM_CMP_NE, value);         \
    one.took();                                           \
  }
#define FARSAN_OLD_WAIT(X, TYPE, NAME) FARSAN_OLD_WAIT_OF(TYPE, shmem_##NAME, pshmem_##NAME)
FARSAN_SHMEM_OLD_WAIT_TYPES(FARSAN_OLD_WAIT, )
FARSAN_SHMEM void shmem_wait(long* ivar, long value) {
  FARSAN_CALL("shmem_wait");
  const One<long> one(call, ivar, SHMEM_CMP_NE, value);
  pshmem_long_wait_until(ivar, SHMEM_CMP_NE, value);
  one.took();
}
FARSAN_SHMEM void shmem_wait_until(long* ivar, int cmp, long value) {
  FARSAN_CALL("shmem_wait_until");
  const One<long> one(call, ivar, cmp, value);
  pshmem_long_wait_until(ivar, cmp, value);
  one.took();
}

// What a library has besides the standard.
#ifdef FARSAN_SHMEM_ADDITIONS
FARSAN_SHMEM_ADDED_WORDS(FARSAN_WAIT_UNTIL_OF)
FARSAN_SHMEM_ADDED_WORDS(FARSAN_OLD_WAIT_OF)
#endif

// --- Signals ---------------------------------------------------------------------------------------------------------

// The program knows the value: that is what it waited for.
FARSAN_SHMEM uint64_t shmem_signal_fetch(const uint64_t* sig_addr) {
  FARSAN_CALL("shmem_signal_fetch");
  const Waiting waiting(call);
  const std::uint64_t before = call ? bits_at(sig_addr) : 0;
  const uint64_t value = pshmem_signal_fetch(sig_addr);
  if (call)
    take_notifications(call, waiting, {sig_addr, atomic_type<uint64_t>(), before, value, SHMEM_CMP_EQ},
                       [=](std::uint64_t raw) { return raw == value; });
  return value;
}

FARSAN_SHMEM uint64_t shmem_signal_wait_until(uint64_t* sig_addr, int cmp, uint64_t cmp_value) {
  FARSAN_CALL("shmem_signal_wait_until");
  Waiting waiting(call);
  const std::uint64_t before = call ? bits_at(sig_addr) : 0;
  const uint64_t value = pshmem_signal_wait_until(sig_addr, cmp, cmp_value);
  if (!call) return value;
  waiting.over(call);
  const Look look{sig_addr, atomic_type<uint64_t>(), before, value, cmp};
  take_notifications(call, waiting, look, [=](std::uint64_t raw) { return compare<uint64_t>(cmp, raw, cmp_value); });
  g_returned = {waiting, look};
  return value;
}

// Code that a plugin has instrumented (runtime/pass_interface.h) calls this right after it: then the value is what was waited for.
FARSAN_SHMEM void __farsan_uses_signal(uint64_t* signal, uint64_t value) {
  FARSAN_CALL("shmem_signal_wait_until");
  const auto returned = std::exchange(g_returned, std::nullopt);
  if (!call || !returned || returned->look.variable != signal || returned->look.seen != value) return;
  if (returned->look.cmp == SHMEM_CMP_EQ) return;  // it was
  Look look = returned->look;
  look.cmp = SHMEM_CMP_EQ;
  take_notifications(call, returned->waiting, look, [=](std::uint64_t raw) { return raw == value; });
}
