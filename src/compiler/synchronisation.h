// Where a function may synchronise with other processes or threads, or not come back: at calls of code that is not known. In
// between, the order and number of accesses does not matter to the runtime, only which there are.
//
// Interprocedural: a function of this module is *quiet* if all it does is compute, access memory, and call quiet functions.
#pragma once

#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/Module.h>

namespace farsan::compiler {

/// Has the name of a function of libm, and takes and returns what that does: it returns, and touches nothing but errno.
[[nodiscard]] bool is_math_routine(const llvm::Function& callee);

class Synchronisation {
 public:
  explicit Synchronisation(const llvm::Module& module);

  /// The instruction may synchronise, throw, or never end: what is before it and what is after it are not one.
  [[nodiscard]] bool possible_at(const llvm::Instruction& instruction) const;
  /// The instruction may lead to pages being marked, or to another epoch: what the runtime said of a place need not hold behind it. Routines of
  /// libraries that are known to do neither do not count.
  [[nodiscard]] bool may_mark(const llvm::Instruction& instruction) const;
  /// Somewhere in the function.
  [[nodiscard]] bool possible_in(const llvm::Function& function) const { return !quiet_.contains(&function); }

 private:
  [[nodiscard]] bool is_quiet_call(const llvm::CallBase& call, const llvm::Function& callee) const;

  llvm::DenseSet<const llvm::Function*> quiet_;
  llvm::DenseSet<const llvm::Function*> markless_;
};

}  // namespace farsan::compiler
