// Leaves out an access that, on every way to it, an equal or larger one has recorded already: same address, same kind, same
// source line, and nothing in between that may synchronise.
//
// Same line, because every line that takes part in a race is to be reported, whatever the steps of the plugin are; and same kind,
// because a load beside a store is a pair of its own. What the optimiser left of repeats is mostly of this kind: different
// lines share their test instead (guards.h).
#pragma once

#include "compiler/access.h"
#include "compiler/positions.h"
#include "compiler/synchronisation.h"

namespace farsan::compiler {

llvm::SmallVector<Access, 0> without_repeats(llvm::Function& function, llvm::SmallVector<Access, 0> accesses,
                                             const Synchronisation& synchronisation, const Positions& positions);

}  // namespace farsan::compiler
