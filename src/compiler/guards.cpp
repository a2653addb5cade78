#include "compiler/guards.h"

#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <map>
#include <optional>

#include "compiler/page_table.h"
#include "compiler/places.h"
#include "runtime/pass_interface.h"

namespace farsan::compiler {

using namespace llvm;

namespace {

constexpr std::uint64_t kPage = std::uint64_t{1} << runtime::kPageBits;
/// More addresses than this would have to be kept in registers until the end of the block.
constexpr std::size_t kMostInGroup = 12;
/// Pieces of a function with hot spans.
constexpr std::size_t kMostHot = 64;

/// Where it begins and ends, from its address, if that is known now. Of a range or strided pieces only what fits on two pages: the runtime is
/// asked for others.
std::optional<std::pair<std::int64_t, std::int64_t>> constant_bytes(const Piece& piece) {
  if (piece.length == nullptr) return std::pair{std::int64_t{0}, static_cast<std::int64_t>(piece.size)};
  const auto at_most_a_page = [](const Value* value) -> std::optional<std::int64_t> {
    const auto* constant = dyn_cast<ConstantInt>(value);
    if (constant == nullptr || constant->getBitWidth() > 64) return std::nullopt;
    const std::int64_t number = constant->getSExtValue();
    if (number < -static_cast<std::int64_t>(kPage) || number > static_cast<std::int64_t>(kPage)) return std::nullopt;
    return number;
  };
  const auto length = at_most_a_page(piece.length);
  if (!length || *length <= 0) return std::nullopt;
  if (piece.count == nullptr) return std::pair{std::int64_t{0}, *length};
  const auto stride = at_most_a_page(piece.stride);
  const auto count = at_most_a_page(piece.count);
  if (!stride || !count || *count <= 0) return std::nullopt;
  const std::int64_t last = *stride * (*count - 1);
  const std::pair bytes{std::min<std::int64_t>(last, 0), std::max<std::int64_t>(last, 0) + *length};
  if (bytes.second - bytes.first > static_cast<std::int64_t>(kPage)) return std::nullopt;
  return bytes;
}

/// The test of a guard, and the branch to its calls.
class Inserter {
 public:
  Inserter(RuntimeCalls& calls, Value* table, const Options& options)
      : calls_(calls), table_(table), looks_at_pages_(options.inline_test), starts_late_(options.late_start) {}

  /// Pieces whose distances from their arrays have nothing to do with each other are tested one after the other: if one array is
  /// exposed and one is not, the first costs no look at the second.
  void insert(const Guard& guard) {
    if (table_ == nullptr) {
      IRBuilder<> builder(guard.before);
      return call_all(builder, guard.pieces, guard.in_line);
    }
    if (!looks_at_pages_) return insert_start(*guard.before, guard.pieces);
    for (ArrayRef<Piece> rest = guard.pieces; !rest.empty();) {
      const auto alike = [&](const Piece& piece) { return are_tested_together(rest.front(), piece); };
      // Back ends need more than twice the time for blocks of twice the size.
      const ArrayRef<Piece> run = (guard.apart ? rest.take_while(alike) : rest).take_front(kMostInGroup);
      insert_test(*guard.before, run, guard.in_line);
      rest = rest.drop_front(run.size());
    }
  }

 private:
  static bool are_tested_together(const Piece& a, const Piece& b) {
    if (a.bounds.empty() || b.bounds.empty()) return a.bounds.empty() == b.bounds.empty();
    return a.bounds.front().distance == b.bounds.front().distance && a.bounds.front().limit == b.bounds.front().limit;
  }

  /// All that is asked is whether there was ever anything to look for.
  void insert_start(Instruction& before, ArrayRef<Piece> pieces) {
    IRBuilder<> builder(&before);
    builder.SetCurrentDebugLocation(pieces.front().site);
    Value* started = builder.CreateIsNotNull(has_started(builder, table_));
    IRBuilder<> inside(SplitBlockAndInsertIfThen(started, &before, /*Unreachable=*/false));
    call_all(inside, pieces, /*in_line=*/false);
  }

