#include "compiler/runtime_calls.h"

#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Support/ModRef.h>
#include <llvm/TargetParser/Triple.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <cstddef>
#include <string>

#include "compiler/page_table.h"
#include "runtime/pass_interface.h"

namespace farsan::compiler {

using namespace llvm;

namespace {

constexpr char kConstructor[] = "farsan.module_ctor";
constexpr std::uint64_t kLargestWord = 16;

/// A load of what the code before a loop has written. Not before the loop, where it would take a register.
Value* look_here(IRBuilder<>& builder, Value* from, std::size_t offset) {
  LoadInst* loaded = look(builder, builder.getInt64Ty(), from, static_cast<std::int64_t>(offset));
  loaded->setVolatile(true);
  return loaded;
}

}  // namespace

CallInst* RuntimeCalls::call(IRBuilder<>& builder, StringRef name, Type* result, ArrayRef<Value*> arguments) {
  SmallVector<Type*, 4> types;
  for (const Value* argument : arguments) types.push_back(argument->getType());
  const FunctionCallee callee = module_.getOrInsertFunction(name, FunctionType::get(result, types, false));
  CallInst* made = builder.CreateCall(callee, arguments);
  promise(*made);
  return made;
}

CallInst* RuntimeCalls::call(IRBuilder<>& builder, Function& recorder, ArrayRef<Value*> arguments) {
  CallInst* made = builder.CreateCall(&recorder, arguments);
  made->setCallingConv(recorder.getCallingConv());
  promise(*made);
  return made;
}

void RuntimeCalls::promise(CallInst& made) {
  made.setTailCallKind(CallInst::TCK_NoTail);
  made.setDoesNotThrow();
  for (const Attribute::AttrKind kind :
       {Attribute::NoMerge, Attribute::WillReturn, Attribute::NoCallback, Attribute::NoFree, Attribute::NoSync})
    made.addFnAttr(kind);
}

void RuntimeCalls::record(IRBuilder<>& builder, const Piece& piece) {
  builder.SetCurrentDebugLocation(piece.site);
  CallInst* made = nullptr;
  Value* length = piece.length != nullptr ? piece.length : builder.getInt64(piece.size);
  if (piece.covered != nullptr) length = builder.CreateSelect(piece.covered, builder.getInt64(0), length);
  if (piece.count != nullptr)
    made = call(builder, *recorders_.strided(piece.kind), {piece.address, piece.stride, length, piece.count});
  else if (piece.length != nullptr || !isPowerOf2_64(piece.size) || piece.size > kLargestWord)
    made = call(builder, *recorders_.range(piece.kind), {piece.address, length});
  else
    made =
        call(builder, *recorders_.access(piece.kind, piece.size, piece.align.value() >= piece.size), {piece.address});
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

void RuntimeCalls::record_in_line(IRBuilder<>& builder, const Piece& piece, Value* table) {
  builder.SetCurrentDebugLocation(piece.site);
  GlobalVariable* slot = piece.slot != nullptr ? piece.slot : make_slot();
  CallInst* made = call(builder, *recorders_.in_line(piece.kind, piece.size), {piece.address, slot, table});
  made->setMemoryEffects(MemoryEffects::inaccessibleOrArgMemOnly());
  for (const unsigned argument : {0U, 1U, 2U}) made->addParamAttr(argument, Attribute::NoCapture);
  for (const unsigned argument : {0U, 2U}) made->addParamAttr(argument, Attribute::ReadNone);
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

CallInst* RuntimeCalls::plain_routine(IRBuilder<>& builder, StringRef name, ArrayRef<Value*> arguments) {
  CallInst* made = call(builder, name, builder.getPtrTy(), arguments);
  made->setMemoryEffects(MemoryEffects::argMemOnly());
  made->addParamAttr(0, Attribute::WriteOnly);
  made->addParamAttr(0, Attribute::NoCapture);
  if (name != runtime::kMoveName) return made;
  made->addParamAttr(1, Attribute::ReadOnly);
  made->addParamAttr(1, Attribute::NoCapture);
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

void RuntimeCalls::add_constructor() {
  if (module_.getFunction(kConstructor) != nullptr) return;  // of a module that was linked to this one
  const auto [constructor, init] =
      createSanitizerCtorAndInitFunctions(module_, kConstructor, runtime::kInitName, {}, {});
  // One of them is enough for all modules that are linked together.
  constructor->setComdat(module_.getOrInsertComdat(kConstructor));
  appendToGlobalCtors(module_, constructor, /*Priority=*/0, constructor);
}

}  // namespace farsan::compiler
