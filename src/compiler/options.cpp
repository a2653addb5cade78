#include "compiler/options.h"

#include <llvm/Support/CommandLine.h>

namespace farsan::compiler {

namespace {

using Switch = llvm::cl::opt<bool>;

Switch relevance(
    "farsan-relevance", llvm::cl::init(Options{}.relevance),
    llvm::cl::desc("FarSan: do not instrument accesses to memory that never leaves its function or module"));
Switch redundancy("farsan-redundancy", llvm::cl::init(Options{}.redundancy),
                  llvm::cl::desc("FarSan: do not instrument what an equal access of the same line has just recorded"));
Switch ranges("farsan-ranges", llvm::cl::init(Options{}.ranges),
              llvm::cl::desc("FarSan: record affine accesses in loops as ranges, outside the loop"));
Switch spans("farsan-spans", llvm::cl::init(Options{}.spans),
             llvm::cl::desc("FarSan: in loops, compare distances from fixed addresses with the next marked page"));
llvm::cl::opt<unsigned> few("farsan-few", llvm::cl::init(Options{}.few), llvm::cl::Hidden,
                            llvm::cl::desc("FarSan: loops with fewer iterations go without spans"));
Switch grouping("farsan-grouping", llvm::cl::init(Options{}.grouping),
                llvm::cl::desc("FarSan: test the pages of neighbouring accesses with one branch"));
Switch inline_test("farsan-inline-test", llvm::cl::init(Options{}.inline_test),
                   llvm::cl::desc("FarSan: look at the byte of the page before calling the runtime"));
Switch inline_record("farsan-inline-record", llvm::cl::init(Options{}.inline_record),
                     llvm::cl::desc("FarSan: in loops, record accesses to exposed memory without a call"));
Switch stacks("farsan-stacks", llvm::cl::init(Options{}.stacks),
              llvm::cl::desc("FarSan: keep the stack of calls for reports"));

}  // namespace

Options options() {
  return {.relevance = relevance,
          .redundancy = redundancy,
          .ranges = ranges,
          .spans = spans,
          .grouping = grouping,
          .inline_test = inline_test,
          .inline_record = inline_record,
          .few = few,
          .stacks = stacks};
}

}  // namespace farsan::compiler