  void insert_test(Instruction& before, ArrayRef<Piece> pieces, bool in_line) {
    IRBuilder<> builder(&before);
    builder.SetCurrentDebugLocation(pieces.front().site);
    MDNode* unlikely = MDBuilder(builder.getContext()).createUnlikelyBranchWeights();
    Instruction* end = SplitBlockAndInsertIfThen(flagged(builder, pieces), &before, /*Unreachable=*/false, unlikely);
    IRBuilder<> cold(end);
    cold.SetCurrentDebugLocation(pieces.front().site);
    if (all_of(pieces, [](const Piece& piece) { return piece.hot.index != nullptr; })) {
      Instruction* then = nullptr;
      Instruction* otherwise = nullptr;
      SplitBlockAndInsertIfThenElse(are_hot(cold, pieces), end->getIterator(), &then, &otherwise);
      cold.SetInsertPoint(then);
      for (const Piece& piece : pieces) calls_.record_hot(cold, piece);
      cold.SetInsertPoint(end = otherwise);
      cold.SetCurrentDebugLocation(pieces.front().site);
    }
    if (any_of(pieces, [](const Piece& piece) { return !piece.bounds.empty(); })) {
      // Too far away to be known as clear is not marked yet.
      Value* marked = cold.CreateIsNotNull(marks_of(cold, pieces));
      cold.SetInsertPoint(SplitBlockAndInsertIfThen(marked, end, /*Unreachable=*/false));
    }
    call_all(cold, pieces, in_line);
  }

  static SmallVector<Bound, 4> bounds_of(ArrayRef<Piece> pieces) {
    SmallVector<Bound, 4> bounds;
    for (const Piece& piece : pieces)
      for (const Bound& more : piece.bounds)
        if (none_of(bounds,
                    [&](const Bound& bound) { return bound.distance == more.distance && bound.limit == more.limit; }))
          bounds.push_back(more);
    return bounds;
  }

  Value* flagged(IRBuilder<>& builder, ArrayRef<Piece> pieces) {
    SmallVector<Piece, 4> rest;
    copy_if(pieces, std::back_inserter(rest), [](const Piece& piece) { return piece.bounds.empty(); });
    Value* any = rest.empty() ? nullptr : builder.CreateIsNotNull(marks_of(builder, rest));
    for (const Bound& bound : bounds_of(pieces))
      any = either(builder, any, builder.CreateICmpUGE(bound.distance, bound.limit));
    return any;
  }

  /// As near as the answer before the loop reaches, and all that it took for granted holds (`bounds` behind the first).
  Value* are_hot(IRBuilder<>& builder, ArrayRef<Piece> pieces) {
    Value* all = nullptr;
    const auto and_less = [&](Value* value, Value* limit) {
      Value* less = builder.CreateICmpULT(value, limit);
      all = all == nullptr ? less : builder.CreateAnd(all, less);
    };
    for (const Piece& piece : pieces) {
      and_less(piece.hot.index, calls_.limit_of(builder, piece.hot));
      for (const Bound& bound : ArrayRef(piece.bounds).drop_front()) and_less(bound.distance, bound.limit);
    }
    return all;
  }

  /// Bytes of one object, by their distance from what their addresses have in common, with one of the addresses.
  struct Extent {
    Value* address = nullptr;
    std::int64_t offset = 0;
    std::int64_t begin = 0;
    std::int64_t end = 0;
    bool on_one_page = false;
  };

  void call_all(IRBuilder<>& builder, ArrayRef<Piece> pieces, bool in_line) {
    for (const Piece& piece : pieces)
      if (in_line && RuntimeCalls::fits_hot_cells(piece))
        calls_.record_in_line(builder, piece, table_);
      else
        calls_.record(builder, piece);
  }

  Value* marks_at(IRBuilder<>& builder, Value* address) {
    return marks_of_page(builder, table_, page_of(builder, address));
  }

  Value* either(IRBuilder<>& builder, Value* a, Value* b) { return a == nullptr ? b : builder.CreateOr(a, b); }

  Value* marks_of(IRBuilder<>& builder, ArrayRef<Piece> pieces) {
    const DataLayout& layout = builder.GetInsertBlock()->getModule()->getDataLayout();
    std::map<Place::Family, std::size_t>
        families;  // values are places in the list: pointers have no order of their own
    SmallVector<SmallVector<Extent, 2>, 4> extents;
    Value* all = nullptr;
    for (const Piece& piece : pieces) {
      const auto bytes = constant_bytes(piece);
      if (!bytes) {
        all = either(builder, all, marks_of_range(builder, piece));
        continue;
      }
      const Place place = place_of(*piece.address, layout);
      const auto [family, is_new] = families.try_emplace(place.family(), extents.size());
      if (is_new) extents.emplace_back();
      const bool on_one_page = piece.length == nullptr && isPowerOf2_64(piece.size) &&
                               piece.align.value() >= piece.size && piece.size <= kPage;
      join(extents[family->second],
           {piece.address, place.offset, place.offset + bytes->first, place.offset + bytes->second, on_one_page});
    }
    for (const auto& list : extents)
      for (const Extent& extent : list) all = either(builder, all, marks_of_extent(builder, extent));
    return all;
  }

