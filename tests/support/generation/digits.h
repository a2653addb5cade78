// Several small decisions out of one number. 0 gives 0 for all of them, which is what shrinking relies on.
#pragma once

#include <cstdint>
#include <span>

#include "support/generator.h"

namespace farsan::testing_support {

class Digits {
 public:
  explicit constexpr Digits(std::uint32_t number) : rest_(number) {}
  /// The next decision, one of `alternatives`. A number that is used up gives 0.
  constexpr std::uint32_t take(std::uint32_t alternatives) {
    if (alternatives <= 1) return 0;
    const std::uint32_t digit = rest_ % alternatives;
    rest_ /= alternatives;
    return digit;
  }
  /// True once in `n` times, never for 0.
  constexpr bool rarely(std::uint32_t n) { return take(n) == n - 1; }
  template <class T>
  constexpr const T& pick(std::span<const T> from) {
    return from[take(static_cast<std::uint32_t>(from.size()))];
  }

 private:
  std::uint32_t rest_;
};

/// The numbers of a choice, as far as they have not been used.
struct Draw {
  explicit constexpr Draw(const Choice& c)
      : who(c.who),
        peer(c.peer),
        thing(c.thing),
        local(c.local),
        remote(c.remote),
        layout(c.layout),
        detail(c.detail) {}
  Digits who, peer, thing, local, remote, layout, detail;
};

}  // namespace farsan::testing_support
