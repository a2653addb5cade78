// What is left of an access: a look at the byte of its page, and a call of the runtime behind a branch that is not taken.
//
// Accesses between two places that may synchronise are tested together, with one branch for all of them, at the end of
// their block: behind the branch each has a call of its own, with its own source position. Pieces of one object share a look.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>

#include "compiler/access.h"
#include "compiler/options.h"
#include "compiler/positions.h"
#include "compiler/runtime_calls.h"
#include "compiler/synchronisation.h"

namespace farsan::compiler {

struct Guard {
  llvm::Instruction* before = nullptr;
  llvm::SmallVector<Piece, 4> pieces;
  /// Recorded without the runtime where that can be.
  bool in_line = false;
  /// Recorded without a call where the loop has a hot span for it.
  bool may_be_hot = false;
  /// Neighbours that are at different distances are tested one after the other, which needs no more comparisons than all at once.
  bool apart = false;
};

/// The first and the last byte of a piece with a length, as numbers. Nonsense if there are none.
std::pair<llvm::Value*, llvm::Value*> ends_of(llvm::IRBuilder<>& builder, const Piece& piece);

/// Where the accesses are recorded.
llvm::SmallVector<Guard, 0> guards_of(llvm::Function& function, llvm::ArrayRef<Access> accesses,
                                      const Synchronisation& synchronisation, const Positions& positions,
                                      const llvm::LoopInfo& loops, bool grouping);

/// The analyses are those of the function as it is; they do not hold afterwards. `before_loops` may give the guards bounds, and makes changes
/// before loops: from then on the analyses are not looked at.
void insert(llvm::MutableArrayRef<Guard> guards, RuntimeCalls& calls, const llvm::DominatorTree& dominators,
            const llvm::LoopInfo& loops, const Options& options, llvm::function_ref<void()> before_loops);

}  // namespace farsan::compiler
