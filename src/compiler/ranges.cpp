#include "compiler/ranges.h"

#include <llvm/ADT/BitVector.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

#include <optional>

namespace farsan::compiler {

using namespace llvm;

namespace {

/// Something that is known before a loop: a branch that always goes the same way, or a number that is not 0.
struct Condition {
  Value* branch = nullptr;
  bool taken_if = true;
  const SCEV* not_zero = nullptr;
};

/// `count` pieces of `length` bytes from `first` on, `stride` apart; without `count` a single one. None at all unless all
/// conditions hold; then the rest may be nonsense.
struct Shape {
  const SCEV* first = nullptr;
  const SCEV* length = nullptr;
  const SCEV* stride = nullptr;
  const SCEV* count = nullptr;
  SmallVector<Condition, 1> conditions = {};
};

/// A shape that is to be recorded before a loop.
struct Range {
  const Access* access = nullptr;
  Shape shape;
  /// The address and its step in the innermost loop: the order in which accesses reach the same byte.
  const SCEV* start = nullptr;
  const SCEV* step = nullptr;
};

/// How often a block of a loop is executed each time the loop is.
struct Executions {
  const SCEV* count = nullptr;
  bool never_zero = false;
  SmallVector<Condition, 1> conditions = {};
};

class Decision {
 public:
  Decision(const LoopAnalyses& analyses, const Synchronisation& synchronisation, SCEVExpander& expander, Type* number)
      : loops_(analyses.loops),
        evolution_(analyses.evolution),
        dominators_(analyses.dominators),
        synchronisation_(synchronisation),
        expander_(expander),
        number_(number) {}

  /// Takes the access out of as many loops as possible. The block before the outermost of them is `before`.
  std::optional<Range> range_of(const Access& access, BasicBlock*& before) {
    BasicBlock* block = access.at->getParent();
    Loop* loop = loops_.getLoopFor(block);
    if (loop == nullptr || access.pinned || !evolution_.isSCEVable(access.address->getType())) return std::nullopt;
    Range range{&access, {evolution_.getSCEV(access.address), evolution_.getConstant(number_, access.size)}};
    before = nullptr;
    for (; loop != nullptr; loop = loop->getParentLoop()) {
      if (!is_quiet(*loop)) break;
      const std::optional<Executions> executions = executions_of(*block, *loop);
      if (!executions) break;
      const auto* address = dyn_cast<SCEVAddRecExpr>(range.shape.first);
      const std::optional<Shape> whole = over(range.shape, *loop, *executions);
      if (!whole || !is_computable(*whole, *loop->getLoopPreheader()->getTerminator())) break;
      if (before == nullptr && address != nullptr && address->getLoop() == loop) {
        range.start = address->getStart();
        range.step = address->getStepRecurrence(evolution_);
      }
      range.shape = *whole;
      before = block = loop->getLoopPreheader();
    }
    if (before == nullptr) return std::nullopt;
    return range;
  }

 private:
  bool is_quiet(Loop& loop) {
    const auto [known, is_new] = quiet_.try_emplace(&loop, false);
    if (!is_new) return known->second;
    const bool quiet = loop.getLoopPreheader() != nullptr && loop.getLoopLatch() != nullptr &&
                       all_of(loop.blocks(), [&](const BasicBlock* block) {
                         return none_of(*block, [&](const Instruction& i) { return synchronisation_.possible_at(i); });
                       });
    return quiet_[&loop] = quiet;
  }

  /// Goes back from the block to one that every iteration comes to, as long as the way between them is the same in all
  /// iterations.
  BasicBlock* in_every_iteration(BasicBlock* block, Loop& loop, SmallVectorImpl<Condition>& conditions) {
    while (loops_.getLoopFor(block) == &loop && !dominators_.dominates(block, loop.getLoopLatch())) {
      BasicBlock* before = block->getSinglePredecessor();
      const auto* branch = before == nullptr ? nullptr : dyn_cast<BranchInst>(before->getTerminator());
      if (branch == nullptr) return nullptr;
      if (branch->isConditional()) {
        if (!loop.isLoopInvariant(branch->getCondition()) || branch->getSuccessor(0) == branch->getSuccessor(1))
          return nullptr;
        conditions.push_back({branch->getCondition(), branch->getSuccessor(0) == block});
      }
      block = before;
    }
    return loops_.getLoopFor(block) == &loop ? block : nullptr;
  }

