#include "gcc/ranges.h"

#include <vector>

#include "gcc/accesses.h"

// GCC's headers need each other in this order.
// clang-format off
#include <cfg.h>
#include <cfgloop.h>
#include <gimple-iterator.h>
#include <gimple-ssa.h>
#include <gimplify.h>
#include <gimplify-me.h>
#include <ssa.h>
#include <fold-const.h>
#include <calls.h>
#include <cfgloopmanip.h>
#include <tree-cfg.h>
#include <tree-into-ssa.h>
#include <tree-ssa-loop-niter.h>
#include <tree-ssa-loop.h>
#include <tree-ssa-loop-ivopts.h>
#include <tree-scalar-evolution.h>
#include <dominance.h>
// clang-format on

#include "runtime/pass_interface.h"

namespace farsan::gcc {

namespace {

/// `rounds` times `size` bytes, `step` apart, from `first` on.
struct Pieces {
  Access access;
  tree first;
  long step;
  tree rounds;
};

/// A routine of mathematics: at most it sets errno.
bool is_mathematics(gimple* call) {
  if (!gimple_call_builtin_p(call, BUILT_IN_NORMAL)) return false;
  switch (DECL_FUNCTION_CODE(gimple_call_fndecl(call))) {
    // clang-format off
    CASE_FLT_FN(BUILT_IN_ACOS):
    CASE_FLT_FN(BUILT_IN_ASIN):
    CASE_FLT_FN(BUILT_IN_ATAN2):
    CASE_FLT_FN(BUILT_IN_COS):
    CASE_FLT_FN(BUILT_IN_COSH):
    CASE_FLT_FN(BUILT_IN_ERFC):
    CASE_FLT_FN(BUILT_IN_EXP):
    CASE_FLT_FN(BUILT_IN_EXP2):
    CASE_FLT_FN(BUILT_IN_EXPM1):
    CASE_FLT_FN(BUILT_IN_FMOD):
    CASE_FLT_FN(BUILT_IN_HYPOT):
    CASE_FLT_FN(BUILT_IN_LOG):
    CASE_FLT_FN(BUILT_IN_LOG10):
    CASE_FLT_FN(BUILT_IN_LOG1P):
    CASE_FLT_FN(BUILT_IN_LOG2):
    CASE_FLT_FN(BUILT_IN_POW):
    CASE_FLT_FN(BUILT_IN_SIN):
    CASE_FLT_FN(BUILT_IN_SINH):
    CASE_FLT_FN(BUILT_IN_SQRT):
    CASE_FLT_FN(BUILT_IN_TAN):
    CASE_FLT_FN(BUILT_IN_TANH):
    CASE_FLT_FN(BUILT_IN_TGAMMA):
      return true;
    // clang-format on
    default: return false;
  }
}

/// Other threads, processes and the runtime get to know nothing of when it is run.
bool is_quiet(gimple* statement) {
  if (gimple_has_volatile_ops(statement) || gimple_code(statement) == GIMPLE_ASM) return false;
  if (!is_gimple_call(statement) || access_of(statement)) return true;
  return (gimple_call_flags(statement) & (ECF_CONST | ECF_PURE)) != 0 || is_mathematics(statement);
}

class Loop {
 public:
  explicit Loop(class loop& which) : loop_(which), exit_(single_exit(&which)) {}

  void make_ranges() {
    if (exit_ == nullptr || !dominated_by_p(CDI_DOMINATORS, loop_.latch, exit_->src)) return;
    if (!collect() || accesses_.empty()) return;
    if (!number_of_iterations_exit(&loop_, exit_, &count_, /*warn=*/false)) return;
    if (!integer_zerop(count_.may_be_zero) || contains_abnormal_ssa_name_p(count_.niter)) return;
    for (const Access& access : accesses_)
      if (const auto pieces = pieces_of(access)) {
        say_before(*pieces);
        remove(access.call);
      }
  }

 private:
  /// False if something in the loop may synchronise.
  bool collect() {
    basic_block* const blocks = get_loop_body_in_dom_order(&loop_);
    bool quiet = true;
    for (unsigned i = 0; quiet && i < loop_.num_nodes; ++i)
      for (gimple_stmt_iterator at = gsi_start_bb(blocks[i]); quiet && !gsi_end_p(at); gsi_next(&at)) {
        gimple* statement = gsi_stmt(at);
        quiet = is_quiet(statement);
        if (const auto access = access_of(statement); access && is_made_in_every_round(*access))
          accesses_.push_back(*access);
      }
    free(blocks);
    return quiet;
  }

  bool is_made_in_every_round(const Access& access) const {
    return access.size != 0 && !access.is_volatile &&
           dominated_by_p(CDI_DOMINATORS, loop_.latch, gimple_bb(access.call));
  }

