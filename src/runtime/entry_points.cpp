// The functions that code compiled with -fsanitize=thread calls (clang and gcc, C, C++ and Fortran): its interface to a
// runtime, with FarSan behind it instead of ThreadSanitizer. Code that FarSan's own plugin instruments calls some of them,
// and a few more (pass_interface.h).
#include <cstring>

#include "runtime/access.h"
#include "runtime/atomics.h"
#include "runtime/call_stack.h"
#include "runtime/libc_routine.h"
#include "runtime/wide_atomics.h"

#define FARSAN_ENTRY extern "C" __attribute__((visibility("default"))) __attribute__((noinline))

namespace {

using farsan::model::AccessKind;
using namespace farsan::runtime;

#define FARSAN_PC reinterpret_cast<std::uintptr_t>(__builtin_return_address(0))

}  // namespace

// Called before anything else that is instrumented, by every instrumented object file.
FARSAN_ENTRY void __tsan_init() {
  if (!reserve_pages()) {
    say("no address space for the page table (is there a limit, ulimit -v?)");
    ::_exit(2);
  }
}
FARSAN_ENTRY void __farsan_init() { __tsan_init(); }
namespace {
__attribute__((constructor(101))) void init() { __tsan_init(); }
}  // namespace

FARSAN_ENTRY void __tsan_func_entry(void* call_pc) { t_calls.enter(reinterpret_cast<std::uintptr_t>(call_pc)); }
FARSAN_ENTRY void __tsan_func_exit() { t_calls.leave(FARSAN_PC); }

// --- Loads and stores ------------------------------------------------------------------------------------------------

#define FARSAN_ACCESSES(size)                                                           \
  FARSAN_ENTRY void __tsan_read##size(void* at) { load<size>(at, FARSAN_PC); }          \
  FARSAN_ENTRY void __tsan_write##size(void* at) { store<size>(at, FARSAN_PC); }        \
  FARSAN_ENTRY void __tsan_read_write##size(void* at) {                                 \
    load<size>(at, FARSAN_PC);                                                          \
    store<size>(at, FARSAN_PC);                                                         \
  }                                                                                     \
  FARSAN_ENTRY void __tsan_volatile_read##size(void* at) { load<size>(at, FARSAN_PC); } \
  FARSAN_ENTRY void __tsan_volatile_write##size(void* at) { store<size>(at, FARSAN_PC); }

// May begin on one page and end on the next.
#define FARSAN_PIECES(prefix, size)                                                                                  \
  FARSAN_ENTRY void __tsan_##prefix##read##size(const void* at) {                                                    \
    access_range(AccessKind::Load, at, size, FARSAN_PC);                                                             \
  }                                                                                                                  \
  FARSAN_ENTRY void __tsan_##prefix##write##size(void* at) { access_range(AccessKind::Store, at, size, FARSAN_PC); } \
  FARSAN_ENTRY void __tsan_##prefix##read_write##size(void* at) {                                                    \
    access_range(AccessKind::Load, at, size, FARSAN_PC);                                                             \
    access_range(AccessKind::Store, at, size, FARSAN_PC);                                                            \
  }                                                                                                                  \
  FARSAN_ENTRY void __tsan_##prefix##volatile_read##size(const void* at) {                                           \
    access_range(AccessKind::Load, at, size, FARSAN_PC);                                                             \
  }                                                                                                                  \
  FARSAN_ENTRY void __tsan_##prefix##volatile_write##size(void* at) {                                                \
    access_range(AccessKind::Store, at, size, FARSAN_PC);                                                            \
  }

FARSAN_ACCESSES(1)
FARSAN_ACCESSES(2)
FARSAN_ACCESSES(4)
FARSAN_ACCESSES(8)
FARSAN_PIECES(, 16)  // aligned to 8 bytes
FARSAN_PIECES(unaligned_, 2)
FARSAN_PIECES(unaligned_, 4)
FARSAN_PIECES(unaligned_, 8)
FARSAN_PIECES(unaligned_, 16)

// Loads and stores that could not be recorded in line (pass_interface.h). From the next one on the site has its number.
#define FARSAN_NUMBERED(size)                                             \
  FARSAN_ENTRY void __farsan_read##size(void* at, std::uint32_t* site) {  \
    load<size>(at, FARSAN_PC);                                            \
    number_site(at, FARSAN_PC, site);                                     \
  }                                                                       \
  FARSAN_ENTRY void __farsan_write##size(void* at, std::uint32_t* site) { \
    store<size>(at, FARSAN_PC);                                           \
    number_site(at, FARSAN_PC, site);                                     \
  }

FARSAN_NUMBERED(4)
FARSAN_NUMBERED(8)

// The same, and accesses without a number, from functions of the plugin that know where the access is.
#define FARSAN_FROM(size)                                                                           \
  FARSAN_ENTRY void __farsan_read##size##_from(void* at, std::uint32_t* site, std::uintptr_t pc) {  \
    load<size>(at, pc);                                                                             \
    if (site != nullptr) number_site(at, pc, site);                                                 \
  }                                                                                                 \
  FARSAN_ENTRY void __farsan_write##size##_from(void* at, std::uint32_t* site, std::uintptr_t pc) { \
    store<size>(at, pc);                                                                            \
    if (site != nullptr) number_site(at, pc, site);                                                 \
  }

