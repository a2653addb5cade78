#include "compiler/access.h"

#include <llvm/Analysis/Loads.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

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
  /// the line of the choice, or none if it was moved, and is done where both can be loaded. Other loads without a tag (of a `memcpy`, of a
  /// number of another type) are the program's own.
  [[nodiscard]] bool is_speculated(const Value* value) const {
    const auto* load = dyn_cast<LoadInst>(value);
    if (!has_positions_ || load == nullptr || !load->isSimple() || !load->hasOneUse() || has_position(*load))
      return false;
    const auto* choice = dyn_cast<SelectInst>(load->user_back());
    if (choice == nullptr || choice->getCondition() == load || !choice->getCondition()->getType()->isIntegerTy(1))
      return false;
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
      Value* address = load->getPointerOperand();
      Value* nowhere = Constant::getNullValue(address->getType());
      address = builder.CreateSelect(choice.getCondition(), if_true ? address : nowhere, if_true ? nowhere : address);
      add(choice, Kind::Load, address, load->getType(), load->getAlign(), false);
    }
  }

  void take_call(CallBase& call) {
    if (auto* routine = dyn_cast<MemIntrinsic>(&call)) return take_routine(*routine);
    if (auto* intrinsic = dyn_cast<IntrinsicInst>(&call)) return take_masked(*intrinsic);
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

  void take_masked(IntrinsicInst& call) {
    switch (call.getIntrinsicID()) {
      case Intrinsic::masked_load: return take_lanes(call, Kind::Load, call.getArgOperand(0), 2, call.getType(), 1);
      case Intrinsic::masked_gather: return take_lanes(call, Kind::Load, call.getArgOperand(0), 2, call.getType(), 1);
      case Intrinsic::masked_store:
      case Intrinsic::masked_scatter:
        return take_lanes(call, Kind::Store, call.getArgOperand(1), 3, call.getArgOperand(0)->getType(), 2);
      default: return;
    }
  }

  /// `where` is one address for all lanes, or a vector of addresses.
  void take_lanes(IntrinsicInst& call, Kind kind, Value* where, unsigned mask_index, Type* type, unsigned align_index) {
    const auto* vector = dyn_cast<FixedVectorType>(type);
    if (vector == nullptr) return;
    Value* mask = call.getArgOperand(mask_index);
    const Align align = cast<ConstantInt>(call.getArgOperand(align_index))->getMaybeAlignValue().valueOrOne();
    const TypeSize size = layout_.getTypeStoreSize(vector->getElementType());
    IRBuilder<> builder(&call);
    for (unsigned lane = 0; lane < vector->getNumElements(); ++lane) {
      Value* on = builder.CreateExtractElement(mask, lane);
      if (const auto* constant = dyn_cast<ConstantInt>(on); constant != nullptr && constant->isZero()) continue;
      Value* address = where->getType()->isVectorTy()
                           ? builder.CreateExtractElement(where, lane)
                           : builder.CreateConstGEP1_64(vector->getElementType(), where, lane);
      address = builder.CreateSelect(on, address, ConstantPointerNull::get(builder.getPtrTy()));
      const Align lane_align = where->getType()->isVectorTy() ? align : commonAlignment(align, lane * size);
      add(call, kind, address, size.getFixedValue(), lane_align, false);
    }
  }

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
