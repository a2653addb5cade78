#include "compiler/instrument.h"

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Module.h>

#include "compiler/access.h"
#include "compiler/atomics.h"
#include "compiler/clear_copies.h"
#include "compiler/guards.h"
#include "compiler/keep_apart.h"
#include "compiler/loops.h"
#include "compiler/neighbours.h"
#include "compiler/options.h"
#include "compiler/points_to.h"
#include "compiler/positions.h"
#include "compiler/ranges.h"
#include "compiler/redundancy.h"
#include "compiler/relevance.h"
#include "compiler/routines.h"
#include "compiler/runtime_calls.h"
#include "compiler/signals.h"
#include "compiler/spans.h"
#include "compiler/stacks.h"
#include "compiler/synchronisation.h"
#include "compiler/whole_program.h"

namespace farsan::compiler {

using namespace llvm;

namespace {

/// Says that a module is prepared, and that it is instrumented: with link-time optimisation it may come by again.
constexpr char kPrepared[] = "farsan.prepared";
constexpr char kInstrumented[] = "farsan.instrumented";

bool has_mark(const Module& module, StringRef mark) { return module.getNamedMetadata(mark) != nullptr; }

SmallVector<Access, 0> relevant(SmallVector<Access, 0> accesses, Relevance& relevance) {
  erase_if(accesses, [&](const Access& access) {
    return is_noted_private(*access.at, access.kind) || !relevance.matters(*access.address, access.kind);
  });
  return accesses;
}

/// What a caller may think of the function, now that it also looks at the table and calls the runtime.
void no_longer_pure(Function& function) {
  function.setMemoryEffects(function.getMemoryEffects() | MemoryEffects::inaccessibleMemOnly() |
                            MemoryEffects::readOnly());
  function.removeFnAttr(Attribute::Speculatable);
}

bool is_bounded(const Guard& guard) {
  return all_of(guard.pieces, [](const Piece& piece) { return !piece.bounds.empty(); });
}

class Instrumentation {
 public:
  Instrumentation(Module& module, FunctionAnalysisManager& analyses, const Options& options)
      : module_(module), analyses_(analyses), options_(options), calls_(module), relevance_(options_) {}

  void run(ArrayRef<Function*> functions) {
    keep_what_assembly_names(module_);
    if (options_.relevance) note_private_accesses(module_);
    for (Function* function : functions)
      replace_routines(*function, calls_, relevance_, analyses_.getResult<TargetLibraryAnalysis>(*function));
    const Synchronisation synchronisation(module_);
    for (Function* function : functions) {
      function->addFnAttr("nooutline");  // calls that have a line would be shown without one
      instrument(*function, synchronisation);
      if (!synchronisation.possible_in(*function)) continue;
      if (options_.stacks)
        keep_stack(*function, calls_, synchronisation);
      else
        keep_from_tails(*function, synchronisation);
    }
  }

 private:
  void instrument(Function& function, const Synchronisation& synchronisation) {
    if (options_.ranges && !function.hasOptNone()) simplify_loops(function, analyses_);
    const Positions positions(function);
    SmallVector<Access, 0> accesses = relevant(accesses_of(function), relevance_);
    set_atomics_aside(accesses);
    if (!accesses.empty()) instrument(function, std::move(accesses), synchronisation, positions);
    if (surround_atomics(function, options_)) no_longer_pure(function);
  }

