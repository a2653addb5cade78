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

constexpr char kNote[] = "farsan.atomic";

struct Atomic {
  Value* address = nullptr;
  Type* type = nullptr;
  AtomicEffect effect = AtomicEffect::Load;
  AtomicOrdering order = AtomicOrdering::SequentiallyConsistent;
  AtomicOrdering failure = AtomicOrdering::SequentiallyConsistent;
};

Atomic meaning_of(Instruction& atomic) {
  if (auto* load = dyn_cast<LoadInst>(&atomic))
    return {load->getPointerOperand(), load->getType(), AtomicEffect::Load, load->getOrdering()};
  if (auto* store = dyn_cast<StoreInst>(&atomic))
    return {store->getPointerOperand(), store->getValueOperand()->getType(), AtomicEffect::Store, store->getOrdering()};
  if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(&atomic))
    return {exchange->getPointerOperand(), exchange->getNewValOperand()->getType(), AtomicEffect::Update,
            exchange->getSuccessOrdering(), exchange->getFailureOrdering()};
  auto* update = cast<AtomicRMWInst>(&atomic);
  return {update->getPointerOperand(), update->getType(), AtomicEffect::Update, update->getOrdering()};
}

/// The numbers of C and C++. (Unordered accesses are those of other languages: no weaker order has a number.)
int number_of(AtomicOrdering order) {
  return order == AtomicOrdering::Unordered ? static_cast<int>(AtomicOrderingCABI::relaxed)
                                            : static_cast<int>(toCABI(order));
}

class Surrounding {
 public:
  Surrounding(Module& module, const Options& options) : module_(module), options_(options) {}

  void surround(Instruction& instruction) {
    const Atomic atomic = meaning_of(instruction);
    Instruction* const next = instruction.getNextNode();
    const DebugLoc site = instruction.getDebugLoc();
    IRBuilder<> before(&instruction);
    before.SetCurrentDebugLocation(site);
    Value* marked = is_marked(before, atomic.address);
    Value* size = before.getInt32(static_cast<std::uint32_t>(module_.getDataLayout().getTypeStoreSize(atomic.type)));
    in_case(marked, instruction, site, [&](IRBuilder<>& builder) {
      call(builder, runtime::kBeginAtomicName,
           {atomic.address, size, number(builder, atomic.effect), number(builder, atomic.order)});
    });
    in_case(marked, *next, site, [&](IRBuilder<>& builder) {
      const auto [effect, order] = outcome(builder, instruction, atomic);
      call(builder, runtime::kEndAtomicName, {atomic.address, size, effect, order});
    });
  }

  void follow(FenceInst& fence) {
    Instruction* const next = fence.getNextNode();
    IRBuilder<> builder(next);
    builder.SetCurrentDebugLocation(fence.getDebugLoc());
    Value* order = number(builder, fence.getOrdering());
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

  static Value* number(IRBuilder<>& builder, AtomicEffect effect) {
    return builder.getInt32(static_cast<std::uint32_t>(effect));
  }
  static Value* number(IRBuilder<>& builder, AtomicOrdering order) {
    return builder.getInt32(static_cast<std::uint32_t>(number_of(order)));
  }

  /// What it has done, and in which order.
  static std::pair<Value*, Value*> outcome(IRBuilder<>& builder, Instruction& instruction, const Atomic& atomic) {
    if (!isa<AtomicCmpXchgInst>(instruction)) return {number(builder, atomic.effect), number(builder, atomic.order)};
    Value* done = builder.CreateExtractValue(&instruction, 1);
    return {builder.CreateSelect(done, number(builder, atomic.effect), number(builder, AtomicEffect::Load)),
            builder.CreateSelect(done, number(builder, atomic.order), number(builder, atomic.failure))};
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

void set_atomics_aside(SmallVector<Access, 0>& accesses) {
  erase_if(accesses, [](const Access& access) {
    if (!access.at->isAtomic()) return false;
    access.at->setMetadata(kNote, MDNode::get(access.at->getContext(), {}));
    return true;
  });
}

bool surround_atomics(Function& function, const Options& options) {
  SmallVector<Instruction*, 8> found;
  for (BasicBlock& block : function)
    for (Instruction& instruction : block) {
      const auto* fence = dyn_cast<FenceInst>(&instruction);
      const bool is_fence = fence != nullptr && fence->getSyncScopeID() == SyncScope::System;
      if (is_fence || instruction.hasMetadata(kNote)) found.push_back(&instruction);
    }
  Surrounding surrounding(*function.getParent(), options);
  for (Instruction* instruction : found) {
    if (auto* fence = dyn_cast<FenceInst>(instruction)) {
      surrounding.follow(*fence);
      continue;
    }
    instruction->setMetadata(kNote, nullptr);
    surrounding.surround(*instruction);
  }
  return !found.empty();
}

}  // namespace farsan::compiler
