// The passes of the plugin that prepare and instrument.
#pragma once

#include <llvm/IR/PassManager.h>

namespace farsan::compiler {

/// Before the optimiser: tags the positions of accesses, and keeps the optimiser from inventing loads that the program may not
/// make (what it may do with a load, another process would see as an access).
struct Prepare : llvm::PassInfoMixin<Prepare> {
  static llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

/// At the optimiser's early extension point, when functions are inlined and loops simple, and before loops are vectorised and
/// unrolled: instruments the module.
struct Instrument : llvm::PassInfoMixin<Instrument> {
  static llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

/// Before the linker's optimiser: instruments what was not when its module was compiled (whole_program.h).
struct InstrumentProgram : llvm::PassInfoMixin<InstrumentProgram> {
  static llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

/// The function is one to be instrumented.
[[nodiscard]] bool is_ours(const llvm::Function& function);

}  // namespace farsan::compiler
