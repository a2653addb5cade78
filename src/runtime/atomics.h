// Atomics of C and C++ (docs/semantics.md, section 2). In memory that several processes have before them they excuse each
// other, and order as the language says: who acquires what a release wrote comes after it. Anywhere else they are loads and stores.
//
// An atomic stands between `begin_atomic` and `end_atomic`, on pages with marks only. Where processes share it, the object is held in between; of a
// load or store for no longer than that, since others may be asking for it again and again.
#pragma once

#include "runtime/pass_interface.h"
#include "runtime/runtime.h"

namespace farsan::runtime {

/// What the program's atomic does. The memory order is that of the language, by the numbers of the compilers' builtins.
struct Atomic {
  std::uint64_t at = 0;
  std::uint32_t size = 0;
  AtomicEffect effect = AtomicEffect::Load;
  int order = __ATOMIC_SEQ_CST;
};

/// What it is about to do.
void begin_atomic(const Atomic& atomic, std::uint64_t pc);
/// What it has done: an exchange that found something else than it expected has loaded.
void end_atomic(const Atomic& atomic, std::uint64_t pc);

/// atomic_thread_fence, and calls that are one for the memory of windows.
void atomic_fence(int order);

}  // namespace farsan::runtime
