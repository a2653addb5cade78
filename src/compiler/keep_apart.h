// Before accesses are instrumented, the optimiser makes one access of two on different ways through a function, or of all those of a loop,
// which has no line then, and moves loads to the callers, where they have the wrong one. It is told not to.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/PassInstrumentation.h>

namespace farsan::compiler {

/// While accesses are kept apart, passes are left out that do nothing but move them.
void skip_moving_passes(llvm::PassInstrumentationCallbacks& callbacks);

/// From the beginning of a module to its instrumentation. Switches that the user has set on the command line stay.
void keep_accesses_apart();
void let_accesses_merge();

/// What combines instructions has no switch: it takes the last stores of two branches, and loads whose values meet, for one. Where
/// branches meet they end in something that it leaves alone.
void separate_branches(llvm::Function& function);
/// Takes that away again.
void join_branches(llvm::Function& function);
/// The same for branches that come with what is inlined, and with loops that are turned: only while that pass works on a function.
void separate_new_branches(llvm::PassInstrumentationCallbacks& callbacks);

}  // namespace farsan::compiler
