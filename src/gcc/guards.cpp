#include "gcc/guards.h"

#include <algorithm>
#include <vector>

#include "gcc/accesses.h"

// GCC's headers need each other in this order.
// clang-format off
#include <cfg.h>
#include <cfghooks.h>
#include <cfgloop.h>
#include <gimple-iterator.h>
#include <gimple-ssa.h>
#include <ssa.h>
#include <stringpool.h>
#include <cgraph.h>
#include <tree-into-ssa.h>
#include <dominance.h>
// clang-format on

#include "runtime/pass_interface.h"

namespace farsan::gcc {

namespace {

/// What is recorded in line takes GCC three times as long to compile: it is for loops, the innermost of them first, and so many accesses of
/// a function.
constexpr std::size_t kMostInLine = 32;

int depth_of(const Access& access) { return bb_loop_depth(gimple_bb(access.call)); }

void choose_in_line(std::vector<Access>& accesses) {
  std::vector<Access*> fitting;
  for (Access& access : accesses)
    if (access.on_one_page && (access.size == 4 || access.size == 8) && depth_of(access) > 0)
      fitting.push_back(&access);
  std::stable_sort(fitting.begin(), fitting.end(),
                   [](const Access* a, const Access* b) { return depth_of(*a) > depth_of(*b); });
  for (std::size_t i = 0; i < std::min(fitting.size(), kMostInLine); ++i) fitting[i]->in_line = true;
}

/// Of anything: what is read and written here has no type of the program's.
tree pointer_to_anything() {
  static tree type = build_pointer_type_for_mode(unsigned_char_type_node, ptr_mode, /*can_alias_all=*/true);
  return type;
}

tree declare_variable(const char* name, tree type) {
  tree variable = build_decl(UNKNOWN_LOCATION, VAR_DECL, get_identifier(name), type);
  DECL_ARTIFICIAL(variable) = 1;
  DECL_IGNORED_P(variable) = 1;
  TREE_USED(variable) = 1;
  return variable;
}

/// The pointer to the table, which does not change any more when the first function of a module runs; loaded where the function begins.
tree load_table(function& code) {
  static tree variable = nullptr;  // one translation unit per process
  if (variable == nullptr) {
    variable = declare_variable(runtime::kPagesName, pointer_to_anything());
    TREE_PUBLIC(variable) = 1;
    DECL_EXTERNAL(variable) = 1;
    TREE_READONLY(variable) = 1;
  }
  gassign* load = gimple_build_assign(make_ssa_name(pointer_to_anything()), variable);
  gsi_insert_on_edge_immediate(single_succ_edge(ENTRY_BLOCK_PTR_FOR_FN(&code)), load);
  return gimple_assign_lhs(load);
}

/// The number of an access that is recorded in line: a variable of the module.
tree make_slot() {
  tree slot = declare_variable("farsan_site", unsigned_type_node);
  DECL_NAME(slot) = create_tmp_var_name("farsan_site");
  TREE_STATIC(slot) = 1;
  TREE_ADDRESSABLE(slot) = 1;
  varpool_node::finalize_decl(slot);
  return slot;
}

/// __farsan_read8 and so on: (void* address, unsigned* site).
tree numbered_entry_point(const Access& access) {
  const char* name = nullptr;
  if (access.size == 4)
    name = access.store ? runtime::kWrite4Name : runtime::kRead4Name;
  else
    name = access.store ? runtime::kWrite8Name : runtime::kRead8Name;
  tree type =
      build_function_type_list(void_type_node, ptr_type_node, build_pointer_type(unsigned_type_node), NULL_TREE);
  tree entry_point = build_fn_decl(name, type);
  TREE_NOTHROW(entry_point) = 1;
  return entry_point;
}

/// Statements before one place, all with the position of an access.
class Writer {
 public:
  Writer(gimple_stmt_iterator before, location_t position) : before_(before), position_(position) {}

