// What libstdc++ reads into variables of the program, and reads there: numbers and characters by operator>> and get, floating-point
// numbers by from_chars and to_chars, what is hashed. What else its streams and strings do, they do by routines of libc, which are
// interposed; the line is that of the program's call (caller.h).
//
// Streams throw if the program has asked them to. Nothing here catches it: what is stored then, too, is told on the way.
#include <cstdint>
#include <cstring>
#include <istream>
#include <system_error>

#include "runtime/libc_routine.h"

namespace {

using namespace farsan::runtime;

constexpr char kLibrary[] = "libstdc++.so.6";

/// Does the stream have something to extract? If not, it knows that now, and will not begin another time. Whatever is extracted then, a
/// number is stored.
bool begins(void* stream) {
  static FARSAN_REAL Real<void(bool*, void*, bool)> real_sentry("_ZNSi6sentryC1ERSib", kLibrary);
  static_assert(sizeof(std::istream::sentry) == sizeof(bool));
  bool is_ready = false;
  real_sentry(&is_ready, stream, false);
  return is_ready;
}

const std::istream& stream_at(const void* stream) { return *static_cast<const std::istream*>(stream); }

/// Calls `tell` at the end of its scope.
template <class Tell>
class Afterwards {
 public:
  explicit Afterwards(Tell tell) : tell_(tell) {}
  Afterwards(const Afterwards&) = delete;
  Afterwards(Afterwards&&) = delete;
  Afterwards& operator=(const Afterwards&) = delete;
  Afterwards& operator=(Afterwards&&) = delete;
  ~Afterwards() { tell_(); }

 private:
  Tell tell_;
};

}  // namespace

// --- Numbers ---------------------------------------------------------------------------------------------------------

