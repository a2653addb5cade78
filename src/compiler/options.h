// The steps of the plugin, each of which can be switched off for a comparison: -mllvm -farsan-<step>=0 (docs/options.md).
#pragma once

#include <llvm/IR/Module.h>

namespace farsan::compiler {

struct Options {
  bool relevance = true;      ///< leave out what provably nobody else can reach
  bool redundancy = true;     ///< leave out repeats
  bool ranges = true;         ///< one call for all iterations of a loop
  bool spans = true;          ///< compare distances in loops instead of looking at pages
  bool copies = true;         ///< copies of loops without tests, where that can be told before
  bool grouping = true;       ///< one branch for neighbouring accesses
  bool inline_test = true;    ///< look at the page before the call
  bool inline_record = true;  ///< in loops, write to the shadow in line where that is all there is to do
  bool late_start = true;     ///< call nothing at all before the first page is marked
  unsigned few = 32;          ///< iterations of a loop for which spans are not worth the question
  bool stacks = true;         ///< tell the runtime about functions that may lead to a library call
};

/// As the command line says.
Options options();
/// The command line says that the module is instrumented when it is linked (whole_program.h).
bool at_link();

/// The linker knows nothing of the options of the compiler: a module takes them along. Linked modules have what all of them have.
void note_options(llvm::Module& module);
Options noted_options(const llvm::Module& module);

}  // namespace farsan::compiler
