// Before accesses are instrumented, the optimiser makes one access of two on different ways through a function, which has no
// line then, and moves loads to the callers, where they have the wrong one. As far as it can be told not to, it is. (What combines
// instructions cannot: stores of both branches of an `if` to the same place still become one. docs/limits.md)
#pragma once

#include <llvm/IR/PassInstrumentation.h>

namespace farsan::compiler {

/// Leaves out the pass that does nothing but move loads.
void skip_moving_pass(llvm::PassInstrumentationCallbacks& callbacks);

/// Switches that part of others off, from the beginning of a module to its instrumentation. What the user has said on the command line
/// stays.
void keep_accesses_apart();
void let_accesses_merge();

}  // namespace farsan::compiler