  /// Two that fit on two neighbouring pages are one.
  static void join(SmallVector<Extent, 2>& list, Extent more) {
    for (Extent& extent : list) {
      const Extent both{extent.address, extent.offset, std::min(extent.begin, more.begin),
                        std::max(extent.end, more.end), false};
      if (both.begin == extent.begin && both.end == extent.end) return;
      if (both.end - both.begin > static_cast<std::int64_t>(kPage)) continue;
      const bool covers = both.begin == more.begin && both.end == more.end;
      extent = covers ? more : both;
      return;
    }
    list.push_back(more);
  }

  Value* marks_of_extent(IRBuilder<>& builder, const Extent& extent) {
    const auto at = [&](std::int64_t offset) {
      const auto distance = static_cast<std::uint64_t>(offset - extent.offset);
      return distance == 0 ? extent.address : builder.CreatePtrAdd(extent.address, builder.getInt64(distance));
    };
    Value* marks = marks_at(builder, at(extent.begin));
    if (extent.on_one_page) return marks;
    // A piece that is longer than a page may have marks in its middle only.
    if (extent.end - extent.begin > static_cast<std::int64_t>(kPage)) return may_be_marked(builder);
    return builder.CreateOr(marks, marks_at(builder, at(extent.end - 1)));
  }

  Value* marks_of_range(IRBuilder<>& builder, const Piece& piece) {
    const auto [begin, last] = ends_of(builder, piece);
    return marks_between(builder, begin, last);
  }

  /// Of two pages; or, if there are more, of two regions; what has regions in between is left to the runtime.
  Value* marks_between(IRBuilder<>& builder, Value* begin, Value* last) {
    const auto far = [&](Value* bits) {
      return builder.CreateICmpUGT(builder.CreateSub(builder.CreateLShr(last, bits), builder.CreateLShr(begin, bits)),
                                   builder.getInt64(1));
    };
    const auto choose = [&](Value* which, std::uint64_t a, std::uint64_t b) {
      return builder.CreateSelect(which, builder.getInt64(a), builder.getInt64(b));
    };
    Value* long_one = far(builder.getInt64(runtime::kPageBits));
    Value* bits = choose(long_one, runtime::kRegionBits, runtime::kPageBits);
    Value* mask = choose(long_one, runtime::kRegionMask, runtime::kPageMask);
    Value* base = choose(long_one, runtime::kPageCount, 0);
    const auto look_at = [&](Value* address) {
      Value* place = builder.CreateAnd(builder.CreateLShr(address, bits), mask);
      return marks_of_page(builder, table_, builder.CreateAdd(base, place));
    };
    Value* ends = builder.CreateOr(look_at(begin), look_at(last));
    Value* between = builder.CreateZExt(far(bits), builder.getInt8Ty());
    return builder.CreateOr(ends, builder.CreateAnd(between, may_be_marked(builder)));
  }

  /// Of pages that nobody looks at in line.
  Value* may_be_marked(IRBuilder<>& builder) {
    return starts_late_ ? has_started(builder, table_) : builder.getInt8(1);
  }

