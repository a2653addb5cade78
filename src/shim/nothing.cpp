// Instrumented code without FarSan's runtime: the entry points of -fsanitize=thread that do nothing but what the program
// asked for.
//
// Linked into programs that use no MPI at all (a generator of tables, the programs that `configure` tries). Hidden, so that
// they cannot stand in the way of the runtime that comes with some library of the program.
#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "runtime/pass_interface.h"
#include "runtime/thread_annotations.h"
#include "runtime/wide_atomics.h"

#pragma GCC visibility push(hidden)

using namespace farsan::runtime;

extern "C" {

#define FARSAN_NOTHING(name) \
  void __tsan_##name(void*) {}
#define FARSAN_ACCESSES(prefix)       \
  FARSAN_NOTHING(prefix##read1)       \
  FARSAN_NOTHING(prefix##read2)       \
  FARSAN_NOTHING(prefix##read4)       \
  FARSAN_NOTHING(prefix##read8)       \
  FARSAN_NOTHING(prefix##read16)      \
  FARSAN_NOTHING(prefix##write1)      \
  FARSAN_NOTHING(prefix##write2)      \
  FARSAN_NOTHING(prefix##write4)      \
  FARSAN_NOTHING(prefix##write8)      \
  FARSAN_NOTHING(prefix##write16)     \
  FARSAN_NOTHING(prefix##read_write1) \
  FARSAN_NOTHING(prefix##read_write2) \
  FARSAN_NOTHING(prefix##read_write4) \
  FARSAN_NOTHING(prefix##read_write8) \
  FARSAN_NOTHING(prefix##read_write16)

FARSAN_ACCESSES()
FARSAN_ACCESSES(unaligned_)
FARSAN_ACCESSES(volatile_)
FARSAN_ACCESSES(unaligned_volatile_)
FARSAN_NOTHING(func_entry)
FARSAN_NOTHING(vptr_read)

// Code that a plugin instrumented looks at the table before it does anything else: one of zeroes, which costs no memory.
// What is before the real one is asked for only where there is a mark.
std::uint8_t* __farsan_pages = nullptr;
void __farsan_init() {
  if (__farsan_pages != nullptr) return;
  void* table = ::mmap(nullptr, kTableSize, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (table == MAP_FAILED) std::abort();
  __farsan_pages = static_cast<std::uint8_t*>(table);
}
void __tsan_init() { __farsan_init(); }
void __farsan_read4(void*, std::uint32_t*) {}
void __farsan_read8(void*, std::uint32_t*) {}
void __farsan_write4(void*, std::uint32_t*) {}
void __farsan_write8(void*, std::uint32_t*) {}
#define FARSAN_FROM(what)                                         \
  void __farsan_##what##1_from(void*, std::uint32_t*, void*) {}   \
  void __farsan_##what##2_from(void*, std::uint32_t*, void*) {}   \
  void __farsan_##what##4_from(void*, std::uint32_t*, void*) {}   \
  void __farsan_##what##8_from(void*, std::uint32_t*, void*) {}   \
  void __farsan_##what##_range_from(void*, std::size_t, void*) {} \
  void __farsan_##what##_strided_from(void*, long, std::size_t, std::size_t, void*) {}
FARSAN_FROM(read)
FARSAN_FROM(write)
void __farsan_span_read4(void*, std::uint32_t*, HotSpan* span) { *span = {}; }
void __farsan_span_read8(void*, std::uint32_t*, HotSpan* span) { *span = {}; }
void __farsan_span_write4(void*, std::uint32_t*, HotSpan* span) { *span = {}; }
void __farsan_span_write8(void*, std::uint32_t*, HotSpan* span) { *span = {}; }
void __farsan_read_strided(void*, long, std::size_t, std::size_t) {}
void __farsan_write_strided(void*, long, std::size_t, std::size_t) {}
std::size_t __farsan_clear_bytes(void*) { return kMostClear; }
void __farsan_uses_signal(std::uint64_t*, std::uint64_t) {}
void __tsan_func_exit() {}
FARSAN_THREAD_ANNOTATIONS(FARSAN_THREAD_ANNOTATION)
void __tsan_ignore_thread_begin() {}
void __tsan_ignore_thread_end() {}
void __tsan_vptr_update(void*, void*) {}
void __tsan_read_range(void*, std::size_t) {}
void __tsan_write_range(void*, std::size_t) {}
void* __tsan_memcpy(void* to, const void* from, std::size_t size) { return std::memcpy(to, from, size); }
void* __tsan_memmove(void* to, const void* from, std::size_t size) { return std::memmove(to, from, size); }
void* __tsan_memset(void* to, int value, std::size_t size) { return std::memset(to, value, size); }
void* __farsan_move(void* to, const void* from, std::size_t size) { return std::memmove(to, from, size); }
void* __farsan_fill(void* to, int value, std::size_t size) { return std::memset(to, value, size); }

// The order that was asked for is at most this one. `by`: the beginning of the names of what does it.
#define FARSAN_FETCH(bits, type, by, what)                                      \
  type __tsan_atomic##bits##_fetch_##what(volatile type* at, type value, int) { \
    return by##fetch_##what(at, value, __ATOMIC_SEQ_CST);                       \
  }
#define FARSAN_COMPARE(bits, type, by, strength, weak)                                                               \
  int __tsan_atomic##bits##_compare_exchange_##strength(volatile type* at, type* expected, type wanted, int, int) {  \
    return static_cast<int>(by##compare_exchange_n(at, expected, wanted, weak, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)); \
  }
#define FARSAN_ATOMICS(bits, type, by)                                                                               \
  type __tsan_atomic##bits##_load(const volatile type* at, int) { return by##load_n(at, __ATOMIC_SEQ_CST); }         \
  void __tsan_atomic##bits##_store(volatile type* at, type value, int) { by##store_n(at, value, __ATOMIC_SEQ_CST); } \
  type __tsan_atomic##bits##_exchange(volatile type* at, type value, int) {                                          \
    return by##exchange_n(at, value, __ATOMIC_SEQ_CST);                                                              \
  }                                                                                                                  \
  type __tsan_atomic##bits##_compare_exchange_val(volatile type* at, type expected, type wanted, int, int) {         \
    by##compare_exchange_n(at, &expected, wanted, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);                        \
    return expected;                                                                                                 \
  }                                                                                                                  \
  FARSAN_COMPARE(bits, type, by, strong, false)                                                                      \
  FARSAN_COMPARE(bits, type, by, weak, true)                                                                         \
  FARSAN_FETCH(bits, type, by, add)                                                                                  \
  FARSAN_FETCH(bits, type, by, sub)                                                                                  \
  FARSAN_FETCH(bits, type, by, and)                                                                                  \
  FARSAN_FETCH(bits, type, by, or)                                                                                   \
  FARSAN_FETCH(bits, type, by, xor)                                                                                  \
  FARSAN_FETCH(bits, type, by, nand)

FARSAN_ATOMICS(8, std::uint8_t, __atomic_)
FARSAN_ATOMICS(16, std::uint16_t, __atomic_)
FARSAN_ATOMICS(32, std::uint32_t, __atomic_)
FARSAN_ATOMICS(64, std::uint64_t, __atomic_)
FARSAN_ATOMICS(128, Wide, wide_)
void __farsan_begin_atomic(void*, unsigned, int, int) {}
void __farsan_end_atomic(void*, unsigned, int, int) {}
void __farsan_atomic_fence(int) {}
void __tsan_atomic_thread_fence(int) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
void __tsan_atomic_signal_fence(int) { __atomic_signal_fence(__ATOMIC_SEQ_CST); }

}  // extern "C"

#pragma GCC visibility pop