FARSAN_FROM(1)
FARSAN_FROM(2)
FARSAN_FROM(4)
FARSAN_FROM(8)

// Before loops that record by themselves.
#define FARSAN_SPAN(size)                                                                     \
  FARSAN_ENTRY void __farsan_span_read##size(void* at, std::uint32_t* site, HotSpan* span) {  \
    *span = span_of(AccessKind::Load, at, size, FARSAN_PC, site);                             \
  }                                                                                           \
  FARSAN_ENTRY void __farsan_span_write##size(void* at, std::uint32_t* site, HotSpan* span) { \
    *span = span_of(AccessKind::Store, at, size, FARSAN_PC, site);                            \
  }

FARSAN_SPAN(4)
FARSAN_SPAN(8)

FARSAN_ENTRY void __tsan_read_range(void* at, unsigned long size) {
  access_range(AccessKind::Load, at, size, FARSAN_PC);
}
FARSAN_ENTRY void __tsan_write_range(void* at, unsigned long size) {
  access_range(AccessKind::Store, at, size, FARSAN_PC);
}
FARSAN_ENTRY void __farsan_read_strided(void* first, long stride, unsigned long size, unsigned long count) {
  access_strided(AccessKind::Load, {first, stride, size, count}, FARSAN_PC);
}
FARSAN_ENTRY void __farsan_write_strided(void* first, long stride, unsigned long size, unsigned long count) {
  access_strided(AccessKind::Store, {first, stride, size, count}, FARSAN_PC);
}
FARSAN_ENTRY void __farsan_read_range_from(void* at, unsigned long size, std::uintptr_t pc) {
  access_range(AccessKind::Load, at, size, pc);
}
FARSAN_ENTRY void __farsan_write_range_from(void* at, unsigned long size, std::uintptr_t pc) {
  access_range(AccessKind::Store, at, size, pc);
}
FARSAN_ENTRY void __farsan_read_strided_from(void* first, long stride, unsigned long size, unsigned long count,
                                             std::uintptr_t pc) {
  access_strided(AccessKind::Load, {first, stride, size, count}, pc);
}
FARSAN_ENTRY void __farsan_write_strided_from(void* first, long stride, unsigned long size, unsigned long count,
                                              std::uintptr_t pc) {
  access_strided(AccessKind::Store, {first, stride, size, count}, pc);
}
FARSAN_ENTRY unsigned long __farsan_clear_bytes(void* from) {
  return clear_bytes_from(reinterpret_cast<std::uintptr_t>(from));
}
FARSAN_ENTRY void __tsan_vptr_read(void** at) { load<sizeof(void*)>(at, FARSAN_PC); }
FARSAN_ENTRY void __tsan_vptr_update(void** at, void* /*value*/) { store<sizeof(void*)>(at, FARSAN_PC); }

// --- Memory intrinsics (clang) ---------------------------------------------------------------------------------------

// By libc's own, with nothing held meanwhile: a handler of the program may leave them with longjmp.

FARSAN_ENTRY void* __tsan_memcpy(void* to, const void* from, unsigned long size) {
  access_by_routine(AccessKind::Load, from, size, "memcpy", FARSAN_PC);
  access_by_routine(AccessKind::Store, to, size, "memcpy", FARSAN_PC);
  return real_memmove(to, from, size);
}
FARSAN_ENTRY void* __tsan_memmove(void* to, const void* from, unsigned long size) {
  access_by_routine(AccessKind::Load, from, size, "memmove", FARSAN_PC);
  access_by_routine(AccessKind::Store, to, size, "memmove", FARSAN_PC);
  return real_memmove(to, from, size);
}
FARSAN_ENTRY void* __tsan_memset(void* to, int value, unsigned long size) {
  access_by_routine(AccessKind::Store, to, size, "memset", FARSAN_PC);
  return real_memset(to, value, size);
}
FARSAN_ENTRY void* __farsan_move(void* to, const void* from, unsigned long size) {
  return real_memmove(to, from, size);
}
FARSAN_ENTRY void* __farsan_fill(void* to, int value, unsigned long size) { return real_memset(to, value, size); }

// --- Atomics -----------------------------------------------------------------------------------------------------------

FARSAN_ENTRY void __farsan_begin_atomic(void* at, unsigned size, AtomicEffect effect, int order) {
  begin_atomic({reinterpret_cast<std::uintptr_t>(at), size, effect, order}, FARSAN_PC);
}
FARSAN_ENTRY void __farsan_end_atomic(void* at, unsigned size, AtomicEffect effect, int order) {
  end_atomic({reinterpret_cast<std::uintptr_t>(at), size, effect, order}, FARSAN_PC);
}
FARSAN_ENTRY void __farsan_atomic_fence(int order) { atomic_fence(order); }

