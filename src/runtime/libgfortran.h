// The interface of gfortran's own library to compiled code, as of gcc 8 and later: what its routines that FarSan interposes have in
// common. The library is not needed to build or to run FarSan.
#pragma once

#include <array>
#include <cstddef>

#include "runtime/libc_routine.h"

namespace farsan::runtime::gfortran {

inline constexpr char kLibrary[] = "libgfortran.so.5";

/// Up to the dimensions that the array has.
struct Descriptor {
  struct Dimension {
    std::ptrdiff_t stride;  ///< in elements
    std::ptrdiff_t lower;
    std::ptrdiff_t upper;
  };
  static constexpr std::size_t kMostDimensions = 15;

  char* base;
  std::size_t offset;
  std::size_t element;
  int version;
  signed char rank;
  signed char type;
  short attribute;
  std::ptrdiff_t span;
  std::array<Dimension, kMostDimensions> dimensions;

  [[nodiscard]] std::ptrdiff_t count(std::size_t dimension) const {
    return dimensions[dimension].upper - dimensions[dimension].lower + 1;
  }
};

/// Calls `visit` with each run of elements that are next to each other.
template <class Visit>
void for_each_run(const Descriptor& array, std::size_t element, Visit visit) {
  const auto rank = static_cast<std::size_t>(array.rank);
  if (array.base == nullptr || rank > Descriptor::kMostDimensions) return;
  for (std::size_t i = 0; i < rank; ++i)
    if (array.count(i) <= 0) return;
  const auto bytes = static_cast<std::ptrdiff_t>(element);
  const bool dense = rank > 0 && array.dimensions[0].stride == 1;
  const std::size_t run = dense ? element * static_cast<std::size_t>(array.count(0)) : element;
  std::array<std::ptrdiff_t, Descriptor::kMostDimensions> place{};
  for (;;) {
    std::ptrdiff_t at = 0;
    for (std::size_t i = 0; i < rank; ++i) at += place[i] * array.dimensions[i].stride;
    visit(array.base + at * bytes, run);
    std::size_t i = dense ? 1 : 0;
    while (i < rank && ++place[i] == array.count(i)) place[i++] = 0;
    if (i >= rank) return;
  }
}

/// The library calls its own routines, too: that of READ for items of WRITE.
inline bool is_the_programs() { return watching() && !OnBehalf::any(); }

}  // namespace farsan::runtime::gfortran
