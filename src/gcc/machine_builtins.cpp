#include "gcc/machine_builtins.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "gcc/accesses.h"

// GCC's headers need each other in this order.
// clang-format off
#include <cfg.h>
#include <gimple-expr.h>
#include <gimple-iterator.h>
#include <gimple-ssa.h>
#include <gimplify.h>
#include <gimplify-me.h>
#include <fold-const.h>
#include <ssa.h>
#include <tree-ssa-alias.h>
// clang-format on

namespace farsan::gcc {

namespace {

constexpr int kNone = -1;
constexpr int kResult = -2;

/// How much of the value is in memory.
enum class Extent : unsigned char {
  Whole,     ///< all of it, or `bytes`
  Pointee,   ///< as much as the pointer says
  Lanes,     ///< each lane that the mask chooses, in its place
  First,     ///< the first one, if the mask chooses it
  Narrowed,  ///< each lane that the mask chooses, made narrower: the letter before the size in the name says to what
  Packed,    ///< those that the mask chooses, one behind the other
};

/// One access of a builtin. Numbers are those of arguments.
struct Form {
  const char* name = nullptr;  ///< begins with this, behind "__builtin_ia32_"
  bool store = false;
  Extent extent = Extent::Whole;
  int where = 0;
  int value = kNone;
  int mask = kNone;
  int index = kNone;  ///< of each lane, from the address on
  int scale = kNone;  ///< bytes of an index
  unsigned bytes = 0;
};

constexpr bool kLoad = false;
constexpr bool kStore = true;
constexpr Form kForms[] = {
    {.name = "maskload", .store = kLoad, .extent = Extent::Lanes, .where = 0, .value = kResult, .mask = 1},
    {.name = "maskstore", .store = kStore, .extent = Extent::Lanes, .where = 0, .value = 2, .mask = 1},
    {.name = "maskmov", .store = kStore, .extent = Extent::Lanes, .where = 2, .value = 0, .mask = 1},
    {.name = "gathersiv", .extent = Extent::Lanes, .where = 1, .value = kResult, .mask = 3, .index = 2, .scale = 4},
    {.name = "gatherdiv", .extent = Extent::Lanes, .where = 1, .value = kResult, .mask = 3, .index = 2, .scale = 4},
    {.name = "gather3", .extent = Extent::Lanes, .where = 1, .value = kResult, .mask = 3, .index = 2, .scale = 4},
    {.name = "scattersiv",
     .store = kStore,
     .extent = Extent::Lanes,
     .where = 0,
     .value = 3,
     .mask = 1,
     .index = 2,
     .scale = 4},
    {.name = "scatterdiv",
     .store = kStore,
     .extent = Extent::Lanes,
     .where = 0,
     .value = 3,
     .mask = 1,
     .index = 2,
     .scale = 4},
    // AVX-512
    {.name = "loadap", .store = kLoad, .extent = Extent::Lanes, .where = 0, .value = kResult, .mask = 2},
    {.name = "loadup", .store = kLoad, .extent = Extent::Lanes, .where = 0, .value = kResult, .mask = 2},
    {.name = "loaddqu", .store = kLoad, .extent = Extent::Lanes, .where = 0, .value = kResult, .mask = 2},
    {.name = "movdqa32load", .store = kLoad, .extent = Extent::Lanes, .where = 0, .value = kResult, .mask = 2},
    {.name = "movdqa64load", .store = kLoad, .extent = Extent::Lanes, .where = 0, .value = kResult, .mask = 2},
    {.name = "loadss_mask", .store = kLoad, .extent = Extent::First, .where = 0, .value = kResult, .mask = 2},
    {.name = "loadsd_mask", .store = kLoad, .extent = Extent::First, .where = 0, .value = kResult, .mask = 2},
    {.name = "loadsh_mask", .store = kLoad, .extent = Extent::First, .where = 0, .value = kResult, .mask = 2},
    {.name = "expandload", .store = kLoad, .extent = Extent::Packed, .where = 0, .value = kResult, .mask = 2},
    {.name = "storeap", .store = kStore, .extent = Extent::Lanes, .where = 0, .value = 1, .mask = 2},
    {.name = "storeup", .store = kStore, .extent = Extent::Lanes, .where = 0, .value = 1, .mask = 2},
    {.name = "storedqu", .store = kStore, .extent = Extent::Lanes, .where = 0, .value = 1, .mask = 2},
    {.name = "movdqa32store", .store = kStore, .extent = Extent::Lanes, .where = 0, .value = 1, .mask = 2},
    {.name = "movdqa64store", .store = kStore, .extent = Extent::Lanes, .where = 0, .value = 1, .mask = 2},
    {.name = "storess_mask", .store = kStore, .extent = Extent::First, .where = 0, .value = 1, .mask = 2},
    {.name = "storesd_mask", .store = kStore, .extent = Extent::First, .where = 0, .value = 1, .mask = 2},
    {.name = "storesh_mask", .store = kStore, .extent = Extent::First, .where = 0, .value = 1, .mask = 2},
    {.name = "compressstore", .store = kStore, .extent = Extent::Packed, .where = 0, .value = 1, .mask = 2},
    {.name = "pmov", .store = kStore, .extent = Extent::Narrowed, .where = 0, .value = 1, .mask = 2},
    // without masks
    {.name = "lddqu", .store = kLoad, .where = 0, .value = kResult},
    {.name = "movntdqa", .store = kLoad, .where = 0, .value = kResult},
    {.name = "movntdq", .store = kStore, .where = 0, .value = 1},
    {.name = "movntp", .store = kStore, .where = 0, .value = 1},
    {.name = "movnti", .store = kStore, .where = 0, .value = 1},
    {.name = "movntq", .store = kStore, .where = 0, .value = 1},
    {.name = "movnts", .store = kStore, .extent = Extent::Pointee, .where = 0},
    {.name = "loadh", .store = kLoad, .extent = Extent::Pointee, .where = 1},
    {.name = "loadl", .store = kLoad, .extent = Extent::Pointee, .where = 1},
    {.name = "storeh", .store = kStore, .extent = Extent::Pointee, .where = 0},
    {.name = "storel", .store = kStore, .extent = Extent::Pointee, .where = 0},
    {.name = "vbroadcasts", .store = kLoad, .extent = Extent::Pointee, .where = 0},
    {.name = "vbroadcastf128", .store = kLoad, .extent = Extent::Pointee, .where = 0},
    {.name = "directstoreu", .store = kStore, .where = 0, .value = 1},
    {.name = "movdir64b", .store = kLoad, .where = 1, .bytes = 64},
    {.name = "movdir64b", .store = kStore, .where = 0, .bytes = 64},
    {.name = "enqcmd", .store = kLoad, .where = 1, .bytes = 64},
    {.name = "addcarryx_u", .store = kStore, .extent = Extent::Pointee, .where = 3},
    {.name = "sbb_u", .store = kStore, .extent = Extent::Pointee, .where = 3},
    {.name = "rdrand", .store = kStore, .extent = Extent::Pointee, .where = 0},
    {.name = "rdseed", .store = kStore, .extent = Extent::Pointee, .where = 0},
    {.name = "rdtscp", .store = kStore, .extent = Extent::Pointee, .where = 0},
};

constexpr std::string_view kPrefix = "__builtin_ia32_";

/// Empty for all but such builtins.
std::string_view name_of(gimple* statement) {
  tree callee = is_gimple_call(statement) ? gimple_call_fndecl(statement) : nullptr;
  if (callee == nullptr || !fndecl_built_in_p(callee, BUILT_IN_MD)) return {};
  const std::string_view name = IDENTIFIER_POINTER(DECL_NAME(callee));
  return name.starts_with(kPrefix) ? name.substr(kPrefix.size()) : std::string_view();
}

unsigned long size_of(tree type) { return tree_to_uhwi(TYPE_SIZE_UNIT(type)); }
unsigned long lanes_of(tree vector) { return TYPE_VECTOR_SUBPARTS(vector).to_constant(); }

/// The accesses of one call, as calls of the runtime before it.
class Teller {
 public:
  Teller(gimple* call, std::string_view name) : call_(call), name_(name), position_(gimple_location(call)) {}

