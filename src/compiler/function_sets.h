// Sets of functions that are defined by what their functions do and by which functions they call.
#pragma once

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instruction.h>

namespace farsan::compiler {

/// Takes functions with a bad instruction out of the set until there are none; that a function goes may make its callers bad. Each
/// function is looked at once, and once more for every function that it calls and that goes.
template <class Set, class IsBad>
void drop_until_all_fit(Set& functions, IsBad is_bad) {
  llvm::SmallVector<const llvm::Function*> to_look_at(functions.begin(), functions.end());
  while (!to_look_at.empty()) {
    const llvm::Function* function = to_look_at.pop_back_val();
    if (!functions.contains(function) || llvm::none_of(llvm::instructions(*function), is_bad)) continue;
    functions.erase(function);
    for (const llvm::User* user : function->users())
      if (const auto* instruction = llvm::dyn_cast<llvm::Instruction>(user))
        to_look_at.push_back(instruction->getFunction());
  }
}

}  // namespace farsan::compiler
