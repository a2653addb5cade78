#include "compiler/signals.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "runtime/pass_interface.h"

namespace farsan::compiler {

using namespace llvm;

namespace {

constexpr char kWait[] = "shmem_signal_wait_until";

/// Not if it only gets into variables, as clang writes them before they are optimised, that nobody reads; also by way of other types.
bool is_used(const Value& value) {
  SmallVector<const Value*, 8> followed{&value};
  SmallPtrSet<const Value*, 8> seen;
  while (!followed.empty()) {
    const Value* one = followed.pop_back_val();
    if (!seen.insert(one).second) continue;
    for (const User* user : one->users()) {
      const auto* store = dyn_cast<StoreInst>(user);
      const auto* note = dyn_cast<IntrinsicInst>(user);
      if (store != nullptr && !store->isVolatile() && isa<AllocaInst>(store->getPointerOperand()))
        followed.push_back(store->getPointerOperand());
      else if (isa<CastInst, LoadInst>(user))
        followed.push_back(user);
      else if (note == nullptr || !note->isLifetimeStartOrEnd())
        return true;
    }
  }
  return false;
}

Instruction& first_behind(CallBase& call) {
  auto* invoke = dyn_cast<InvokeInst>(&call);
  if (invoke == nullptr) return *call.getNextNode();
  BasicBlock* next = invoke->getNormalDest();
  if (next->getSinglePredecessor() == nullptr) next = SplitEdge(invoke->getParent(), next);
  return *next->getFirstInsertionPt();
}

void tell(CallBase& wait) {
  IRBuilder<> builder(&first_behind(wait));
  builder.SetCurrentDebugLocation(wait.getDebugLoc());
  const FunctionCallee told = wait.getModule()->getOrInsertFunction(runtime::kUsesSignalName, builder.getVoidTy(),
                                                                    builder.getPtrTy(), builder.getInt64Ty());
  builder.CreateCall(told, {wait.getArgOperand(0), &wait})->setDoesNotThrow();
}

}  // namespace

void tell_used_signals(Module& module) {
  const Function* wait = module.getFunction(kWait);
  if (wait == nullptr) return;
  SmallVector<CallBase*, 8> used;
  for (const User* user : wait->users()) {
    auto* call = const_cast<CallBase*>(dyn_cast<CallBase>(user));
    if (call == nullptr || call->getCalledFunction() != wait || call->arg_size() == 0) continue;
    if (call->getType()->isIntegerTy(64) && call->getArgOperand(0)->getType()->isPointerTy() && is_used(*call))
      used.push_back(call);
  }
  for (CallBase* call : used) tell(*call);
}

}  // namespace farsan::compiler
