// Room in a segment behind its fixed areas, given out from the front and never taken back. What comes and goes (chunks of
// channels) is recycled by who asked for it.
#pragma once

#include <cstdint>

#include "session/segment.h"

namespace farsan::transport {

/// A place in a segment, the same in every process. 0: none.
using Offset = std::uint64_t;

class Arena {
 public:
  explicit Arena(session::Segment& segment) : segment_(segment), next_(session::kArenaAt) {}

  /// Zeroed, aligned to 64; 0 when the segment's address space is used up.
  [[nodiscard]] Offset take(std::uint64_t size) {
    const std::uint64_t rounded = (size + 63) / 64 * 64;
    if (rounded > segment_.size() - next_) return 0;
    const Offset at = next_;
    next_ += rounded;
    return at;
  }
  template <class T>
  [[nodiscard]] T* object(Offset at) const {
    return reinterpret_cast<T*>(segment_.at(at));
  }

 private:
  session::Segment& segment_;
  Offset next_;
};

}  // namespace farsan::transport
