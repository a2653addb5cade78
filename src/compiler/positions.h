// Source positions of accesses, kept through the optimiser.
//
// The optimiser drops the position of a load that it moves out of a loop, and of stores that it merges. So every access is
// tagged with its position before the optimiser runs, and where the position is gone when the access is instrumented, the tag
// tells it. (A tag is lost only where two accesses became one.)
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugLoc.h>
#include <llvm/IR/Function.h>

namespace farsan::compiler {

/// Before the optimiser: accesses keep a copy of their position, and calls of two lines do not become one call of none.
void tag_positions(llvm::Function& function);
/// After the accesses are instrumented.
void remove_tags(llvm::Function& function);

/// It was in the program, as far as that was noted: not made by the optimiser of another one.
bool has_position(const llvm::Instruction& instruction);

class Positions {
 public:
  explicit Positions(const llvm::Function& function);

  [[nodiscard]] llvm::DebugLoc of(const llvm::Instruction& instruction) const;

 private:
  const llvm::DISubprogram* self_;
  /// Where functions were inlined into this one: for each, one of the places.
  llvm::DenseMap<const llvm::DISubprogram*, const llvm::DILocation*> inlined_at_;
};

}  // namespace farsan::compiler
