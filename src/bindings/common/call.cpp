#include "bindings/common/call.h"

namespace farsan::bindings {

void Call::access(AccessKind kind, const ByteRanges& ranges) const {
  if (ranges.empty() || runtime::marks_of(ranges.bounds()) == 0) return;
  ranges.for_each_block([&](model::Interval block) { runtime_->access(kind, block, site()); });
}

}  // namespace farsan::bindings
