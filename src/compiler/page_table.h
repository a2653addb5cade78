// The runtime's table of pages (pass_interface.h) as instrumented code looks at it, in line.
#pragma once

#include <llvm/IR/IRBuilder.h>

#include <cstdint>

namespace farsan::compiler {

/// A load that is not the program's.
llvm::LoadInst* look(llvm::IRBuilder<>& builder, llvm::Type* type, llvm::Value* from, std::int64_t offset);

/// The table of pages, and the marks of the page of an address that is accessed for sure.
llvm::Value* page_table(llvm::IRBuilder<>& builder);
llvm::Value* page_of(llvm::IRBuilder<>& builder, llvm::Value* address);
llvm::Value* marks_of_page(llvm::IRBuilder<>& builder, llvm::Value* table, llvm::Value* page);
/// A byte that is 0 as long as no page was ever marked, 1 from then on.
llvm::Value* has_started(llvm::IRBuilder<>& builder, llvm::Value* table);

}  // namespace farsan::compiler