  void instrument(Function& function, SmallVector<Access, 0> accesses, const Synchronisation& synchronisation,
                  const Positions& positions) {
    if (options_.redundancy) accesses = without_repeats(function, std::move(accesses), synchronisation, positions);
    const LoopAnalyses loops{
        analyses_.getResult<LoopAnalysis>(function), analyses_.getResult<ScalarEvolutionAnalysis>(function),
        analyses_.getResult<DominatorTreeAnalysis>(function), analyses_.getResult<AAManager>(function)};
    Ranges ranges{std::move(accesses), {}};
    if (options_.ranges) {
      ranges.left = with_neighbours_joined(function, std::move(ranges.left), synchronisation, positions);
      ranges = ranges_of(std::move(ranges.left), loops, synchronisation, positions);
    }
    SmallVector<Guard, 0> guards =
        guards_of(function, ranges.left, synchronisation, positions, loops.loops, options_.grouping && !stores_tell_);
    // Ranges first: they were computed before the terminator that a guard at the end of the same block goes before, too.
    guards.insert(guards.begin(), std::make_move_iterator(ranges.guards.begin()),
                  std::make_move_iterator(ranges.guards.end()));
    Spans spans(loops, synchronisation, options_);
    if (options_.spans && options_.inline_test && !function.hasOptNone()) spans.choose(guards);
    no_longer_pure(function);
    insert(guards, calls_, loops.dominators, loops.loops, options_, [&] {
      spans.insert(guards, calls_);
      if (!options_.copies || none_of(guards, is_bounded)) return;
      analyses_.invalidate(function, PreservedAnalyses::none());
      add_clear_copies(guards, analyses_.getResult<LoopAnalysis>(function),
                       analyses_.getResult<DominatorTreeAnalysis>(function),
                       analyses_.getResult<ScalarEvolutionAnalysis>(function));
    });
    analyses_.invalidate(function, PreservedAnalyses::none());
  }

  Module& module_;
  FunctionAnalysisManager& analyses_;
  Options options_;
  RuntimeCalls calls_;
  Relevance relevance_;
  /// A store may be what another process waits for: the runtime hears of it before it is done.
  bool stores_tell_ = module_.getFunction("shmem_ptr") != nullptr;
};

void instrument(Module& module, ArrayRef<Function*> functions, ModuleAnalysisManager& analyses,
                const Options& options) {
  if (functions.empty()) return;
  auto& manager = analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  for (Function* function : functions) join_branches(*function);
  Instrumentation(module, manager, options).run(functions);
  RuntimeCalls(module).add_constructor();
  for (Function& function : module) remove_notes(function);
  if (!has_mark(module, kPrepared)) return;
  for (Function* function : functions) {
    function->removeFnAttr(Attribute::SanitizeThread);
    remove_tags(*function);
  }
}

}  // namespace

bool is_ours(const Function& function) {
  return !function.isDeclaration() && !function.hasAvailableExternallyLinkage() &&
         !function.hasFnAttribute(Attribute::Naked) &&
         !function.hasFnAttribute(Attribute::DisableSanitizerInstrumentation);
}

PreservedAnalyses Prepare::run(Module& module, ModuleAnalysisManager& /*analyses*/) {
  if (has_mark(module, kPrepared)) return PreservedAnalyses::all();
  module.getOrInsertNamedMetadata(kPrepared);
  keep_accesses_apart();
  tell_used_signals(module);
  for (Function& function : module) {
    if (!is_ours(function)) continue;
    function.addFnAttr(Attribute::SanitizeThread);
    tag_positions(function);
    separate_branches(function);
  }
  return PreservedAnalyses::none();
}

PreservedAnalyses Instrument::run(Module& module, ModuleAnalysisManager& analyses) {
  let_accesses_merge();
  if (has_mark(module, kInstrumented)) return PreservedAnalyses::all();
  module.getOrInsertNamedMetadata(kInstrumented);
  SmallVector<Function*, 0> functions;
  for (Function& function : module)
    if (is_ours(function)) functions.push_back(&function);
  instrument(module, functions, analyses, options());
  return PreservedAnalyses::none();
}

PreservedAnalyses InstrumentProgram::run(Module& module, ModuleAnalysisManager& analyses) {
  SmallVector<Function*, 0> functions;
  for (Function& function : module)
    if (is_deferred(function) && is_ours(function)) functions.push_back(&function);
  instrument(module, functions, analyses, noted_options(module));
  forget_deferral(module);
  return PreservedAnalyses::none();
}

}  // namespace farsan::compiler
