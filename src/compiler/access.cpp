#include "compiler/access.h"

#include <llvm/Analysis/Loads.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "compiler/intrinsics.h"
#include "compiler/positions.h"
#include "runtime/pass_interface.h"

namespace farsan::compiler {

namespace {

using namespace llvm;

class Collector {
 public:
  explicit Collector(Function& function)
      : layout_(function.getDataLayout()), has_positions_(function.getSubprogram() != nullptr) {}

  void take(Instruction& instruction) {
    if (is_speculated(&instruction)) return;
    if (auto* load = dyn_cast<LoadInst>(&instruction))
      add(instruction, Kind::Load, load->getPointerOperand(), load->getType(), load->getAlign(), !load->isSimple());
    else if (auto* choice = dyn_cast<SelectInst>(&instruction))
      take_chosen(*choice);
    else if (auto* store = dyn_cast<StoreInst>(&instruction))
      add(instruction, Kind::Store, store->getPointerOperand(), store->getValueOperand()->getType(), store->getAlign(),
          !store->isSimple());
    else if (auto* update = dyn_cast<AtomicRMWInst>(&instruction))
      add(instruction, Kind::Store, update->getPointerOperand(), update->getType(), update->getAlign(), true);
    else if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
      add(instruction, Kind::Store, exchange->getPointerOperand(), exchange->getNewValOperand()->getType(),
          exchange->getAlign(), true);
    else if (auto* call = dyn_cast<CallBase>(&instruction))
      take_call(*call);
  }

  SmallVector<Access, 0> found;

 private:
  void add(Instruction& at, Kind kind, Value* address, std::uint64_t size, Align align, bool pinned) {
    if (address->getType()->getPointerAddressSpace() != 0 || address->isSwiftError() || size == 0) return;
    found.push_back({&at, kind, address, size, align, pinned});
  }
  /// Vectors of a size that only the machine knows come from its intrinsics alone (docs/limits.md).
  void add(Instruction& at, Kind kind, Value* address, Type* type, Align align, bool pinned) {
    const TypeSize size = layout_.getTypeStoreSize(type);
    if (!size.isScalable()) add(at, kind, address, size.getFixedValue(), align, pinned);
  }

  /// `*(c ? p : q)` may have become `c ? *p : *q`, which loads both: the program loads the one that is chosen, where it is chosen. That has
  /// the line of the choice, or none if it was moved, and is done where both can be loaded. So may the
  /// lanes of a vector that a mask chooses. Other loads without a tag (of a `memcpy`, of a number of another type) are the program's own.
  [[nodiscard]] bool is_speculated(const Value* value) const {
    const auto* load = dyn_cast<LoadInst>(value);
    if (!has_positions_ || load == nullptr || !load->isSimple() || !load->hasOneUse() || has_position(*load))
      return false;
    const auto* choice = dyn_cast<SelectInst>(load->user_back());
    if (choice == nullptr || choice->getCondition() == load) return false;
    if (isa<ScalableVectorType>(choice->getCondition()->getType())) return false;
    const DebugLoc& position = load->getDebugLoc();
    if (position && position.getLine() != 0 && position != choice->getDebugLoc()) return false;
    return isSafeToLoadUnconditionally(const_cast<Value*>(load->getPointerOperand()), load->getType(), load->getAlign(),
                                       layout_, const_cast<LoadInst*>(load));
  }
  void take_chosen(SelectInst& choice) {
    IRBuilder<> builder(&choice);
    for (const bool if_true : {true, false}) {
      Value* value = if_true ? choice.getTrueValue() : choice.getFalseValue();
      if (!is_speculated(value)) continue;
      auto* load = cast<LoadInst>(value);
      const auto choose = [&](Value* on, Type* type, std::uint64_t offset) {
        Value* address = load->getPointerOperand();
        if (offset != 0) address = builder.CreatePtrAdd(address, builder.getInt64(offset));
        Value* nowhere = Constant::getNullValue(address->getType());
        address = builder.CreateSelect(on, if_true ? address : nowhere, if_true ? nowhere : address);
        add(choice, Kind::Load, address, type, commonAlignment(load->getAlign(), offset), false);
      };
      if (choice.getCondition()->getType()->isIntegerTy(1)) {
        choose(choice.getCondition(), load->getType(), 0);
        continue;
      }
      const auto* vector = cast<FixedVectorType>(load->getType());
      const std::uint64_t size = layout_.getTypeStoreSize(vector->getElementType()).getFixedValue();
      for (unsigned lane = 0; lane < vector->getNumElements(); ++lane)
        choose(builder.CreateExtractElement(choice.getCondition(), lane), vector->getElementType(), lane * size);
    }
  }

