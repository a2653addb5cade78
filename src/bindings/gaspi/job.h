// The job, made of the library's own routines: start, end, and how ranks tell each other things outside of the program's
// sight.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace farsan::gaspi {

/// GASPI is initialised: FarSan begins, unless it has for another model already (runtime::Runtime::start).
void begin_job();
/// GASPI is about to be terminated: FarSan ends with the last model, with a report if there are races.
void end_job();

/// Everybody's value, by rank. Collective over all ranks, and a barrier.
void gather(const void* own, void* all, std::size_t size);
template <class T>
std::vector<T> gather(const T& own, std::uint32_t ranks) {
  std::vector<T> all(ranks);
  gather(&own, all.data(), sizeof own);
  return all;
}

}  // namespace farsan::gaspi
