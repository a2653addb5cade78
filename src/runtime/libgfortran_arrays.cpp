// Array intrinsics that gfortran leaves to its library (MATMUL, RESHAPE, MAXVAL with DIM): they read and write the arrays of the program
// as its own loops would.
//
// Told is what the standard library reads, element by element where there is a mask. Not here: ANY and ALL, which stop early, FINDLOC, shifts
// by arrays of EOSHIFT, and arrays of characters (docs/limits.md).
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "runtime/libgfortran.h"

namespace {

using namespace farsan::runtime;
using namespace farsan::runtime::gfortran;

/// Calls `visit(address)` for each element in order, as long as it returns true.
template <class Visit>
void for_each_element(const Descriptor& array, Visit visit) {
  bool goes_on = true;
  for_each_run(array, array.element, [&](const char* at, std::size_t size) {
    for (std::size_t i = 0; goes_on && i < size; i += array.element) goes_on = visit(at + i);
  });
}

/// Elements in all dimensions.
std::ptrdiff_t size_of(const Descriptor& array) {
  std::ptrdiff_t size = 1;
  for (std::size_t i = 0; i < static_cast<std::size_t>(array.rank); ++i)
    size *= std::max<std::ptrdiff_t>(array.count(i), 0);
  return size;
}

/// As the library looks at logicals of any kind.
bool is_true(const char* logical) { return *logical != 0; }

std::ptrdiff_t integer_at(const char* at, std::size_t size) {
  std::int32_t small = 0;
  std::int64_t large = 0;
  std::memcpy(size == sizeof small ? static_cast<void*>(&small) : &large, at, std::min(size, sizeof large));
  return size == sizeof small ? small : static_cast<std::ptrdiff_t>(large);
}

/// What one call reads and writes. Arguments that are optional may be null, results that the library allocates have no base.
class Arrays {
 public:
  explicit Arrays(const Routine& routine) : routine_(routine) {}

  void reads(const Descriptor* array) const {
    if (array == nullptr) return;
    for_each_run(*array, array->element, [&](const char* at, std::size_t size) { routine_.reads(at, size); });
  }
  void writes(const Descriptor* array) const {
    for_each_run(*array, array->element, [&](const char* at, std::size_t size) { routine_.writes(at, size); });
  }
  /// Those at the places where the mask is `wanted`.
  void reads_where(const Descriptor* array, const Descriptor* mask, bool wanted = true) const {
    if (mask == nullptr) return reads(array);
    reads(mask);
    if (size_of(*array) == 0) return;
    const auto rank = static_cast<std::size_t>(array->rank);
    std::array<std::ptrdiff_t, Descriptor::kMostDimensions> place{};
    for (;;) {
      if (is_true(element_at(*mask, place)) == wanted) routine_.reads(element_at(*array, place), array->element);
      std::size_t i = 0;
      while (i < rank && ++place[i] == array->count(i)) place[i++] = 0;
      if (i == rank) return;
    }
  }
  /// All of it, if the mask is true.
  void reads_if(const Descriptor* array, const void* mask) const {
    if (mask == nullptr || is_true(static_cast<const char*>(mask))) reads(array);
  }
  void reads_first(const Descriptor* array, std::ptrdiff_t count) const {
    for_each_element(*array, [&](const char* at) {
      if (count-- <= 0) return false;
      routine_.reads(at, array->element);
      return true;
    });
  }
  /// What RESHAPE takes of its source, and behind that of the padding.
  void reads_for_shape(const Descriptor* source, const Descriptor* shape, const Descriptor* pad) const {
    reads(shape);
    std::ptrdiff_t wanted = 1;
    for_each_element(*shape, [&](const char* at) {
      wanted *= std::max<std::ptrdiff_t>(integer_at(at, shape->element), 0);
      return true;
    });
    const std::ptrdiff_t here = size_of(*source);
    if (wanted >= here)
      reads(source);
    else
      reads_first(source, wanted);
    if (pad != nullptr && wanted > here) reads_first(pad, wanted - here);
  }
  /// What is left of it when it is shifted out at one end of a dimension.
  void reads_shifted(const Descriptor* array, const void* shift, std::size_t kind, const void* dimension) const {
    routine_.reads(shift, kind);
    const std::ptrdiff_t by = kind == 1   ? *static_cast<const signed char*>(shift)
                              : kind == 2 ? *static_cast<const short*>(shift)
                                          : integer_at(static_cast<const char*>(shift), kind);
    const auto along =
        dimension == nullptr ? 0U : static_cast<std::size_t>(*static_cast<const signed char*>(dimension)) - 1;
    if (along >= static_cast<std::size_t>(array->rank)) return;
    Descriptor left = *array;
    const std::ptrdiff_t gone = std::min(std::abs(by), std::max<std::ptrdiff_t>(array->count(along), 0));
    left.dimensions[along].upper -= gone;
    if (by > 0) left.base += gone * left.dimensions[along].stride * static_cast<std::ptrdiff_t>(left.element);
    reads(&left);
  }
  /// UNPACK takes as many as the mask has that are true.
  void reads_for_mask(const Descriptor* vector, const Descriptor* mask) const { reads_first(vector, trues(*mask)); }
  /// What PACK takes of its vector: all behind those that the mask selects.
  void reads_rest(const Descriptor* vector, std::ptrdiff_t selected) const {
    if (vector == nullptr) return;
    for_each_element(*vector, [&](const char* at) {
      if (selected-- <= 0) routine_.reads(at, vector->element);
      return true;
    });
  }
  [[nodiscard]] static std::ptrdiff_t trues(const Descriptor& mask) {
    std::ptrdiff_t count = 0;
    for_each_element(mask, [&](const char* at) {
      if (is_true(at)) ++count;
      return true;
    });
    return count;
  }

