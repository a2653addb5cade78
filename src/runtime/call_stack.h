// The calls that lead to where a thread is, kept by instrumented functions at entry and exit. Two stores each; deeper than
// the stack can hold only the depth is counted. A longjmp leaves it too deep, never out of bounds.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace farsan::runtime {

class CallStack {
 public:
  void enter(std::uint64_t return_address) {
    if (depth_ < kDeepest) [[likely]]
      addresses_[depth_] = return_address;
    ++depth_;
  }
  void leave() {
    if (depth_ > 0) --depth_;
  }
  /// A number that tells stacks of calls apart, for all practical purposes.
  [[nodiscard]] std::uint64_t hash() const {
    std::uint64_t hash = depth_;
    for (std::uint32_t i = std::min<std::uint32_t>(depth_, kDeepest); i > 0; --i)
      hash = (hash ^ addresses_[i - 1]) * 0x9E3779B97F4A7C15U;
    return hash;
  }
  /// Innermost first, as many as fit.
  template <std::size_t N>
  std::uint32_t copy(std::array<std::uint64_t, N>& to) const {
    std::uint32_t count = 0;
    for (std::uint32_t i = std::min<std::uint32_t>(depth_, kDeepest); i > 0 && count < N; --i)
      to[count++] = addresses_[i - 1];
    return count;
  }

 private:
  static constexpr std::uint32_t kDeepest = 256;
  std::uint32_t depth_ = 0;
  std::array<std::uint64_t, kDeepest> addresses_{};
};

extern thread_local constinit CallStack t_calls __attribute__((tls_model("initial-exec")));

}  // namespace farsan::runtime
