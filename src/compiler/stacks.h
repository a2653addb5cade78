// The stack of calls that a report shows for a library call: functions say when they are entered and left. Only those that may
// come to a library call at all; what computes only pays nothing.
#pragma once

#include "compiler/runtime_calls.h"
#include "compiler/synchronisation.h"

namespace farsan::compiler {

void keep_stack(llvm::Function& function, RuntimeCalls& calls, const Synchronisation& synchronisation);

/// Without a stack the address that a library call returns to is its position: that must not be the caller's.
void keep_from_tails(llvm::Function& function, const Synchronisation& synchronisation);

}  // namespace farsan::compiler
