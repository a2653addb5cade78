#include "compiler/runtime_calls.h"

#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Support/ModRef.h>
#include <llvm/TargetParser/Triple.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <cstddef>
#include <string>

#include "runtime/pass_interface.h"

namespace farsan::compiler {

using namespace llvm;

namespace {

constexpr char kConstructor[] = "farsan.module_ctor";

bool has_entry_of_its_own(std::uint64_t size) { return size <= 16 && isPowerOf2_64(size); }

}  // namespace

CallInst* RuntimeCalls::call(IRBuilder<>& builder, StringRef name, Type* result, ArrayRef<Value*> arguments) {
  SmallVector<Type*, 4> types;
  for (const Value* argument : arguments) types.push_back(argument->getType());
  const FunctionCallee callee = module_.getOrInsertFunction(name, FunctionType::get(result, types, false));
  CallInst* made = builder.CreateCall(callee, arguments);
  made->setTailCallKind(CallInst::TCK_NoTail);
  made->addFnAttr(Attribute::NoMerge);
  made->setDoesNotThrow();
  for (const Attribute::AttrKind kind :
       {Attribute::WillReturn, Attribute::NoCallback, Attribute::NoFree, Attribute::NoSync})
    made->addFnAttr(kind);
  return made;
}

void RuntimeCalls::record(IRBuilder<>& builder, const Piece& piece) {
  const std::string verb = piece.kind == Kind::Load ? "read" : "write";
  builder.SetCurrentDebugLocation(piece.site);
  Type* nothing = builder.getVoidTy();
  CallInst* made = nullptr;
  Value* length = piece.length != nullptr ? piece.length : builder.getInt64(piece.size);
  if (piece.covered != nullptr) length = builder.CreateSelect(piece.covered, builder.getInt64(0), length);
  if (piece.count != nullptr) {
    const char* name = piece.kind == Kind::Load ? runtime::kReadStridedName : runtime::kWriteStridedName;
    made = call(builder, name, nothing, {piece.address, piece.stride, length, piece.count});
  } else if (piece.length != nullptr || !has_entry_of_its_own(piece.size)) {
    made = call(builder, "__tsan_" + verb + "_range", nothing, {piece.address, length});
  } else {
    const char* how = piece.align.value() < piece.size ? "__tsan_unaligned_" : "__tsan_";
    made = call(builder, how + verb + std::to_string(piece.size), nothing, {piece.address});
  }
  made->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
  made->addParamAttr(0, Attribute::NoCapture);
}

bool RuntimeCalls::fits_hot_cells(const Piece& piece) {
  return piece.length == nullptr && (piece.size == 4 || piece.size == 8) && piece.align.value() >= piece.size;
}

bool RuntimeCalls::can_record_in_line() const {
  const Triple triple(module_.getTargetTriple());
  return triple.isAArch64() || triple.getArch() == Triple::x86_64;
}

GlobalVariable* RuntimeCalls::make_slot() {
  Type* number = Type::getInt32Ty(module_.getContext());
  return new GlobalVariable(module_, number, /*isConstant=*/false, GlobalValue::InternalLinkage,
                            ConstantInt::get(number, 0), "farsan.site");
}

LoadInst* RuntimeCalls::look(IRBuilder<>& builder, Type* type, Value* from, std::uint64_t offset) {
  LoadInst* loaded = builder.CreateLoad(type, builder.CreatePtrAdd(from, builder.getInt64(offset)));
  loaded->setMetadata(LLVMContext::MD_nosanitize, MDNode::get(builder.getContext(), {}));
  return loaded;
}

void RuntimeCalls::record_in_line(IRBuilder<>& builder, const Piece& piece, Value* table, Value* marks) {
  const bool store = piece.kind == Kind::Store;
  builder.SetCurrentDebugLocation(piece.site);
  GlobalVariable* slot = piece.slot != nullptr ? piece.slot : make_slot();
  const auto load = [&](Type* type, Value* from, std::int64_t offset) {
    return look(builder, type, from, static_cast<std::uint64_t>(offset));
  };
  Type* number = builder.getInt64Ty();
  // What a call before this one may have changed, although the optimiser is told that calls change nothing.
  LoadInst* hot = load(builder.getPtrTy(), table, store ? runtime::kHotStoresAt : runtime::kHotLoadsAt);
  hot->setAtomic(AtomicOrdering::Monotonic);
  hot->setAlignment(Align(8));
  Value* site = load(builder.getInt32Ty(), slot, 0);
  Value* base = load(number, hot, runtime::kHotBaseAt);
  const bool wide = piece.size == 8;
  Value* count = load(number, hot, wide ? runtime::kHotPairsAt : runtime::kHotGranulesAt);
  Value* distance = builder.CreateSub(builder.CreatePtrToInt(piece.address, number), base);
  Value* bits = builder.getInt64(wide ? runtime::kPairBits : runtime::kGranuleBits);
  Value* index = builder.CreateIntrinsic(Intrinsic::fshr, {number}, {distance, distance, bits});
  Value* fits = builder.CreateAnd(builder.CreateICmpEQ(marks, builder.getInt8(runtime::kOnlyRecorded)),
                                  builder.CreateICmpULT(index, count));
  fits = builder.CreateAnd(fits, builder.CreateIsNotNull(site));
  Instruction* then = nullptr;
  Instruction* otherwise = nullptr;
  MDNode* likely = MDBuilder(builder.getContext()).createLikelyBranchWeights();
  SplitBlockAndInsertIfThenElse(fits, &*builder.GetInsertPoint(), &then, &otherwise, likely);

  builder.SetInsertPoint(then);
  builder.SetCurrentDebugLocation(piece.site);
  Value* word = builder.CreateOr(load(number, hot, runtime::kHotStampAt), builder.CreateZExt(site, number));
  Value* cells = load(builder.getPtrTy(), hot, wide ? runtime::kHotWideAt : runtime::kHotCellsAt);
  write_cell(builder, builder.CreateGEP(number, cells, index), word);

  builder.SetInsertPoint(otherwise);
  record_numbered(builder, piece, slot);
}

void RuntimeCalls::record_numbered(IRBuilder<>& builder, const Piece& piece, GlobalVariable* slot) {
  const bool store = piece.kind == Kind::Store;
  builder.SetCurrentDebugLocation(piece.site);
  const char* name = nullptr;
  if (piece.size == 4)
    name = store ? runtime::kWrite4Name : runtime::kRead4Name;
  else
    name = store ? runtime::kWrite8Name : runtime::kRead8Name;
  CallInst* made = call(builder, name, builder.getVoidTy(), {piece.address, slot});
  made->setMemoryEffects(MemoryEffects::inaccessibleOrArgMemOnly());
  made->addParamAttr(0, Attribute::NoCapture);
  made->addParamAttr(0, Attribute::ReadNone);
  made->addParamAttr(1, Attribute::NoCapture);
}

void RuntimeCalls::record_hot(IRBuilder<>& builder, const Piece& piece) {
  builder.SetCurrentDebugLocation(piece.site);
  Value* address = builder.CreatePtrToInt(piece.address, builder.getInt64Ty());
  Value* bias = look_here(builder, piece.hot.span, offsetof(runtime::HotSpan, bias));
  Value* word = look_here(builder, piece.hot.span, offsetof(runtime::HotSpan, word));
  if (piece.size == 8) {
    const bool arm = Triple(module_.getTargetTriple()).isAArch64();
    const char* text = arm ? "str $2, [$0, $1]" : "movq $2, ($0,$1)";
    return write_text(builder, text, "r,r,r", {bias, address, word});
  }
  Value* words = builder.CreateMul(address, builder.getInt64(sizeof(std::uint64_t) / piece.size));
  write_cell(builder, builder.CreateAdd(bias, words), word);
}

Value* RuntimeCalls::limit_of(IRBuilder<>& builder, const Hot& hot) {
  return look_here(builder, hot.span, offsetof(runtime::HotSpan, bytes));
}

/// Not before the loop, where it would take a register.
Value* RuntimeCalls::look_here(IRBuilder<>& builder, Value* from, std::uint64_t offset) {
  LoadInst* loaded = look(builder, builder.getInt64Ty(), from, offset);
  loaded->setVolatile(true);
  return loaded;
}

Value* RuntimeCalls::span(IRBuilder<>& builder, const Piece& piece, Value* from, Value* room) {
  const bool store = piece.kind == Kind::Store;
  const char* name = nullptr;
  if (piece.size == 4)
    name = store ? runtime::kSpanWrite4Name : runtime::kSpanRead4Name;
  else
    name = store ? runtime::kSpanWrite8Name : runtime::kSpanRead8Name;
  CallInst* made = call(builder, name, builder.getVoidTy(), {from, piece.slot, room});
  made->setMemoryEffects(MemoryEffects::inaccessibleOrArgMemOnly());
  for (const unsigned argument : {0U, 1U, 2U}) made->addParamAttr(argument, Attribute::NoCapture);
  made->addParamAttr(0, Attribute::ReadNone);
  return look(builder, builder.getInt64Ty(), room, offsetof(runtime::HotSpan, bytes));
}

void RuntimeCalls::write_cell(IRBuilder<>& builder, Value* cell, Value* word) {
  const bool arm = Triple(module_.getTargetTriple()).isAArch64();
  write_text(builder, arm ? "str $1, [$0]" : "movq $1, ($0)", "r,r", {cell, word});
}

/// As text of the assembler, since a store by the compiler's own means could be to any variable of the program, as far as the
/// optimiser knows, and it would load them again.
void RuntimeCalls::write_text(IRBuilder<>& builder, StringRef text, StringRef operands, ArrayRef<Value*> values) {
  SmallVector<Type*, 3> types;
  for (const Value* value : values) types.push_back(value->getType());
  auto* type = FunctionType::get(builder.getVoidTy(), types, false);
  CallInst* made = builder.CreateCall(InlineAsm::get(type, text, operands, /*hasSideEffects=*/true), values);
  made->setDoesNotThrow();
  made->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
  for (const Attribute::AttrKind kind :
       {Attribute::WillReturn, Attribute::NoCallback, Attribute::NoFree, Attribute::NoSync})
    made->addFnAttr(kind);
}

CallInst* RuntimeCalls::routine(IRBuilder<>& builder, StringRef name, ArrayRef<Value*> arguments) {
  CallInst* made = call(builder, ("__tsan_" + name).str(), builder.getPtrTy(), arguments);
  made->setMemoryEffects(MemoryEffects::inaccessibleOrArgMemOnly());
  return made;
}

void RuntimeCalls::enter(IRBuilder<>& builder, Value* return_address) {
  call(builder, "__tsan_func_entry", builder.getVoidTy(), {return_address})
      ->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
}

void RuntimeCalls::leave(IRBuilder<>& builder) {
  call(builder, "__tsan_func_exit", builder.getVoidTy(), {})->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
}

Value* RuntimeCalls::clear_bytes(IRBuilder<>& builder, Value* from) {
  CallInst* made = call(builder, runtime::kClearName, builder.getInt64Ty(), {from});
  made->setMemoryEffects(MemoryEffects::inaccessibleMemOnly(ModRefInfo::Ref));
  made->addParamAttr(0, Attribute::NoCapture);
  return made;
}

Value* RuntimeCalls::table(IRBuilder<>& builder) {
  Constant* variable = module_.getOrInsertGlobal(runtime::kPagesName, builder.getPtrTy());
  LoadInst* table = builder.CreateLoad(builder.getPtrTy(), variable, "farsan.pages");
  // Set before any code of this module runs, and never again.
  table->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(builder.getContext(), {}));
  table->setMetadata(LLVMContext::MD_nosanitize, MDNode::get(builder.getContext(), {}));
  return table;
}

