#include "compiler/positions.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace farsan::compiler {

using namespace llvm;

namespace {

constexpr char kTag[] = "farsan.position";

/// Blocks that are looked at, from one that has no lines.
constexpr int kMostBlocks = 16;

DebugLoc line_of(const Instruction& instruction) {
  const DebugLoc& own = instruction.getDebugLoc();
  return own && own.getLine() != 0 && !isa<PHINode>(instruction) ? own : DebugLoc();
}

/// What the optimiser made of something that has a line mostly stands before it, or else behind, or in blocks of its own.
DebugLoc next_to(const Instruction& instruction) {
  const Instruction* other = instruction.getNextNode();
  const BasicBlock* block = instruction.getParent();
  for (int i = 0; i < kMostBlocks && block != nullptr; ++i) {
    for (; other != nullptr; other = other->getNextNode())
      if (const DebugLoc line = line_of(*other)) return line;
    block = succ_empty(block) ? nullptr : *succ_begin(block);
    if (block != nullptr) other = &block->front();
  }
  for (other = instruction.getPrevNode(); other != nullptr; other = other->getPrevNode())
    if (const DebugLoc line = line_of(*other)) return line;
  return {};
}

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

bool has_position(const Instruction& instruction) { return instruction.getMetadata(kTag) != nullptr; }

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
    if (const DebugLoc next = next_to(instruction)) return next;
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
