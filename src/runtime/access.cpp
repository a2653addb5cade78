#include "runtime/access.h"

#include <algorithm>

#include "runtime/call_stack.h"
#include "runtime/caller.h"

namespace farsan::runtime {

engine::Process* g_process = nullptr;
Sites* g_sites = nullptr;

namespace {

/// Pieces that are so far apart have marks looked up one by one, not those of all the memory between them.
constexpr std::uint64_t kManyPages = std::uint64_t{64} << kPageBits;

/// On a page with something open, which these bytes are not: as elsewhere on exposed memory.
void record_beside(model::AccessKind kind, std::uint64_t at, std::uint64_t size, std::uint64_t pc) {
  const bool loads = kind == model::AccessKind::Load;
  if (size == 8 && loads) return g_process->load<8>(at, g_sites->of_access(pc));
  if (size == 8) return g_process->store<8>(at, g_sites->of_access(pc));
  if (size == 4 && loads) return g_process->load<4>(at, g_sites->of_access(pc));
  if (size == 4) return g_process->store<4>(at, g_sites->of_access(pc));
  access_exposed(kind, at, size, pc);
}

bool counts() { return Runtime::get() != nullptr && Runtime::own_thread() && !Guard::ignoring(); }

}  // namespace

void access_slowly(model::AccessKind kind, std::uint64_t at, std::uint64_t size, std::uint64_t pc) {
  if (!counts()) return;
  const std::uint8_t marks = marks_of({at, at + size});
  if ((marks & kForeign) == 0 && Runtime::get()->open_pages().is_beside({at, at + size})) {
    if ((marks & kExposed) != 0) record_beside(kind, at, size, pc);
    return;
  }
  const Guard guard;
  Runtime::get()->access(kind, {at, at + size}, g_sites->of_access(pc));
}

void access_exposed(model::AccessKind kind, std::uint64_t at, std::uint64_t size, std::uint64_t pc) {
  if (!counts()) return;
  const Guard guard;
  g_process->access(kind, model::Stripe{at, size, size, 1}, g_sites->of_access(pc));
}

HotSpan span_of(model::AccessKind kind, const void* address, std::uint64_t size, std::uint64_t pc,
                std::uint32_t* site) {
  // Of other threads nobody knows when they leave their loops. An access to the memory of another process begins an epoch.
  if (!counts() || !HotView::is_shown()) return {};
  if (g_process->threaded() || Runtime::get()->maps_foreign()) return {};
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  const engine::ShadowRegion* region = g_process->memory().shadow().region_of({at, at + size});
  if (region == nullptr) return {};
  const engine::HotCells cells = region->hot_cells(kind, size, g_process->clock(0).now());
  const engine::HotCells::Span span =
      size == engine::kPair ? cells.span_from<engine::kPair>(at) : cells.span_from<engine::kGranule>(at);
  if (*site == 0) *site = g_sites->of_access(pc).value;
  return {only_recorded_bytes({at, at + span.bytes}), span.bias, span.stamp | *site};
}

void access_strided(model::AccessKind kind, Strided pieces, std::uint64_t pc) {
  if (pieces.size == 0 || pieces.count == 0) return;
  const auto first = reinterpret_cast<std::uintptr_t>(pieces.first);
  const std::uint64_t last = first + static_cast<std::uint64_t>(pieces.stride) * (pieces.count - 1);
  const std::uint64_t lowest = std::min(first, last);
  const auto up = static_cast<std::uint64_t>(pieces.stride);
  const std::uint64_t step = pieces.stride < 0 ? -up : up;
  // Pieces that touch are one.
  if (step <= pieces.size) {
    const std::uint64_t end = std::max(first, last) + pieces.size;
    access_range(kind, reinterpret_cast<const void*>(lowest), end - lowest, pc);
    return;
  }
  if (step <= kManyPages) {
    const std::uint8_t marks = marks_of({lowest, std::max(first, last) + pieces.size});
    if (marks == 0) return;
    if (marks == kExposed && counts()) {
      const Guard guard;
      const model::Stripe all{lowest, pieces.size, step, pieces.count};
      g_process->access(kind, all, g_sites->of_access(pc));
      return;
    }
  }
  for (std::uint64_t i = 0, at = lowest; i < pieces.count; ++i, at += step)
    access_range(kind, reinterpret_cast<const void*>(at), pieces.size, pc);
}

void access_by_routine(model::AccessKind kind, const void* address, std::uint64_t size, const char* routine,
                       std::uint64_t pc) {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  if (size == 0 || !counts() || marks_of({at, at + size}) == 0) return;
  const Guard guard;
  if (const auto caller = caller_in_program(pc))
    Runtime::get()->access(kind, {at, at + size}, g_sites->of_call(*caller, routine, nullptr));
}

}  // namespace farsan::runtime
