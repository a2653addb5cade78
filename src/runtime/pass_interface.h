// What code that FarSan's plugins for clang and gcc instrument and the runtime agree on. The plugins (src/compiler, src/gcc) and the runtime
// include this file, so that none can change it alone.
//
// An instrumented access looks up the byte of its page, in line, and calls the runtime only where that is not 0:
//
//   if (__farsan_pages[(address >> kPageBits) & kPageMask] != 0) __tsan_read8(address);
//
// __farsan_pages is a variable: a pointer to the table. It is set once, by __farsan_init, which every instrumented module
// calls from a constructor of the highest priority: no code of the module runs before it, so nobody has to test the pointer.
// (A table that is there from the start would be 64 GiB of the program's file; a fixed address may be taken.)
//
// Behind the bytes of pages there are bytes of regions, with the marks of all pages in them: ranges of many pages look there. In
// a loop, accesses that are at some distance from a fixed address ask once how far it is to the next mark (kClearName). Behind those is the
// byte that says whether any page was ever marked (kStartedAt): before that nothing is called, whatever could not be told in line.
//
// Where that byte says kOnlyRecorded, a load or store of 4 or 8 bytes in a loop is recorded without the runtime (gcc: in line;
// clang: by a function of the module), if the *hot cells* take it: the shadow of the memory that was accessed last, in a place that the table has a pointer to right before it (kHotLoadsAt, kHotStoresAt):
//
//   granule = rotate_right(address - hot->base, kGranuleBits);
//   if (granule < hot->granules && site != 0) hot->cells[granule] = hot->stamp | site;
//   else __farsan_read4(address, &site);
//
// and likewise of 8 bytes with `pairs`, kPairBits and `wide`.
//
// `site` is a variable of the module for this access; the first call gives it its value: the number of that call's return address.
//
// Before a loop of which nothing can mark pages or begin an epoch, that is done for all of an access at once: __farsan_span_read8 (and so
// on) says how many bytes from an address on are recorded without a question, with which word (HotSpan), and in the loop
//
//   if (distance < span.bytes) *(span.bias + address * sizeof(word) / size) = span.word;
//
// is all, whatever the page's byte and the hot cells are meanwhile.
//
// The table may be looked up for any 64-bit value, also for one that is no address.
#pragma once

#include <cstdint>

namespace farsan::runtime {

inline constexpr int kPageBits = 12;     ///< our unit, whatever the machine's pages are
inline constexpr int kAddressBits = 48;  ///< what is above is a tag, or nothing
inline constexpr std::uint64_t kPageCount = std::uint64_t{1} << (kAddressBits - kPageBits);
inline constexpr std::uint64_t kPageMask = kPageCount - 1;
inline constexpr int kRegionBits = 21;
inline constexpr std::uint64_t kRegionCount = std::uint64_t{1} << (kAddressBits - kRegionBits);
inline constexpr std::uint64_t kRegionMask = kRegionCount - 1;
inline constexpr std::uint64_t kStartedAt = kPageCount + kRegionCount;
inline constexpr std::uint64_t kTableSize = kStartedAt + 1;

inline constexpr std::uint8_t kOnlyRecorded = 1;  ///< the mark of pages on which accesses are recorded and nothing else
inline constexpr std::uint64_t kBeforeTable = 1 << 16;  ///< a page of any machine
inline constexpr std::int64_t kHotLoadsAt = -16;
inline constexpr std::int64_t kHotStoresAt = -8;
inline constexpr std::int64_t kHotPairsAt = 0;
inline constexpr std::int64_t kHotBaseAt = 8;
inline constexpr std::int64_t kHotGranulesAt = 16;
inline constexpr std::int64_t kHotCellsAt = 24;
inline constexpr std::int64_t kHotStampAt = 32;
inline constexpr std::int64_t kHotWideAt = 40;
/// Of no bytes: nothing is known.
struct HotSpan {
  std::uint64_t bytes;
  std::uint64_t bias;
  std::uint64_t word;
};
inline constexpr int kGranuleBits = 2;
inline constexpr int kPairBits = 3;

// Names of what the runtime defines beside the entry points of -fsanitize=thread (entry_points.cpp), of which the plugin
// uses the plain, unaligned and range accesses, the memory routines, and function entry and exit.
inline constexpr const char* kPagesName = "__farsan_pages";
inline constexpr const char* kInitName = "__farsan_init";
/// (void* first, long stride, unsigned long size, unsigned long count): `count` pieces of `size` bytes, `stride` apart.
inline constexpr const char* kReadStridedName = "__farsan_read_strided";
inline constexpr const char* kWriteStridedName = "__farsan_write_strided";
/// (void* address, unsigned* site): an access that was not recorded in line.
inline constexpr const char* kRead4Name = "__farsan_read4";
inline constexpr const char* kRead8Name = "__farsan_read8";
inline constexpr const char* kWrite4Name = "__farsan_write4";
inline constexpr const char* kWrite8Name = "__farsan_write8";
/// Entry points that are told the return address, by functions which the clang plugin puts between (src/compiler/recorders.h), are
/// __farsan_read8_from and so on:
/// 1, 2, 4, 8  (void* address, unsigned* site, void* return_address): an aligned access, with or without a site;
/// _range      (void* address, unsigned long size, void* return_address);
/// _strided    (void* first, long stride, unsigned long size, unsigned long count, void* return_address).
inline constexpr const char* kFromPrefix = "__farsan_";
inline constexpr const char* kFromSuffix = "_from";
/// (void* address, unsigned* site, HotSpan* span): what the access may do by itself in a loop, from that address on.
inline constexpr const char* kSpanRead4Name = "__farsan_span_read4";
inline constexpr const char* kSpanRead8Name = "__farsan_span_read8";
inline constexpr const char* kSpanWrite4Name = "__farsan_span_write4";
inline constexpr const char* kSpanWrite8Name = "__farsan_span_write8";
/// (void* to, void* from, unsigned long size) and (void* to, int byte, unsigned long size): libc's memmove and memset. The module records
/// what they do.
inline constexpr const char* kMoveName = "__farsan_move";
inline constexpr const char* kFillName = "__farsan_fill";
/// unsigned long (void* from): so many bytes from there on are on pages without marks. It may say less than there are: nobody
/// looks farther than kMostClear.
inline constexpr const char* kClearName = "__farsan_clear_bytes";
inline constexpr std::uint64_t kMostClear = std::uint64_t{1} << 30;
/// (unsigned long* signal, unsigned long value): the program goes by the value that shmem_signal_wait_until has just returned.
inline constexpr const char* kUsesSignalName = "__farsan_uses_signal";

/// (void* address, unsigned size, AtomicEffect effect, int order): before an atomic instruction on a page with a mark, with what it is
/// about to do, and behind it, with what it has done. The order is one of the numbers of C and C++.
inline constexpr const char* kBeginAtomicName = "__farsan_begin_atomic";
inline constexpr const char* kEndAtomicName = "__farsan_end_atomic";
enum class AtomicEffect : std::int32_t {  // NOLINT(performance-enum-size): an argument
  Load,                                   ///< also an exchange that found something else than it expected
  Store,
  Update,  ///< what it leaves was made of what it found
};
/// (int order): atomic_thread_fence.
inline constexpr const char* kAtomicFenceName = "__farsan_atomic_fence";

}  // namespace farsan::runtime
