#include "compiler/whole_program.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include "compiler/instrument.h"
#include "compiler/keep_apart.h"
#include "compiler/options.h"
#include "compiler/relevance.h"

namespace farsan::compiler {

using namespace llvm;

namespace {

constexpr char kDeferred[] = "farsan-deferred";
constexpr char kPaused[] = "farsan-paused";
constexpr char kMissing[] = "__farsan_wants_to_be_linked_by_a_wrapper_with_flto";
constexpr char kReference[] = "farsan.not_instrumented";

/// Kept until the linker has loaded the plugin. Data, so that no shared library with it can be loaded, either.
void refer_to_what_is_missing(Module& module) {
  FunctionCallee missing = module.getOrInsertFunction(kMissing, Type::getVoidTy(module.getContext()));
  auto* symbol = cast<Constant>(missing.getCallee());
  auto* reference = new GlobalVariable(module, symbol->getType(), /*isConstant=*/true, GlobalValue::PrivateLinkage,
                                       symbol, kReference);
  appendToUsed(module, {reference});
}

}  // namespace

bool is_deferred(const Function& function) { return function.hasFnAttribute(kDeferred); }

PreservedAnalyses Defer::run(Module& module, ModuleAnalysisManager& /*analyses*/) {
  let_accesses_merge();
  bool any = false;
  for (Function& function : module) {
    if (!is_ours(function)) continue;
    any = true;
    function.addFnAttr(kDeferred);
    if (function.hasOptNone()) continue;
    function.addFnAttr(Attribute::OptimizeNone);
    function.addFnAttr(kPaused);
  }
  if (!any) return PreservedAnalyses::all();
  note_options(module);
  keep_what_assembly_names(module);  // as long as the names are those of the source
  refer_to_what_is_missing(module);
  return PreservedAnalyses::none();
}

PreservedAnalyses Resume::run(Module& module, ModuleAnalysisManager& /*analyses*/) {
  for (Function& function : module) {
    if (!function.hasFnAttribute(kPaused)) continue;
    function.removeFnAttr(Attribute::OptimizeNone);
    function.removeFnAttr(kPaused);
  }
  return PreservedAnalyses::all();
}

void forget_deferral(Module& module) {
  for (Function& function : module) function.removeFnAttr(kDeferred);
  Function* missing = module.getFunction(kMissing);
  if (missing == nullptr) return;
  SmallVector<GlobalVariable*, 8> references;
  for (User* user : missing->users())
    if (auto* reference = dyn_cast<GlobalVariable>(user)) references.push_back(reference);
  removeFromUsedLists(module,
                      [&](Constant* constant) { return is_contained(references, constant->stripPointerCasts()); });
  for (GlobalVariable* reference : references) reference->eraseFromParent();
  missing->eraseFromParent();
}

}  // namespace farsan::compiler