  gimple_seq tell() {
    for (const Form& form : kForms)
      if (name_.starts_with(form.name) && fits(form)) tell(form);
    for (gimple_stmt_iterator at = gsi_start(statements_); !gsi_end_p(at); gsi_next(&at))
      gimple_set_location(gsi_stmt(at), position_);
    return statements_;
  }

 private:
  tree argument(int number) const { return gimple_call_arg(call_, static_cast<unsigned>(number)); }

  tree type_of(int value) const {
    return value == kResult ? TREE_TYPE(TREE_TYPE(gimple_call_fndecl(call_))) : TREE_TYPE(argument(value));
  }

  /// Others of that name have other arguments: no pointer, or no mask. Variables that nobody outside of the function knows do not count.
  bool fits(const Form& form) const {
    const int count = static_cast<int>(gimple_call_num_args(call_));
    if (std::max({form.where, form.value, form.mask, form.index, form.scale}) >= count) return false;
    tree where = argument(form.where);
    if (!POINTER_TYPE_P(TREE_TYPE(where)) || !ptr_deref_may_alias_global_p(where, /*escaped_local_p=*/true))
      return false;
    return form.mask == kNone || VECTOR_TYPE_P(type_of(form.value));
  }

  void tell(const Form& form) {
    tree where = argument(form.where);
    switch (form.extent) {
      case Extent::Whole:
        return add(form.store, where, constant(form.bytes != 0 ? form.bytes : size_of(type_of(form.value))));
      case Extent::Pointee: return add(form.store, where, constant(size_of(pointee(form))));
      case Extent::Packed: return tell_packed(form);
      case Extent::First: return tell_lane(form, 0, size_of(TREE_TYPE(type_of(form.value))));
      case Extent::Lanes: return tell_lanes(form, size_of(TREE_TYPE(type_of(form.value))));
      case Extent::Narrowed: return tell_lanes(form, narrow_size());
    }
  }

