// Which accesses can touch memory that others can reach, or a buffer of an unfinished operation? Whatever is not provably
// out of reach of every library call: an object that is reached only through its own name.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Value.h>

#include "compiler/access.h"
#include "compiler/options.h"

namespace farsan::compiler {

class Relevance {
 public:
  explicit Relevance(const Options& options) : beyond_locals_(options.relevance) {}

  /// False if no access through this address needs to be seen. Local variables of which nobody takes the address, and
  /// constants, are never relevant, whatever the options say.
  bool matters(const llvm::Value& address, Kind kind);

 private:
  bool object_matters(const llvm::Value& object);

  bool beyond_locals_;
  llvm::DenseMap<const llvm::Value*, bool> known_;
};

/// Assembly uses variables and functions by name, and nobody sees what for: they are no longer reached through the module's own uses
/// of them only, and stay.
void keep_what_assembly_names(llvm::Module& module);

}  // namespace farsan::compiler
