// The job, made of the library's own routines: start, end, and how PEs tell each other things outside of the program's sight.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bindings/shmem/call.h"

namespace farsan::shmem {

/// OpenSHMEM is initialised: FarSan begins, unless it has for another model already (runtime::Runtime::start).
void begin_job();
/// OpenSHMEM is about to be finalized: FarSan ends with the last model, with a report if there are races.
void end_job();

/// A variable of FarSan's own in the symmetric heap, which nobody writes to.
[[nodiscard]] long* symmetric_zero();

/// Everybody's value, by PE. Collective over all PEs, and a barrier.
void gather(const void* own, void* all, std::size_t size);
/// The same by process: the binding counts processes as FarSan does, and PE numbers are the program's and the library's.
template <class T>
std::vector<T> gather(const runtime::Runtime& runtime, const T& own) {
  const std::vector<std::uint32_t>& processes = runtime.processes(kModel);
  std::vector<T> by_pe(processes.size());
  gather(&own, by_pe.data(), sizeof own);
  std::vector<T> by_process(runtime.ranks());
  for (std::size_t pe = 0; pe < by_pe.size(); ++pe) by_process[processes[pe]] = by_pe[pe];
  return by_process;
}

}  // namespace farsan::shmem
