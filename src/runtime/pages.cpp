#include "runtime/pages.h"

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <new>

// Beside g_pages, which the runtime reaches in fewer steps than a symbol that others may define.
extern "C" __attribute__((visibility("default"))) std::uint8_t* __farsan_pages;
std::uint8_t* __farsan_pages = nullptr;

namespace farsan::runtime {

std::uint8_t* g_pages = nullptr;

namespace {

constexpr int kPagesPerRegionBits = kRegionBits - kPageBits;
constexpr std::uint64_t kPagesPerRegion = std::uint64_t{1} << kPagesPerRegionBits;

template <class Visit>
void for_each_page(model::Interval bytes, Visit&& visit) {
  if (bytes.empty()) return;
  const std::uint64_t last = std::min((bytes.end - 1) >> kPageBits, kPageCount - 1);
  for (std::uint64_t page = bytes.begin >> kPageBits; page <= last; ++page) visit(page);
}

std::uint8_t* regions() { return g_pages + kPageCount; }

void mark(std::uint64_t page, std::uint8_t marks) {
  g_pages[page] |= marks;
  regions()[page >> kPagesPerRegionBits] |= marks;
  g_pages[kStartedAt] = 1;
}

/// All marks of `count` bytes of the table.
std::uint8_t all_of(const std::uint8_t* marks, std::uint64_t count) {
  std::uint64_t all = 0;
  for (; count >= sizeof(all); count -= sizeof(all), marks += sizeof(all)) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, marks, sizeof(eight));
    all |= eight;
  }
  for (; count > 0; --count) all |= *marks++;
  for (const int half : {32, 16, 8}) all |= all >> half;
  return static_cast<std::uint8_t>(all);
}

/// The first place from `at` on, before `end`, that has a mark; or the end.
std::uint64_t first_marked(const std::uint8_t* marks, std::uint64_t at, std::uint64_t end) {
  for (; at % sizeof(std::uint64_t) != 0 && at < end; ++at)
    if (marks[at] != 0) return at;
  for (std::array<std::uint64_t, 8> many{}; at + sizeof many <= end; at += sizeof many) {
    std::memcpy(many.data(), marks + at, sizeof many);
    if ((many[0] | many[1] | many[2] | many[3] | many[4] | many[5] | many[6] | many[7]) != 0) break;
  }
  for (std::uint64_t eight = 0; at + sizeof eight <= end; at += sizeof eight) {
    std::memcpy(&eight, marks + at, sizeof eight);
    if (eight != 0) break;
  }
  while (at < end && marks[at] == 0) ++at;
  return at;
}

/// Of the regions that the bytes touch, after marks were taken from pages.
void renew_regions(model::Interval bytes) {
  if (bytes.empty()) return;
  const std::uint64_t last = std::min((bytes.end - 1) >> kRegionBits, kRegionCount - 1);
  for (std::uint64_t region = bytes.begin >> kRegionBits; region <= last; ++region)
    regions()[region] = all_of(g_pages + region * kPagesPerRegion, kPagesPerRegion);
}

}  // namespace

