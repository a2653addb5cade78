#include "compiler/keep_apart.h"

#include <llvm/ADT/Any.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Support/CommandLine.h>

namespace farsan::compiler {

using namespace llvm;

namespace {

struct PassSwitch {
  const char* name;
  bool apart;  ///< its value while accesses are kept apart; the opposite is what it is by itself
};
/// Of the pass that simplifies the flow of control; of the one that keeps in a register what a loop has in memory; of the one that
/// loads what the next round of a loop will need, although there may be none; and of the one that moves a load to the branch that uses what it
/// loads: the program loads it on all ways.
constexpr PassSwitch kSwitches[] = {{"simplifycfg-sink-common", false},       {"simplifycfg-hoist-common", false},
                                    {"simplifycfg-merge-cond-stores", false}, {"disable-licm-promotion", true},
                                    {"enable-load-in-loop-pre", false},       {"instcombine-code-sinking", false}};
constexpr char kSeparator[] = "farsan.separator";
constexpr char kSeparatorOfPass[] = "farsan.separator_of_pass";
constexpr StringRef kCombiningPass = "InstCombinePass";
/// The one loads in the caller what a function loads of an argument, the other stores where branches meet what both store.
constexpr StringRef kMovingPasses[] = {"ArgumentPromotionPass", "MergedLoadStoreMotionPass"};

/// One module at a time is on its way to its instrumentation. (The linker, which may have several, has none.)
bool are_kept_apart = false;

void set_switches(bool apart) {
  StringMap<cl::Option*>& known = cl::getRegisteredOptions();
  for (const PassSwitch& one : kSwitches) {
    const auto found = known.find(one.name);
    if (found == known.end() || found->second->getNumOccurrences() != 0) continue;
    static_cast<cl::opt<bool>*>(found->second)->setValue(one.apart == apart);
  }
}

/// Of something that may have an address outside of the function: not of a variable as clang writes it before it is optimised.
bool is_access(const Instruction& instruction) {
  const Value* place = getLoadStorePointerOperand(&instruction);
  return place != nullptr && !isa<AllocaInst>(place);
}

bool meets_others(const BasicBlock& block) {
  const BasicBlock* next = block.getSingleSuccessor();
  return next != nullptr && isa<BranchInst>(block.getTerminator()) && next->getSinglePredecessor() == nullptr;
}

bool is_separated(const BasicBlock& block) {
  const Instruction* last = block.getTerminator()->getPrevNode();
  return last != nullptr && last->getMetadata(kSeparator) != nullptr;
}

void separate(Function& function, const char* mark) {
  for (BasicBlock& block : function) {
    if (!meets_others(block) || is_separated(block) || none_of(block, is_access)) continue;
    // Of nothing. To the optimiser it reads, and writes something of its own: loads and stores do not move down over it.
    IRBuilder<> builder(block.getTerminator());
    Value* nothing = ConstantPointerNull::get(builder.getPtrTy());
    Value* zero = builder.getInt32(0);
    CallInst* between = builder.CreateIntrinsic(Intrinsic::prefetch, {builder.getPtrTy()}, {nothing, zero, zero, zero});
    between->setMetadata(mark, MDNode::get(function.getContext(), {}));
  }
}

void join(Function& function, const char* mark) {
  for (Instruction& instruction : make_early_inc_range(instructions(function)))
    if (instruction.getMetadata(mark) != nullptr) instruction.eraseFromParent();
}

/// What the pass works on, if it is the one that combines instructions, and accesses are kept apart.
Function* to_be_combined(StringRef pass, const Any& unit) {
  if (!are_kept_apart || pass != kCombiningPass) return nullptr;
  const auto* function = any_cast<const Function*>(&unit);
  return function == nullptr ? nullptr : const_cast<Function*>(*function);
}

}  // namespace

void skip_moving_passes(PassInstrumentationCallbacks& callbacks) {
  callbacks.registerShouldRunOptionalPassCallback(
      [](StringRef pass, const Any& /*unit*/) { return !are_kept_apart || !is_contained(kMovingPasses, pass); });
}

void keep_accesses_apart() {
  are_kept_apart = true;
  set_switches(/*apart=*/true);
}

void let_accesses_merge() {
  are_kept_apart = false;
  set_switches(/*apart=*/false);
}

void separate_new_branches(PassInstrumentationCallbacks& callbacks) {
  callbacks.registerBeforeNonSkippedPassCallback([](StringRef pass, const Any& unit) {
    if (Function* function = to_be_combined(pass, unit)) separate(*function, kSeparatorOfPass);
  });
  callbacks.registerAfterPassCallback([](StringRef pass, const Any& unit, const PreservedAnalyses& /*preserved*/) {
    if (Function* function = to_be_combined(pass, unit)) join(*function, kSeparatorOfPass);
  });
}

void separate_branches(Function& function) { separate(function, kSeparator); }

void join_branches(Function& function) { join(function, kSeparator); }

}  // namespace farsan::compiler