  void take_call(CallBase& call) {
    if (auto* routine = dyn_cast<MemIntrinsic>(&call)) return take_routine(*routine);
    if (auto* intrinsic = dyn_cast<IntrinsicInst>(&call)) return take_intrinsic(*intrinsic);
    if (const Function* callee = call.getCalledFunction(); callee != nullptr && callee->isDeclaration()) {
      if (callee->getName() == runtime::kMoveName) return take_plain_routine(call, /*reads=*/true);
      if (callee->getName() == runtime::kFillName) return take_plain_routine(call, /*reads=*/false);
    }
    // An argument that is passed by value is read by the caller.
    for (unsigned i = 0; i < call.arg_size(); ++i)
      if (call.isByValArgument(i))
        add(call, Kind::Load, call.getArgOperand(i), call.getParamByValType(i), call.getParamAlign(i).valueOrOne(),
            false);
  }

  /// memcpy and its like, of constant size; those of variable size are the runtime's (routines.h).
  void take_routine(MemIntrinsic& routine) {
    const auto* length = dyn_cast<ConstantInt>(routine.getLength());
    if (length == nullptr) return;
    const std::uint64_t size = length->getZExtValue();
    if (auto* transfer = dyn_cast<MemTransferInst>(&routine))
      add(routine, Kind::Load, transfer->getRawSource(), size, transfer->getSourceAlign().valueOrOne(),
          routine.isVolatile());
    add(routine, Kind::Store, routine.getRawDest(), size, routine.getDestAlign().valueOrOne(), routine.isVolatile());
  }

  /// The same of more bytes (RuntimeCalls::plain_routine).
  void take_plain_routine(CallBase& call, bool reads) {
    const std::uint64_t size = cast<ConstantInt>(call.getArgOperand(2))->getZExtValue();
    if (reads) add(call, Kind::Load, call.getArgOperand(1), size, call.getParamAlign(1).valueOrOne(), false);
    add(call, Kind::Store, call.getArgOperand(0), size, call.getParamAlign(0).valueOrOne(), false);
  }

  void take_intrinsic(IntrinsicInst& call) {
    for (const IntrinsicForm* form : forms_of(call)) {
      const Value* value = form->value_of(call);
      const TypeSize size =
          form->bytes != 0 ? TypeSize::getFixed(form->bytes) : layout_.getTypeStoreSize(value->getType());
      if (form->extent != IntrinsicForm::Extent::Whole)
        take_lanes(call, *form, value->getType());
      else if (!size.isScalable())
        add(call, form->kind, form->operand(call, form->where), size.getFixedValue(), Align(), false);
    }
  }

