#include "gcc/conditional_loads.h"

#include <algorithm>
#include <set>
#include <vector>

// GCC's headers need each other in this order.
// clang-format off
#include <gcc-plugin.h>
#include <tree.h>
#include <basic-block.h>
#include <function.h>
#include <cfg.h>
#include <cfgloop.h>
#include <gimple.h>
#include <gimple-iterator.h>
#include <gimple-ssa.h>
#include <tree-cfg.h>
#include <dominance.h>
// clang-format on

namespace farsan::gcc {

namespace {

/// Of the function that is being compiled.
std::set<gimple*> g_held;

/// A load of a variable that others may know, or of a part of it.
bool loads_variable(gimple* statement) {
  if (!gimple_assign_load_p(statement) || gimple_has_volatile_ops(statement)) return false;
  tree variable = get_base_address(gimple_assign_rhs1(statement));
  if (variable != nullptr && TREE_CODE(variable) == MEM_REF && TREE_CODE(TREE_OPERAND(variable, 0)) == ADDR_EXPR)
    variable = TREE_OPERAND(TREE_OPERAND(variable, 0), 0);
  return variable != nullptr && DECL_P(variable) && !TREE_READONLY(variable) && may_be_aliased(variable);
}

/// Whoever enters the outermost loop around the block comes to it.
bool is_always_reached(basic_block block) {
  auto* outermost = superloop_at_depth(block->loop_father, 1);
  if (outermost->latch == nullptr || !dominated_by_p(CDI_DOMINATORS, outermost->latch, block)) return false;
  auto_vec<edge> exits = get_loop_exit_edges(outermost);
  return std::all_of(exits.begin(), exits.end(),
                     [&](edge exit) { return dominated_by_p(CDI_DOMINATORS, exit->src, block); });
}

void set_volatile(gimple* statement, bool value) {
  tree* place = gimple_assign_rhs1_ptr(statement);
  if (DECL_P(*place)) {
    mark_addressable(*place);
    *place = build2(MEM_REF, TREE_TYPE(*place), build_fold_addr_expr(*place),
                    build_zero_cst(build_pointer_type(TREE_TYPE(*place))));
  }
  TREE_THIS_VOLATILE(*place) = value;
  gimple_set_has_volatile_ops(statement, value);
}

}  // namespace

void hold_conditional_loads(function& code) {
  g_held.clear();
  if (current_loops == nullptr || number_of_loops(&code) <= 1) return;
  calculate_dominance_info(CDI_DOMINATORS);
  basic_block block;
  FOR_EACH_BB_FN(block, &code) {
    if (bb_loop_depth(block) == 0 || is_always_reached(block)) continue;
    for (gimple_stmt_iterator at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at)) {
      if (!loads_variable(gsi_stmt(at))) continue;
      set_volatile(gsi_stmt(at), true);
      g_held.insert(gsi_stmt(at));
    }
  }
}

void release_conditional_loads(function& code) {
  if (g_held.empty()) return;
  basic_block block;
  FOR_EACH_BB_FN(block, &code)
  for (gimple_stmt_iterator at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at))
    if (g_held.contains(gsi_stmt(at))) set_volatile(gsi_stmt(at), false);
  g_held.clear();
}

}  // namespace farsan::gcc
