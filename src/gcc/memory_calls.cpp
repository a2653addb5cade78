#include "gcc/memory_calls.h"

// GCC's headers need each other in this order.
// clang-format off
#include <gcc-plugin.h>
#include <tree.h>
#include <basic-block.h>
#include <function.h>
#include <gimple.h>
#include <gimple-iterator.h>
#include <gimple-ssa.h>
#include <tree-ssa-alias.h>
#include <tree-into-ssa.h>
// clang-format on

namespace farsan::gcc {

namespace {

/// Positions of arguments; -1 for none.
struct MemoryCall {
  int to = -1;
  int from = -1;
  int from_too = -1;
  int size = -1;
};

MemoryCall memory_call(gimple* statement) {
  tree callee = is_gimple_call(statement) ? gimple_call_fndecl(statement) : nullptr;
  if (callee == nullptr || !fndecl_built_in_p(callee, BUILT_IN_NORMAL)) return {};
  switch (DECL_FUNCTION_CODE(callee)) {
    case BUILT_IN_MEMCPY:
    case BUILT_IN_MEMPCPY:
    case BUILT_IN_MEMMOVE: return {0, 1, -1, 2};
    case BUILT_IN_MEMSET: return {0, -1, -1, 2};
    case BUILT_IN_BZERO: return {0, -1, -1, 1};
    case BUILT_IN_MEMCMP:
    case BUILT_IN_BCMP: return {-1, 0, 1, 2};
    default: return {};
  }
}

/// Of a variable that nobody outside of the function knows: no.
bool is_known_to_others(tree address) { return ptr_deref_may_alias_global_p(address, /*escaped_local_p=*/true); }

bool record(gimple_stmt_iterator& at, built_in_function how, const MemoryCall& call, int which) {
  gimple* statement = gsi_stmt(at);
  if (which < 0 || !is_known_to_others(gimple_call_arg(statement, static_cast<unsigned>(which)))) return false;
  gcall* said =
      gimple_build_call(builtin_decl_implicit(how), 2, gimple_call_arg(statement, static_cast<unsigned>(which)),
                        gimple_call_arg(statement, static_cast<unsigned>(call.size)));
  gimple_set_location(said, gimple_location(statement));
  gsi_insert_before(&at, said, GSI_SAME_STMT);
  return true;
}

}  // namespace

void record_memory_calls(function& code) {
  bool any = false;
  basic_block block;
  FOR_EACH_BB_FN(block, &code)
  for (gimple_stmt_iterator at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at)) {
    const MemoryCall call = memory_call(gsi_stmt(at));
    any |= record(at, BUILT_IN_TSAN_READ_RANGE, call, call.from);
    any |= record(at, BUILT_IN_TSAN_READ_RANGE, call, call.from_too);
    any |= record(at, BUILT_IN_TSAN_WRITE_RANGE, call, call.to);
  }
  if (any) mark_virtual_operands_for_renaming(&code);
}

}  // namespace farsan::gcc
