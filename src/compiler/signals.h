// Signals of OpenSHMEM whose values the program goes by.
#pragma once

#include <llvm/IR/Module.h>

namespace farsan::compiler {

/// A wait for a signal orders what made it succeed; who uses the value that it returns knows all that this value tells of. The runtime is
/// told so behind the call. Before anything is optimised: what is used is the same at all levels then.
void tell_used_signals(llvm::Module& module);

}  // namespace farsan::compiler