 private:
  static const char* element_at(const Descriptor& array,
                                const std::array<std::ptrdiff_t, Descriptor::kMostDimensions>& place) {
    std::ptrdiff_t at = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(array.rank); ++i) at += place[i] * array.dimensions[i].stride;
    return array.base + at * static_cast<std::ptrdiff_t>(array.element);
  }

  const Routine& routine_;
};

}  // namespace

// One routine: the middle of its name, what it is in the program, its parameters and arguments in parentheses, and what is told of them.
#define FARSAN_INTRINSIC(name, shown, parameters, arguments, ...)                                \
  FARSAN_LIBC void _gfortran_##name parameters;                                                  \
  static FARSAN_REAL Real<decltype(_gfortran_##name)> real_##name("_gfortran_" #name, kLibrary); \
  FARSAN_LIBC void _gfortran_##name parameters {                                                 \
    FARSAN_ROUTINE(shown);                                                                       \
    if (is_the_programs()) {                                                                     \
      const Arrays arrays(routine);                                                              \
      __VA_ARGS__;                                                                               \
    }                                                                                            \
    const OnBehalf of(routine);                                                                  \
    real_##name arguments;                                                                       \
  }

// Types and kinds, as they are in names: calls X(kind, what) for each.
#define FARSAN_INTEGERS(X, what) X(i1, what) X(i2, what) X(i4, what) X(i8, what) X(i16, what)
#define FARSAN_REALS(X, what) X(r4, what) X(r8, what) X(r10, what) X(r16, what)
#define FARSAN_COMPLEX(X, what) X(c4, what) X(c8, what) X(c10, what) X(c16, what)
#define FARSAN_SIZES(X, what) X(1, what) X(2, what) X(4, what) X(8, what) X(16, what)

// --- Products and forms ----------------------------------------------------------------------------------------------

#define FARSAN_MATMUL(kind, what)                                                                          \
  FARSAN_INTRINSIC(what##_##kind, "MATMUL",                                                                \
                   (Descriptor * result, Descriptor * a, Descriptor * b, int blas, int limit, void* gemm), \
                   (result, a, b, blas, limit, gemm), arrays.reads(a), arrays.reads(b), arrays.writes(result))
FARSAN_INTEGERS(FARSAN_MATMUL, matmul)
FARSAN_REALS(FARSAN_MATMUL, matmul)
FARSAN_COMPLEX(FARSAN_MATMUL, matmul)

#define FARSAN_MATMUL_LOGICAL(kind)                                                                                \
  FARSAN_INTRINSIC(matmul_##kind, "MATMUL", (Descriptor * result, Descriptor * a, Descriptor * b), (result, a, b), \
                   arrays.reads(a), arrays.reads(b), arrays.writes(result))
FARSAN_MATMUL_LOGICAL(l4)
FARSAN_MATMUL_LOGICAL(l8)
FARSAN_MATMUL_LOGICAL(l16)

#define FARSAN_RESHAPE_AS(name)                                                                             \
  FARSAN_INTRINSIC(                                                                                         \
      name, "RESHAPE",                                                                                      \
      (Descriptor * result, Descriptor * source, Descriptor * shape, Descriptor * pad, Descriptor * order), \
      (result, source, shape, pad, order), arrays.reads_for_shape(source, shape, pad), arrays.reads(order), \
      arrays.writes(result))
#define FARSAN_RESHAPE(kind, what) FARSAN_RESHAPE_AS(what##_##kind)
FARSAN_RESHAPE_AS(reshape)
FARSAN_RESHAPE_AS(reshape_4)
FARSAN_RESHAPE_AS(reshape_8)
FARSAN_RESHAPE_AS(reshape_16)
FARSAN_REALS(FARSAN_RESHAPE, reshape)
FARSAN_COMPLEX(FARSAN_RESHAPE, reshape)

