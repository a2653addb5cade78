// Atomics of 16 bytes by the processor's own instructions, with the names and parameters of the compiler's builtins. Those would call
// libatomic, which not every machine has, and which may use locks of its own process: memory of windows has other processes, too.
#pragma once

#include <cstdint>

namespace farsan::runtime {

__extension__ using Wide = unsigned __int128;

/// `expected` is what was there; true if that is what was expected, and `wanted` is there now. Memory that cannot be written faults,
/// as with libatomic.
inline bool wide_compare_exchange_n(volatile Wide* at, Wide* expected, Wide wanted, bool /*weak*/, int /*order*/,
                                    int /*failure*/) {
  const auto low = [](Wide value) { return static_cast<std::uint64_t>(value); };
  const auto high = [](Wide value) { return static_cast<std::uint64_t>(value >> 64); };
  std::uint64_t found_low = low(*expected);
  std::uint64_t found_high = high(*expected);
#if defined(__x86_64__)
  asm volatile("lock cmpxchg16b %0"
               : "+m"(*at), "+a"(found_low), "+d"(found_high)
               : "b"(low(wanted)), "c"(high(wanted))
               : "memory", "cc");
#elif defined(__aarch64__)
  // Also what is not wanted is stored again: only then was the load of one piece.
  std::uint64_t new_low = 0;
  std::uint64_t new_high = 0;
  std::uint32_t again = 0;
  asm volatile(
      "0: ldaxp %[fl], %[fh], %[at]\n"
      "   cmp %[fl], %[el]\n"
      "   ccmp %[fh], %[eh], #0, eq\n"
      "   csel %[nl], %[wl], %[fl], eq\n"
      "   csel %[nh], %[wh], %[fh], eq\n"
      "   stlxp %w[again], %[nl], %[nh], %[at]\n"
      "   cbnz %w[again], 0b"
      : [at] "+Q"(*at), [fl] "=&r"(found_low), [fh] "=&r"(found_high), [nl] "=&r"(new_low), [nh] "=&r"(new_high),
        [again] "=&r"(again)
      : [el] "r"(low(*expected)), [eh] "r"(high(*expected)), [wl] "r"(low(wanted)), [wh] "r"(high(wanted))
      : "memory", "cc");
#else
#error "how does one exchange 16 bytes here?"
#endif
  const Wide found = static_cast<Wide>(found_high) << 64 | found_low;
  const bool done = found == *expected;
  *expected = found;
  return done;
}

inline Wide wide_load_n(const volatile Wide* at, int order) {
  Wide found = 0;
  wide_compare_exchange_n(const_cast<volatile Wide*>(at), &found, found, false, order, order);
  return found;
}

/// Returns what was there before.
template <class Change>
Wide wide_update(volatile Wide* at, int order, Change change) {
  Wide found = wide_load_n(at, order);
  while (!wide_compare_exchange_n(at, &found, change(found), true, order, order)) {
  }
  return found;
}

inline Wide wide_exchange_n(volatile Wide* at, Wide value, int order) {
  return wide_update(at, order, [=](Wide) { return value; });
}
inline void wide_store_n(volatile Wide* at, Wide value, int order) { wide_exchange_n(at, value, order); }
inline Wide wide_fetch_add(volatile Wide* at, Wide value, int order) {
  return wide_update(at, order, [=](Wide old) { return old + value; });
}
inline Wide wide_fetch_sub(volatile Wide* at, Wide value, int order) {
  return wide_update(at, order, [=](Wide old) { return old - value; });
}
inline Wide wide_fetch_and(volatile Wide* at, Wide value, int order) {
  return wide_update(at, order, [=](Wide old) { return old & value; });
}
inline Wide wide_fetch_or(volatile Wide* at, Wide value, int order) {
  return wide_update(at, order, [=](Wide old) { return old | value; });
}
inline Wide wide_fetch_xor(volatile Wide* at, Wide value, int order) {
  return wide_update(at, order, [=](Wide old) { return old ^ value; });
}
inline Wide wide_fetch_nand(volatile Wide* at, Wide value, int order) {
  return wide_update(at, order, [=](Wide old) { return ~(old & value); });
}

}  // namespace farsan::runtime
