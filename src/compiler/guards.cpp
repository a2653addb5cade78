#include "compiler/guards.h"

#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <map>

#include "compiler/places.h"
#include "runtime/pass_interface.h"

namespace farsan::compiler {

using namespace llvm;

namespace {

constexpr std::uint64_t kPage = std::uint64_t{1} << runtime::kPageBits;
/// More addresses than this would have to be kept in registers until the end of the block.
constexpr std::size_t kMostInGroup = 12;

/// The test of a guard, and the branch to its calls.
class Inserter {
 public:
  Inserter(RuntimeCalls& calls, Value* table) : calls_(calls), table_(table) {}

  void insert(const Guard& guard) {
    IRBuilder<> builder(guard.before);
    builder.SetCurrentDebugLocation(guard.pieces.front().site);
    if (table_ == nullptr) return call_all(builder, guard);
    MDNode* unlikely = MDBuilder(builder.getContext()).createUnlikelyBranchWeights();
    Instruction* end =
        SplitBlockAndInsertIfThen(flagged(builder, guard), guard.before, /*Unreachable=*/false, unlikely);
    IRBuilder<> cold(end);
    if (!guard.bounds.empty()) {
      // Too far away to be known as clear is not marked yet.
      cold.SetCurrentDebugLocation(guard.pieces.front().site);
      Value* marked = cold.CreateIsNotNull(marks_of(cold, guard.pieces));
      cold.SetInsertPoint(SplitBlockAndInsertIfThen(marked, end, /*Unreachable=*/false));
    }
    call_all(cold, guard);
  }

 private:
  Value* flagged(IRBuilder<>& builder, const Guard& guard) {
    if (guard.bounds.empty()) return builder.CreateIsNotNull(marks_of(builder, guard.pieces));
    SmallVector<Piece, 4> rest;
    copy_if(guard.pieces, std::back_inserter(rest), [](const Piece& piece) { return !piece.bounded; });
    Value* any = rest.empty() ? nullptr : builder.CreateIsNotNull(marks_of(builder, rest));
    for (const Bound& bound : guard.bounds)
      any = either(builder, any, builder.CreateICmpUGE(bound.distance, bound.limit));
    return any;
  }

  /// Bytes of one object, by their distance from what their addresses have in common, with one of the addresses.
  struct Extent {
    Value* address = nullptr;
    std::int64_t offset = 0;
    std::int64_t begin = 0;
    std::int64_t end = 0;
    bool on_one_page = false;
  };

  void call_all(IRBuilder<>& builder, const Guard& guard) {
    for (const Piece& piece : guard.pieces)
      if (guard.in_line && RuntimeCalls::fits_hot_cells(piece))
        record_in_line(builder, piece);
      else
        calls_.record(builder, piece);
  }

  /// Others of the guard may be what is marked. The builder goes on behind it.
  void record_in_line(IRBuilder<>& builder, const Piece& piece) {
    builder.SetCurrentDebugLocation(piece.site);
    Value* marks = look(builder, piece.address);
    Instruction* rest = &*builder.GetInsertPoint();
    IRBuilder<> marked(
        SplitBlockAndInsertIfThen(builder.CreateIsNotNull(marks), rest->getIterator(), /*Unreachable=*/false));
    calls_.record_in_line(marked, piece, table_, marks);
    builder.SetInsertPoint(rest);
  }

  Value* look(IRBuilder<>& builder, Value* address) {
    return calls_.marks(builder, table_, calls_.page_of(builder, address, Validity::Accessed));
  }

  Value* either(IRBuilder<>& builder, Value* a, Value* b) { return a == nullptr ? b : builder.CreateOr(a, b); }

  Value* marks_of(IRBuilder<>& builder, ArrayRef<Piece> pieces) {
    const DataLayout& layout = builder.GetInsertBlock()->getModule()->getDataLayout();
    std::map<Place::Family, std::size_t>
        families;  // values are places in the list: pointers have no order of their own
    SmallVector<SmallVector<Extent, 2>, 4> extents;
    Value* all = nullptr;
    for (const Piece& piece : pieces) {
      if (piece.length != nullptr) {
        all = either(builder, all, marks_of_range(builder, piece));
        continue;
      }
      const Place place = place_of(*piece.address, layout);
      const auto [family, is_new] = families.try_emplace(place.family(), extents.size());
      if (is_new) extents.emplace_back();
      const bool on_one_page = isPowerOf2_64(piece.size) && piece.align.value() >= piece.size && piece.size <= kPage;
      const std::int64_t end = place.offset + static_cast<std::int64_t>(piece.size);
      join(extents[family->second], {piece.address, place.offset, place.offset, end, on_one_page});
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
    Value* marks = look(builder, at(extent.begin));
    if (extent.on_one_page) return marks;
    // A piece that is longer than a page may have marks in its middle only.
    if (extent.end - extent.begin > static_cast<std::int64_t>(kPage)) return builder.getInt8(1);
    return builder.CreateOr(marks, look(builder, at(extent.end - 1)));
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
      return calls_.marks(builder, table_, builder.CreateAdd(base, place));
    };
    Value* ends = builder.CreateOr(look_at(begin), look_at(last));
    return builder.CreateOr(ends, builder.CreateZExt(far(bits), builder.getInt8Ty()));
  }

  RuntimeCalls& calls_;
  Value* table_;
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
                                const Positions& positions, bool grouping) {
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
        if (!grouping || open.pieces.size() == kMostInGroup) close(instruction);
        open.pieces.push_back({.kind = next->kind,
                               .site = positions.of(instruction),
                               .address = next->address,
                               .size = next->size,
                               .align = next->align});
      }
      if (!grouping || instruction.isTerminator() || synchronisation.possible_at(instruction)) close(instruction);
    }
  }
  return guards;
}

void insert(MutableArrayRef<Guard> guards, RuntimeCalls& calls, const DominatorTree& dominators, const LoopInfo& loops,
            const Options& options, function_ref<void()> before_loops) {
  BasicBlock* place = options.inline_test ? place_of_table(guards, dominators, loops) : nullptr;
  Value* table = nullptr;
  if (place != nullptr) {
    IRBuilder<> builder(place, place->getFirstInsertionPt());
    table = calls.table(builder);
  }
  // Decided before the first block is split: the tree does not know the new ones.
  SmallVector<const Guard*, 0> reachable;
  const bool in_line = table != nullptr && options.inline_record && calls.can_record_in_line();
  for (Guard& guard : guards) {
    if (!dominators.isReachableFromEntry(guard.before->getParent())) continue;
    guard.in_line = in_line && loops.getLoopFor(guard.before->getParent()) != nullptr;
    reachable.push_back(&guard);
  }
  if (table != nullptr) before_loops();
  Inserter inserter(calls, table);
  for (const Guard* guard : reachable) inserter.insert(*guard);
}

}  // namespace farsan::compiler
