// Point-to-point synchronisation: waiting for, and testing, variables of this PE that others change.
#include <cstdint>
#include <limits>

#include "pgas/shmem/compare.h"
#include "pgas/shmem/library.h"

namespace farsan::pgas::shmem {

namespace {

constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

// The variables that a call looks at, and what they are compared with: one value, or one for each.
template <class T>
class WaitSet {
 public:
  WaitSet(const char* routine, const T* variables, std::size_t count, const int* excluded, int cmp, const T* values,
          bool one_value)
      : library_(Library::get(routine)),
        count_(count),
        excluded_(excluded),
        holds_(routine, cmp),
        values_(values),
        one_value_(one_value),
        variables_(count == 0 ? variables : library_.symmetric(routine, variables, library_.my_pe())) {}

  [[nodiscard]] bool empty() const {
    for (std::size_t i = 0; i < count_; ++i) {
      if (counts(i)) return false;
    }
    return true;
  }
  [[nodiscard]] bool all() const {
    for (std::size_t i = 0; i < count_; ++i) {
      if (counts(i) && !holds(i)) return false;
    }
    return true;
  }
  [[nodiscard]] std::size_t any() const {
    for (std::size_t i = 0; i < count_; ++i) {
      if (counts(i) && holds(i)) return i;
    }
    return kNone;
  }
  [[nodiscard]] std::size_t some(std::size_t* indices) const {
    std::size_t found = 0;
    for (std::size_t i = 0; i < count_; ++i) {
      if (counts(i) && holds(i)) indices[found++] = i;
    }
    return found;
  }

  void wait_all() const {
    wait([this] { return all(); });
  }
  [[nodiscard]] std::size_t wait_any() const {
    std::size_t found = kNone;
    if (!empty()) wait([&] { return (found = any()) != kNone; });
    return found;
  }
  [[nodiscard]] std::size_t wait_some(std::size_t* indices) const {
    std::size_t found = 0;
    if (!empty()) wait([&] { return (found = some(indices)) != 0; });
    return found;
  }

 private:
  [[nodiscard]] bool counts(std::size_t i) const { return excluded_ == nullptr || excluded_[i] == 0; }
  [[nodiscard]] bool holds(std::size_t i) const {
    return holds_(__atomic_load_n(&variables_[i], __ATOMIC_ACQUIRE), values_[one_value_ ? 0 : i]);
  }
  template <class Done>
  void wait(Done done) const {
    library_.job().wait(library_.job().rank(), done);
  }

