// Functions of the module itself, between accesses and the runtime.
//
// Accesses are in the middle of loops, and the calls that record them are hardly ever made. By the machine's rules each would
// take most registers away from what is around it all the same. So what is called is a small function that leaves registers
// alone (but those of vectors): it saves them when it comes to a call of the runtime, and hands over where it was called
// from, which is what the runtime knows accesses by. All modules have the same ones; the linker keeps one of each.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <string>

#include "compiler/access.h"

namespace farsan::compiler {

class Recorders {
 public:
  explicit Recorders(llvm::Module& module) : module_(module) {}

  /// (address): an access of `size` bytes. `aligned`: it is on one page.
  llvm::Function* access(Kind kind, std::uint64_t size, bool aligned);
  /// (address, length)
  llvm::Function* range(Kind kind);
  /// (first address, stride, length, count)
  llvm::Function* strided(Kind kind);
  /// (address, site, table): an aligned access of 4 or 8 bytes. Looks at the page, and writes to the hot cells where they take
  /// it (pass_interface.h). Calls a function of its own where they do not: with a call of the runtime in it, it would save all
  /// registers on x86-64 before it looks.
  llvm::Function* in_line(Kind kind, std::uint64_t size);

 private:
  using Arguments = llvm::SmallVector<llvm::Value*, 5>;
  struct New {
    llvm::Function* function = nullptr;
    bool empty = false;
  };
  New declare(const std::string& name, llvm::ArrayRef<llvm::Type*> arguments);
  static llvm::Value* caller(llvm::IRBuilder<>& builder);
  /// What calls that function of the runtime with its own arguments and those that `more` adds.
  llvm::Function* calling(const std::string& name, const std::string& callee, llvm::ArrayRef<llvm::Type*> types,
                          llvm::function_ref<void(llvm::IRBuilder<>&, Arguments&)> more);

  llvm::Module& module_;
};

}  // namespace farsan::compiler
