// What GCC's -fsanitize=thread makes of loads and stores: calls of the runtime, whose first argument is the address.
#pragma once

#include <optional>

// GCC's headers need each other in this order.
// clang-format off
#include <gcc-plugin.h>
#include <tree.h>
#include <basic-block.h>
#include <function.h>
#include <gimple.h>
// clang-format on

namespace farsan::gcc {

struct Access {
  gimple* call = nullptr;
  unsigned long size = 0;  ///< 0: known only when the program runs; it is the second argument
  bool store = false;
  bool on_one_page = true;
  bool is_volatile = false;
  bool in_line = false;  ///< recorded by the program itself, where that may be
};

/// Nothing for all other calls.
std::optional<Access> access_of(gimple* statement);

inline tree constant(unsigned long value) { return build_int_cst(long_unsigned_type_node, static_cast<long>(value)); }

}  // namespace farsan::gcc