  std::optional<Executions> executions_of(BasicBlock& where, Loop& loop) {
    SmallVector<Condition, 1> conditions;
    BasicBlock* block = in_every_iteration(&where, loop, conditions);
    if (block == nullptr) return std::nullopt;
    const SCEV* taken = evolution_.getBackedgeTakenCount(&loop);
    if (isa<SCEVCouldNotCompute>(taken) || evolution_.getTypeSizeInBits(taken->getType()) > 64) return std::nullopt;
    taken = evolution_.getNoopOrZeroExtend(taken, number_);
    SmallVector<BasicBlock*, 4> exiting;
    loop.getExitingBlocks(exiting);
    if (all_of(exiting, [&](BasicBlock* exit) { return dominators_.dominates(block, exit); }))
      return Executions{evolution_.getAddExpr(taken, evolution_.getOne(number_)), true, conditions};
    if (all_of(exiting, [&](BasicBlock* exit) { return dominators_.properlyDominates(exit, block); }))
      return Executions{taken, evolution_.isKnownNonZero(taken), conditions};
    return std::nullopt;
  }

  /// What the shape becomes when a loop goes over it.
  std::optional<Shape> over(const Shape& piece, const Loop& loop, const Executions& executions) {
    for (const SCEV* part : {piece.length, piece.stride, piece.count})
      if (part != nullptr && !evolution_.isLoopInvariant(part, &loop)) return std::nullopt;
    for (const Condition& condition : piece.conditions)
      if (condition.branch != nullptr ? !loop.isLoopInvariant(condition.branch)
                                      : !evolution_.isLoopInvariant(condition.not_zero, &loop))
        return std::nullopt;
    std::optional<Shape> whole = over_bytes(piece, loop, executions);
    if (!whole) return std::nullopt;
    whole->conditions = piece.conditions;
    append_range(whole->conditions, executions.conditions);
    // Where there is no iteration, what an inner loop needed may be nonsense.
    if (!executions.never_zero) whole->conditions.push_back({.not_zero = executions.count});
    return whole;
  }

  std::optional<Shape> over_bytes(const Shape& piece, const Loop& loop, const Executions& executions) {
    if (evolution_.isLoopInvariant(piece.first, &loop)) return piece;  // the same, each time
    const auto* address = dyn_cast<SCEVAddRecExpr>(piece.first);
    if (address == nullptr || address->getLoop() != &loop || !address->isAffine()) return std::nullopt;
    const SCEV* step = evolution_.getNoopOrSignExtend(address->getStepRecurrence(evolution_), number_);
    return piece.count == nullptr ? moved(piece, address->getStart(), step, executions)
                                  : moved_strided(piece, address->getStart(), step, executions);
  }

  Shape moved(const Shape& piece, const SCEV* start, const SCEV* step, const Executions& executions) {
    const SCEV* back = evolution_.getNegativeSCEV(step);
    const SCEV* steps = evolution_.getMinusSCEV(executions.count, evolution_.getOne(number_));
    const SCEV* last = evolution_.getAddExpr(start, evolution_.getMulExpr(step, steps));
    if (step == piece.length) return {start, evolution_.getMulExpr(piece.length, executions.count)};
    if (back == piece.length) return {last, evolution_.getMulExpr(piece.length, executions.count)};
    // Pieces that overlap are one.
    for (const bool up : {true, false}) {
      const auto* distance = dyn_cast<SCEVConstant>(up ? step : back);
      const auto* length = dyn_cast<SCEVConstant>(piece.length);
      if (distance == nullptr || length == nullptr) break;
      if (!distance->getAPInt().isStrictlyPositive() || distance->getAPInt().uge(length->getAPInt())) continue;
      const SCEV* all = evolution_.getAddExpr(evolution_.getMulExpr(distance, steps), length);
      return {up ? start : last, all};
    }
    return {start, piece.length, step, executions.count};
  }

  /// Only pieces that go on where the last ones ended, one by one or all together: more would be two strides.
  std::optional<Shape> moved_strided(const Shape& piece, const SCEV* start, const SCEV* step,
                                     const Executions& executions) {
    if (step == piece.length)
      return Shape{start, evolution_.getMulExpr(piece.length, executions.count), piece.stride, piece.count};
    if (step != evolution_.getMulExpr(piece.stride, piece.count)) return std::nullopt;
    return Shape{start, piece.length, piece.stride, evolution_.getMulExpr(piece.count, executions.count)};
  }