  /// Of the builtin's own pointer: the program's may be to anything.
  tree pointee(const Form& form) const {
    tree types = TYPE_ARG_TYPES(TREE_TYPE(gimple_call_fndecl(call_)));
    for (int i = 0; i < form.where; ++i) types = TREE_CHAIN(types);
    return TREE_TYPE(TREE_VALUE(types));
  }

  unsigned long narrow_size() const {
    switch (name_[name_.find_first_of("0123456789") - 1]) {
      case 'b': return 1;
      case 'w': return 2;
      default: return 4;
    }
  }

  void tell_lanes(const Form& form, unsigned long size) {
    unsigned long lanes = lanes_of(type_of(form.value));
    for (const int number : {form.mask, form.index})  // may be of fewer
      if (number != kNone && VECTOR_TYPE_P(type_of(number))) lanes = std::min(lanes, lanes_of(type_of(number)));
    for (unsigned long lane = 0; lane < lanes; ++lane) tell_lane(form, lane, size);
  }

  /// At address 0, where nobody looks, if the mask does not choose it.
  void tell_lane(const Form& form, unsigned long lane, unsigned long size) {
    tree chosen = all_bits_if_chosen(argument(form.mask), lane);
    if (integer_zerop(chosen)) return;
    tree distance = constant(lane * size);
    if (form.index != kNone) {
      tree index = fold_convert(long_integer_type_node, element(argument(form.index), lane));
      distance = fold_build2(MULT_EXPR, long_unsigned_type_node, number(index), number(argument(form.scale)));
    }
    tree address = fold_build2(PLUS_EXPR, long_unsigned_type_node, number(argument(form.where)), distance);
    add(form.store, fold_build2(BIT_AND_EXPR, long_unsigned_type_node, compute(address), chosen), constant(size));
  }

