#include "compiler/page_table.h"

#include <llvm/IR/Module.h>
#include <llvm/TargetParser/Triple.h>

#include "runtime/pass_interface.h"

namespace farsan::compiler {

using namespace llvm;

namespace {

Module& module_of(IRBuilder<>& builder) { return *builder.GetInsertBlock()->getModule(); }

void not_the_programs(LoadInst& load) {
  load.setMetadata(LLVMContext::MD_nosanitize, MDNode::get(load.getContext(), {}));
}

}  // namespace

LoadInst* look(IRBuilder<>& builder, Type* type, Value* from, std::int64_t offset) {
  Value* at = builder.CreatePtrAdd(from, builder.getInt64(static_cast<std::uint64_t>(offset)));
  LoadInst* loaded = builder.CreateLoad(type, at);
  not_the_programs(*loaded);
  return loaded;
}

Value* page_table(IRBuilder<>& builder) {
  Constant* variable = module_of(builder).getOrInsertGlobal(runtime::kPagesName, builder.getPtrTy());
  LoadInst* table = builder.CreateLoad(builder.getPtrTy(), variable, "farsan.pages");
  // Set before any code of this module runs, and never again.
  table->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(builder.getContext(), {}));
  not_the_programs(*table);
  return table;
}

Value* page_of(IRBuilder<>& builder, Value* address) {
  Value* number = address->getType()->isPointerTy() ? builder.CreatePtrToInt(address, builder.getInt64Ty()) : address;
  Value* page = builder.CreateLShr(number, runtime::kPageBits);
  // Addresses of AArch64 may have a tag on top, and the mask is free there; on x86-64 it would be two instructions, and there
  // are no tags. (A pointer that is no address faults either way, here or at the access itself.)
  if (Triple(module_of(builder).getTargetTriple()).isX86()) return page;
  return builder.CreateAnd(page, runtime::kPageMask);
}

Value* marks_of_page(IRBuilder<>& builder, Value* table, Value* page) {
  LoadInst* marks = builder.CreateLoad(builder.getInt8Ty(), builder.CreateGEP(builder.getInt8Ty(), table, page));
  not_the_programs(*marks);
  return marks;
}

Value* has_started(IRBuilder<>& builder, Value* table) {
  return marks_of_page(builder, table, builder.getInt64(runtime::kStartedAt));
}

}  // namespace farsan::compiler
