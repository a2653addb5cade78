#include "compiler/synchronisation.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "compiler/callees.h"
#include "compiler/function_sets.h"
#include "runtime/pass_interface.h"

namespace farsan::compiler {

using namespace llvm;

namespace {

/// The routines that take the place of intrinsics (routines.h).
bool is_memory_routine(StringRef name) {
  return name == "__tsan_memcpy" || name == "__tsan_memmove" || name == "__tsan_memset" || name == runtime::kMoveName ||
         name == runtime::kFillName;
}

/// Relaxed atomics order nothing, but in memory that several processes have before them each begins an epoch of the runtime.
bool orders_others(const Instruction& instruction) { return instruction.isAtomic(); }

bool is_name_of_math(StringRef name) {
  if (name.ends_with("f") && name != "erf" && name != "modf") name = name.drop_back();
  if (name.ends_with("l") && name != "ceil") name = name.drop_back();
  return StringSwitch<bool>(name)
      .Cases("sqrt", "cbrt", "hypot", "fabs", "fmod", "fma", "fmin", "fmax", "fdim", true)
      .Cases("exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "pow", true)
      .Cases("sin", "cos", "tan", "asin", "acos", "atan", "atan2", true)
      .Cases("sinh", "cosh", "tanh", "asinh", "acosh", "atanh", true)
      .Cases("erf", "erfc", "tgamma", "floor", "ceil", "round", "trunc", "rint", "nearbyint", true)
      .Cases("lround", "llround", "lrint", "llrint", "copysign", "ldexp", "remainder", true)
      .Default(false);
}

/// With -fno-builtin a program may have functions of its own by the names of the library's.
bool may_be_another(const CallBase& call, const Function& callee) {
  const Function& caller = *call.getFunction();
  return caller.hasFnAttribute("no-builtins") || caller.hasFnAttribute(("no-builtin-" + callee.getName()).str());
}

}  // namespace

bool is_math_routine(const Function& callee) {
  const FunctionType& type = *callee.getFunctionType();
  const auto is_number = [](const Type* one) { return one->isFloatingPointTy() || one->isIntegerTy(); };
  return is_number(type.getReturnType()) && type.getNumParams() != 0 && type.getParamType(0)->isFloatingPointTy() &&
         all_of(type.params(), is_number) && !type.isVarArg() && is_name_of_math(callee.getName());
}

Synchronisation::Synchronisation(const Module& module) {
  // All that we have before us are quiet until one is found not to be, which may make its callers loud.
  for (const Function& function : module)
    if (!function.isDeclaration() && function.hasExactDefinition()) quiet_.insert(&function);
  drop_until_all_fit(quiet_, [&](const Instruction& i) { return possible_at(i); });
  for (const Function& function : module)
    if (!function.isDeclaration() && !function.isInterposable() && !function.hasAvailableExternallyLinkage())
      markless_.insert(&function);
  drop_until_all_fit(markless_, [&](const Instruction& i) { return may_mark(i); });
}

bool Synchronisation::may_mark(const Instruction& instruction) const {
  if (orders_others(instruction)) return true;
  const auto* call = dyn_cast<CallBase>(&instruction);
  if (call == nullptr || isa<IntrinsicInst>(call)) return false;
  const Function* callee = call->getCalledFunction();
  if (callee == nullptr || !possible_at(instruction)) return possible_at(instruction);
  if (!callee->isDeclaration()) return !markless_.contains(callee);
  const auto effects = effects_of(*callee);
  // (One of libm that may synchronise is another one.)
  return !effects || effects->arguments != "n" || callee->getName().starts_with("MPI_") || is_math_routine(*callee);
}

bool Synchronisation::possible_at(const Instruction& instruction) const {
  if (orders_others(instruction)) return true;
  if (isa<ResumeInst, CatchPadInst, CleanupPadInst>(instruction)) return true;
  const auto* call = dyn_cast<CallBase>(&instruction);
  if (call == nullptr || isa<IntrinsicInst>(call)) return false;
  if (call->isInlineAsm()) return call->mayHaveSideEffects() || call->mayReadOrWriteMemory();
  const Function* callee = call->getCalledFunction();
  return callee == nullptr || !is_quiet_call(*call, *callee);
}

bool Synchronisation::is_quiet_call(const CallBase& call, const Function& callee) const {
  if (quiet_.contains(&callee)) return true;
  if (!callee.isDeclaration()) return false;
  if (is_memory_routine(callee.getName())) return true;
  if (is_math_routine(callee)) return !may_be_another(call, callee);
  return callee.doesNotAccessMemory() && callee.willReturn() && callee.doesNotThrow();
}

}  // namespace farsan::compiler
