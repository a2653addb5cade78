// The job, made of the library's own routines: start, end, and how PEs tell each other things outside of the program's sight.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "runtime/runtime.h"

namespace farsan::shmem {

/// OpenSHMEM is initialised: FarSan begins.
void begin_job();
/// OpenSHMEM is about to be finalized: FarSan ends, with a report if there are races.
void end_job();

/// A variable of FarSan's own in the symmetric heap, which nobody writes to.
[[nodiscard]] long* symmetric_zero();

/// Everybody's value, by PE. Collective over all PEs, and a barrier.
void gather(const void* own, void* all, std::size_t size);
template <class T>
std::vector<T> gather(const T& own, std::uint32_t pes) {
  std::vector<T> all(pes);
  gather(&own, all.data(), sizeof own);
  return all;
}

}  // namespace farsan::shmem
