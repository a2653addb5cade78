// Accesses that GCC has made without a line of their own (the parts of a complex number): they would be shown at that of whatever comes
// before them.
#pragma once

struct function;

namespace farsan::gcc {

/// The function is in SSA form, right behind GCC's own pass: gives them the line of what comes after them, which uses them.
void give_positions(function& code);

}  // namespace farsan::gcc
