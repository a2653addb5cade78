#include "compiler/stacks.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/Transforms/Utils/EscapeEnumerator.h>

namespace farsan::compiler {

using namespace llvm;

void keep_stack(Function& function, RuntimeCalls& calls, const Synchronisation& synchronisation) {
  const bool calls_out = any_of(instructions(function), [&](const Instruction& instruction) {
    return isa<CallBase>(instruction) && synchronisation.possible_at(instruction);
  });
  if (!calls_out) return;
  IRBuilder<> entry(&function.getEntryBlock(), function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  Function* return_address = Intrinsic::getDeclaration(function.getParent(), Intrinsic::returnaddress);
  calls.enter(entry, entry.CreateCall(return_address, entry.getInt32(0)));
  // The linker may still inline; the address would be that of another caller, then. (What must be inlined has been.)
  if (!function.hasFnAttribute(Attribute::AlwaysInline)) function.addFnAttr(Attribute::NoInline);
  EscapeEnumerator exits(function, "farsan.cleanup");
  while (IRBuilder<>* exit = exits.Next()) calls.leave(*exit);
}

void keep_from_tails(Function& function, const Synchronisation& synchronisation) {
  for (Instruction& instruction : instructions(function)) {
    auto* call = dyn_cast<CallInst>(&instruction);
    if (call != nullptr && !call->isMustTailCall() && synchronisation.possible_at(*call))
      call->setTailCallKind(CallInst::TCK_NoTail);
  }
}

}  // namespace farsan::compiler
