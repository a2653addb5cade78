// Which memory can a library, another module, or code that nobody knows reach? And which accesses go to other memory for sure?
//
// A points-to analysis by unification (Steensgaard), over the module as it is, with the nodes of object_graph.h. All that leaves the
// module is merged with the node *outside*, and what is reachable from there with it. An access is private if its address points to a
// node with objects of this module that is not outside. Functions are looked at for each chain of calls that comes to them, as long as that
// does not make the module several times as large.
//
// Values of every type are followed, numbers too: pointers are copied as numbers, in halves and in bytes. Only floating-point
// arithmetic, comparisons and the difference of two pointers (which are merged, then) make something new.
#pragma once

#include <llvm/IR/Module.h>

#include "compiler/access.h"

namespace farsan::compiler {

/// Notes at each access that touches only memory of the module that nobody outside can reach that it is private.
void note_private_accesses(llvm::Module& module);
void remove_notes(llvm::Function& function);

[[nodiscard]] bool is_noted_private(const llvm::Instruction& instruction, Kind kind);

}  // namespace farsan::compiler
