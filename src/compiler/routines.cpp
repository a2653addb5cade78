#include "compiler/routines.h"

#include <llvm/Analysis/MemoryBuiltins.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/SimplifyLibCalls.h>

#include "compiler/points_to.h"
#include "runtime/pass_interface.h"

namespace farsan::compiler {

using namespace llvm;

namespace {

/// As much as back ends copy with a few vector registers.
constexpr std::uint64_t kMostInLine = 128;
/// A look at two pages tells whether they are marked.
constexpr std::uint64_t kMostTested = std::uint64_t{1} << runtime::kPageBits;

bool matters(const MemIntrinsic& routine, Relevance& relevance) {
  const auto* transfer = dyn_cast<MemTransferInst>(&routine);
  const auto side = [&](const Value* address, Kind kind) {
    return !is_noted_private(routine, kind) && relevance.matters(*address, kind);
  };
  return side(routine.getRawDest(), Kind::Store) || (transfer != nullptr && side(transfer->getRawSource(), Kind::Load));
}

void keep_in_line(MemIntrinsic& routine, IRBuilder<>& builder) {
  CallInst* made = nullptr;
  if (auto* copy = dyn_cast<MemCpyInst>(&routine))
    made = builder.CreateMemCpyInline(copy->getRawDest(), copy->getDestAlign(), copy->getRawSource(),
                                      copy->getSourceAlign(), copy->getLength(), copy->isVolatile());
  else
    made = builder.CreateMemSetInline(routine.getRawDest(), routine.getDestAlign(),
                                      cast<MemSetInst>(routine).getValue(), routine.getLength(), routine.isVolatile());
  made->copyMetadata(routine);
}

void call_runtime(MemIntrinsic& routine, IRBuilder<>& builder, RuntimeCalls& calls) {
  Value* length = builder.CreateZExtOrTrunc(routine.getLength(), builder.getInt64Ty());
  const auto* constant = dyn_cast<ConstantInt>(length);
  const bool is_plain = constant != nullptr && constant->getZExtValue() <= kMostTested && !routine.isVolatile();
  CallInst* made = nullptr;
  if (auto* fill = dyn_cast<MemSetInst>(&routine)) {
    Value* byte = builder.CreateZExt(fill->getValue(), builder.getInt32Ty());
    const SmallVector<Value*, 3> arguments{fill->getRawDest(), byte, length};
    made = is_plain ? calls.plain_routine(builder, runtime::kFillName, arguments)
                    : calls.routine(builder, "memset", arguments);
  } else {
    auto& transfer = cast<MemTransferInst>(routine);
    const char* name = isa<MemMoveInst>(routine) ? "memmove" : "memcpy";
    const SmallVector<Value*, 3> arguments{transfer.getRawDest(), transfer.getRawSource(), length};
    made = is_plain ? calls.plain_routine(builder, runtime::kMoveName, arguments)
                    : calls.routine(builder, name, arguments);
  }
  made->copyMetadata(routine);
}

/// Others (`sqrt`) reach no memory of the program but `errno`, and may become an instruction.
bool takes_pointers(const CallInst& call) {
  return any_of(call.args(), [](const Use& argument) { return argument->getType()->isPointerTy(); });
}

/// With -D_FORTIFY_SOURCE: `__memcpy_chk` is `memcpy` where nothing is to be checked. The optimiser would find that out later.
void simplify_fortified(Function& function, const TargetLibraryInfo& library) {
  SmallVector<IntrinsicInst*, 8> sizes;
  for (Instruction& instruction : instructions(function))
    if (auto* size = dyn_cast<IntrinsicInst>(&instruction);
        size != nullptr && size->getIntrinsicID() == Intrinsic::objectsize)
      sizes.push_back(size);
  for (IntrinsicInst* size : sizes) {
    size->replaceAllUsesWith(lowerObjectSizeCall(size, function.getDataLayout(), &library, /*MustSucceed=*/true));
    size->eraseFromParent();
  }
  FortifiedLibCallSimplifier simplifier(&library);
  for (Instruction& instruction : make_early_inc_range(instructions(function))) {
    auto* call = dyn_cast<CallInst>(&instruction);
    const Function* callee = call == nullptr || call->isMustTailCall() ? nullptr : call->getCalledFunction();
    if (callee == nullptr || !callee->getName().ends_with("_chk")) continue;
    IRBuilder<> builder(call);
    if (Value* simple = simplifier.optimizeCall(call, builder)) {
      call->replaceAllUsesWith(simple);
      call->eraseFromParent();
    }
  }
}

/// The optimiser knows what it does, and might do it in line, where nobody sees it: it stays a call. Memory that is made or given back
/// is not accessed.
void keep_call(CallInst& call, const TargetLibraryInfo& library) {
  LibFunc routine{};
  if (library.getLibFunc(call, routine) && library.has(routine) && !isAllocationFn(&call, &library) &&
      getFreedOperand(&call, &library) == nullptr)
    call.addFnAttr(Attribute::NoBuiltin);
}

}  // namespace

void replace_routines(Function& function, RuntimeCalls& calls, Relevance& relevance, const TargetLibraryInfo& library) {
  simplify_fortified(function, library);
  SmallVector<MemIntrinsic*, 8> routines;
  for (Instruction& instruction : instructions(function)) {
    if (auto* call = dyn_cast<CallInst>(&instruction); call != nullptr && takes_pointers(*call))
      keep_call(*call, library);
    if (auto* routine = dyn_cast<MemIntrinsic>(&instruction))
      if (!isa<MemCpyInlineInst, MemSetInlineInst>(routine) && routine->getDestAddressSpace() == 0 &&
          matters(*routine, relevance))
        routines.push_back(routine);
  }
  for (MemIntrinsic* routine : routines) {
    IRBuilder<> builder(routine);
    const auto* length = dyn_cast<ConstantInt>(routine->getLength());
    if (length != nullptr && length->getZExtValue() <= kMostInLine && !isa<MemMoveInst>(routine))
      keep_in_line(*routine, builder);
    else
      call_runtime(*routine, builder, calls);
    routine->eraseFromParent();
  }
}

}  // namespace farsan::compiler
