// Accesses in loops that become one call outside the loop: what all iterations touch is a range, or pieces with a stride.
//
// Exact: a range covers the bytes that the iterations touch and no other, also if there are none. It replaces the accesses
// of a loop only where
//  - nothing in the loop may synchronise, throw or not come back, so that it does not matter when the accesses are recorded;
//  - the number of iterations is known before the loop (scalar evolution), for all exits together;
//  - the access happens in each iteration: before all exits (iterations + 1 times), or behind all of them;
//  - the address grows by the same amount each time. No overflow is assumed away: sums of addresses wrap, as they do in the loop.
// The range of an inner loop is an access of the outer one, with the same conditions.
#pragma once

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/Dominators.h>

#include "compiler/access.h"
#include "compiler/guards.h"
#include "compiler/positions.h"
#include "compiler/synchronisation.h"

namespace farsan::compiler {

struct LoopAnalyses {
  llvm::LoopInfo& loops;
  llvm::ScalarEvolution& evolution;
  llvm::DominatorTree& dominators;
  llvm::AAResults& aliases;
};

struct Ranges {
  llvm::SmallVector<Access, 0> left;  ///< accesses that stay where they are
  llvm::SmallVector<Guard, 0> guards;
};

/// Computes what the ranges need before the loops; calls nothing yet.
Ranges ranges_of(llvm::SmallVector<Access, 0> accesses, const LoopAnalyses& analyses,
                 const Synchronisation& synchronisation, const Positions& positions);

}  // namespace farsan::compiler