  std::optional<Pieces> pieces_of(const Access& access) {
    affine_iv steps{};
    if (!simple_iv(&loop_, &loop_, gimple_call_arg(access.call, 0), &steps, /*allow_nonconstant_step=*/false))
      return std::nullopt;
    if (contains_abnormal_ssa_name_p(steps.base)) return std::nullopt;  // it can be named nowhere else
    const auto step = static_cast<long>(TREE_INT_CST_LOW(steps.step));  // of a pointer: without a sign
    // The exit is taken after so many rounds that were not the last one.
    const bool also_in_the_last = dominated_by_p(CDI_DOMINATORS, exit_->src, gimple_bb(access.call));
    if (step == 0 && !also_in_the_last) return std::nullopt;  // there may be none
    tree rounds = fold_convert(long_unsigned_type_node, unshare_expr(count_.niter));
    if (also_in_the_last) rounds = fold_build2(PLUS_EXPR, long_unsigned_type_node, rounds, constant(1));
    return Pieces{access, unshare_expr(steps.base), step, rounds};
  }

  void say_before(const Pieces& pieces) {
    gimple_seq before = nullptr;
    gcall* call = call_for(pieces, before);
    gimple_set_location(call, gimple_location(pieces.access.call));
    gimple_seq_add_stmt(&before, call);
    gsi_insert_seq_on_edge_immediate(loop_preheader_edge(&loop_), before);
  }

  static gcall* call_for(const Pieces& pieces, gimple_seq& before) {
    const unsigned long size = pieces.access.size;
    const auto up = static_cast<unsigned long>(pieces.step);
    tree first = compute(before, fold_convert(ptr_type_node, pieces.first));
    if (pieces.step == 0) {
      gimple* each = pieces.access.call;
      if (gimple_call_num_args(each) == 1) return gimple_build_call(gimple_call_fndecl(each), 1, first);
      return gimple_build_call(gimple_call_fndecl(each), 2, first, gimple_call_arg(each, 1));
    }
    tree rounds = compute(before, pieces.rounds);
    if (up != size && -up != size)
      return gimple_build_call(strided(pieces.access.store), 4, first,
                               build_int_cst(long_integer_type_node, pieces.step), constant(size), rounds);
    if (pieces.step < 0) {
      tree back = fold_build1(NEGATE_EXPR, sizetype, fold_convert(sizetype, times(minus_one(rounds), size)));
      first = compute(before, fold_build_pointer_plus(first, back));
    }
    tree range = builtin_decl_implicit(pieces.access.store ? BUILT_IN_TSAN_WRITE_RANGE : BUILT_IN_TSAN_READ_RANGE);
    return gimple_build_call(range, 2, first, compute(before, times(rounds, size)));
  }

  static tree times(tree count, unsigned long size) {
    return fold_build2(MULT_EXPR, long_unsigned_type_node, count, constant(size));
  }
  static tree minus_one(tree count) { return fold_build2(MINUS_EXPR, long_unsigned_type_node, count, constant(1)); }

  /// A value that statements can name.
  static tree compute(gimple_seq& before, tree expression) {
    gimple_seq more = nullptr;
    tree value = force_gimple_operand(expression, &more, /*simple=*/true, nullptr);
    gimple_seq_add_seq(&before, more);
    return value;
  }

  static tree strided(bool store) {
    tree type = build_function_type_list(void_type_node, ptr_type_node, long_integer_type_node, long_unsigned_type_node,
                                         long_unsigned_type_node, NULL_TREE);
    tree entry_point = build_fn_decl(store ? runtime::kWriteStridedName : runtime::kReadStridedName, type);
    TREE_NOTHROW(entry_point) = 1;
    return entry_point;
  }

  static void remove(gimple* call) {
    gimple_stmt_iterator at = gsi_for_stmt(call);
    unlink_stmt_vdef(call);
    gsi_remove(&at, /*remove_permanently=*/true);
    release_defs(call);
  }

  class loop& loop_;
  edge exit_;
  tree_niter_desc count_{};
  std::vector<Access> accesses_;
};

}  // namespace

void make_ranges(function& code) {
  if (current_loops == nullptr || number_of_loops(&code) <= 1) return;
  loop_optimizer_init(LOOPS_NORMAL | LOOPS_HAVE_RECORDED_EXITS);
  scev_initialize();
  for (class loop* each : loops_list(&code, LI_ONLY_INNERMOST)) Loop(*each).make_ranges();
  scev_finalize();
  loop_optimizer_finalize();
  mark_virtual_operands_for_renaming(&code);
}

}  // namespace farsan::gcc
