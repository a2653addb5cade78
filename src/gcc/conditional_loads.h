// Loads of variables that a loop may not come to. GCC knows that they cannot fail and would load them before the loop; that is a load that
// the program does not make, and others may race with it. (A load through a pointer may fail, and stays where it is.) While they are held they
// pass for volatile, which nobody moves.
#pragma once

struct function;

namespace farsan::gcc {

/// Before GCC moves what does not change out of loops. The function is in SSA form, with its loops.
void hold_conditional_loads(function& code);
/// When accesses are instrumented.
void release_conditional_loads(function& code);

}  // namespace farsan::gcc