  void insert(gimple* statement) {
    gimple_set_location(statement, position_);
    gsi_insert_before(&before_, statement, GSI_SAME_STMT);
  }
  tree assign(gassign* statement) {
    insert(statement);
    return gimple_assign_lhs(statement);
  }
  tree compute(tree type, tree_code operation, tree a, tree b = nullptr) {
    return assign(gimple_build_assign(make_ssa_name(type), operation, a, b));
  }
  tree compute(tree_code operation, tree a, tree b = nullptr) {
    return compute(long_unsigned_type_node, operation, a, b);
  }
  tree load(tree type, tree from, long offset = 0) {
    return assign(gimple_build_assign(make_ssa_name(type), memory(type, from, offset)));
  }
  tree advance(tree pointer, tree bytes) { return compute(pointer_to_anything(), POINTER_PLUS_EXPR, pointer, bytes); }
  static tree memory(tree type, tree at, long offset = 0) {
    tree place = build2(MEM_REF, type, at, build_int_cst(pointer_to_anything(), offset));
    TREE_THIS_NOTRAP(place) = 1;
    return place;
  }

 private:
  gimple_stmt_iterator before_;
  location_t position_;
};

tree look(Writer& writer, tree table, tree address) {
  tree page = writer.compute(RSHIFT_EXPR, address, constant(runtime::kPageBits));
  tree index = writer.compute(BIT_AND_EXPR, page, constant(runtime::kPageMask));
  return writer.load(unsigned_char_type_node, writer.advance(table, index));
}

tree size_of(const Access& access) {
  return access.size != 0 ? constant(access.size) : gimple_call_arg(access.call, 1);
}

/// All marks of the pages of an access that begins at `address`, if there are at most two of them.
tree look_at_all(Writer& writer, const Access& access, tree table, tree address) {
  tree marks = look(writer, table, address);
  if (access.on_one_page) return marks;
  tree last = writer.compute(PLUS_EXPR, address, writer.compute(MINUS_EXPR, size_of(access), constant(1)));
  return writer.compute(unsigned_char_type_node, BIT_IOR_EXPR, marks, look(writer, table, last));
}

constexpr unsigned long kPage = 1UL << runtime::kPageBits;

/// What is longer than a page looks for itself.
bool may_be_guarded(const Access& access) { return access.size <= kPage; }

/// Ends a block with a condition; what follows is another block, and is run if it holds, or if it does not.
edge split_on(Writer& writer, basic_block block, gcond* condition, int if_so, profile_probability probability) {
  writer.insert(condition);
  edge into = split_block(block, condition);
  into->flags = (into->flags & ~EDGE_FALLTHRU) | if_so;
  into->probability = probability;
  into->dest->count = into->count();
  return into;
}

edge join(basic_block from, basic_block to, int flags, profile_probability probability) {
  edge made = make_edge(from, to, flags);
  made->probability = probability;
  return made;
}

void set_dominator(basic_block block, basic_block dominator) {
  if (dom_info_available_p(CDI_DOMINATORS)) set_immediate_dominator(CDI_DOMINATORS, block, dominator);
}

/// The call happens only where there are marks: [test] -> [call] -> [rest], [test] -> [rest].
class Guard {
 public:
  Guard(const Access& access, tree table)
      : access_(access), table_(table), position_(gimple_location(access.call)), test_(gimple_bb(access.call)) {}

  void insert() {
    Writer writer(gsi_for_stmt(access_.call), position_);
    address_ = writer.compute(NOP_EXPR, gimple_call_arg(access_.call, 0));
    marks_ = look_at_all(writer, access_, table_, address_);
    gcond* marked = gimple_build_cond(NE_EXPR, marks_, build_zero_cst(unsigned_char_type_node), nullptr, nullptr);
    if (access_.size == 0) marked = marked_or_long(writer);
    const auto unlikely = profile_probability::very_unlikely();
    call_ = split_on(writer, test_, marked, EDGE_TRUE_VALUE, unlikely)->dest;
    rest_ = split_block(call_, access_.call)->dest;
    rest_->count = test_->count;
    join(test_, rest_, EDGE_FALSE_VALUE, unlikely.invert());
    if (access_.in_line) record_in_line();
    set_dominator(rest_, test_);
  }

 private:
  gcond* marked_or_long(Writer& writer) {
    tree marked = writer.compute(boolean_type_node, NE_EXPR, marks_, build_zero_cst(unsigned_char_type_node));
    tree is_long = writer.compute(boolean_type_node, GT_EXPR, size_of(access_), constant(kPage));
    tree either = writer.compute(boolean_type_node, BIT_IOR_EXPR, marked, is_long);
    return gimple_build_cond(NE_EXPR, either, boolean_false_node, nullptr, nullptr);
  }

