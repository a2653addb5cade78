// Loops whose accesses go from place to place in equal steps: one call before the loop for all of an access, instead of one in every
// round, so that GCC can do with the loop what it does without FarSan (vectorise it).
//
// That is for innermost loops with one exit whose number of rounds is known when they are entered, and in which nothing can synchronise; and
// for accesses that happen in every round. The call covers the bytes that the loop is going to access and no others, with the
// position of the access.
#pragma once

struct function;

namespace farsan::gcc {

/// The function is in SSA form, right behind GCC's own pass.
void make_ranges(function& code);

}  // namespace farsan::gcc