bool reserve_pages() {
  if (g_pages != nullptr) return true;
  constexpr std::uint64_t kSize = kBeforeTable + kTableSize;
  void* table = ::mmap(nullptr, kSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (table == MAP_FAILED) return false;
  // A core file need not hold it.
  ::madvise(table, kSize, MADV_DONTDUMP);
  g_pages = static_cast<std::uint8_t*>(table) + kBeforeTable;
  HotView::move_to(g_pages + kHotLoadsAt);
  __farsan_pages = g_pages;
  return true;
}

static_assert(engine::HotCells::Layout::kPairs == kHotPairsAt && engine::HotCells::Layout::kBase == kHotBaseAt);
static_assert(engine::HotCells::Layout::kGranules == kHotGranulesAt && engine::HotCells::Layout::kWide == kHotWideAt);
static_assert(engine::HotCells::Layout::kCells == kHotCellsAt && engine::HotCells::Layout::kStamp == kHotStampAt);
static_assert(engine::kGranule == 1 << kGranuleBits && engine::kPair == 1 << kPairBits);

constinit const engine::HotCells HotView::kNone;

void HotView::allow(const engine::HotCells& loads, const engine::HotCells& stores) { allowed_ = {&loads, &stores}; }

void HotView::move_to(void* place) {
  static_assert(sizeof(Both) == static_cast<std::size_t>(-kHotLoadsAt));
  static_assert(offsetof(Both, stores) == static_cast<std::size_t>(kHotStoresAt - kHotLoadsAt));
  shown_ = new (place) Both(*shown_);
}

std::uint8_t marks_of_pages(model::Interval bytes) {
  if (g_pages == nullptr) return 0;
  if (bytes.empty()) return 0;
  const std::uint64_t end = std::min((bytes.end - 1) >> kPageBits, kPageCount - 1) + 1;
  std::uint8_t all = 0;
  for (std::uint64_t page = bytes.begin >> kPageBits; page < end;) {
    const std::uint64_t region = page >> kPagesPerRegionBits;
    const std::uint64_t next = std::min(end, (region + 1) << kPagesPerRegionBits);
    if (regions()[region] != 0) all |= all_of(g_pages + page, next - page);
    page = next;
  }
  return all;
}

std::uint64_t clear_bytes_from(std::uint64_t address) {
  address &= (std::uint64_t{1} << kAddressBits) - 1;
  if (g_pages == nullptr) return 0;
  // Page by page to the end of the region, then by regions, then by the pages of the first one that has marks.
  const std::uint64_t first = address >> kPageBits;
  const std::uint64_t own = address >> kRegionBits;
  std::uint64_t region = own;
  std::uint64_t page = first;
  if (regions()[own] != 0) page = first_marked(g_pages, first, (own + 1) << kPagesPerRegionBits);
  if (regions()[own] == 0 || page == (own + 1) << kPagesPerRegionBits) {
    const std::uint64_t most = std::min(kRegionCount, own + 1 + (kMostClear >> kRegionBits));
    region = first_marked(regions(), own + 1, most);
    page = region << kPagesPerRegionBits;
    if (region != most) page = first_marked(g_pages, page, page + kPagesPerRegion);
  }
  const std::uint64_t end = page << kPageBits;
  return end > address ? end - address : 0;
}

std::uint64_t only_recorded_bytes(model::Interval exposed) {
  if (g_pages == nullptr || exposed.empty()) return 0;
  const std::uint64_t end = std::min((exposed.end - 1) >> kPageBits, kPageCount - 1) + 1;
  for (std::uint64_t page = exposed.begin >> kPageBits; page < end;) {
    const std::uint64_t region = page >> kPagesPerRegionBits;
    const std::uint64_t next = std::min(end, (region + 1) << kPagesPerRegionBits);
    if (regions()[region] != kExposed)
      for (; page < next; ++page)
        if (g_pages[page] != kExposed) return std::max(page << kPageBits, exposed.begin) - exposed.begin;
    page = next;
  }
  return exposed.size();
}

void PageMarks::add(PageMark mark, model::Interval bytes) {
  marked_.push_back({mark, bytes});
  for_each_page(bytes, [&](std::uint64_t page) { runtime::mark(page, mark); });
}

void PageMarks::remove(PageMark mark, model::Interval bytes) {
  const auto is_it = [&](const Marked& m) { return m.mark == mark && m.bytes == bytes; };
  const auto found = std::find_if(marked_.begin(), marked_.end(), is_it);
  if (found == marked_.end()) return;
  marked_.erase(found);
  for_each_page(bytes, [&](std::uint64_t page) { g_pages[page] = static_cast<std::uint8_t>(g_pages[page] & ~mark); });
  // Others may lie on the same pages.
  constexpr std::uint64_t kPage = std::uint64_t{1} << kPageBits;
  const model::Interval pages{bytes.begin / kPage * kPage, (bytes.end + kPage - 1) / kPage * kPage};
  for (const Marked& m : marked_) {
    const model::Interval common{std::max(m.bytes.begin, pages.begin), std::min(m.bytes.end, pages.end)};
    if (m.mark == mark && common.begin < common.end)
      for_each_page(common, [&](std::uint64_t page) { runtime::mark(page, mark); });
  }
  renew_regions(bytes);
}

void OpenPages::opened(const model::ByteRanges& bytes) {
  const model::Interval bounds = bytes.bounds();
  const std::uint64_t first = bounds.begin >> kPageBits;
  if (first == (bounds.end - 1) >> kPageBits && first < kPageCount) return open(first, bounds);
  for (const model::Stripe& stripe : bytes.stripes()) {
    const model::Interval all = stripe.bounds();
    for_each_page(all, [&](std::uint64_t page) {
      const model::Interval whole{page << kPageBits, (page + 1) << kPageBits};
      open(page, {std::max(all.begin, whole.begin), std::min(all.end, whole.end)});
    });
  }
}

void OpenPages::open(std::uint64_t page, model::Interval bytes) {
  Lines& known = lines_of(page);
  if ((g_pages[page] & kOpen) == 0) {
    mark(page, kOpen);
    pages_.push_back(page);
    if (known.open == 0) known.page = page;
  }
  if (known.page != page) return;
  known.open |= lines_in(bytes);
  known.bounds = hull(known.bounds, bytes);
}

void OpenPages::all_closed() {
  for (const std::uint64_t page : pages_) {
    g_pages[page] = static_cast<std::uint8_t>(g_pages[page] & ~kOpen);
    std::uint8_t& region = regions()[page >> kPagesPerRegionBits];
    region = static_cast<std::uint8_t>(region & ~kOpen);
    lines_of(page) = {};
  }
  pages_.clear();
}

}  // namespace farsan::runtime
