#pragma once

#include <compare>
#include <cstdint>

namespace farsan::transport {

/// Which of a sender's deposits a receiver means: the n-th of a stream is for the n-th taker. A stream is for example
/// (communicator, tag), or one collective of a communicator.
struct Stream {
  std::uint64_t context = 0;
  std::int32_t tag = 0;
  std::uint32_t kind = 0;
  friend auto operator<=>(const Stream&, const Stream&) = default;
};

}  // namespace farsan::transport
