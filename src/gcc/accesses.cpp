#include "gcc/accesses.h"

namespace farsan::gcc {

namespace {

constexpr unsigned long kVaries = 0;

struct Shape {
  unsigned long size;
  bool store;
  bool is_volatile;
};

std::optional<Shape> shape_of(built_in_function function) {
  constexpr bool kLoad = false, kStore = true, kVolatile = true, kPlain = false;
  switch (function) {
    case BUILT_IN_TSAN_READ1: return Shape{1, kLoad, kPlain};
    case BUILT_IN_TSAN_READ2: return Shape{2, kLoad, kPlain};
    case BUILT_IN_TSAN_READ4: return Shape{4, kLoad, kPlain};
    case BUILT_IN_TSAN_READ8: return Shape{8, kLoad, kPlain};
    case BUILT_IN_TSAN_READ16: return Shape{16, kLoad, kPlain};
    case BUILT_IN_TSAN_WRITE1: return Shape{1, kStore, kPlain};
    case BUILT_IN_TSAN_WRITE2: return Shape{2, kStore, kPlain};
    case BUILT_IN_TSAN_WRITE4: return Shape{4, kStore, kPlain};
    case BUILT_IN_TSAN_WRITE8: return Shape{8, kStore, kPlain};
    case BUILT_IN_TSAN_WRITE16: return Shape{16, kStore, kPlain};
    case BUILT_IN_TSAN_VOLATILE_READ1: return Shape{1, kLoad, kVolatile};
    case BUILT_IN_TSAN_VOLATILE_READ2: return Shape{2, kLoad, kVolatile};
    case BUILT_IN_TSAN_VOLATILE_READ4: return Shape{4, kLoad, kVolatile};
    case BUILT_IN_TSAN_VOLATILE_READ8: return Shape{8, kLoad, kVolatile};
    case BUILT_IN_TSAN_VOLATILE_READ16: return Shape{16, kLoad, kVolatile};
    case BUILT_IN_TSAN_VOLATILE_WRITE1: return Shape{1, kStore, kVolatile};
    case BUILT_IN_TSAN_VOLATILE_WRITE2: return Shape{2, kStore, kVolatile};
    case BUILT_IN_TSAN_VOLATILE_WRITE4: return Shape{4, kStore, kVolatile};
    case BUILT_IN_TSAN_VOLATILE_WRITE8: return Shape{8, kStore, kVolatile};
    case BUILT_IN_TSAN_VOLATILE_WRITE16: return Shape{16, kStore, kVolatile};
    case BUILT_IN_TSAN_VPTR_UPDATE: return Shape{POINTER_SIZE_UNITS, kStore, kVolatile};  // has another argument
    case BUILT_IN_TSAN_READ_RANGE: return Shape{kVaries, kLoad, kPlain};
    case BUILT_IN_TSAN_WRITE_RANGE: return Shape{kVaries, kStore, kPlain};
    default: return std::nullopt;
  }
}

}  // namespace

std::optional<Access> access_of(gimple* statement) {
  tree callee = is_gimple_call(statement) ? gimple_call_fndecl(statement) : nullptr;
  if (callee == nullptr || !fndecl_built_in_p(callee, BUILT_IN_NORMAL)) return std::nullopt;
  const auto shape = shape_of(DECL_FUNCTION_CODE(callee));
  if (!shape) return std::nullopt;
  Access access{statement, shape->size, shape->store, shape->size != kVaries && shape->size <= 8, shape->is_volatile};
  if (shape->size == kVaries)
    if (tree size = gimple_call_arg(statement, 1); tree_fits_uhwi_p(size)) access.size = tree_to_uhwi(size);
  return access;
}

}  // namespace farsan::gcc
