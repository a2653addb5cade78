#include "gcc/values.h"

#include "gcc/insertion.h"

// GCC's headers need each other in this order.
// clang-format off
#include <cfg.h>
#include <gimple-expr.h>
#include <gimple-ssa.h>
#include <gimplify.h>
#include <gimplify-me.h>
#include <fold-const.h>
#include <ssa.h>
#include <tree-cfg.h>
#include <tree-ssa-alias.h>
// clang-format on

namespace farsan::gcc {

namespace {

/// Memory that others may know. Its size is a constant.
bool is_memory(tree value) {
  if (value == nullptr || is_gimple_val(value) || is_gimple_reg(value)) return false;
  tree base = get_base_address(value);
  if (base == nullptr || CONSTANT_CLASS_P(base) || TREE_CODE(base) == CONSTRUCTOR) return false;
  if (DECL_P(base) && (TREE_READONLY(base) || !may_be_aliased(base))) return false;
  tree size = TYPE_SIZE_UNIT(TREE_TYPE(value));
  return size != nullptr && tree_fits_uhwi_p(size) && tree_to_uhwi(size) > 0;
}

/// Statements that tell of one access, in order.
gimple_seq tell(tree value, built_in_function entry_point, location_t position) {
  gimple_seq statements = nullptr;
  tree address = force_gimple_operand(build_fold_addr_expr(unshare_expr(value)), &statements, /*simple=*/true, nullptr);
  gcall* call = gimple_build_call(builtin_decl_implicit(entry_point), 2, address,
                                  constant(tree_to_uhwi(TYPE_SIZE_UNIT(TREE_TYPE(value)))));
  gimple_seq_add_stmt(&statements, call);
  for (gimple_stmt_iterator at = gsi_start(statements); !gsi_end_p(at); gsi_next(&at))
    gimple_set_location(gsi_stmt(at), position);
  return statements;
}

void tell_values_of(gimple_stmt_iterator at) {
  gimple* call = gsi_stmt(at);
  const location_t position = gimple_location(call);
  for (unsigned int i = 0; i < gimple_call_num_args(call); ++i)
    if (tree argument = gimple_call_arg(call, i); is_memory(argument))
      gsi_insert_seq_before(&at, tell(argument, BUILT_IN_TSAN_READ_RANGE, position), GSI_SAME_STMT);
  if (tree result = gimple_call_lhs(call); is_memory(result))
    insert_after(at, tell(result, BUILT_IN_TSAN_WRITE_RANGE, position));
}

}  // namespace

void tell_values_of_calls(function& code) {
  basic_block block;
  FOR_EACH_BB_FN(block, &code)
  for (gimple_stmt_iterator at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at))
    if (is_gimple_call(gsi_stmt(at)) && !gimple_call_internal_p(gsi_stmt(at))) tell_values_of(at);
  gsi_commit_edge_inserts();
}

}  // namespace farsan::gcc
