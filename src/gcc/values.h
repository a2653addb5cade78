// Structures that are passed to functions by value, and that functions return: the program reads the one and writes the other at the
// call. GCC's own pass leaves them out.
#pragma once

struct function;

namespace farsan::gcc {

/// The function is in SSA form, right behind GCC's own pass. Adds calls like those that it makes.
void tell_values_of_calls(function& code);

}  // namespace farsan::gcc