  void take_lanes(IntrinsicInst& call, const IntrinsicForm& form, Type* type) {
    IRBuilder<> builder(&call);
    const unsigned lanes = lanes_of(call, form, type);
    if (lanes == 0) return;
    Value* mask = choices(builder, form.operand(call, form.mask));
    Value* chosen = form.extent == IntrinsicForm::Extent::Packed ? count(builder, mask) : nullptr;
    Value* where = form.operand(call, form.where);
    const std::uint64_t size =
        form.bytes != 0 ? form.bytes : layout_.getTypeStoreSize(type->getScalarType()).getFixedValue();
    const Align align = form.align == IntrinsicForm::kNone
                            ? Align()
                            : cast<ConstantInt>(form.operand(call, form.align))->getMaybeAlignValue().valueOrOne();
    for (unsigned lane = 0; lane < lanes; ++lane) {
      Value* on = chosen != nullptr ? builder.CreateICmpUGT(chosen, builder.getInt64(lane))
                                    : builder.CreateExtractElement(mask, lane);
      if (const auto* constant = dyn_cast<ConstantInt>(on); constant != nullptr && constant->isZero()) continue;
      Value* address = nullptr;
      Align lane_align = align;
      if (where->getType()->isVectorTy()) {
        address = builder.CreateExtractElement(where, lane);
      } else if (form.index != IntrinsicForm::kNone) {
        address = builder.CreatePtrAdd(where, distance(builder, call, form, lane));
      } else {
        address = builder.CreatePtrAdd(where, builder.getInt64(lane * size));
        lane_align = commonAlignment(align, lane * size);
      }
      address = builder.CreateSelect(on, address, ConstantPointerNull::get(builder.getPtrTy()));
      add(call, form.kind, address, size, lane_align, false);
    }
  }

  /// Indices or masks may be of fewer than there are in a vector of that kind. None: only the machine knows how many there are.
  static unsigned lanes_of(const IntrinsicInst& call, const IntrinsicForm& form, const Type* type) {
    if (isa<ScalableVectorType>(type)) return 0;
    const auto* all = dyn_cast<FixedVectorType>(type);
    unsigned lanes = all != nullptr ? all->getNumElements() : kLanesOfMmx;
    for (const signed char number : {form.mask, form.index})
      if (const Value* other = form.operand(call, number))
        if (const auto* vector = dyn_cast<FixedVectorType>(other->getType()))
          lanes = std::min(lanes, vector->getNumElements());
    return lanes;
  }

  /// A mask as one bit for each lane: a number has them, and vectors of other types have them on top of their elements.
  static Value* choices(IRBuilder<>& builder, Value* mask) {
    if (mask->getType()->isIntegerTy())
      return builder.CreateBitCast(mask,
                                   FixedVectorType::get(builder.getInt1Ty(), mask->getType()->getIntegerBitWidth()));
    if (mask->getType()->isX86_MMXTy())
      mask = builder.CreateBitCast(mask, FixedVectorType::get(builder.getInt8Ty(), kLanesOfMmx));
    if (mask->getType()->isIntOrIntVectorTy(1)) return mask;
    Value* numbers = builder.CreateBitCast(mask, VectorType::getInteger(cast<VectorType>(mask->getType())));
    return builder.CreateICmpSLT(numbers, Constant::getNullValue(numbers->getType()));
  }
  static Value* count(IRBuilder<>& builder, Value* choices) {
    const unsigned lanes = cast<FixedVectorType>(choices->getType())->getNumElements();
    Value* bits = builder.CreateZExt(builder.CreateBitCast(choices, builder.getIntNTy(lanes)), builder.getInt64Ty());
    return builder.CreateUnaryIntrinsic(Intrinsic::ctpop, bits);
  }
  static Value* distance(IRBuilder<>& builder, const IntrinsicInst& call, const IntrinsicForm& form, unsigned lane) {
    Value* index = builder.CreateExtractElement(form.operand(call, form.index), lane);
    const std::uint64_t scale = cast<ConstantInt>(form.operand(call, form.scale))->getZExtValue();
    return builder.CreateMul(builder.CreateSExt(index, builder.getInt64Ty()), builder.getInt64(scale));
  }

  static constexpr unsigned kLanesOfMmx = 8;  // of the one instruction that has a mask

  const DataLayout& layout_;
  bool has_positions_;  ///< what was in the program is told from what the optimiser made
};

}  // namespace

SmallVector<Access, 0> accesses_of(Function& function) {
  Collector collector(function);
  for (BasicBlock& block : function)
    for (Instruction& instruction : make_early_inc_range(block))
      if (!instruction.hasMetadata(LLVMContext::MD_nosanitize)) collector.take(instruction);
  return std::move(collector.found);
}

}  // namespace farsan::compiler
