#include "compiler/clear_copies.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

namespace farsan::compiler {

using namespace llvm;

namespace {

/// Larger loops gain less by being free of tests, and would be much code twice.
constexpr std::ptrdiff_t kMostInstructions = 256;
/// Comparisons before a loop.
constexpr std::size_t kMostBounds = 16;
/// Up to here, rounds times bytes of a step are a number of 64 bits.
constexpr std::uint64_t kMostRounds = std::uint64_t{1} << 40;
constexpr std::int64_t kLongestStep = std::int64_t{1} << 20;

using Bounds = SetVector<std::pair<Value*, Value*>>;

/// Of all that is tested in a loop; empty if something there is tested otherwise.
Bounds bounds_of(ArrayRef<const Guard*> guards) {
  Bounds bounds;
  for (const Guard* guard : guards)
    for (const Piece& piece : guard->pieces) {
      if (piece.bounds.empty()) return {};
      for (const Bound& bound : piece.bounds) bounds.insert({bound.distance, bound.limit});
    }
  return bounds;
}

bool can_be_copied(const Loop& loop) {
  if (!loop.isInnermost() || !loop.isLoopSimplifyForm() || !loop.isSafeToClone()) return false;
  std::ptrdiff_t instructions = 0;
  for (const BasicBlock* block : loop.blocks()) instructions += block->sizeWithoutDebug();
  SmallVector<BasicBlock*, 4> exits;
  loop.getExitBlocks(exits);
  return instructions <= kMostInstructions && none_of(exits, [](const BasicBlock* exit) { return exit->isEHPad(); });
}

/// What can be known of a loop before it begins.
class Outlook {
 public:
  Outlook(Loop& loop, const DominatorTree& dominators, ScalarEvolution& evolution)
      : loop_(loop),
        before_(*loop.getLoopPreheader()->getTerminator()),
        dominators_(dominators),
        evolution_(evolution),
        expander_(evolution, before_.getModule()->getDataLayout(), "farsan.clear"),
        number_(Type::getInt64Ty(before_.getContext())) {}

  /// No distance reaches its limit in any round, computed before the loop. Null if that cannot be told.
  Value* all_clear(const Bounds& bounds) {
    const SCEV* taken = evolution_.getBackedgeTakenCount(&loop_);
    if (isa<SCEVCouldNotCompute>(taken) || evolution_.getTypeSizeInBits(taken->getType()) > 64) return nullptr;
    taken = evolution_.getNoopOrZeroExtend(taken, number_);
    SmallVector<std::pair<const SCEV*, Value*>, 8> less;
    if (!evolution_.isKnownPredicate(ICmpInst::ICMP_ULT, taken, evolution_.getConstant(number_, kMostRounds)))
      less.push_back({taken, ConstantInt::get(number_, kMostRounds)});
    for (const auto& [distance, limit] : bounds)
      if (!add_ends(*evolution_.getSCEV(distance), *limit, *taken, less)) return nullptr;
    IRBuilder<> builder(&before_);
    Value* all = builder.getTrue();
    for (const auto& [value, limit] : less) {
      // Each by itself: a number that is poison, of an access that is never made, must not decide for the others.
      Value* number = builder.CreateFreeze(expander_.expandCodeFor(value, number_, &before_));
      all = builder.CreateAnd(all, builder.CreateICmpULT(number, limit));
    }
    return all;
  }

 private:
  /// The first and the last value: those in between are between them, since nothing wraps around.
  bool add_ends(const SCEV& distance, Value& limit, const SCEV& taken,
                SmallVectorImpl<std::pair<const SCEV*, Value*>>& less) {
    if (!dominators_.dominates(&limit, &before_)) return false;
    const auto add = [&](const SCEV* value) {
      if (!expander_.isSafeToExpandAt(value, &before_)) return false;
      less.push_back({value, &limit});
      return true;
    };
    if (evolution_.isLoopInvariant(&distance, &loop_)) return add(&distance);
    const auto* even = dyn_cast<SCEVAddRecExpr>(&distance);
    if (even == nullptr || even->getLoop() != &loop_ || !even->isAffine()) return false;
    const auto* step = dyn_cast<SCEVConstant>(even->getStepRecurrence(evolution_));
    if (step == nullptr || step->getAPInt().abs().ugt(kLongestStep)) return false;
    return add(even->getStart()) && add(evolution_.getAddExpr(even->getStart(), evolution_.getMulExpr(step, &taken)));
  }

  Loop& loop_;
  Instruction& before_;
  const DominatorTree& dominators_;
  ScalarEvolution& evolution_;
  SCEVExpander expander_;
  Type* number_;
};

/// Lets a copy run instead of the loop where the condition holds. Returns what chooses between them.
Instruction& add_copy(Loop& loop, Value& condition, LoopInfo& loops, DominatorTree& dominators) {
  formLCSSA(loop, dominators, &loops, nullptr);
  BasicBlock* choice = loop.getLoopPreheader();
  BasicBlock* preheader = SplitBlock(choice, choice->getTerminator(), &dominators, &loops);
  ValueToValueMapTy copies;
  SmallVector<BasicBlock*, 8> blocks;
  Loop* copy = cloneLoopWithPreheader(preheader, choice, &loop, copies, ".clear", &loops, &dominators, blocks);
  remapInstructionsInBlocks(blocks, copies);
  auto* branch = BranchInst::Create(copy->getLoopPreheader(), preheader, &condition);
  ReplaceInstWithInst(choice->getTerminator(), branch);

  SmallVector<BasicBlock*, 4> exits;
  loop.getUniqueExitBlocks(exits);
  for (BasicBlock* exit : exits)
    for (PHINode& phi : exit->phis())
      for (unsigned i = 0, end = phi.getNumIncomingValues(); i < end; ++i) {
        Value* value = phi.getIncomingValue(i);
        if (const auto copied = copies.find(value); copied != copies.end()) value = copied->second;
        phi.addIncoming(value, cast<BasicBlock>(copies[phi.getIncomingBlock(i)]));
      }
  // What the loop led to can be reached through the copy, too.
  SmallVector<BasicBlock*, 4> behind;
  for (const BasicBlock* block : loop.blocks())
    for (const DomTreeNode* next : dominators.getNode(block)->children())
      if (!loop.contains(next->getBlock())) behind.push_back(next->getBlock());
  for (BasicBlock* block : behind) dominators.changeImmediateDominator(block, choice);
  return *branch;
}

}  // namespace

void add_clear_copies(MutableArrayRef<Guard> guards, LoopInfo& loops, DominatorTree& dominators,
                      ScalarEvolution& evolution) {
  MapVector<Loop*, SmallVector<const Guard*, 4>> tested;
  for (const Guard& guard : guards)
    if (Loop* loop = loops.getLoopFor(guard.before->getParent())) tested[loop].push_back(&guard);
  // All conditions first: what is known of how values develop does not hold any more when there are copies.
  SmallVector<std::pair<Loop*, Value*>, 4> chosen;
  for (const auto& [loop, inside] : tested) {
    if (!can_be_copied(*loop)) continue;
    const Bounds bounds = bounds_of(inside);
    if (bounds.empty() || bounds.size() > kMostBounds) continue;
    if (Value* condition = Outlook(*loop, dominators, evolution).all_clear(bounds)) chosen.push_back({loop, condition});
  }
  for (const auto& [loop, condition] : chosen) {
    const Instruction* entry = loop->getLoopPreheader()->getTerminator();
    Instruction& choice = add_copy(*loop, *condition, loops, dominators);
    for (Guard& guard : guards)
      if (guard.before == entry) guard.before = &choice;
  }
}

}  // namespace farsan::compiler
