// The two halves of a collective: who enters it signals, who leaves it waits. The real routine lies in between.
#pragma once

#include <cstdint>
#include <span>

#include "bindings/pgas/call.h"

namespace farsan::bindings {

/// Signals to these processes; nothing if there are none.
void release(const Call& call, std::span<const std::uint32_t> processes, const transport::Stream& stream);
/// Waits for what they have signalled.
void await(const Call& call, std::span<const std::uint32_t> processes, const transport::Stream& stream);

}  // namespace farsan::bindings
