// Intrinsics that access memory in another way than loads, stores and memcpy do: for lanes of a vector that a mask chooses, at computed
// places, or by an instruction that only one kind of machine has. A table says which of their operands tells what.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IntrinsicInst.h>

#include <cstdint>

#include "compiler/access.h"

namespace farsan::compiler {

/// One access of an intrinsic. Numbers are those of operands; `kNone` where there is none.
struct IntrinsicForm {
  static constexpr signed char kNone = -1;
  static constexpr signed char kResult = -2;

  /// How much of the value is in memory.
  enum class Extent : std::uint8_t {
    Whole,   ///< all of it, or `bytes`
    Lanes,   ///< each lane that the mask chooses, in its place
    Packed,  ///< those that the mask chooses, one behind the other
  };

  const char* name = nullptr;  ///< begins with this
  const char* part = "";       ///< and has this somewhere behind it
  Kind kind = Kind::Load;
  Extent extent = Extent::Whole;
  signed char value = kNone;
  signed char where = 0;  ///< an address, or a vector of them
  signed char mask = kNone;
  signed char index = kNone;  ///< of each lane, from the address on
  signed char scale = kNone;  ///< bytes of an index
  signed char align = kNone;
  signed char kept = kNone;  ///< where lanes come from that are not loaded
  std::uint8_t bytes = 0;    ///< of a lane, or of all, where that is not what the value has

  [[nodiscard]] const llvm::Value* value_of(const llvm::IntrinsicInst& call) const {
    if (value == kNone) return nullptr;
    return value == kResult ? static_cast<const llvm::Value*>(&call) : call.getArgOperand(static_cast<unsigned>(value));
  }
  [[nodiscard]] llvm::Value* operand(const llvm::IntrinsicInst& call, signed char number) const {
    return number == kNone ? nullptr : call.getArgOperand(static_cast<unsigned>(number));
  }
};

/// None for intrinsics that access no memory, memcpy and its like, and those that nobody knows (docs/limits.md).
llvm::SmallVector<const IntrinsicForm*, 2> forms_of(const llvm::IntrinsicInst& call);

}  // namespace farsan::compiler
