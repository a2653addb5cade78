// Modules that are instrumented when the program is linked (-flto), with all of it in sight.
//
// When such a module is compiled, its functions are marked at the place where it would be instrumented, and the rest of the
// optimiser, which vectorises and unrolls loops, leaves them alone. The linker loads the plugin, too: by then all modules are
// one, and what nobody outside can name has become local to it, which is all that relevance.h and points_to.h have to know.
// The program is instrumented before the linker's optimiser, which vectorises and unrolls. What others can name is still visible
// there: what a native object or a shared library refers to, what -rdynamic exports, and so what dlsym may find.
//
// A linker without the plugin must not make a program of such modules, for nothing would be instrumented. So they refer to a symbol that
// does not exist, until they are.
#pragma once

#include <llvm/IR/PassManager.h>

namespace farsan::compiler {

/// In the place of Instrument, when a module is compiled.
struct Defer : llvm::PassInfoMixin<Defer> {
  static llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

/// At the end of the optimiser: the functions are again what they were.
struct Resume : llvm::PassInfoMixin<Resume> {
  static llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

[[nodiscard]] bool is_deferred(const llvm::Function& function);
/// Takes away all that `Defer` has put into the modules.
void forget_deferral(llvm::Module& module);

}  // namespace farsan::compiler
