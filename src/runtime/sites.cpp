#include "runtime/sites.h"

#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>

namespace farsan::runtime {

namespace {

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

struct Objects {
  std::uint64_t loaded = 0;
  std::uint64_t unloaded = 0;
};
/// How many there were since the start of the program.
Objects objects_so_far() {
  Objects count;
  ::dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t size, void* to) {
        if (size >= offsetof(dl_phdr_info, dlpi_subs) + sizeof info->dlpi_subs)
          *static_cast<Objects*>(to) = {info->dlpi_adds, info->dlpi_subs};
        return 1;
      },
      &count);
  return count;
}

}  // namespace

void Sites::attach(session::Segment& segment) {
  segment_ = &segment;
  cache_ = {};
  calls_cache_ = {};
  program_ = executable();
  know_modules();
  unloaded_ = objects_so_far().unloaded;
  segment.header().program = segment.add_text(program_);
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
  if (objects_go_ && objects_so_far().loaded != loaded_) know_modules();
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
  if (!inside) know_modules();
}

void Sites::objects_may_be_gone() {
  if (objects_so_far().unloaded == unloaded_) return;
  unloaded_ = objects_so_far().unloaded;
  objects_go_ = true;
  cache_ = {};
  calls_cache_ = {};
}

void Sites::know_modules() {
  loaded_ = objects_so_far().loaded;
  ::dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t /*size*/, void* sites) {
        static_cast<Sites*>(sites)->know_module(*info);
        return 0;
      },
      this);
}

/// Writes it down, unless it is there.
void Sites::know_module(const dl_phdr_info& info) {
  session::Module module;
  module.bias = info.dlpi_addr;
  module.begin = std::numeric_limits<std::uint64_t>::max();
  for (const auto& part : std::span(info.dlpi_phdr, info.dlpi_phnum)) {
    if (part.p_type != PT_LOAD) continue;
    module.begin = std::min<std::uint64_t>(module.begin, info.dlpi_addr + part.p_vaddr);
    module.end = std::max<std::uint64_t>(module.end, info.dlpi_addr + part.p_vaddr + part.p_memsz);
  }
  const bool is_program = info.dlpi_name == nullptr || *info.dlpi_name == '\0';
  const std::string_view path = is_program ? std::string_view(program_) : info.dlpi_name;
  session::Header& header = segment_->header();
  const std::uint32_t count = header.module_count.load(std::memory_order_relaxed);
  // The last one that was there.
  const auto known = std::span(header.modules.data(), count);
  const auto there = std::find_if(known.rbegin(), known.rend(), [&](const session::Module& other) {
    return other.begin < module.end && module.begin < other.end;
  });
  if (there != known.rend()) {
    if (there->begin == module.begin && there->bias == module.bias && segment_->text(there->path) == path) return;
    std::erase_if(known_, [&](const auto& site) {
      const Key& key = site.first;
      return key.stack != 0 || (there->begin <= key.pc && key.pc < there->end);
    });
  }
  if (module.end == 0 || count == session::kMaxModules) return;
  module.first_site = header.site_count.load(std::memory_order_relaxed);
  module.path = segment_->add_text(std::string(path));
  module.build_id = segment_->add_text(build_id(info, {module.begin, module.end}));
  header.modules[count] = module;
  header.module_count.store(count + 1, std::memory_order_release);
}

}  // namespace farsan::runtime
