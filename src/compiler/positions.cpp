#include "compiler/positions.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace farsan::compiler {

using namespace llvm;

namespace {

constexpr char kTag[] = "farsan.position";

}  // namespace

void tag_positions(Function& function) {
  for (Instruction& instruction : instructions(function)) {
    if (auto* call = dyn_cast<CallBase>(&instruction)) {
      if (!isa<IntrinsicInst>(call) && !call->isInlineAsm()) call->addFnAttr(Attribute::NoMerge);
    } else if (instruction.mayReadOrWriteMemory()) {
      if (DILocation* location = instruction.getDebugLoc()) instruction.setMetadata(kTag, location);
    }
  }
}

void remove_tags(Function& function) {
  for (Instruction& instruction : instructions(function)) instruction.setMetadata(kTag, nullptr);
}

Positions::Positions(const Function& function) : self_(function.getSubprogram()) {
  for (const Instruction& instruction : instructions(function))
    if (const DILocation* location = instruction.getDebugLoc(); location != nullptr && location->getInlinedAt())
      inlined_at_.try_emplace(location->getScope()->getSubprogram(), location->getInlinedAt());
}

DebugLoc Positions::of(const Instruction& instruction) const {
  const DebugLoc& own = instruction.getDebugLoc();
  if (self_ == nullptr || (own && own.getLine() != 0)) return own;
  const auto* tag = dyn_cast_or_null<DILocation>(instruction.getMetadata(kTag));
  LLVMContext& context = instruction.getContext();
  if (tag == nullptr) {
    if (own) return own;
    return DILocation::get(context, 0, 0, const_cast<DISubprogram*>(self_));
  }
  // The tag was made before anything was inlined.
  const DISubprogram* subprogram = tag->getScope()->getSubprogram();
  if (subprogram == self_) return DebugLoc(tag);
  const auto place = inlined_at_.find(subprogram);
  if (place == inlined_at_.end()) return DILocation::get(context, 0, 0, const_cast<DISubprogram*>(self_));
  return DILocation::get(context, tag->getLine(), tag->getColumn(), tag->getScope(),
                         const_cast<DILocation*>(place->second));
}

}  // namespace farsan::compiler