FARSAN_INTRINSIC(spread, "SPREAD", (Descriptor * result, Descriptor* source, void* dimension, void* copies),
                 (result, source, dimension, copies), arrays.reads(source), arrays.writes(result))
FARSAN_INTRINSIC(spread_scalar, "SPREAD", (Descriptor * result, const char* source, void* dimension, void* copies),
                 (result, source, dimension, copies), routine.reads(source, result->element), arrays.writes(result))

FARSAN_INTRINSIC(pack, "PACK", (Descriptor * result, Descriptor* array, Descriptor* mask, Descriptor* vector),
                 (result, array, mask, vector), arrays.reads_where(array, mask),
                 arrays.reads_rest(vector, Arrays::trues(*mask)), arrays.writes(result))
FARSAN_INTRINSIC(pack_s, "PACK", (Descriptor * result, Descriptor* array, void* mask, Descriptor* vector),
                 (result, array, mask, vector), arrays.reads_if(array, mask),
                 arrays.reads_rest(vector, is_true(static_cast<const char*>(mask)) ? size_of(*array) : 0),
                 arrays.writes(result))
FARSAN_INTRINSIC(unpack0, "UNPACK", (Descriptor * result, Descriptor* vector, Descriptor* mask, char* field),
                 (result, vector, mask, field), arrays.reads(mask), arrays.reads_for_mask(vector, mask),
                 routine.reads(field, vector->element), arrays.writes(result))
FARSAN_INTRINSIC(unpack1, "UNPACK", (Descriptor * result, Descriptor* vector, Descriptor* mask, Descriptor* field),
                 (result, vector, mask, field), arrays.reads_for_mask(vector, mask),
                 arrays.reads_where(field, mask, false), arrays.writes(result))

// --- Shifts ----------------------------------------------------------------------------------------------------------

#define FARSAN_SHIFTS(size, what)                                                                                     \
  FARSAN_INTRINSIC(cshift0_##size, "CSHIFT", (Descriptor * result, Descriptor * array, void* shift, void* dimension), \
                   (result, array, shift, dimension), routine.reads(shift, size), arrays.reads(array),                \
                   arrays.writes(result))                                                                             \
  FARSAN_INTRINSIC(eoshift0_##size, "EOSHIFT",                                                                        \
                   (Descriptor * result, Descriptor * array, void* shift, void* boundary, void* dimension),           \
                   (result, array, shift, boundary, dimension), arrays.reads_shifted(array, shift, size, dimension),  \
                   arrays.writes(result))                                                                             \
  FARSAN_INTRINSIC(eoshift2_##size, "EOSHIFT",                                                                        \
                   (Descriptor * result, Descriptor * array, void* shift, Descriptor* boundary, void* dimension),     \
                   (result, array, shift, boundary, dimension), arrays.reads_shifted(array, shift, size, dimension),  \
                   arrays.reads(boundary), arrays.writes(result))
FARSAN_SIZES(FARSAN_SHIFTS, )

#define FARSAN_SHIFTS_BY_ARRAYS(size)                                                                            \
  FARSAN_INTRINSIC(                                                                                              \
      cshift1_##size, "CSHIFT", (Descriptor * result, Descriptor * array, Descriptor * shifts, void* dimension), \
      (result, array, shifts, dimension), arrays.reads(shifts), arrays.reads(array), arrays.writes(result))
FARSAN_SHIFTS_BY_ARRAYS(4)
FARSAN_SHIFTS_BY_ARRAYS(8)
FARSAN_SHIFTS_BY_ARRAYS(16)

// --- Reductions ------------------------------------------------------------------------------------------------------

#define FARSAN_NAME_sum "SUM"
#define FARSAN_NAME_product "PRODUCT"
#define FARSAN_NAME_maxval "MAXVAL"
#define FARSAN_NAME_minval "MINVAL"
#define FARSAN_NAME_iall "IALL"
#define FARSAN_NAME_iany "IANY"
#define FARSAN_NAME_iparity "IPARITY"
#define FARSAN_NAME_maxloc "MAXLOC"
#define FARSAN_NAME_minloc "MINLOC"

// Along a dimension: plain, with a mask of the same shape, with one for all.
#define FARSAN_REDUCTION_AS(name, shown)                                                    \
  FARSAN_INTRINSIC(name, shown, (Descriptor * result, Descriptor * array, void* dimension), \
                   (result, array, dimension), arrays.reads(array), arrays.writes(result))
