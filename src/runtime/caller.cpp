#include "runtime/caller.h"

#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <unwind.h>

#include <algorithm>
#include <array>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include "model/ranges.h"
#include "runtime/elf_symbols.h"

// Null in runtimes for other models.
extern "C" {
__attribute__((weak)) int PMPI_Init(int*, char***);
__attribute__((weak)) void pshmem_init();
__attribute__((weak)) int pgaspi_proc_init(unsigned long);
}

namespace farsan::runtime {

namespace {

/// An object file, as it is on disk.
class File {
 public:
  explicit File(const char* path) {
    const int fd = ::open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return;
    struct stat status{};
    if (::fstat(fd, &status) == 0 && status.st_size > 0) {
      void* const mapped = ::mmap(nullptr, static_cast<std::size_t>(status.st_size), PROT_READ, MAP_PRIVATE, fd, 0);
      if (mapped != MAP_FAILED)
        bytes_ = {static_cast<const std::byte*>(mapped), static_cast<std::size_t>(status.st_size)};
    }
    ::close(fd);
  }
  File(const File&) = delete;
  File(File&&) = delete;
  File& operator=(const File&) = delete;
  File& operator=(File&&) = delete;
  ~File() {
    if (!bytes_.empty()) ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
  }

  [[nodiscard]] bool has_section(std::string_view name) const {
    const auto head = part<ElfW(Ehdr)>(0, 1);
    if (head.empty()) return false;
    const auto sections = part<ElfW(Shdr)>(head[0].e_shoff, head[0].e_shnum);
    if (head[0].e_shstrndx >= sections.size()) return false;
    const auto& of_names = sections[head[0].e_shstrndx];
    const auto names = part<char>(of_names.sh_offset, of_names.sh_size);
    return std::ranges::any_of(sections, [&](const ElfW(Shdr) & section) {
      return section.sh_name + name.size() < names.size() &&
             std::string_view(names.data() + section.sh_name, name.size()) == name &&
             names[section.sh_name + name.size()] == '\0';
    });
  }

 private:
  template <class T>
  [[nodiscard]] std::span<const T> part(std::uint64_t at, std::uint64_t count) const {
    if (at > bytes_.size() || count > (bytes_.size() - at) / sizeof(T) || at % alignof(T) != 0) return {};
    return {reinterpret_cast<const T*>(bytes_.data() + at), static_cast<std::size_t>(count)};
  }

  std::span<const std::byte> bytes_;
};

/// As instrumented code does.
bool imports_entry_point(const dl_phdr_info& info) {
  return ElfSymbols(info).any_import(
      [](std::string_view name) { return name.starts_with("__tsan_") || name.starts_with("__farsan_"); });
}

model::Interval bytes_of(const dl_phdr_info& info) {
  model::Interval bytes{std::numeric_limits<std::uint64_t>::max(), 0};
  for (const ElfW(Phdr) & part : std::span(info.dlpi_phdr, info.dlpi_phnum)) {
    if (part.p_type != PT_LOAD) continue;
    bytes.begin = std::min<std::uint64_t>(bytes.begin, info.dlpi_addr + part.p_vaddr);
    bytes.end = std::max<std::uint64_t>(bytes.end, info.dlpi_addr + part.p_vaddr + part.p_memsz);
  }
  return bytes;
}

enum class Kind : std::uint8_t {
  Hidden,
  Shown,  ///< a report can name a place in it
  Model,  ///< the library of a model
};

/// What the libraries of models have, where it is. The dynamic linker is not asked: dlerror may be going to say something.
using Models = std::array<const void*, 3>;
Models places_of_models() {
  return {reinterpret_cast<const void*>(&PMPI_Init), reinterpret_cast<const void*>(&pshmem_init),
          reinterpret_cast<const void*>(&pgaspi_proc_init)};
}

Kind kind_of(const dl_phdr_info& info, model::Interval bytes, const Models& models) {
  const auto has = [&](const void* place) {
    const auto at = reinterpret_cast<std::uintptr_t>(place);
    return bytes.begin <= at && at < bytes.end;
  };
  if (has(reinterpret_cast<const void*>(&caller_in_program))) return Kind::Hidden;  // FarSan itself
  const bool is_program = info.dlpi_name == nullptr || *info.dlpi_name == '\0';
  if (is_program || imports_entry_point(info)) return Kind::Shown;
  if (std::ranges::any_of(models, has)) return Kind::Model;
  return File(info.dlpi_name).has_section(".debug_info") ? Kind::Shown : Kind::Hidden;
}

/// The objects that are loaded, as far as they were asked for.
class Objects {
 public:
  [[nodiscard]] Kind kind(std::uint64_t pc) {
    if (pc - last_.bytes.begin < last_.bytes.size()) [[likely]]
      return last_.kind;
    const auto found = std::ranges::find_if(
        known_, [&](const Object& object) { return object.bytes.begin <= pc && pc < object.bytes.end; });
    if (found == known_.end()) return look_up(pc);
    last_ = *found;
    return last_.kind;
  }
  void forget() {
    known_.clear();
    last_ = {};
  }

 private:
  struct Object {
    model::Interval bytes;
    Kind kind = Kind::Hidden;
  };
  struct Wanted {
    std::uint64_t pc = 0;
    Models models;
    Object found;
  };

  Kind look_up(std::uint64_t pc) {
    Wanted wanted{pc, places_of_models(), {}};
    const auto look = [](dl_phdr_info* info, std::size_t /*size*/, void* data) {
      auto& of = *static_cast<Wanted*>(data);
      const model::Interval bytes = bytes_of(*info);
      if (of.pc < bytes.begin || of.pc >= bytes.end) return 0;
      of.found = {bytes, kind_of(*info, bytes, of.models)};
      return 1;
    };
    if (::dl_iterate_phdr(look, &wanted) == 0) return Kind::Hidden;
    known_.push_back(wanted.found);
    last_ = wanted.found;
    return last_.kind;
  }

  std::vector<Object> known_;
  Object last_;
};

Objects& objects() {
  static constinit Objects* all = nullptr;  // never destroyed: programs may be as late as they like
  if (all == nullptr) [[unlikely]]
    all = new Objects;
  return *all;
}

/// Until one is found that can be shown, or that is the library of a model.
_Unwind_Reason_Code look_at_frame(_Unwind_Context* frame, void* found) {
  const std::uint64_t pc = _Unwind_GetIP(frame);
  if (pc == 0) return _URC_END_OF_STACK;
  const Kind kind = objects().kind(pc);
  if (kind == Kind::Hidden) return _URC_NO_REASON;
  auto& caller = *static_cast<std::optional<std::uint64_t>*>(found);
  caller = kind == Kind::Shown ? std::optional(pc) : std::nullopt;
  return _URC_END_OF_STACK;
}

}  // namespace

std::optional<std::uint64_t> caller_in_program(std::uint64_t pc) {
  const Kind kind = objects().kind(pc);
  if (kind == Kind::Shown) [[likely]]
    return pc;
  if (kind == Kind::Model) return std::nullopt;
  std::optional<std::uint64_t> found = pc;
  _Unwind_Backtrace(look_at_frame, &found);
  return found;
}

void callers_may_be_gone() { objects().forget(); }

}  // namespace farsan::runtime