  Library& library_;
  std::size_t count_;
  const int* excluded_;
  Comparison<T> holds_;
  const T* values_;
  bool one_value_;
  const T* variables_;
};

}  // namespace

// A test may be called in a loop: what is held back must pass some day.
#define TEST(...) let_expired_pass(), __VA_ARGS__

#define DEFINE(X, TYPE, NAME)                                                                                        \
  ROUTINE(void, shmem_##NAME##_wait_until, (TYPE * ivar, int cmp, TYPE cmp_value)) {                                 \
    WaitSet<TYPE>(HERE, ivar, 1, nullptr, cmp, &cmp_value, true).wait_all();                                         \
  }                                                                                                                  \
  ROUTINE(void, shmem_##NAME##_wait_until_all,                                                                       \
          (TYPE * ivars, size_t nelems, const int* status, int cmp, TYPE cmp_value)) {                               \
    WaitSet<TYPE>(HERE, ivars, nelems, status, cmp, &cmp_value, true).wait_all();                                    \
  }                                                                                                                  \
  ROUTINE(size_t, shmem_##NAME##_wait_until_any,                                                                     \
          (TYPE * ivars, size_t nelems, const int* status, int cmp, TYPE cmp_value)) {                               \
    return WaitSet<TYPE>(HERE, ivars, nelems, status, cmp, &cmp_value, true).wait_any();                             \
  }                                                                                                                  \
  ROUTINE(size_t, shmem_##NAME##_wait_until_some,                                                                    \
          (TYPE * ivars, size_t nelems, size_t* indices, const int* status, int cmp, TYPE cmp_value)) {              \
    return WaitSet<TYPE>(HERE, ivars, nelems, status, cmp, &cmp_value, true).wait_some(indices);                     \
  }                                                                                                                  \
  ROUTINE(void, shmem_##NAME##_wait_until_all_vector,                                                                \
          (TYPE * ivars, size_t nelems, const int* status, int cmp, TYPE* cmp_values)) {                             \
    WaitSet<TYPE>(HERE, ivars, nelems, status, cmp, cmp_values, false).wait_all();                                   \
  }                                                                                                                  \
  ROUTINE(size_t, shmem_##NAME##_wait_until_any_vector,                                                              \
          (TYPE * ivars, size_t nelems, const int* status, int cmp, TYPE* cmp_values)) {                             \
    return WaitSet<TYPE>(HERE, ivars, nelems, status, cmp, cmp_values, false).wait_any();                            \
  }                                                                                                                  \
  ROUTINE(size_t, shmem_##NAME##_wait_until_some_vector,                                                             \
          (TYPE * ivars, size_t nelems, size_t* indices, const int* status, int cmp, TYPE* cmp_values)) {            \
    return WaitSet<TYPE>(HERE, ivars, nelems, status, cmp, cmp_values, false).wait_some(indices);                    \
  }                                                                                                                  \
  ROUTINE(int, shmem_##NAME##_test, (TYPE * ivar, int cmp, TYPE cmp_value)) {                                        \
    return TEST(WaitSet<TYPE>(HERE, ivar, 1, nullptr, cmp, &cmp_value, true).all() ? 1 : 0);                         \
  }                                                                                                                  \
  ROUTINE(int, shmem_##NAME##_test_all, (TYPE * ivars, size_t nelems, const int* status, int cmp, TYPE cmp_value)) { \
    return TEST(WaitSet<TYPE>(HERE, ivars, nelems, status, cmp, &cmp_value, true).all() ? 1 : 0);                    \
  }                                                                                                                  \
  ROUTINE(size_t, shmem_##NAME##_test_any,                                                                           \
          (TYPE * ivars, size_t nelems, const int* status, int cmp, TYPE cmp_value)) {                               \
    return TEST(WaitSet<TYPE>(HERE, ivars, nelems, status, cmp, &cmp_value, true).any());                            \
  }                                                                                                                  \
  ROUTINE(size_t, shmem_##NAME##_test_some,                                                                          \
          (TYPE * ivars, size_t nelems, size_t* indices, const int* status, int cmp, TYPE cmp_value)) {              \
    return TEST(WaitSet<TYPE>(HERE, ivars, nelems, status, cmp, &cmp_value, true).some(indices));                    \
  }                                                                                                                  \
  ROUTINE(int, shmem_##NAME##_test_all_vector,                                                                       \
          (TYPE * ivars, size_t nelems, const int* status, int cmp, TYPE* cmp_values)) {                             \
    return TEST(WaitSet<TYPE>(HERE, ivars, nelems, status, cmp, cmp_values, false).all() ? 1 : 0);                   \
  }                                                                                                                  \
  ROUTINE(size_t, shmem_##NAME##_test_any_vector,                                                                    \
          (TYPE * ivars, size_t nelems, const int* status, int cmp, TYPE* cmp_values)) {                             \
    return TEST(WaitSet<TYPE>(HERE, ivars, nelems, status, cmp, cmp_values, false).any());                           \
  }                                                                                                                  \
  ROUTINE(size_t, shmem_##NAME##_test_some_vector,                                                                   \
          (TYPE * ivars, size_t nelems, size_t* indices, const int* status, int cmp, TYPE* cmp_values)) {            \
    return TEST(WaitSet<TYPE>(HERE, ivars, nelems, status, cmp, cmp_values, false).some(indices));                   \
  }
FARSAN_SHMEM_SYNC_TYPES(DEFINE, )
#undef DEFINE

// Deprecated: waits for any other value.
#define DEFINE(X, TYPE, NAME)                                                         \
  ROUTINE(void, shmem_##NAME##_wait, (TYPE * ivar, TYPE cmp_value)) {                 \
    WaitSet<TYPE>(HERE, ivar, 1, nullptr, SHMEM_CMP_NE, &cmp_value, true).wait_all(); \
  }
FARSAN_SHMEM_OLD_WAIT_TYPES(DEFINE, )
#undef DEFINE

ROUTINE(void, shmem_wait, (long* ivar, long cmp_value)) {
  WaitSet<long>(HERE, ivar, 1, nullptr, SHMEM_CMP_NE, &cmp_value, true).wait_all();
}
ROUTINE(void, shmem_wait_until, (long* ivar, int cmp, long cmp_value)) {
  WaitSet<long>(HERE, ivar, 1, nullptr, cmp, &cmp_value, true).wait_all();
}

}  // namespace farsan::pgas::shmem
