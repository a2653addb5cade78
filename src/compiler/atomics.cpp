#include "compiler/atomics.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/AtomicOrdering.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "compiler/page_table.h"
#include "runtime/pass_interface.h"

namespace farsan::compiler {

using namespace llvm;
using runtime::AtomicEffect;

namespace {

struct Meaning {
  AtomicEffect effect = AtomicEffect::Load;
  AtomicOrdering order = AtomicOrdering::SequentiallyConsistent;
  AtomicOrdering failure = AtomicOrdering::SequentiallyConsistent;
};

Meaning meaning_of(const Instruction& atomic) {
  if (const auto* load = dyn_cast<LoadInst>(&atomic)) return {AtomicEffect::Load, load->getOrdering()};
  if (const auto* store = dyn_cast<StoreInst>(&atomic)) return {AtomicEffect::Store, store->getOrdering()};
  if (const auto* exchange = dyn_cast<AtomicCmpXchgInst>(&atomic))
    return {AtomicEffect::Update, exchange->getSuccessOrdering(), exchange->getFailureOrdering()};
  return {AtomicEffect::Update, cast<AtomicRMWInst>(atomic).getOrdering()};
}

/// The numbers of C and C++. (Unordered accesses are those of other languages: no weaker order has a number.)
int number_of(AtomicOrdering order) {
  return order == AtomicOrdering::Unordered ? static_cast<int>(AtomicOrderingCABI::relaxed)
                                            : static_cast<int>(toCABI(order));
}

class Surrounding {
 public:
  Surrounding(Module& module, const Options& options) : module_(module), options_(options) {}

  void surround(const Access& access) {
    Instruction& atomic = *access.at;
    IRBuilder<> before(&atomic);
    before.SetCurrentDebugLocation(atomic.getDebugLoc());
    Value* marked = is_marked(before, access.address);
    Value* size = before.getInt32(static_cast<std::uint32_t>(access.size));
    Instruction* const next = atomic.getNextNode();
    in_case(marked, atomic, atomic.getDebugLoc(),
            [&](IRBuilder<>& builder) { call(builder, runtime::kBeginAtomicName, {access.address, size}); });
    in_case(marked, *next, atomic.getDebugLoc(), [&](IRBuilder<>& builder) {
      const auto [effect, order] = outcome(builder, atomic);
      call(builder, runtime::kEndAtomicName, {access.address, size, effect, order});
    });
  }

  void follow(FenceInst& fence) {
    Instruction* const next = fence.getNextNode();
    IRBuilder<> builder(next);
    builder.SetCurrentDebugLocation(fence.getDebugLoc());
    Value* order = builder.getInt32(static_cast<std::uint32_t>(number_of(fence.getOrdering())));
    Value* started = builder.CreateIsNotNull(has_started(builder, page_table(builder)));
    in_case(started, *next, fence.getDebugLoc(),
            [&](IRBuilder<>& inside) { call(inside, runtime::kAtomicFenceName, {order}); });
  }

 private:
  Value* is_marked(IRBuilder<>& builder, Value* address) const {
    Value* table = page_table(builder);
    if (!options_.inline_test) return builder.CreateIsNotNull(has_started(builder, table));
    return builder.CreateIsNotNull(marks_of_page(builder, table, page_of(builder, address)));
  }

  template <class Calls>
  void in_case(Value* marked, Instruction& before, const DebugLoc& site, Calls&& calls) {
    MDNode* unlikely = MDBuilder(module_.getContext()).createUnlikelyBranchWeights();
    Instruction* end = SplitBlockAndInsertIfThen(marked, &before, /*Unreachable=*/false, unlikely);
    IRBuilder<> builder(end);
    builder.SetCurrentDebugLocation(site);
    calls(builder);
  }

  /// What it has done, and in which order.
  static std::pair<Value*, Value*> outcome(IRBuilder<>& builder, Instruction& atomic) {
    const Meaning meaning = meaning_of(atomic);
    const auto effect = [&](AtomicEffect one) { return builder.getInt32(static_cast<std::uint32_t>(one)); };
    const auto order = [&](AtomicOrdering one) { return builder.getInt32(static_cast<std::uint32_t>(number_of(one))); };
    if (!isa<AtomicCmpXchgInst>(atomic)) return {effect(meaning.effect), order(meaning.order)};
    Value* done = builder.CreateExtractValue(&atomic, 1);
    return {builder.CreateSelect(done, effect(AtomicEffect::Update), effect(AtomicEffect::Load)),
            builder.CreateSelect(done, order(meaning.order), order(meaning.failure))};
  }

  /// Nothing is promised: what it orders must stay where it is.
  void call(IRBuilder<>& builder, StringRef name, ArrayRef<Value*> arguments) {
    SmallVector<Type*, 4> types;
    for (const Value* argument : arguments) types.push_back(argument->getType());
    const FunctionCallee callee =
        module_.getOrInsertFunction(name, FunctionType::get(builder.getVoidTy(), types, /*isVarArg=*/false));
    CallInst* made = builder.CreateCall(callee, arguments);
    made->setTailCallKind(CallInst::TCK_NoTail);
    made->setDoesNotThrow();
    made->addFnAttr(Attribute::NoMerge);
  }

  Module& module_;
  const Options& options_;
};

}  // namespace

SmallVector<Access, 0> take_atomics(SmallVector<Access, 0>& accesses) {
  SmallVector<Access, 0> atomics;
  copy_if(accesses, std::back_inserter(atomics), [](const Access& access) { return access.at->isAtomic(); });
  erase_if(accesses, [](const Access& access) { return access.at->isAtomic(); });
  return atomics;
}

void surround_atomics(Function& function, ArrayRef<Access> atomics, const Options& options) {
  Surrounding surrounding(*function.getParent(), options);
  for (const Access& atomic : atomics) surrounding.surround(atomic);
  SmallVector<FenceInst*, 4> fences;
  for (BasicBlock& block : function)
    for (Instruction& instruction : block)
      if (auto* fence = dyn_cast<FenceInst>(&instruction); fence && fence->getSyncScopeID() == SyncScope::System)
        fences.push_back(fence);
  for (FenceInst* fence : fences) surrounding.follow(*fence);
}

}  // namespace farsan::compiler
