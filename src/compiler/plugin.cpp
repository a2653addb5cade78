// libfarsan-pass.so, loaded by clang 19 with -fpass-plugin, and by lld 19 with --load-pass-plugin (the wrappers farsan-X do that).
#include <llvm/Config/llvm-config.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>
#include <llvm/Transforms/Scalar/LoopLoadElimination.h>

#include "compiler/instrument.h"
#include "compiler/keep_apart.h"
#include "compiler/options.h"
#include "compiler/whole_program.h"

namespace {

using namespace llvm;

void add_passes(PassBuilder& builder) {
  using namespace farsan::compiler;
  if (PassInstrumentationCallbacks* callbacks = builder.getPassInstrumentationCallbacks()) {
    skip_moving_passes(*callbacks);
    separate_new_branches(*callbacks);
  }
  builder.registerPipelineStartEPCallback(
      [](ModulePassManager& passes, OptimizationLevel) { passes.addPass(Prepare()); });
  builder.registerOptimizerEarlyEPCallback([](ModulePassManager& passes, OptimizationLevel) {
    if (at_link())
      passes.addPass(Defer());
    else
      passes.addPass(Instrument());
  });
  builder.registerOptimizerLastEPCallback([](ModulePassManager& passes, OptimizationLevel) {
    if (at_link()) passes.addPass(Resume());
  });
  builder.registerFullLinkTimeOptimizationEarlyEPCallback(
      [](ModulePassManager& passes, OptimizationLevel) { passes.addPass(InstrumentProgram()); });
  // Modules have this pass after the vectoriser, the linker has not: what a round stores and the next one loads stays in a register.
  builder.registerFullLinkTimeOptimizationLastEPCallback([](ModulePassManager& passes, OptimizationLevel level) {
    if (level.getSpeedupLevel() > 1) passes.addPass(createModuleToFunctionPassAdaptor(LoopLoadEliminationPass()));
  });
  builder.registerPipelineParsingCallback(
      [](StringRef name, ModulePassManager& passes, ArrayRef<PassBuilder::PipelineElement>) {
        if (name == "farsan-prepare")
          passes.addPass(Prepare());
        else if (name == "farsan-instrument")
          passes.addPass(Instrument());
        else if (name == "farsan-instrument-program")
          passes.addPass(InstrumentProgram());
        else
          return false;
        return true;
      });
}

}  // namespace

extern "C" __attribute__((visibility("default"))) PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "farsan", LLVM_VERSION_STRING, add_passes};
}
