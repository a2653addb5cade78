// memcpy, memmove and memset, as the optimiser knows them. Those of constant size are accesses like any other; short ones are made to
// stay in line, the others, up to a page, become calls that only do the work. What is longer, volatile or of a size that
// only the program knows becomes calls of the runtime, which records it, too. (Left alone they might become calls of libc or not, which the runtime cannot know: it
// sees those calls as well.)
//
// Other routines of libc (memcmp, strlen, ...) stay calls, which the runtime sees: the back end must not put loads in their place.
#pragma once

#include <llvm/Analysis/TargetLibraryInfo.h>

#include "compiler/positions.h"
#include "compiler/relevance.h"
#include "compiler/runtime_calls.h"

namespace farsan::compiler {

void replace_routines(llvm::Function& function, RuntimeCalls& calls, Relevance& relevance,
                      const llvm::TargetLibraryInfo& library);

}  // namespace farsan::compiler