  /// [test] -> [where] -> [record] -> [rest], [where] -> [call]: as the interface to the runtime says.
  void record_in_line() {
    const bool wide = access_.size == 8;
    tree slot = make_slot();
    number_call(slot);
    Writer writer(gsi_for_stmt(access_.call), position_);
    tree hot = writer.load(pointer_to_anything(), table_, access_.store ? runtime::kHotStoresAt : runtime::kHotLoadsAt);
    tree site = writer.load(unsigned_type_node, build_fold_addr_expr(slot));
    tree distance = writer.compute(MINUS_EXPR, address_, load_word(writer, hot, runtime::kHotBaseAt));
    tree index = writer.compute(RROTATE_EXPR, distance, constant(wide ? runtime::kPairBits : runtime::kGranuleBits));
    tree count = load_word(writer, hot, wide ? runtime::kHotPairsAt : runtime::kHotGranulesAt);
    tree only_recorded = build_int_cst(unsigned_char_type_node, runtime::kOnlyRecorded);
    tree fits = writer.compute(boolean_type_node, LT_EXPR, index, count);
    tree plain = writer.compute(boolean_type_node, EQ_EXPR, marks_, only_recorded);
    tree numbered = writer.compute(boolean_type_node, NE_EXPR, site, build_zero_cst(unsigned_type_node));
    tree both = writer.compute(boolean_type_node, BIT_AND_EXPR, fits, plain);
    tree all = writer.compute(boolean_type_node, BIT_AND_EXPR, both, numbered);

    basic_block where = call_;
    gcond* hits = gimple_build_cond(NE_EXPR, all, boolean_false_node, nullptr, nullptr);
    const auto likely = profile_probability::very_likely();
    call_ = split_on(writer, where, hits, EDGE_FALSE_VALUE, likely.invert())->dest;
    basic_block record = create_empty_bb(where);
    if (current_loops != nullptr) add_bb_to_loop(record, where->loop_father);
    record->count = join(where, record, EDGE_TRUE_VALUE, likely)->count();
    join(record, rest_, EDGE_FALLTHRU, profile_probability::always());
    set_dominator(record, where);

    write_cell(record, hot, index, site);
  }

  /// From its next time on the access has a number.
  void number_call(tree slot) {
    gcall* numbered = gimple_build_call(numbered_entry_point(access_), 2, gimple_call_arg(access_.call, 0),
                                        build_fold_addr_expr(slot));
    gimple_set_location(numbered, position_);
    gimple_stmt_iterator at = gsi_for_stmt(access_.call);
    gsi_replace(&at, numbered, /*update_eh_info=*/false);
    access_.call = numbered;
  }

  void write_cell(basic_block block, tree hot, tree index, tree site) {
    gimple_stmt_iterator at = gsi_start_bb(block);
    gimple* end = gimple_build_nop();
    gsi_insert_after(&at, end, GSI_NEW_STMT);
    Writer writer(gsi_for_stmt(end), position_);
    tree stamp = load_word(writer, hot, runtime::kHotStampAt);
    tree word = writer.compute(BIT_IOR_EXPR, stamp, writer.compute(NOP_EXPR, site));
    const std::uint64_t cells_at = access_.size == 8 ? runtime::kHotWideAt : runtime::kHotCellsAt;
    tree cells = writer.load(pointer_to_anything(), hot, static_cast<long>(cells_at));
    tree cell = writer.advance(cells, writer.compute(LSHIFT_EXPR, index, constant(3)));
    writer.insert(gimple_build_assign(Writer::memory(long_unsigned_type_node, cell), word));
    at = gsi_for_stmt(end);
    gsi_remove(&at, /*remove_permanently=*/true);
  }

  static tree load_word(Writer& writer, tree from, std::uint64_t offset) {
    return writer.load(long_unsigned_type_node, from, static_cast<long>(offset));
  }

  Access access_;
  tree table_;
  location_t position_;
  basic_block test_;
  basic_block call_ = nullptr;
  basic_block rest_ = nullptr;
  tree address_ = nullptr;
  tree marks_ = nullptr;
};

}  // namespace

void guard_calls(function& code) {
  std::vector<Access> accesses;
  basic_block block;
  FOR_EACH_BB_FN(block, &code)
  for (gimple_stmt_iterator at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at))
    if (const auto access = access_of(gsi_stmt(at)); access && may_be_guarded(*access)) accesses.push_back(*access);
  if (accesses.empty()) return;
  choose_in_line(accesses);
  tree table = load_table(code);
  for (const Access& access : accesses) Guard(access, table).insert();
  mark_virtual_operands_for_renaming(&code);
}

}  // namespace farsan::gcc
