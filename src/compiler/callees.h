// What functions that the module only declares do with the memory that their arguments point to. The safe answer is that they keep it,
// and show it to others.
#pragma once

#include <llvm/IR/Function.h>

#include <optional>

namespace farsan::compiler {

struct Effects {
  /// One letter per argument that is a pointer, by position; arguments behind the last letter are like the last one:
  ///   n  nothing is kept of it, and nothing is written there that is a pointer
  ///   o  something from outside is written there (a handle, the address of a window); the object itself stays private
  ///   b  a buffer, or worse: it is outside from now on
  llvm::StringRef arguments;
  /// Returns memory that nobody else knows.
  bool allocates = false;
  /// Returns no pointer, or nothing at all.
  bool returns_number = false;
};

/// Nothing if the function is not known.
std::optional<Effects> effects_of(const llvm::Function& callee);

}  // namespace farsan::compiler
