#include "compiler/recorders.h"

#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/MDBuilder.h>

#include "compiler/page_table.h"
#include "runtime/pass_interface.h"

namespace farsan::compiler {

using namespace llvm;

namespace {

std::string verb(Kind kind) { return kind == Kind::Load ? "read" : "write"; }

/// The entry point of the runtime that is told where the access is (pass_interface.h).
std::string from(Kind kind, const std::string& what) {
  return runtime::kFromPrefix + verb(kind) + what + runtime::kFromSuffix;
}

/// The runtime has an entry point for aligned accesses of that size.
bool has_its_own(std::uint64_t size) { return size <= 8 && isPowerOf2_64(size); }

}  // namespace

Recorders::New Recorders::declare(const std::string& name, ArrayRef<Type*> arguments) {
  if (Function* known = module_.getFunction(name)) return {known, false};
  auto* type = FunctionType::get(Type::getVoidTy(module_.getContext()), arguments, false);
  Function* function = Function::createWithDefaultAttr(type, GlobalValue::LinkOnceODRLinkage, 0, name, &module_);
  function->setVisibility(GlobalValue::HiddenVisibility);
  function->setComdat(module_.getOrInsertComdat(name));
  function->setCallingConv(CallingConv::PreserveMost);
  for (const Attribute::AttrKind kind :
       {Attribute::NoInline, Attribute::NoUnwind, Attribute::DisableSanitizerInstrumentation})
    function->addFnAttr(kind);
  return {function, true};
}

Value* Recorders::caller(IRBuilder<>& builder) {
  return builder.CreateIntrinsic(Intrinsic::returnaddress, {}, {builder.getInt32(0)});
}

Function* Recorders::calling(const std::string& name, const std::string& callee, ArrayRef<Type*> types,
                             function_ref<void(IRBuilder<>&, Arguments&)> more) {
  const auto [function, empty] = declare(name, types);
  if (!empty) return function;
  IRBuilder<> builder(BasicBlock::Create(module_.getContext(), "", function));
  Arguments arguments;
  for (Argument& argument : function->args()) arguments.push_back(&argument);
  if (more) more(builder, arguments);
  SmallVector<Type*, 5> of_callee;
  for (const Value* argument : arguments) of_callee.push_back(argument->getType());
  auto* type = FunctionType::get(builder.getVoidTy(), of_callee, false);
  CallInst* made = builder.CreateCall(module_.getOrInsertFunction(callee, type), arguments);
  made->setTailCallKind(CallInst::TCK_NoTail);  // the registers are to be restored behind it
  made->setDoesNotThrow();
  builder.CreateRetVoid();
  return function;
}

Function* Recorders::access(Kind kind, std::uint64_t size, bool aligned) {
  Type* pointer = PointerType::getUnqual(module_.getContext());
  const std::string bytes = std::to_string(size);
  if (aligned && has_its_own(size))
    return calling("farsan." + verb(kind) + bytes, from(kind, bytes), {pointer},
                   [&](IRBuilder<>& builder, Arguments& all) {
                     all.append({ConstantPointerNull::get(cast<PointerType>(pointer)), caller(builder)});
                   });
  return calling("farsan.unaligned_" + verb(kind) + bytes, from(kind, "_range"), {pointer},
                 [&](IRBuilder<>& builder, Arguments& all) { all.append({builder.getInt64(size), caller(builder)}); });
}

Function* Recorders::range(Kind kind) {
  Type* pointer = PointerType::getUnqual(module_.getContext());
  Type* number = Type::getInt64Ty(module_.getContext());
  return calling("farsan." + verb(kind) + "_range", from(kind, "_range"), {pointer, number},
                 [](IRBuilder<>& builder, Arguments& all) { all.push_back(caller(builder)); });
}

Function* Recorders::strided(Kind kind) {
  Type* pointer = PointerType::getUnqual(module_.getContext());
  Type* number = Type::getInt64Ty(module_.getContext());
  return calling("farsan." + verb(kind) + "_strided", from(kind, "_strided"), {pointer, number, number, number},
                 [](IRBuilder<>& builder, Arguments& all) { all.push_back(caller(builder)); });
}

Function* Recorders::in_line(Kind kind, std::uint64_t size) {
  const std::string bytes = std::to_string(size);
  LLVMContext& context = module_.getContext();
  Type* pointer = PointerType::getUnqual(context);
  const New declared = declare("farsan.record_" + verb(kind) + bytes, {pointer, pointer, pointer});
  Function* function = declared.function;
  if (!declared.empty) return function;
  Value* address = function->getArg(0);
  Value* slot = function->getArg(1);
  Value* table = function->getArg(2);
  const auto block = [&](const char* name) { return BasicBlock::Create(context, name, function); };
  IRBuilder<> builder(block("look"));
  BasicBlock* marked = block("marked");
  BasicBlock* cell = block("cell");
  BasicBlock* ask = block("ask");
  BasicBlock* end = block("end");
  Value* marks = marks_of_page(builder, table, page_of(builder, address));
  builder.CreateCondBr(builder.CreateIsNotNull(marks), marked, end);

  builder.SetInsertPoint(marked);
  const bool wide = size == 8;
  Type* number = builder.getInt64Ty();
  Value* hot = look(builder, pointer, table, kind == Kind::Store ? runtime::kHotStoresAt : runtime::kHotLoadsAt);
  Value* site = look(builder, builder.getInt32Ty(), slot, 0);
  Value* base = look(builder, number, hot, runtime::kHotBaseAt);
  Value* count = look(builder, number, hot, wide ? runtime::kHotPairsAt : runtime::kHotGranulesAt);
  Value* distance = builder.CreateSub(builder.CreatePtrToInt(address, number), base);
  Value* bits = builder.getInt64(wide ? runtime::kPairBits : runtime::kGranuleBits);
  Value* index = builder.CreateIntrinsic(Intrinsic::fshr, {number}, {distance, distance, bits});
  Value* fits = builder.CreateAnd(builder.CreateICmpEQ(marks, builder.getInt8(runtime::kOnlyRecorded)),
                                  builder.CreateICmpULT(index, count));
  fits = builder.CreateAnd(fits, builder.CreateIsNotNull(site));
  builder.CreateCondBr(fits, cell, ask, MDBuilder(context).createLikelyBranchWeights());

  builder.SetInsertPoint(cell);
  Value* word = builder.CreateOr(look(builder, number, hot, runtime::kHotStampAt), builder.CreateZExt(site, number));
  Value* cells = look(builder, pointer, hot, wide ? runtime::kHotWideAt : runtime::kHotCellsAt);
  builder.CreateStore(word, builder.CreateGEP(number, cells, index));
  builder.CreateBr(end);

  builder.SetInsertPoint(ask);
  CallInst* asked = builder.CreateCall(
      calling("farsan.ask_" + verb(kind) + bytes, from(kind, bytes), {pointer, pointer, pointer}, {}),
      {address, slot, caller(builder)});
  asked->setCallingConv(CallingConv::PreserveMost);
  builder.CreateBr(end);

  builder.SetInsertPoint(end);
  builder.CreateRetVoid();
  return function;
}

}  // namespace farsan::compiler