  void tell_packed(const Form& form) {
    const unsigned long lanes = lanes_of(type_of(form.value));
    tree mask = number(argument(form.mask));
    if (lanes < kBitsOfNumber)  // of the others nobody takes notice
      mask = fold_build2(BIT_AND_EXPR, long_unsigned_type_node, mask, constant((1UL << lanes) - 1));
    tree count = build_call_expr(builtin_decl_explicit(BUILT_IN_POPCOUNTLL), 1, compute(mask));
    tree size = constant(size_of(TREE_TYPE(type_of(form.value))));
    add(form.store, argument(form.where),
        fold_build2(MULT_EXPR, long_unsigned_type_node, number(compute(count)), size));
  }

  /// A mask is a number with a bit for each lane, or a vector with the bit on top of each element.
  tree all_bits_if_chosen(tree mask, unsigned long lane) {
    if (!VECTOR_TYPE_P(TREE_TYPE(mask))) {
      tree bits = fold_build2(RSHIFT_EXPR, long_unsigned_type_node, number(mask), constant(lane));
      tree bit = fold_build2(BIT_AND_EXPR, long_unsigned_type_node, bits, constant(1));
      return compute(fold_build1(NEGATE_EXPR, long_unsigned_type_node, bit));
    }
    tree sign =
        fold_build2(RSHIFT_EXPR, long_integer_type_node, fold_convert(long_integer_type_node, element(mask, lane)),
                    build_int_cst(integer_type_node, kBitsOfNumber - 1));
    return compute(number(sign));
  }

  /// Of a vector, as a number with a sign.
  tree element(tree vector, unsigned long lane) {
    tree type = TREE_TYPE(vector);
    const unsigned long bits = size_of(TREE_TYPE(type)) * BITS_PER_UNIT;
    tree of_numbers = build_nonstandard_integer_type(bits, /*unsignedp=*/0);
    vector = compute(fold_build1(VIEW_CONVERT_EXPR, build_vector_type(of_numbers, type_lanes(type)), vector));
    return compute(fold_build3(BIT_FIELD_REF, of_numbers, vector, bitsize_int(bits), bitsize_int(lane * bits)));
  }
  static poly_int64 type_lanes(tree type) { return static_cast<HOST_WIDE_INT>(lanes_of(type)); }

  static tree number(tree value) { return fold_convert(long_unsigned_type_node, value); }

  /// A value that statements can name.
  tree compute(tree expression) {
    gimple_seq more = nullptr;
    tree value = force_gimple_operand(unshare_expr(expression), &more, /*simple=*/true, nullptr);
    gimple_seq_add_seq(&statements_, more);
    return value;
  }

  void add(bool store, tree address, tree size) {
    tree at = compute(fold_convert(ptr_type_node, address));
    tree entry_point = builtin_decl_implicit(store ? BUILT_IN_TSAN_WRITE_RANGE : BUILT_IN_TSAN_READ_RANGE);
    gimple_seq_add_stmt(&statements_, gimple_build_call(entry_point, 2, at, compute(size)));
  }

  static constexpr unsigned long kBitsOfNumber = 64;

  gimple* call_;
  std::string_view name_;
  location_t position_;
  gimple_seq statements_ = nullptr;
};

}  // namespace

void tell_machine_builtins(function& code) {
  basic_block block;
  FOR_EACH_BB_FN(block, &code)
  for (gimple_stmt_iterator at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at))
    if (const std::string_view name = name_of(gsi_stmt(at)); !name.empty())
      gsi_insert_seq_before(&at, Teller(gsi_stmt(at), name).tell(), GSI_SAME_STMT);
}

}  // namespace farsan::gcc
