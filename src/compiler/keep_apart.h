// Before accesses are instrumented, the optimiser makes one access of two on different ways through a function, which has no
// line then, and moves loads to the callers, where they have the wrong one. As far as it can be told not to, it is. (What combines
// instructions cannot: stores of both branches of an `if` to the same place still become one. docs/limits.md)
#pragma once

#include <llvm/IR/PassInstrumentation.h>

namespace farsan::compiler {

/// While accesses are kept apart, the pass is left out that does nothing but move loads.
void skip_moving_pass(llvm::PassInstrumentationCallbacks& callbacks);

/// From the beginning of a module to its instrumentation. Switches that the user has set on the command line stay.
void keep_accesses_apart();
void let_accesses_merge();

}  // namespace farsan::compiler
