#include "runtime/pages.h"

#include <sys/mman.h>

#include <algorithm>

// Beside g_pages, which the runtime reaches in fewer steps than a symbol that others may define.
extern "C" __attribute__((visibility("default"))) std::uint8_t* __farsan_pages;
std::uint8_t* __farsan_pages = nullptr;

namespace farsan::runtime {

std::uint8_t* g_pages = nullptr;

namespace {

constexpr std::uint64_t kTableSize = kPageCount;  // a byte each

template <class Visit>
void for_each_page(model::Interval bytes, Visit&& visit) {
  if (bytes.empty()) return;
  const std::uint64_t last = std::min((bytes.end - 1) >> kPageBits, kTableSize - 1);
  for (std::uint64_t page = bytes.begin >> kPageBits; page <= last; ++page) visit(page);
}

}  // namespace

bool reserve_pages() {
  if (g_pages != nullptr) return true;
  void* table = ::mmap(nullptr, kTableSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (table == MAP_FAILED) return false;
  // A core file need not hold it.
  ::madvise(table, kTableSize, MADV_DONTDUMP);
  g_pages = static_cast<std::uint8_t*>(table);
  __farsan_pages = g_pages;
  return true;
}

std::uint8_t marks_of(model::Interval bytes) {
  if (g_pages == nullptr) return 0;
  std::uint8_t all = 0;
  for_each_page(bytes, [&](std::uint64_t page) { all = static_cast<std::uint8_t>(all | g_pages[page]); });
  return all;
}

void PageMarks::add(PageMark mark, model::Interval bytes) {
  marked_.push_back({mark, bytes});
  for_each_page(bytes, [&](std::uint64_t page) { g_pages[page] = static_cast<std::uint8_t>(g_pages[page] | mark); });
}

void PageMarks::remove(PageMark mark, model::Interval bytes) {
  const auto is_it = [&](const Marked& m) { return m.mark == mark && m.bytes == bytes; };
  const auto found = std::find_if(marked_.begin(), marked_.end(), is_it);
  if (found == marked_.end()) return;
  marked_.erase(found);
  for_each_page(bytes, [&](std::uint64_t page) { g_pages[page] = static_cast<std::uint8_t>(g_pages[page] & ~mark); });
  for (const Marked& m : marked_)
    if (m.mark == mark)
      for_each_page(m.bytes,
                    [&](std::uint64_t page) { g_pages[page] = static_cast<std::uint8_t>(g_pages[page] | mark); });
}

void OpenPages::opened(const model::ByteRanges& bytes) {
  for (const model::Stripe& stripe : bytes.stripes())
    for_each_page(stripe.bounds(), [&](std::uint64_t page) {
      if ((g_pages[page] & kOpen) != 0) return;
      g_pages[page] = static_cast<std::uint8_t>(g_pages[page] | kOpen);
      pages_.push_back(page);
    });
}

void OpenPages::all_closed() {
  for (const std::uint64_t page : pages_) g_pages[page] = static_cast<std::uint8_t>(g_pages[page] & ~kOpen);
  pages_.clear();
}

}  // namespace farsan::runtime
