// Tests before the calls of -fsanitize=thread, for gcc and gfortran. GCC puts a call before every load and store that may be of interest to
// others; here each of them becomes
//
//   if (__farsan_pages[(address >> kPageBits) & kPageMask] != 0) __tsan_read8(address);
//
// (runtime/pass_interface.h), so that memory which nobody exposed costs a look at a byte, and registers need not be saved for a call. Which
// accesses there are, and their positions, is as GCC has it: without this a program is slower, not different.
#pragma once

struct function;

namespace farsan::gcc {

/// The function is in SSA form, right behind GCC's own pass.
void guard_calls(function& code);

}  // namespace farsan::gcc