Value* RuntimeCalls::page_of(IRBuilder<>& builder, Value* address, Validity validity) {
  Value* number = address->getType()->isPointerTy() ? builder.CreatePtrToInt(address, builder.getInt64Ty()) : address;
  Value* page = builder.CreateLShr(number, runtime::kPageBits);
  // Addresses of AArch64 may have a tag on top, and the mask is free there; on x86-64 it would be two instructions, and there
  // are no tags. (A pointer that is no address faults either way, here or at the access itself.)
  if (validity == Validity::Accessed && Triple(module_.getTargetTriple()).isX86()) return page;
  return builder.CreateAnd(page, runtime::kPageMask);
}

Value* RuntimeCalls::marks(IRBuilder<>& builder, Value* table, Value* page) {
  LoadInst* marks = builder.CreateLoad(builder.getInt8Ty(), builder.CreateGEP(builder.getInt8Ty(), table, page));
  marks->setMetadata(LLVMContext::MD_nosanitize, MDNode::get(builder.getContext(), {}));
  return marks;
}

void RuntimeCalls::add_constructor() {
  if (module_.getFunction(kConstructor) != nullptr) return;  // of a module that was linked to this one
  const auto [constructor, init] =
      createSanitizerCtorAndInitFunctions(module_, kConstructor, runtime::kInitName, {}, {});
  // One of them is enough for all modules that are linked together.
  constructor->setComdat(module_.getOrInsertComdat(kConstructor));
  appendToGlobalCtors(module_, constructor, /*Priority=*/0, constructor);
}

}  // namespace farsan::compiler