  bool is_computable(const Shape& shape, Instruction& before) {
    for (const Condition& condition : shape.conditions)
      if (condition.not_zero != nullptr && !expander_.isSafeToExpandAt(condition.not_zero, &before)) return false;
    return all_of(std::initializer_list<const SCEV*>{shape.first, shape.length, shape.stride, shape.count},
                  [&](const SCEV* part) { return part == nullptr || expander_.isSafeToExpandAt(part, &before); });
  }

  LoopInfo& loops_;
  ScalarEvolution& evolution_;
  DominatorTree& dominators_;
  const Synchronisation& synchronisation_;
  SCEVExpander& expander_;
  Type* number_;  // 64 bits
  DenseMap<const Loop*, bool> quiet_;
};

/// `later` is in the program behind `earlier`, but reaches each byte first: `x[i]` before `x[i + 1]` in a loop that counts up.
bool reaches_first(const Range& later, const Range& earlier, ScalarEvolution& evolution) {
  if (later.step == nullptr || later.step != earlier.step || later.access->kind != earlier.access->kind) return false;
  const auto* distance = dyn_cast<SCEVConstant>(evolution.getMinusSCEV(later.start, earlier.start));
  if (distance == nullptr || distance->isZero()) return false;
  return distance->getAPInt().isNegative() ? evolution.isKnownNegative(later.step)
                                           : evolution.isKnownPositive(later.step);
}

/// The last to reach a byte is recorded last, where that can be told.
void add_in_order(SmallVectorImpl<Range>& ranges, const Range& range, ScalarEvolution& evolution) {
  auto* place = std::find_if(ranges.begin(), ranges.end(),
                             [&](const Range& other) { return reaches_first(range, other, evolution); });
  ranges.insert(place, range);
}

/// The shape as values, before the instruction. Conditions choose between them and nothing: what is nonsense must not even be
/// looked at (it may be poison).
Piece computed(const Range& range, SCEVExpander& expander, Instruction& before, const Positions& positions) {
  const auto value = [&](const SCEV* part) -> Value* {
    return part == nullptr ? nullptr : expander.expandCodeFor(part, part->getType(), &before);
  };
  Piece piece{.kind = range.access->kind,
              .site = positions.of(*range.access->at),
              .address = value(range.shape.first),
              .size = range.access->size,
              .align = range.access->align,
              .length = value(range.shape.length),
              .stride = value(range.shape.stride),
              .count = value(range.shape.count)};
  if (range.shape.conditions.empty()) return piece;
  Value* all = nullptr;
  for (const Condition& condition : range.shape.conditions) {
    Value* number = value(condition.not_zero);
    IRBuilder<> builder(&before);
    Value* holds = number != nullptr ? builder.CreateIsNotNull(builder.CreateFreeze(number))
                                     : builder.CreateFreeze(condition.branch);
    if (number == nullptr && !condition.taken_if) holds = builder.CreateNot(holds);
    all = all == nullptr ? holds : builder.CreateAnd(all, holds);
  }
  IRBuilder<> builder(&before);
  for (Value** part : {&piece.address, &piece.length, &piece.stride, &piece.count})
    if (*part != nullptr) *part = builder.CreateSelect(all, *part, Constant::getNullValue((*part)->getType()));
  return piece;
}

bool same_line(const DebugLoc& a, const DebugLoc& b) {
  return a && b && a.getLine() != 0 && a.getLine() == b.getLine() && a->getInlinedAt() == b->getInlinedAt() &&
         a->getFile() == b->getFile();
}

bool same_condition(const Condition& a, const Condition& b) {
  return a.branch == b.branch && a.taken_if == b.taken_if && a.not_zero == b.not_zero;
}

/// Ranges of one line and kind that differ in where they begin only: a stencil. If they overlap, as they do unless the loop is
/// very short, one of them records all. Whether they do is found out when the program runs.
class Stencil {
 public:
  Stencil(ArrayRef<Range> ranges, Guard& guard, ScalarEvolution& evolution)
      : ranges_(ranges),
        pieces_(guard.pieces),
        before_(guard.before),
        evolution_(evolution),
        joined_(static_cast<unsigned>(ranges.size())) {}

  void join() {
    for (const Direction direction : {Direction::Along, Direction::Across})
      for (unsigned i = 0; i < ranges_.size(); ++i)
        if (!joined_[i]) join_with(i, direction);
  }

 private:
  /// Distances are bytes, or strides.
  enum class Direction : std::uint8_t { Along, Across };
  struct Member {
    std::int64_t distance = 0;
    unsigned index = 0;
  };

