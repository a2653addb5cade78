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
// clang-format on

namespace farsan::gcc {

namespace {

/// What is called instead: one that GCC knows nothing of. The runtime's own do the work, too. Null for all other calls.
const char* kept_as(gimple* statement) {
  tree callee = is_gimple_call(statement) ? gimple_call_fndecl(statement) : nullptr;
  if (callee == nullptr || !fndecl_built_in_p(callee, BUILT_IN_NORMAL)) return nullptr;
  switch (DECL_FUNCTION_CODE(callee)) {
    case BUILT_IN_MEMCPY: return "__tsan_memcpy";
    case BUILT_IN_MEMMOVE: return "__tsan_memmove";
    case BUILT_IN_MEMSET: return "__tsan_memset";
    case BUILT_IN_MEMPCPY: return "mempcpy";
    case BUILT_IN_BZERO: return "bzero";
    case BUILT_IN_MEMCMP:
    case BUILT_IN_BCMP: return "memcmp";
    case BUILT_IN_MEMCHR: return "memchr";
    case BUILT_IN_STRCMP: return "strcmp";
    case BUILT_IN_STRNCMP: return "strncmp";
    case BUILT_IN_STRCPY: return "strcpy";
    case BUILT_IN_STRNCPY: return "strncpy";
    case BUILT_IN_STPCPY: return "stpcpy";
    case BUILT_IN_STPNCPY: return "stpncpy";
    case BUILT_IN_STRCAT: return "strcat";
    case BUILT_IN_STRNCAT: return "strncat";
    case BUILT_IN_SPRINTF: return "sprintf";
    case BUILT_IN_SNPRINTF: return "snprintf";
    default: return nullptr;
  }
}

/// Of a variable that nobody outside of the function knows: no.
bool is_known_to_others(tree argument) {
  return POINTER_TYPE_P(TREE_TYPE(argument)) && ptr_deref_may_alias_global_p(argument, /*escaped_local_p=*/true);
}

bool touches_what_others_know(gimple* call) {
  for (unsigned i = 0; i < gimple_call_num_args(call); ++i)
    if (is_known_to_others(gimple_call_arg(call, i))) return true;
  return false;
}

}  // namespace

void keep_memory_calls(function& code) {
  basic_block block;
  FOR_EACH_BB_FN(block, &code)
  for (gimple_stmt_iterator at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at)) {
    gimple* statement = gsi_stmt(at);
    const char* name = kept_as(statement);
    if (name == nullptr || !touches_what_others_know(statement)) continue;
    tree callee = gimple_call_fndecl(statement);
    tree routine = build_fn_decl(name, TREE_TYPE(callee));
    TREE_NOTHROW(routine) = 1;
    // One that only reads has no place among the stores of the function, and must not need one.
    DECL_PURE_P(routine) = DECL_PURE_P(callee);
    gimple_call_set_fndecl(statement, routine);
  }
}

}  // namespace farsan::gcc
