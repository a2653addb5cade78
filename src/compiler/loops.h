// Loops in the form that ranges.h can see through.
#pragma once

#include <llvm/IR/PassManager.h>

namespace farsan::compiler {

/// Every loop gets a block before it. And a value that was computed in the same way on all ways to a place is computed once,
/// there: redundancy elimination likes to leave two copies of `i + 1`, one on each way around an inner loop, and then nobody
/// sees any more that `i` counts.
void simplify_loops(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

}  // namespace farsan::compiler
