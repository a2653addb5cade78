// What libstdc++ reads into variables of the program: numbers by operator>>. What else its streams and strings do, they do by routines of
// libc, which are interposed; the line is that of the program's call (caller.h).
#include <array>
#include <cstring>

#include "runtime/libc_routine.h"

namespace {

using namespace farsan::runtime;

constexpr char kLibrary[] = "libstdc++.so.6";

/// Calls `extract(void*)`, which may or may not write: it does unless there is nothing more in the stream.
template <std::size_t kSize, class Extract>
void* extract_to(const Routine& routine, void* variable, Extract extract) {
  constexpr int kUnlikely = 0xA5;
  if (!watching()) return extract(variable);
  alignas(16) std::array<char, kSize> untouched;
  std::memset(untouched.data(), kUnlikely, kSize);
  alignas(16) std::array<char, kSize> value = untouched;
  void* const stream = extract(value.data());
  if (value == untouched) return stream;
  routine.writes(variable, kSize);
  std::memcpy(variable, value.data(), kSize);
  return stream;
}

}  // namespace

// std::istream& std::istream::operator>>(type&), or what that calls.
#define FARSAN_EXTRACTION(name, type)                                                                            \
  static constinit Real<void*(void*, void*)> real_##name(#name, kLibrary);                                       \
  FARSAN_LIBC void* name(void* stream, void* variable) {                                                         \
    FARSAN_ROUTINE("operator>>");                                                                                \
    return extract_to<sizeof(type)>(routine, variable, [&](void* value) { return real_##name(stream, value); }); \
  }
FARSAN_EXTRACTION(_ZNSirsERs, short)
FARSAN_EXTRACTION(_ZNSirsERi, int)
FARSAN_EXTRACTION(_ZNSi10_M_extractItEERSiRT_, unsigned short)
FARSAN_EXTRACTION(_ZNSi10_M_extractIjEERSiRT_, unsigned)
FARSAN_EXTRACTION(_ZNSi10_M_extractIlEERSiRT_, long)
FARSAN_EXTRACTION(_ZNSi10_M_extractImEERSiRT_, unsigned long)
FARSAN_EXTRACTION(_ZNSi10_M_extractIxEERSiRT_, long long)
FARSAN_EXTRACTION(_ZNSi10_M_extractIyEERSiRT_, unsigned long long)
FARSAN_EXTRACTION(_ZNSi10_M_extractIbEERSiRT_, bool)
FARSAN_EXTRACTION(_ZNSi10_M_extractIfEERSiRT_, float)
FARSAN_EXTRACTION(_ZNSi10_M_extractIdEERSiRT_, double)
FARSAN_EXTRACTION(_ZNSi10_M_extractIeEERSiRT_, long double)
FARSAN_EXTRACTION(_ZNSi10_M_extractIPvEERSiRT_, void*)
