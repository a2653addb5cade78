// Atomic instructions: the runtime is called before and behind those whose page has a mark. What several processes have before them it
// holds in between, so that it knows which release an acquire reads from (src/runtime/atomics.h). Anywhere else they are loads and stores.
#pragma once

#include "compiler/access.h"
#include "compiler/options.h"

namespace farsan::compiler {

/// Takes atomics out of the accesses, and notes them in the function: loops may be copied before they have their calls.
void set_atomics_aside(llvm::SmallVector<Access, 0>& accesses);
/// Puts calls around all that were noted, and behind fences. Says if there are any.
bool surround_atomics(llvm::Function& function, const Options& options);

}  // namespace farsan::compiler
