// Signals and waits over the transport's streams. Publish before the real routine, collect after it.
#pragma once

#include <cstdint>
#include <span>

#include "bindings/common/call.h"

namespace farsan::bindings {

/// Signals to one process.
void signal_to(const Call& call, std::uint32_t process, const transport::Stream& stream);
/// One signal, given to several processes (itself among them or not); nothing if there are none.
void signal_to(const Call& call, std::span<const std::uint32_t> processes, const transport::Stream& stream);
/// Waits for the signals of these (not of itself).
void wait_for(const Call& call, std::span<const std::uint32_t> processes, const transport::Stream& stream);

}  // namespace farsan::bindings
