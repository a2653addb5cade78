#include "runtime/sites.h"

#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <limits>
#include <string>
#include <string_view>

namespace farsan::runtime {

namespace {

bool is_known(const session::Segment& segment, std::uint64_t begin, std::uint64_t bias) {
  const session::Header& header = segment.header();
  const auto end = header.modules.begin() + header.module_count.load(std::memory_order_relaxed);
  return std::any_of(header.modules.begin(), end,
                     [&](const session::Module& m) { return m.begin == begin && m.bias == bias; });
}

std::string executable() {
  std::array<char, 4096> path{};
  const ssize_t size = ::readlink("/proc/self/exe", path.data(), path.size());
  return size > 0 ? std::string(path.data(), static_cast<std::size_t>(size)) : std::string();
}

constexpr std::uint64_t rounded_up(std::uint64_t size, std::uint64_t to) { return (size + to - 1) / to * to; }

/// What the linker named this build of an object: in a note, which is loaded if it is in `loaded`. Empty if there is none.
std::string_view build_id(const dl_phdr_info& info, model::Interval loaded) {
  for (int i = 0; i < info.dlpi_phnum; ++i) {
    const auto& program_header = info.dlpi_phdr[i];
    const std::uint64_t begin = info.dlpi_addr + program_header.p_vaddr;
    const std::uint64_t end = begin + program_header.p_memsz;
    if (program_header.p_type != PT_NOTE || begin < loaded.begin || end > loaded.end) continue;
    const std::uint64_t alignment = program_header.p_align == 8 ? 8 : 4;
    for (std::uint64_t at = begin; at + sizeof(ElfW(Nhdr)) <= end;) {
      const auto& note = *reinterpret_cast<const ElfW(Nhdr)*>(at);
      const auto* name = reinterpret_cast<const char*>(at + sizeof note);
      const std::uint64_t content = rounded_up(sizeof note + note.n_namesz, alignment);
      if (at + content + note.n_descsz > end) break;
      if (note.n_type == NT_GNU_BUILD_ID && std::string_view(name, note.n_namesz) == std::string_view("GNU\0", 4))
        return {reinterpret_cast<const char*>(at + content), note.n_descsz};
      at += rounded_up(content + note.n_descsz, alignment);
    }
  }
  return {};
}

int record_module(dl_phdr_info* info, std::size_t /*size*/, void* data) {
  session::Segment& segment = *static_cast<session::Segment*>(data);
  std::uint64_t begin = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t end = 0;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& program_header = info->dlpi_phdr[i];
    if (program_header.p_type != PT_LOAD) continue;
    begin = std::min<std::uint64_t>(begin, info->dlpi_addr + program_header.p_vaddr);
    end = std::max<std::uint64_t>(end, info->dlpi_addr + program_header.p_vaddr + program_header.p_memsz);
  }
  session::Header& header = segment.header();
  const std::uint32_t count = header.module_count.load(std::memory_order_relaxed);
  if (end == 0 || count == session::kMaxModules || is_known(segment, begin, info->dlpi_addr)) return 0;
  const bool is_program = info->dlpi_name == nullptr || *info->dlpi_name == '\0';
  const std::string path = is_program ? executable() : std::string(info->dlpi_name);
  header.modules[count] = {segment.add_text(path), info->dlpi_addr, begin, end,
                           segment.add_text(build_id(*info, {begin, end}))};
  header.module_count.store(count + 1, std::memory_order_release);
  return 0;
}

}  // namespace

void record_modules(session::Segment& segment) { ::dl_iterate_phdr(record_module, &segment); }

void Sites::attach(session::Segment& segment) {
  segment_ = &segment;
  cache_ = {};
  calls_cache_ = {};
  record_modules(segment);
  segment.header().program = segment.add_text(executable());
}

model::SiteId Sites::remember(std::uint64_t pc) {
  if (segment_ == nullptr) return {0};
  const model::SiteId site = add({pc, nullptr, 0}, {});
  cache_[(pc >> 2) % kCache] = {pc, site.value};
  return site;
}

void Sites::remember_call(const Key& key, const CallStack* stack, CachedCall& cached) {
  if (segment_ == nullptr) return;
  std::array<std::uint64_t, 64> addresses{};
  const std::uint32_t depth = stack != nullptr ? stack->copy(addresses) : 0;
  cached = {key, add(key, {addresses.data(), depth}).value};
}

model::SiteId Sites::add(const Key& key, std::span<const std::uint64_t> stack) {
  const auto [it, is_new] = known_.try_emplace(key, 0);
  if (!is_new) return {it->second};
  session::Header& header = segment_->header();
  const std::uint32_t index = header.site_count.load(std::memory_order_relaxed);
  if (index == session::kMaxSites) return {0};
  know_module_of(key.pc);
  session::Site& site = segment_->site(index);
  site.pc = key.pc & ((std::uint64_t{1} << 48) - 1);
  site.call = call_number(key.routine);
  site.stack = stack.empty() ? 0 : segment_->add_stack(stack.data(), static_cast<std::uint32_t>(stack.size()));
  header.site_count.store(index + 1, std::memory_order_release);
  it->second = index;
  return {index};
}

std::uint16_t Sites::call_number(const char* routine) {
  if (routine == nullptr) return 0;
  const auto [it, is_new] = calls_.try_emplace(routine, 0);
  if (!is_new) return it->second;
  session::Header& header = segment_->header();
  const std::uint32_t count = header.call_count.load(std::memory_order_relaxed);
  if (count == header.calls.size()) return 0;
  header.calls[count] = segment_->add_text(routine);
  header.call_count.store(count + 1, std::memory_order_release);
  it->second = static_cast<std::uint16_t>(count + 1);
  return it->second;
}

/// Code that was loaded later (dlopen).
void Sites::know_module_of(std::uint64_t pc) {
  const session::Header& header = segment_->header();
  const auto end = header.modules.begin() + header.module_count.load(std::memory_order_relaxed);
  const bool inside =
      std::any_of(header.modules.begin(), end, [&](const session::Module& m) { return m.begin <= pc && pc < m.end; });
  if (!inside) record_modules(*segment_);
}

}  // namespace farsan::runtime