namespace {

/// What is done while it lives is an atomic of the program; as strong as can be, whatever the order says that was asked for.
class Between {
 public:
  Between(const volatile void* at, std::uint32_t size, AtomicEffect effect, int order, std::uintptr_t pc)
      : atomic_{reinterpret_cast<std::uintptr_t>(at), size, effect, order},
        pc_(pc),
        matters_(marks_of(atomic_.at) != 0) {
    if (matters_) [[unlikely]]
      begin_atomic(atomic_, pc_);
  }
  Between(const Between&) = delete;
  Between(Between&&) = delete;
  Between& operator=(const Between&) = delete;
  Between& operator=(Between&&) = delete;
  ~Between() {
    if (matters_) [[unlikely]]
      end_atomic(atomic_, pc_);
  }
  /// It found something else than what was expected, and has written nothing.
  bool exchanged(bool done, int failure) {
    if (!done) {
      atomic_.effect = AtomicEffect::Load;
      atomic_.order = failure;
    }
    return done;
  }

 private:
  Atomic atomic_;
  std::uintptr_t pc_;
  bool matters_;
};

}  // namespace

#define FARSAN_ATOMIC_UPDATE(bits, type, name, builtin)                                      \
  FARSAN_ENTRY type __tsan_atomic##bits##_##name(volatile type* at, type value, int order) { \
    const Between atomic(at, bits / 8, AtomicEffect::Update, order, FARSAN_PC);              \
    return builtin(at, value, __ATOMIC_SEQ_CST);                                             \
  }

#define FARSAN_ATOMIC_EXCHANGE_IF(bits, type, builtin, name)                                                    \
  FARSAN_ENTRY int __tsan_atomic##bits##_compare_exchange_##name(volatile type* at, type* expected, type value, \
                                                                 int order, int failure) {                      \
    Between atomic(at, bits / 8, AtomicEffect::Update, order, FARSAN_PC);                                       \
    const bool done = builtin(at, expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);                  \
    return atomic.exchanged(done, failure) ? 1 : 0;                                                             \
  }

// `by`: the beginning of the names of what does it.
#define FARSAN_ATOMICS(bits, type, by)                                                                         \
  FARSAN_ENTRY type __tsan_atomic##bits##_load(const volatile type* at, int order) {                           \
    const Between atomic(at, bits / 8, AtomicEffect::Load, order, FARSAN_PC);                                  \
    return by##load_n(at, __ATOMIC_SEQ_CST);                                                                   \
  }                                                                                                            \
  FARSAN_ENTRY void __tsan_atomic##bits##_store(volatile type* at, type value, int order) {                    \
    const Between atomic(at, bits / 8, AtomicEffect::Store, order, FARSAN_PC);                                 \
    by##store_n(at, value, __ATOMIC_SEQ_CST);                                                                  \
  }                                                                                                            \
  FARSAN_ATOMIC_UPDATE(bits, type, exchange, by##exchange_n)                                                   \
  FARSAN_ATOMIC_UPDATE(bits, type, fetch_add, by##fetch_add)                                                   \
  FARSAN_ATOMIC_UPDATE(bits, type, fetch_sub, by##fetch_sub)                                                   \
  FARSAN_ATOMIC_UPDATE(bits, type, fetch_and, by##fetch_and)                                                   \
  FARSAN_ATOMIC_UPDATE(bits, type, fetch_or, by##fetch_or)                                                     \
  FARSAN_ATOMIC_UPDATE(bits, type, fetch_xor, by##fetch_xor)                                                   \
  FARSAN_ATOMIC_UPDATE(bits, type, fetch_nand, by##fetch_nand)                                                 \
  FARSAN_ATOMIC_EXCHANGE_IF(bits, type, by##compare_exchange_n, strong)                                        \
  FARSAN_ATOMIC_EXCHANGE_IF(bits, type, by##compare_exchange_n, weak)                                          \
  FARSAN_ENTRY type __tsan_atomic##bits##_compare_exchange_val(volatile type* at, type expected, type value,   \
                                                               int order, int failure) {                       \
    Between atomic(at, bits / 8, AtomicEffect::Update, order, FARSAN_PC);                                      \
    const bool done = by##compare_exchange_n(at, &expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
    (void)atomic.exchanged(done, failure);                                                                     \
    return expected;                                                                                           \
  }

FARSAN_ATOMICS(8, unsigned char, __atomic_)
FARSAN_ATOMICS(16, unsigned short, __atomic_)
FARSAN_ATOMICS(32, unsigned int, __atomic_)
FARSAN_ATOMICS(64, unsigned long, __atomic_)
FARSAN_ATOMICS(128, Wide, wide_)

FARSAN_ENTRY void __tsan_atomic_thread_fence(int order) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  atomic_fence(order);
}
FARSAN_ENTRY void __tsan_atomic_signal_fence(int /*order*/) { __atomic_signal_fence(__ATOMIC_SEQ_CST); }
