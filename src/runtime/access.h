// The way of a load or store of the program into the engine. Hot: see pages.h for what comes first, engine/shadow.h for what
// comes last. Nothing here allocates, locks or calls into libc unless the page is marked for more than recording.
// Budget: 4 instructions on a page of no interest, under 30 on exposed memory (docs/performance.md).
#pragma once

#include "runtime/runtime.h"

namespace farsan::runtime {

/// The engine and the sites of the running job; valid whenever a page is marked.
extern engine::Process* g_process;
extern Sites* g_sites;

/// Ranges up to this are recorded by granules, longer ones by blocks where they cover them.
inline constexpr std::uint64_t kFewBytes = 256;

/// The load or store of the program at the call that returns to `pc`, on a page that wants more than recording.
void access_slowly(model::AccessKind kind, std::uint64_t at, std::uint64_t size, std::uint64_t pc);
/// Any number of bytes on pages that want them recorded and nothing else.
void access_exposed(model::AccessKind kind, std::uint64_t at, std::uint64_t size, std::uint64_t pc);

template <unsigned Size>
inline void load(const void* address, std::uint64_t pc) {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  const std::uint8_t marks = marks_of(at);
  if (marks == 0) [[likely]]
    return;
  if (marks == kExposed && !Guard::ignoring()) [[likely]]
    g_process->load<Size>(at, g_sites->of_access(pc));
  else
    access_slowly(model::AccessKind::Load, at, Size, pc);
}

template <unsigned Size>
inline void store(const void* address, std::uint64_t pc) {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  const std::uint8_t marks = marks_of(at);
  if (marks == 0) [[likely]]
    return;
  if (marks == kExposed && !Guard::ignoring()) [[likely]]
    g_process->store<Size>(at, g_sites->of_access(pc));
  else
    access_slowly(model::AccessKind::Store, at, Size, pc);
}

/// Lets the access have its number, for what is recorded in line.
inline void number_site(const void* address, std::uint64_t pc, std::uint32_t* site) {
  if (*site == 0 && marks_of(reinterpret_cast<std::uintptr_t>(address)) == kExposed)
    *site = g_sites->of_access(pc).value;
}

/// What an access of 4 or 8 bytes may record by itself in a loop, from `address` on (pass_interface.h).
/// The access has a number from then on.
HotSpan span_of(model::AccessKind kind, const void* address, std::uint64_t size, std::uint64_t pc, std::uint32_t* site);

/// Any number of bytes, anywhere.
inline void access_range(model::AccessKind kind, const void* address, std::uint64_t size, std::uint64_t pc) {
  if (size == 0) return;
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  const std::uint8_t marks = marks_of({at, at + size});
  if (marks == 0) [[likely]]
    return;
  // A few fields of a structure, a short row: as fast as one by one.
  if (marks == kExposed && size <= kFewBytes && ((at | size) % 8) == 0 && !Guard::ignoring()) {
    const model::SiteId site = g_sites->of_access(pc);
    for (std::uint64_t piece = at; piece != at + size; piece += 8)
      if (kind == model::AccessKind::Load)
        g_process->load<8>(piece, site);
      else
        g_process->store<8>(piece, site);
  } else if (marks == kExposed) {
    access_exposed(kind, at, size, pc);
  } else {
    access_slowly(kind, at, size, pc);
  }
}

/// `count` pieces of `size` bytes, `stride` apart in either direction, or upon each other.
struct Strided {
  const void* first = nullptr;
  std::int64_t stride = 0;
  std::uint64_t size = 0;
  std::uint64_t count = 0;
};
void access_strided(model::AccessKind kind, Strided pieces, std::uint64_t pc);

/// A routine of libc reads or writes memory on behalf of the program.
void access_by_routine(model::AccessKind kind, const void* address, std::uint64_t size, const char* routine,
                       std::uint64_t pc);

}  // namespace farsan::runtime
