// What the intrinsics of x86 access, of which GCC's own pass leaves out all that are no plain loads and stores: lanes of vectors that a mask
// chooses, or at computed places, stores that go around the caches, random numbers, sums with carry.
#pragma once

struct function;

namespace farsan::gcc {

/// The function is in SSA form, right behind GCC's own pass. Adds calls like those that it makes.
void tell_machine_builtins(function& code);

}  // namespace farsan::gcc
