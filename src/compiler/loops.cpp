#include "compiler/loops.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/ScalarEvolutionExpander.h>

namespace farsan::compiler {

using namespace llvm;

namespace {

/// What all incoming values are, if they are the same.
const SCEV* common_value(PHINode& phi, ScalarEvolution& evolution) {
  const SCEV* first = evolution.getSCEV(phi.getIncomingValue(0));
  const bool same =
      all_of(phi.incoming_values(), [&](const Use& incoming) { return evolution.getSCEV(incoming.get()) == first; });
  return same && !isa<SCEVUnknown, SCEVConstant>(first) ? first : nullptr;
}

void merge_copies(Function& function, FunctionAnalysisManager& analyses) {
  const auto& loops = analyses.getResult<LoopAnalysis>(function);
  auto& evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  SCEVExpander expander(evolution, function.getDataLayout(), "farsan.same");
  SmallVector<PHINode*, 8> merged;
  for (const Loop* loop : loops.getLoopsInPreorder()) {
    for (BasicBlock* block : loop->blocks()) {
      if (loops.getLoopFor(block) != loop || block == loop->getHeader()) continue;
      for (PHINode& phi : make_early_inc_range(block->phis())) {
        if (!evolution.isSCEVable(phi.getType())) continue;
        const SCEV* value = common_value(phi, evolution);
        Instruction* place = &*block->getFirstInsertionPt();
        if (value == nullptr || !expander.isSafeToExpandAt(value, place)) continue;
        phi.replaceAllUsesWith(expander.expandCodeFor(value, phi.getType(), place));
        merged.push_back(&phi);
      }
    }
  }
  if (merged.empty()) return;
  expander.clear();
  for (PHINode* phi : merged) phi->eraseFromParent();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  analyses.invalidate(function, preserved);
}

}  // namespace

void simplify_loops(Function& function, FunctionAnalysisManager& analyses) {
  analyses.invalidate(function, LoopSimplifyPass().run(function, analyses));
  merge_copies(function, analyses);
}

}  // namespace farsan::compiler