// std::istream& std::istream::operator>>(type&), or what that calls.
#define FARSAN_EXTRACTION(name, type)                                        \
  static FARSAN_REAL Real<void*(void*, void*)> real_##name(#name, kLibrary); \
  FARSAN_LIBC void* name(void* stream, void* variable) {                     \
    if (watching() && begins(stream)) {                                      \
      FARSAN_ROUTINE("operator>>");                                          \
      routine.writes(variable, sizeof(type));                                \
    }                                                                        \
    return real_##name(stream, variable);                                    \
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

namespace {

/// As std::from_chars_result is.
struct Converted {
  const char* end;
  std::errc error;
};

}  // namespace

// std::from_chars(const char*, const char*, type&, std::chars_format); of integers it is a template.
#define FARSAN_CONVERSION(name, type)                                                                    \
  static FARSAN_REAL Real<Converted(const char*, const char*, void*, int)> real_##name(#name, kLibrary); \
  FARSAN_LIBC Converted name(const char* begin, const char* end, void* variable, int format) {           \
    const Converted result = real_##name(begin, end, variable, format);                                  \
    if (watching()) {                                                                                    \
      FARSAN_ROUTINE("from_chars");                                                                      \
      routine.reads(begin, static_cast<std::size_t>(std::min(result.end + 1, end) - begin));             \
      if (result.error == std::errc()) routine.writes(variable, sizeof(type));                           \
    }                                                                                                    \
    return result;                                                                                       \
  }
FARSAN_CONVERSION(_ZSt10from_charsPKcS0_RfSt12chars_format, float)
FARSAN_CONVERSION(_ZSt10from_charsPKcS0_RdSt12chars_format, double)
FARSAN_CONVERSION(_ZSt10from_charsPKcS0_ReSt12chars_format, long double)

namespace {

/// As std::to_chars_result is.
struct Written {
  char* end;
  std::errc error;
};

}  // namespace

// std::to_chars(char*, char*, type, ...); of integers it is a template. Where there is no room, nothing is told.
#define FARSAN_NUMBER(name, parameters, ...)                                \
  static FARSAN_REAL Real<Written parameters> real_##name(#name, kLibrary); \
  FARSAN_LIBC Written name parameters {                                     \
    FARSAN_ROUTINE("to_chars");                                             \
    const OnBehalf all(routine);                                            \
    const Written result = real_##name(begin, __VA_ARGS__);                 \
    if (result.error == std::errc() && watching())                          \
      routine.writes(begin, static_cast<std::size_t>(result.end - begin));  \
    return result;                                                          \
  }
#define FARSAN_NUMBERS(letter, type)                                                                                \
  FARSAN_NUMBER(_ZSt8to_charsPcS_##letter, (char* begin, char* end, type value), end, value)                        \
  FARSAN_NUMBER(_ZSt8to_charsPcS_##letter##St12chars_format, (char* begin, char* end, type value, int format), end, \
                value, format)                                                                                      \
  FARSAN_NUMBER(_ZSt8to_charsPcS_##letter##St12chars_formati,                                                       \
                (char* begin, char* end, type value, int format, int precision), end, value, format, precision)
FARSAN_NUMBERS(f, float)
FARSAN_NUMBERS(d, double)
FARSAN_NUMBERS(e, long double)

// --- Hashes ----------------------------------------------------------------------------------------------------------

namespace {

/// What libstdc++ computes, too (MurmurHash64A): FarSan's own hashes come here as well, where there may be no libstdc++.
std::size_t hash_of(const void* text, std::size_t size, std::size_t seed) {
  constexpr std::uint64_t kFactor = 0xc6a4'a793'5bd1'e995;
  const auto mix = [](std::uint64_t value) { return value ^ (value >> 47); };
  const auto* at = static_cast<const unsigned char*>(text);
  std::uint64_t hash = seed ^ (size * kFactor);
  for (; size >= sizeof(std::uint64_t); at += sizeof(std::uint64_t), size -= sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, at, sizeof word);
    hash = (hash ^ (mix(word * kFactor) * kFactor)) * kFactor;
  }
  if (size > 0) {
    std::uint64_t rest = 0;
    while (size > 0) rest = (rest << 8) | at[--size];
    hash = (hash ^ rest) * kFactor;
  }
  return mix(mix(hash) * kFactor);
}

}  // namespace

// std::_Hash_bytes(const void*, std::size_t, std::size_t): std::hash of strings.
FARSAN_LIBC std::size_t _ZSt11_Hash_bytesPKvmm(const void* text, std::size_t size, std::size_t seed) {
  if (watching()) {
    FARSAN_ROUTINE("hash");
    routine.reads(text, size);
  }
  return hash_of(text, size, seed);
}

// --- Characters ------------------------------------------------------------------------------------------------------

// std::istream& std::istream::get(char&) and std::istream& std::operator>>(std::istream&, char&): stored is what came.
#define FARSAN_CHARACTER(name, shown)                                          \
  static FARSAN_REAL Real<void*(void*, char*)> real_##name(#name, kLibrary);   \
  FARSAN_LIBC void* name(void* stream, char* character) {                      \
    FARSAN_ROUTINE(shown);                                                     \
    void* const result = real_##name(stream, character);                       \
    if (watching() && !stream_at(stream).fail()) routine.writes(character, 1); \
    return result;                                                             \
  }
FARSAN_CHARACTER(_ZNSi3getERc, "get")
FARSAN_CHARACTER(_ZStrsIcSt11char_traitsIcEERSt13basic_istreamIT_T0_ES6_RS3_, "operator>>")

// std::istream& std::istream::get(char*, std::streamsize), with a last character or without: there is an end to what came even if nothing did.
#define FARSAN_TEXT(name, parameters, ...)                                          \
  static FARSAN_REAL Real<void * parameters> real_##name(#name, kLibrary);          \
  FARSAN_LIBC void* name parameters {                                               \
    FARSAN_ROUTINE("get");                                                          \
    const OnBehalf all(routine);                                                    \
    const Afterwards told([&] {                                                     \
      if (size <= 0 || !watching()) return;                                         \
      routine.writes(to, static_cast<std::size_t>(stream_at(stream).gcount() + 1)); \
    });                                                                             \
    return real_##name(__VA_ARGS__);                                                \
  }
FARSAN_TEXT(_ZNSi3getEPcl, (void* stream, char* to, std::streamsize size), stream, to, size)
FARSAN_TEXT(_ZNSi3getEPclc, (void* stream, char* to, std::streamsize size, char last), stream, to, size, last)
