// Locks of the program (shmem_set_lock) as resources: the clocks of those who cleared one wait there for who sets it next.
#pragma once

#include "bindings/shmem/call.h"

namespace farsan::shmem {

/// Room for the clocks, before the first lock is used. Collective.
void make_locks(runtime::Runtime& runtime);

/// The lock is held: what its holders before left is known.
void lock_taken(const Call& call, const long* lock);
/// It is about to be given back.
void lock_given(const Call& call, const long* lock);

}  // namespace farsan::shmem