  RuntimeCalls& calls_;
  Value* table_;
  bool looks_at_pages_;
  bool starts_late_;
};

/// One load of the table's address for all guards, outside of all loops.
BasicBlock* place_of_table(ArrayRef<Guard> guards, const DominatorTree& dominators, const LoopInfo& loops) {
  BasicBlock* block = nullptr;
  for (const Guard& guard : guards) {
    BasicBlock* own = guard.before->getParent();
    if (dominators.isReachableFromEntry(own))
      block = block == nullptr ? own : dominators.findNearestCommonDominator(block, own);
  }
  if (block == nullptr) return nullptr;
  while (loops.getLoopFor(block) != nullptr || block->isEHPad())
    block = dominators.getNode(block)->getIDom()->getBlock();
  return block;
}

/// Functions with more than that go without in their outer loops: it is a lot of code, and takes the compiler its time.
void limit_hot(MutableArrayRef<Guard> guards, const LoopInfo& loops) {
  SmallVector<Guard*, 0> order;
  for (Guard& guard : guards)
    if (guard.in_line) order.push_back(&guard);
  const auto depth = [&](const Guard* guard) { return loops.getLoopDepth(guard->before->getParent()); };
  sort(order, [&](const Guard* a, const Guard* b) {  // those of one depth as they are in the function
    return std::pair{depth(b), a} < std::pair{depth(a), b};
  });
  std::size_t pieces = 0;
  for (Guard* guard : order) {
    pieces += guard->pieces.size();
    guard->may_be_hot = pieces <= kMostHot;
  }
}

/// The size of its numbers, if it is a few of those that can be recorded in line: neighbours that were joined, or a vector. Else its own.
std::uint64_t numbers_in(const Access& access) {
  constexpr std::uint64_t kFew = 4;
  for (const std::uint64_t number : {std::uint64_t{1} << runtime::kPairBits, std::uint64_t{1} << runtime::kGranuleBits})
    if (access.size % number == 0 && access.size / number <= kFew && access.align.value() >= number) return number;
  return access.size;
}

/// The address that far behind that of the access.
Value* behind(const Access& access, std::uint64_t bytes) {
  if (bytes == 0) return access.address;
  IRBuilder<> builder(access.at);
  return builder.CreatePtrAdd(access.address, builder.getInt64(bytes));
}

}  // namespace

std::pair<Value*, Value*> ends_of(IRBuilder<>& builder, const Piece& piece) {
  Value* first = builder.CreatePtrToInt(piece.address, builder.getInt64Ty());
  Value* begin = first;
  Value* last = first;
  if (piece.count != nullptr) {
    Value* steps = builder.CreateSub(piece.count, builder.getInt64(1));
    Value* end = builder.CreateAdd(first, builder.CreateMul(piece.stride, steps));
    Value* down = builder.CreateICmpSLT(piece.stride, builder.getInt64(0));
    begin = builder.CreateSelect(down, end, first);
    last = builder.CreateSelect(down, first, end);
  }
  return {begin, builder.CreateAdd(last, builder.CreateSub(piece.length, builder.getInt64(1)))};
}

SmallVector<Guard, 0> guards_of(Function& function, ArrayRef<Access> accesses, const Synchronisation& synchronisation,
                                const Positions& positions, const LoopInfo& loops, bool grouping) {
  SmallVector<Guard, 0> guards;
  Guard open;
  const auto close = [&](Instruction& before) {
    if (open.pieces.empty()) return;
    open.before = &before;
    guards.push_back(std::move(open));
    open = {};
  };
  const Access* next = accesses.begin();
  for (BasicBlock& block : function) {
    for (Instruction& instruction : block) {
      for (; next != accesses.end() && next->at == &instruction; ++next) {
        const std::uint64_t number = loops.getLoopFor(&block) != nullptr ? numbers_in(*next) : next->size;
        for (std::uint64_t at = 0; at < next->size; at += number) {
          if (!grouping || open.pieces.size() == kMostInGroup) close(instruction);
          open.pieces.push_back({.kind = next->kind,
                                 .site = positions.of(instruction),
                                 .address = behind(*next, at),
                                 .size = number,
                                 .align = number < next->size ? Align(number) : next->align});
        }
      }
      const auto* call = dyn_cast<CallInst>(&instruction);
      const bool is_last = instruction.isTerminator() || (call != nullptr && call->isMustTailCall());
      if (!grouping || is_last || synchronisation.possible_at(instruction)) close(instruction);
    }
  }
  return guards;
}

void insert(MutableArrayRef<Guard> guards, RuntimeCalls& calls, const DominatorTree& dominators, const LoopInfo& loops,
            const Options& options, function_ref<void()> before_loops) {
  const bool looks = options.inline_test || options.late_start;
  BasicBlock* place = looks ? place_of_table(guards, dominators, loops) : nullptr;
  Value* table = nullptr;
  if (place != nullptr) {
    IRBuilder<> builder(place, place->getFirstInsertionPt());
    table = page_table(builder);
  }
  // Decided before the first block is split: the tree does not know the new ones.
  SmallVector<const Guard*, 0> reachable;
  const bool tests = table != nullptr && options.inline_test;
  const bool in_line = tests && options.inline_record && calls.can_record_in_line();
  for (Guard& guard : guards) {
    if (!dominators.isReachableFromEntry(guard.before->getParent())) continue;
    guard.in_line = in_line;
    reachable.push_back(&guard);
  }
  limit_hot(guards, loops);
  if (tests) before_loops();
  Inserter inserter(calls, table, options);
  for (const Guard* guard : reachable) inserter.insert(*guard);
}

}  // namespace farsan::compiler
