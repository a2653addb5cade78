#include "compiler/options.h"

#include <llvm/IR/Constants.h>
#include <llvm/Support/CommandLine.h>

#include <algorithm>
#include <array>

namespace farsan::compiler {

using namespace llvm;

namespace {

using Switch = cl::opt<bool>;

Switch relevance("farsan-relevance", cl::init(Options{}.relevance),
                 cl::desc("FarSan: do not instrument accesses to memory that never leaves its function or module"));
Switch redundancy("farsan-redundancy", cl::init(Options{}.redundancy),
                  cl::desc("FarSan: do not instrument what an equal access of the same line has just recorded"));
Switch ranges("farsan-ranges", cl::init(Options{}.ranges),
              cl::desc("FarSan: record affine accesses in loops as ranges, outside the loop"));
Switch spans("farsan-spans", cl::init(Options{}.spans),
             cl::desc("FarSan: in loops, compare distances from fixed addresses with the next marked page"));
cl::opt<unsigned> few("farsan-few", cl::init(Options{}.few), cl::Hidden,
                      cl::desc("FarSan: loops with fewer iterations go without spans"));
Switch copies("farsan-copies", cl::init(Options{}.copies),
              cl::desc("FarSan: give loops copies without tests, for when nothing that they touch is marked"));
Switch grouping("farsan-grouping", cl::init(Options{}.grouping),
                cl::desc("FarSan: test the pages of neighbouring accesses with one branch"));
Switch inline_test("farsan-inline-test", cl::init(Options{}.inline_test),
                   cl::desc("FarSan: look at the byte of the page before calling the runtime"));
Switch inline_record("farsan-inline-record", cl::init(Options{}.inline_record),
                     cl::desc("FarSan: in loops, record accesses to exposed memory without the runtime"));
Switch late_start(
    "farsan-late-start", cl::init(Options{}.late_start),
    cl::desc("FarSan: call nothing as long as there was never anything that accesses could be recorded for"));
Switch stacks("farsan-stacks", cl::init(Options{}.stacks), cl::desc("FarSan: keep the stack of calls for reports"));
Switch when_linked("farsan-at-link", cl::init(false),
                   cl::desc("FarSan: instrument when the program is linked, by a linker that loads the plugin"));

constexpr char kNoted[] = "farsan.options";
using Numbers = std::array<unsigned, 11>;

Numbers numbers_of(const Options& o) {
  return {o.relevance,   o.redundancy,    o.ranges,     o.spans, o.copies, o.grouping,
          o.inline_test, o.inline_record, o.late_start, o.few,   o.stacks};
}

}  // namespace

Options options() {
  return {.relevance = relevance,
          .redundancy = redundancy,
          .ranges = ranges,
          .spans = spans,
          .copies = copies,
          .grouping = grouping,
          .inline_test = inline_test,
          .inline_record = inline_record,
          .late_start = late_start,
          .few = few,
          .stacks = stacks};
}

bool at_link() { return when_linked; }

void note_options(Module& module) {
  SmallVector<Metadata*, 11> numbers;
  for (const unsigned number : numbers_of(options()))
    numbers.push_back(ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(module.getContext()), number)));
  module.getOrInsertNamedMetadata(kNoted)->addOperand(MDNode::get(module.getContext(), numbers));
}

Options noted_options(const Module& module) {
  const NamedMDNode* noted = module.getNamedMetadata(kNoted);
  if (noted == nullptr || noted->getNumOperands() == 0) return options();
  Numbers all;
  all.fill(~0U);
  for (const MDNode* node : noted->operands())
    for (unsigned i = 0; i < all.size() && i < node->getNumOperands(); ++i) {
      const auto* number = mdconst::extract<ConstantInt>(node->getOperand(i));
      all[i] = std::min(all[i], static_cast<unsigned>(number->getZExtValue()));
    }
  return {.relevance = all[0] != 0,
          .redundancy = all[1] != 0,
          .ranges = all[2] != 0,
          .spans = all[3] != 0,
          .copies = all[4] != 0,
          .grouping = all[5] != 0,
          .inline_test = all[6] != 0,
          .inline_record = all[7] != 0,
          .late_start = all[8] != 0,
          .few = all[9],
          .stacks = all[10] != 0};
}

}  // namespace farsan::compiler
