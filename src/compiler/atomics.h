// Atomic instructions: the runtime is called before and behind those whose page has a mark. What several processes have before them it
// holds in between, so that it knows which release an acquire reads from (src/runtime/atomics.h). Anywhere else they are loads and stores.
#pragma once

#include "compiler/access.h"
#include "compiler/options.h"

namespace farsan::compiler {

/// Takes atomics out of the accesses.
llvm::SmallVector<Access, 0> take_atomics(llvm::SmallVector<Access, 0>& accesses);

/// Around these, and behind fences. Last of all, for what is only copied before: loops that are there twice have no atomics.
void surround_atomics(llvm::Function& function, llvm::ArrayRef<Access> atomics, const Options& options);

}  // namespace farsan::compiler
