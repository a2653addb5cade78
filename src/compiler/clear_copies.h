// Copies of loops without tests, for when nothing that they touch is marked.
//
// Where all that is left to test in an innermost loop are bounds of spans (spans.h) at distances that grow evenly, such as
// `if (c) y[i] = 0`, the first and the last distance tell before the loop whether any test in it can fail. If none can, a copy of the loop runs that has
// none: it is what the compiler would have made of it without FarSan, vectors and all.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/Dominators.h>

#include "compiler/guards.h"

namespace farsan::compiler {

/// The guards have their bounds, and are not in the function yet; those before a loop that gets a copy stay before both. The analyses
/// are those of the function as it is. They do not hold afterwards.
void add_clear_copies(llvm::MutableArrayRef<Guard> guards, llvm::LoopInfo& loops, llvm::DominatorTree& dominators,
                      llvm::ScalarEvolution& evolution);

}  // namespace farsan::compiler
