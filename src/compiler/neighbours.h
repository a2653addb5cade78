// Accesses to neighbouring pieces of memory that become one: the elements that an unrolled loop goes over, the fields of a
// structure. Same kind, same source line, same pointer with constant distances, and nothing between them that may synchronise.
#pragma once

#include "compiler/access.h"
#include "compiler/positions.h"
#include "compiler/synchronisation.h"

namespace farsan::compiler {

llvm::SmallVector<Access, 0> with_neighbours_joined(llvm::Function& function, llvm::SmallVector<Access, 0> accesses,
                                                    const Synchronisation& synchronisation, const Positions& positions);

}  // namespace farsan::compiler
