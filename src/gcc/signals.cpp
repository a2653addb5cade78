#include "gcc/signals.h"

#include <cstring>

#include "gcc/insertion.h"

// GCC's headers need each other in this order.
// clang-format off
#include <cfg.h>
#include <gimple-ssa.h>
#include <ssa.h>
#include <ssa-iterators.h>
#include <tree-cfg.h>
#include <tree-eh.h>
// clang-format on

#include "runtime/pass_interface.h"

namespace farsan::gcc {

namespace {

bool waits_for_signal(gimple* statement) {
  tree callee = is_gimple_call(statement) ? gimple_call_fndecl(statement) : nullptr;
  return callee != nullptr && DECL_NAME(callee) != nullptr && gimple_call_num_args(statement) == 3 &&
         std::strcmp(IDENTIFIER_POINTER(DECL_NAME(callee)), "shmem_signal_wait_until") == 0;
}

/// Also where it is only made another type, which nobody uses.
bool is_used(tree value) {
  imm_use_iterator at;
  use_operand_p use;
  FOR_EACH_IMM_USE_FAST(use, at, value) {
    gimple* statement = USE_STMT(use);
    if (is_gimple_debug(statement)) continue;
    tree made = gimple_assign_cast_p(statement) ? gimple_assign_lhs(statement) : nullptr;
    if (made == nullptr || TREE_CODE(made) != SSA_NAME || is_used(made)) return true;
  }
  return false;
}

void tell(gimple_stmt_iterator at) {
  gimple* wait = gsi_stmt(at);
  tree value = gimple_call_lhs(wait);
  tree type = build_function_type_list(void_type_node, ptr_type_node, TREE_TYPE(value), NULL_TREE);
  tree told = build_fn_decl(runtime::kUsesSignalName, type);
  TREE_NOTHROW(told) = 1;
  gcall* call = gimple_build_call(told, 2, gimple_call_arg(wait, 0), value);
  gimple_set_location(call, gimple_location(wait));
  gimple_seq statements = nullptr;
  gimple_seq_add_stmt(&statements, call);
  insert_after(at, statements);
}

}  // namespace

void tell_used_signals(function& code) {
  basic_block block;
  FOR_EACH_BB_FN(block, &code)
  for (gimple_stmt_iterator at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at)) {
    gimple* statement = gsi_stmt(at);
    if (!waits_for_signal(statement)) continue;
    if (tree value = gimple_call_lhs(statement); value != nullptr && TREE_CODE(value) == SSA_NAME && is_used(value))
      tell(at);
  }
  gsi_commit_edge_inserts();
}

}  // namespace farsan::gcc