#define FARSAN_REDUCTION(kind, what)                                                                         \
  FARSAN_REDUCTION_AS(what##_##kind, FARSAN_NAME_##what)                                                     \
  FARSAN_INTRINSIC(m##what##_##kind, FARSAN_NAME_##what,                                                     \
                   (Descriptor * result, Descriptor * array, void* dimension, Descriptor* mask),             \
                   (result, array, dimension, mask), arrays.reads_where(array, mask), arrays.writes(result)) \
  FARSAN_INTRINSIC(s##what##_##kind, FARSAN_NAME_##what,                                                     \
                   (Descriptor * result, Descriptor * array, void* dimension, void* mask),                   \
                   (result, array, dimension, mask), arrays.reads_if(array, mask), arrays.writes(result))
FARSAN_INTEGERS(FARSAN_REDUCTION, sum)
FARSAN_REALS(FARSAN_REDUCTION, sum)
FARSAN_COMPLEX(FARSAN_REDUCTION, sum)
FARSAN_INTEGERS(FARSAN_REDUCTION, product)
FARSAN_REALS(FARSAN_REDUCTION, product)
FARSAN_COMPLEX(FARSAN_REDUCTION, product)
FARSAN_INTEGERS(FARSAN_REDUCTION, maxval)
FARSAN_REALS(FARSAN_REDUCTION, maxval)
FARSAN_INTEGERS(FARSAN_REDUCTION, minval)
FARSAN_REALS(FARSAN_REDUCTION, minval)
FARSAN_INTEGERS(FARSAN_REDUCTION, iall)
FARSAN_INTEGERS(FARSAN_REDUCTION, iany)
FARSAN_INTEGERS(FARSAN_REDUCTION, iparity)

#define FARSAN_NORM2(kind, what) FARSAN_REDUCTION_AS(what##_##kind, "NORM2")
FARSAN_REALS(FARSAN_NORM2, norm2)
#define FARSAN_OF_LOGICALS(size, what)           \
  FARSAN_REDUCTION_AS(count_##size##_l, "COUNT") \
  FARSAN_REDUCTION_AS(parity_l##size, "PARITY")
FARSAN_SIZES(FARSAN_OF_LOGICALS, )

// Places of extremes, in integers of several sizes: of all elements, or along a dimension.
#define FARSAN_PLACE_AS(what, kind, shown)                                                                            \
  FARSAN_INTRINSIC(what##0_##kind, shown, (Descriptor * result, Descriptor * array, int back), (result, array, back), \
                   arrays.reads(array), arrays.writes(result))                                                        \
  FARSAN_INTRINSIC(m##what##0_##kind, shown, (Descriptor * result, Descriptor * array, Descriptor * mask, int back),  \
                   (result, array, mask, back), arrays.reads_where(array, mask), arrays.writes(result))               \
  FARSAN_INTRINSIC(s##what##0_##kind, shown, (Descriptor * result, Descriptor * array, void* mask, int back),         \
                   (result, array, mask, back), arrays.reads_if(array, mask), arrays.writes(result))                  \
  FARSAN_INTRINSIC(what##1_##kind, shown, (Descriptor * result, Descriptor * array, void* dimension, int back),       \
                   (result, array, dimension, back), arrays.reads(array), arrays.writes(result))                      \
  FARSAN_INTRINSIC(m##what##1_##kind, shown,                                                                          \
                   (Descriptor * result, Descriptor * array, void* dimension, Descriptor* mask, int back),            \
                   (result, array, dimension, mask, back), arrays.reads_where(array, mask), arrays.writes(result))    \
  FARSAN_INTRINSIC(s##what##1_##kind, shown,                                                                          \
                   (Descriptor * result, Descriptor * array, void* dimension, void* mask, int back),                  \
                   (result, array, dimension, mask, back), arrays.reads_if(array, mask), arrays.writes(result))
#define FARSAN_PLACE(kind, what)                      \
  FARSAN_PLACE_AS(what, 4_##kind, FARSAN_NAME_##what) \
  FARSAN_PLACE_AS(what, 8_##kind, FARSAN_NAME_##what) \
  FARSAN_PLACE_AS(what, 16_##kind, FARSAN_NAME_##what)
FARSAN_INTEGERS(FARSAN_PLACE, maxloc)
FARSAN_REALS(FARSAN_PLACE, maxloc)
FARSAN_INTEGERS(FARSAN_PLACE, minloc)
FARSAN_REALS(FARSAN_PLACE, minloc)

// --- Random numbers --------------------------------------------------------------------------------------------------

#define FARSAN_RANDOM(size)                                                                                 \
  FARSAN_INTRINSIC(random_r##size, "RANDOM_NUMBER", (void* number), (number), routine.writes(number, size)) \
  FARSAN_INTRINSIC(arandom_r##size, "RANDOM_NUMBER", (Descriptor * array), (array), arrays.writes(array))
FARSAN_RANDOM(4)
FARSAN_RANDOM(8)
FARSAN_RANDOM(16)
