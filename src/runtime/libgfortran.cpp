// What gfortran's own library reads and writes on behalf of the program: items of input and output, and copies of array sections
// that are made for a call. Interposed as routines of libc are; in reports they have the names of the statements.
//
// What the library does by routines of libc (memcpy) counts as done by the statement: the same access again, or that of text which is
// written or read instead of a file.
//
#include <cstddef>

#include "runtime/libgfortran.h"

namespace {

using namespace farsan::runtime;
using namespace farsan::runtime::gfortran;

bool is_contiguous(const Descriptor& array) {
  std::ptrdiff_t expected = 1;
  for (std::size_t i = 0; i < static_cast<std::size_t>(array.rank); ++i) {
    if (array.dimensions[i].stride != expected) return false;
    expected *= std::max<std::ptrdiff_t>(array.count(i), 0);
  }
  return true;
}

std::size_t size_of(const Descriptor& array) {
  std::size_t size = array.element;
  for (std::size_t i = 0; i < static_cast<std::size_t>(array.rank); ++i)
    size *= static_cast<std::size_t>(std::max<std::ptrdiff_t>(array.count(i), 0));
  return size;
}

/// INQUIRE(IOLENGTH=...) goes through its items as WRITE does, and looks at none of them.
thread_local bool t_only_asks = false;

std::size_t size_of_kind(int kind) {
  constexpr int kExtended = 10;  // of x87, in 16 bytes
  return kind == kExtended ? 16 : static_cast<std::size_t>(kind);
}

}  // namespace

// Items of READ and WRITE: `what` is the middle of the routine's name, `size` an expression of its last argument.
#define FARSAN_ITEM(what, type, size)                                                                                  \
  static FARSAN_REAL Real<void(void*, void*, type)> real_read_##what("_gfortran_transfer_" #what, kLibrary);           \
  static FARSAN_REAL Real<void(void*, void*, type)> real_write_##what("_gfortran_transfer_" #what "_write", kLibrary); \
  FARSAN_LIBC void _gfortran_transfer_##what(void* statement, void* item, type last) {                                 \
    FARSAN_ROUTINE("READ");                                                                                            \
    if (is_the_programs()) routine.writes(item, size);                                                                 \
    const OnBehalf of(routine);                                                                                        \
    real_read_##what(statement, item, last);                                                                           \
  }                                                                                                                    \
  FARSAN_LIBC void _gfortran_transfer_##what##_write(void* statement, void* item, type last) {                         \
    FARSAN_ROUTINE("WRITE");                                                                                           \
    if (is_the_programs() && !t_only_asks) routine.reads(item, size);                                                  \
    const OnBehalf of(routine);                                                                                        \
    real_write_##what(statement, item, last);                                                                          \
  }
FARSAN_ITEM(integer, int, size_of_kind(last))
FARSAN_ITEM(logical, int, size_of_kind(last))
FARSAN_ITEM(real, int, size_of_kind(last))
FARSAN_ITEM(real128, int, size_of_kind(last))
FARSAN_ITEM(complex, int, 2 * size_of_kind(last))
FARSAN_ITEM(complex128, int, 2 * size_of_kind(last))
FARSAN_ITEM(character, std::size_t, last)

#define FARSAN_ARRAY(suffix, shown, told)                                                                      \
  static FARSAN_REAL Real<void(void*, Descriptor*, int, std::size_t)> real_array##suffix(                      \
      "_gfortran_transfer_array" #suffix, kLibrary);                                                           \
  FARSAN_LIBC void _gfortran_transfer_array##suffix(void* statement, Descriptor* array, int kind,              \
                                                    std::size_t length) {                                      \
    FARSAN_ROUTINE(shown);                                                                                     \
    if (is_the_programs() && !t_only_asks) {                                                                   \
      for_each_run(*array, array->element, [&](const char* at, std::size_t size) { routine.told(at, size); }); \
    }                                                                                                          \
    const OnBehalf of(routine);                                                                                \
    real_array##suffix(statement, array, kind, length);                                                        \
  }
FARSAN_ARRAY(, "READ", writes)
FARSAN_ARRAY(_write, "WRITE", reads)

// The ends of a statement, where text is moved.
#define FARSAN_STATEMENT(name, shown)                                             \
  static FARSAN_REAL Real<void(void*)> real_##name("_gfortran_" #name, kLibrary); \
  FARSAN_LIBC void _gfortran_##name(void* statement) {                            \
    FARSAN_ROUTINE(shown);                                                        \
    const OnBehalf of(routine);                                                   \
    real_##name(statement);                                                       \
  }
FARSAN_STATEMENT(st_read, "READ")
FARSAN_STATEMENT(st_read_done, "READ")
FARSAN_STATEMENT(st_write, "WRITE")
FARSAN_STATEMENT(st_write_done, "WRITE")

#define FARSAN_QUESTION(name, begins)                                             \
  static FARSAN_REAL Real<void(void*)> real_##name("_gfortran_" #name, kLibrary); \
  FARSAN_LIBC void _gfortran_##name(void* statement) {                            \
    t_only_asks = begins;                                                         \
    real_##name(statement);                                                       \
  }
FARSAN_QUESTION(st_iolength, true)
FARSAN_QUESTION(st_iolength_done, false)

// A section that is not contiguous, for a procedure that wants it to be: copied there and, if it may have changed, back.
static FARSAN_REAL Real<void*(Descriptor*)> real_pack("_gfortran_internal_pack", kLibrary);
FARSAN_LIBC void* _gfortran_internal_pack(Descriptor* array) {
  FARSAN_ROUTINE("copy of a section");
  if (is_the_programs() && !is_contiguous(*array)) {
    for_each_run(*array, array->element, [&](const char* at, std::size_t size) { routine.reads(at, size); });
  }
  const OnBehalf of(routine);
  void* const packed = real_pack(array);
  if (is_the_programs() && packed != array->base) routine.writes(packed, size_of(*array));
  return packed;
}

static FARSAN_REAL Real<void(Descriptor*, const void*)> real_unpack("_gfortran_internal_unpack", kLibrary);
FARSAN_LIBC void _gfortran_internal_unpack(Descriptor* array, const void* from) {
  FARSAN_ROUTINE("copy of a section");
  if (is_the_programs() && from != nullptr && from != array->base) {
    routine.reads(from, size_of(*array));
    for_each_run(*array, array->element, [&](const char* at, std::size_t size) { routine.writes(at, size); });
  }
  const OnBehalf of(routine);
  real_unpack(array, from);
}
