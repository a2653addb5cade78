// Reductions, over teams and active sets. The order of the operands is that of the members, on every PE: all get the same
// bits. Source and dest may be the same.
#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "pgas/shmem/library.h"

namespace farsan::pgas::shmem {

namespace {

// Small integers are computed as int and cut back.
#define OPERATION(NAME, EXPRESSION)      \
  struct NAME {                          \
    template <class T>                   \
    T operator()(T a, T b) const {       \
      return static_cast<T>(EXPRESSION); \
    }                                    \
  };
OPERATION(BitAnd, a& b)
OPERATION(BitOr, a | b)
OPERATION(BitXor, a ^ b)
OPERATION(Max, b > a ? b : a)
OPERATION(Min, b < a ? b : a)
#undef OPERATION

// Sums and products of signed integers may overflow in the program that asks for them: they wrap around.
template <class T>
struct Wrapping {
  using Type = T;
};
template <class T>
  requires std::is_integral_v<T>
struct Wrapping<T> {
  using Type = std::conditional_t<(sizeof(T) < sizeof(unsigned)), unsigned, std::make_unsigned_t<T>>;
};
struct Sum {
  template <class T>
  T operator()(T a, T b) const {
    using W = typename Wrapping<T>::Type;
    return static_cast<T>(static_cast<W>(a) + static_cast<W>(b));
  }
};
struct Prod {
  template <class T>
  T operator()(T a, T b) const {
    using W = typename Wrapping<T>::Type;
    return static_cast<T>(static_cast<W>(a) * static_cast<W>(b));
  }
};

template <class T>
class Reduction {
 public:
  Reduction(const char* routine, Library& library, const Team& team, T* dest, const T* source, std::size_t count)
      : routine_(routine), library_(library), team_(team), dest_(dest), source_(source), count_(count) {
    // Without elements, any address will do.
    if (count != 0) static_cast<void>(library.symmetric(routine, dest, library.my_pe()));
  }

  template <class Operation>
  void run(Operation operation) const {
    // Everybody computes everything, or, if that is much, a share that it hands to the others.
    constexpr std::size_t kMuch = 4096;
    const std::size_t first = count_ < kMuch ? 0 : share(team_.me);
    const std::size_t last = count_ < kMuch ? count_ : share(team_.me + 1);
    library_.meet(team_);
    const std::vector<T> result = compute(first, last, operation);
    library_.meet(team_);  // nobody reads sources any more
    if (count_ < kMuch) {
      std::ranges::copy(result, dest_);
      return;
    }
    for (int member = 0; member < team_.pes.size; ++member) {
      std::ranges::copy(result, library_.symmetric(routine_, dest_, team_.pes.world_pe(member)) + first);
    }
    library_.meet(team_);
  }

 private:
  [[nodiscard]] std::size_t share(int member) const {
    return count_ / team_.size() * static_cast<std::size_t>(member) +
           std::min<std::size_t>(static_cast<std::size_t>(member), count_ % team_.size());
  }
  template <class Operation>
  [[nodiscard]] std::vector<T> compute(std::size_t first, std::size_t last, Operation operation) const {
    std::vector<T> result;
    if (first == last) return result;
    for (int member = 0; member < team_.pes.size; ++member) {
      const T* theirs = library_.symmetric(routine_, source_, team_.pes.world_pe(member));
      if (member == 0) {
        result.assign(theirs + first, theirs + last);
      } else {
        for (std::size_t i = first; i < last; ++i) result[i - first] = operation(result[i - first], theirs[i]);
      }
    }
    return result;
  }

  const char* routine_;
  Library& library_;
  const Team& team_;
  T* dest_;
  const T* source_;
  std::size_t count_;
};

template <class Operation, class T>
int reduce(const char* routine, shmem_team_t team, T* dest, const T* source, std::size_t count) {
  Library& library = Library::get(routine);
  Reduction<T>(routine, library, library.valid_team(routine, team), dest, source, count).run(Operation{});
  return 0;
}

template <class Operation, class T>
void to_all(const char* routine, T* dest, const T* source, int count, int start, int log_stride, int size) {
  Library& library = Library::get(routine);
  const Team& set = library.active_set(routine, start, log_stride, size);
  Reduction<T>(routine, library, set, dest, source, static_cast<std::size_t>(std::max(count, 0))).run(Operation{});
}

}  // namespace

#define REDUCE(TYPE, NAME, OP, OPERATION)                                                                            \
  ROUTINE(int, shmem_##NAME##_##OP##_reduce, (shmem_team_t team, TYPE * dest, const TYPE* source, size_t nreduce)) { \
    return reduce<OPERATION>(HERE, team, dest, source, nreduce);                                                     \
  }
#define DEFINE(X, TYPE, NAME)     \
  REDUCE(TYPE, NAME, and, BitAnd) \
  REDUCE(TYPE, NAME, or, BitOr)   \
  REDUCE(TYPE, NAME, xor, BitXor)
FARSAN_SHMEM_REDUCE_BITWISE_TYPES(DEFINE, )
#undef DEFINE
#define DEFINE(X, TYPE, NAME)  \
  REDUCE(TYPE, NAME, max, Max) \
  REDUCE(TYPE, NAME, min, Min)
FARSAN_SHMEM_REDUCE_ORDERED_TYPES(DEFINE, )
#undef DEFINE
#define DEFINE(X, TYPE, NAME)  \
  REDUCE(TYPE, NAME, sum, Sum) \
  REDUCE(TYPE, NAME, prod, Prod)
FARSAN_SHMEM_REDUCE_TYPES(DEFINE, )
#undef DEFINE

#define TO_ALL(TYPE, NAME, OP, OPERATION)                                                                             \
  ROUTINE(void, shmem_##NAME##_##OP##_to_all,                                                                         \
          (TYPE * dest, const TYPE* source, int nreduce, int PE_start, int logPE_stride, int PE_size, TYPE* /*pWrk*/, \
           long* /*pSync*/)) {                                                                                        \
    to_all<OPERATION>(HERE, dest, source, nreduce, PE_start, logPE_stride, PE_size);                                  \
  }
#define DEFINE(X, TYPE, NAME)     \
  TO_ALL(TYPE, NAME, and, BitAnd) \
  TO_ALL(TYPE, NAME, or, BitOr)   \
  TO_ALL(TYPE, NAME, xor, BitXor)
FARSAN_SHMEM_OLD_WAIT_TYPES(DEFINE, )
#undef DEFINE
#define DEFINE(X, TYPE, NAME)  \
  TO_ALL(TYPE, NAME, max, Max) \
  TO_ALL(TYPE, NAME, min, Min)
FARSAN_SHMEM_OLD_REDUCE_ORDERED_TYPES(DEFINE, )
#undef DEFINE
#define DEFINE(X, TYPE, NAME)  \
  TO_ALL(TYPE, NAME, sum, Sum) \
  TO_ALL(TYPE, NAME, prod, Prod)
FARSAN_SHMEM_OLD_REDUCE_TYPES(DEFINE, )
#undef DEFINE

}  // namespace farsan::pgas::shmem
