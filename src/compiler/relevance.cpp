#include "compiler/relevance.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include "compiler/callees.h"

namespace farsan::compiler {

using namespace llvm;

namespace {

/// Uses of a pointer that are followed; LLVM's own limit is too low for an array that a long function works on.
constexpr unsigned kUses = 1000;

bool escapes(const Value& object) {
  return PointerMayBeCaptured(&object, /*ReturnCaptures=*/true, /*StoreCaptures=*/true, kUses);
}

/// All that is done with it is to load from it, to store to it, and to copy it: its address is never a value.
bool is_only_accessed(const Value& pointer) {
  return all_of(pointer.users(), [&](const User* user) {
    if (isa<LoadInst>(user)) return true;
    if (const auto* store = dyn_cast<StoreInst>(user)) return store->getValueOperand() != &pointer;
    if (const auto* update = dyn_cast<AtomicRMWInst>(user)) return update->getValOperand() != &pointer;
    if (isa<MemIntrinsic>(user)) return true;
    if (isa<GEPOperator>(user)) return is_only_accessed(*user);
    return false;
  });
}

/// Not whatever returns a pointer that the program has no other one like: the library that it comes from may have one.
bool is_fresh_memory(const Value& object) {
  if (!isNoAliasCall(&object)) return false;
  const Function* callee = cast<CallBase>(object).getCalledFunction();
  if (callee == nullptr || !callee->isDeclaration()) return false;
  const auto effects = effects_of(*callee);
  return effects && effects->allocates;
}

}  // namespace

bool Relevance::matters(const Value& address, Kind kind) {
  SmallVector<const Value*, 4> objects;
  getUnderlyingObjects(&address, objects, nullptr, /*MaxLookup=*/0);
  return any_of(objects, [&](const Value* object) {
    if (const auto* global = dyn_cast<GlobalVariable>(object); global != nullptr && global->isConstant())
      return kind == Kind::Store;
    const auto [known, is_new] = known_.try_emplace(object, true);
    if (is_new) known->second = object_matters(*object);
    return known->second;
  });
}

bool Relevance::object_matters(const Value& object) {
  if (isa<AllocaInst>(object)) return escapes(object);
  if (!beyond_locals_) return true;
  if (is_fresh_memory(object)) return escapes(object);
  if (const auto* global = dyn_cast<GlobalVariable>(&object))
    return !global->hasLocalLinkage() || global->hasSection() || global->hasImplicitSection() ||
           !is_only_accessed(*global);
  return true;
}

void keep_what_assembly_names(Module& module) {
  SmallVector<GlobalValue*, 4> named;
  const auto look_at = [&](StringRef text) {
    const auto in_name = [](char c) { return isAlnum(c) || c == '_' || c == '.' || c == '$'; };
    while (!text.empty()) {
      text = text.drop_until(in_name);
      if (GlobalValue* value = module.getNamedValue(text.take_while(in_name))) named.push_back(value);
      text = text.drop_while(in_name);
    }
  };
  look_at(module.getModuleInlineAsm());
  for (const Function& function : module)
    for (const Instruction& instruction : instructions(function))
      if (const auto* call = dyn_cast<CallBase>(&instruction); call != nullptr && call->isInlineAsm())
        look_at(cast<InlineAsm>(call->getCalledOperand())->getAsmString());
  if (!named.empty()) appendToCompilerUsed(module, named);
}

}  // namespace farsan::compiler
