// The accesses of a function: which pieces of memory its instructions read and write.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/Alignment.h>

#include <cstdint>

namespace farsan::compiler {

enum class Kind : std::uint8_t { Load, Store };

/// One piece of memory of a size that is known at compile time. An instruction that updates memory atomically is a
/// store, as it is for the entry points of -fsanitize=thread.
struct Access {
  llvm::Instruction* at = nullptr;
  Kind kind = Kind::Load;
  llvm::Value* address = nullptr;
  std::uint64_t size = 0;
  llvm::Align align;
  /// Volatile or atomic: recorded where it happens, every time.
  bool pinned = false;
};

/// In the order of blocks and instructions. Masked vector accesses become one access per lane, to address 0 where the mask
/// is off. Of two loads that the optimiser made of one, to choose between their values, the one that is not chosen is at address 0, too.
/// Addresses are computed before, which is the only change to the function.
llvm::SmallVector<Access, 0> accesses_of(llvm::Function& function);

}  // namespace farsan::compiler
