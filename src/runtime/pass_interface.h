// What code that FarSan's LLVM plugin instruments and the runtime agree on. The plugin (src/compiler) and the runtime both
// include this file, so that neither can change it alone.
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
// a loop, accesses that are at some distance from a fixed address ask once how far it is to the next mark (kClearName).
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
inline constexpr std::uint64_t kTableSize = kPageCount + kRegionCount;

// Names of what the runtime defines beside the entry points of -fsanitize=thread (entry_points.cpp), of which the plugin
// uses the plain, unaligned and range accesses, the memory routines, and function entry and exit.
inline constexpr char kPagesName[] = "__farsan_pages";
inline constexpr char kInitName[] = "__farsan_init";
/// (void* first, long stride, unsigned long size, unsigned long count): `count` pieces of `size` bytes, `stride` apart.
inline constexpr char kReadStridedName[] = "__farsan_read_strided";
inline constexpr char kWriteStridedName[] = "__farsan_write_strided";
/// unsigned long (void* from): so many bytes from there on are on pages without marks. It may say less than there are.
inline constexpr char kClearName[] = "__farsan_clear_bytes";

}  // namespace farsan::runtime