  bool alike(unsigned i, unsigned j) const {
    const Shape& a = ranges_[i].shape;
    const Shape& b = ranges_[j].shape;
    return pieces_[i].kind == pieces_[j].kind && same_line(pieces_[i].site, pieces_[j].site) && a.length == b.length &&
           a.stride == b.stride && a.count == b.count && equal(a.conditions, b.conditions, same_condition);
  }

  std::optional<std::int64_t> distance(unsigned from, unsigned to, Direction direction) const {
    const Shape& a = ranges_[from].shape;
    const Shape& b = ranges_[to].shape;
    if (direction == Direction::Along) {
      const auto* bytes = dyn_cast<SCEVConstant>(evolution_.getMinusSCEV(b.first, a.first));
      return bytes != nullptr ? std::optional(bytes->getAPInt().getSExtValue()) : std::nullopt;
    }
    if (a.count == nullptr) return std::nullopt;
    const SCEV* bytes = evolution_.getMinusSCEV(b.first, a.first);
    for (std::int64_t strides = -kFar; strides <= kFar; ++strides)
      if (bytes ==
          evolution_.getMulExpr(evolution_.getConstant(a.stride->getType(), std::uint64_t(strides), true), a.stride))
        return strides;
    return std::nullopt;
  }

  void join_with(unsigned first, Direction direction) {
    SmallVector<Member, 4> members = {{0, first}};
    for (unsigned i = first + 1; i < ranges_.size(); ++i)
      if (!joined_[i] && alike(first, i))
        if (const auto far = distance(first, i, direction)) members.push_back({*far, i});
    if (members.size() < 2) return;
    sort(members, [](const Member& a, const Member& b) {
      return std::pair(a.distance, a.index) < std::pair(b.distance, b.index);
    });
    std::int64_t gap = 0;
    for (std::size_t i = 1; i < members.size(); ++i) gap = std::max(gap, members[i].distance - members[i - 1].distance);
    extend(members, gap, direction);
    for (const Member& member : members) joined_.set(member.index);
  }

  void extend(ArrayRef<Member> members, std::int64_t gap, Direction direction) {
    Piece& all = pieces_[members.front().index];
    Value*& extent = direction == Direction::Along ? all.length : all.count;
    IRBuilder<> builder(before_);
    Value* overlap = builder.CreateICmpUGE(extent, builder.getInt64(static_cast<std::uint64_t>(gap)));
    const std::int64_t more = members.back().distance - members.front().distance;
    // Nothing is nothing, also beside itself.
    overlap = builder.CreateAnd(overlap, builder.CreateIsNotNull(extent));
    Value* extended = builder.CreateAdd(extent, builder.getInt64(static_cast<std::uint64_t>(more)));
    extent = builder.CreateSelect(overlap, extended, extent);
    for (const Member& member : members.drop_front()) pieces_[member.index].covered = overlap;
  }

  static constexpr std::int64_t kFar = 4;  // rows that stencils reach
  ArrayRef<Range> ranges_;
  MutableArrayRef<Piece> pieces_;
  Instruction* before_;
  ScalarEvolution& evolution_;
  BitVector joined_;
};

}  // namespace

Ranges ranges_of(SmallVector<Access, 0> accesses, const LoopAnalyses& analyses, const Synchronisation& synchronisation,
                 const Positions& positions) {
  if (accesses.empty() || analyses.loops.empty()) return {std::move(accesses), {}};
  const Module& module = *accesses.front().at->getModule();
  Type* number = Type::getInt64Ty(module.getContext());
  SCEVExpander expander(analyses.evolution, module.getDataLayout(), "farsan");
  Decision decision(analyses, synchronisation, expander, number);

  Ranges result;
  MapVector<BasicBlock*, SmallVector<Range, 4>> before_loops;
  for (const Access& access : accesses) {
    BasicBlock* before = nullptr;
    if (const auto range = decision.range_of(access, before))
      add_in_order(before_loops[before], *range, analyses.evolution);
    else
      result.left.push_back(access);
  }

  for (const auto& [block, ranges] : before_loops) {
    Guard guard{block->getTerminator(), {}};
    for (const Range& range : ranges) guard.pieces.push_back(computed(range, expander, *guard.before, positions));
    Stencil(ranges, guard, analyses.evolution).join();
    result.guards.push_back(std::move(guard));
  }
  return result;
}

}  // namespace farsan::compiler
