#include "bindings/shmem/variables.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

namespace farsan::shmem {

namespace {

bool is_the_programs(std::string_view path) {
  if (path.empty()) return true;
  constexpr std::array<std::string_view, 5> kSystem = {"/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/", "linux-vdso"};
  const std::string_view file = path.substr(path.rfind('/') + 1);
  return !file.starts_with("libfarsan") &&
         std::ranges::none_of(kSystem, [&](std::string_view folder) { return path.starts_with(folder); });
}

int look_at_module(dl_phdr_info* module, std::size_t /*size*/, void* argument) {
  auto& found = *static_cast<std::vector<DataSegment>*>(argument);
  if (!is_the_programs(module->dlpi_name)) return 0;
  const std::span heads(module->dlpi_phdr, module->dlpi_phnum);
  std::uint64_t read_only_end = 0;
  for (const auto& head : heads)
    if (head.p_type == PT_GNU_RELRO) read_only_end = module->dlpi_addr + head.p_vaddr + head.p_memsz;
  for (const auto& head : heads) {
    if (head.p_type != PT_LOAD || (head.p_flags & PF_W) == 0 || head.p_memsz == 0) continue;
    const std::uint64_t end = module->dlpi_addr + head.p_vaddr + head.p_memsz;
    std::uint64_t begin = module->dlpi_addr + head.p_vaddr;
    if (read_only_end > begin && read_only_end <= end) begin = read_only_end;
    if (begin < end) found.push_back({module->dlpi_name, module->dlpi_addr, {begin, end}});
  }
  return 0;
}

/// A file, mapped for as long as this lives.
class MappedFile {
 public:
  explicit MappedFile(const std::string& path) {
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat about{};
    if (fd >= 0 && ::fstat(fd, &about) == 0 && about.st_size > 0) {
      size_ = static_cast<std::size_t>(about.st_size);
      void* at = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, fd, 0);
      if (at != MAP_FAILED) base_ = static_cast<const std::byte*>(at);
    }
    if (fd >= 0) ::close(fd);
  }
  MappedFile(const MappedFile&) = delete;
  MappedFile(MappedFile&&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  MappedFile& operator=(MappedFile&&) = delete;
  ~MappedFile() {
    if (base_ != nullptr) ::munmap(const_cast<std::byte*>(base_), size_);
  }
  /// `count` objects at an offset; none if they are not all in the file.
  template <class T>
  [[nodiscard]] std::span<const T> at(std::uint64_t offset, std::uint64_t count) const {
    if (base_ == nullptr || offset > size_ || count > (size_ - offset) / sizeof(T)) return {};
    return {reinterpret_cast<const T*>(base_ + offset), count};
  }

 private:
  const std::byte* base_ = nullptr;
  std::size_t size_ = 0;
};

std::string text_at(std::span<const char> strings, std::uint32_t offset) {
  if (offset >= strings.size()) return {};
  const auto rest = strings.subspan(offset);
  return {rest.begin(), std::find(rest.begin(), rest.end(), '\0')};
}

}  // namespace

std::vector<DataSegment> data_segments() {
  std::vector<DataSegment> found;
  ::dl_iterate_phdr(look_at_module, &found);
  return found;
}

std::optional<Variable> variable_at(const DataSegment& segment, model::Address at) {
  const MappedFile file(segment.file.empty() ? "/proc/self/exe" : segment.file);
  const auto header = file.at<ElfW(Ehdr)>(0, 1);
  if (header.empty() || std::string_view(reinterpret_cast<const char*>(header[0].e_ident), SELFMAG) != ELFMAG)
    return std::nullopt;
  const auto sections = file.at<ElfW(Shdr)>(header[0].e_shoff, header[0].e_shnum);
  for (const auto& section : sections) {
    if (section.sh_type != SHT_SYMTAB || section.sh_link >= sections.size()) continue;
    const auto& names = sections[section.sh_link];
    const auto strings = file.at<char>(names.sh_offset, names.sh_size);
    for (const auto& symbol : file.at<ElfW(Sym)>(section.sh_offset, section.sh_size / sizeof(ElfW(Sym)))) {
      const model::Address begin = segment.bias + symbol.st_value;
      if (ELF64_ST_TYPE(symbol.st_info) != STT_OBJECT || at < begin || at >= begin + symbol.st_size) continue;
      return Variable{text_at(strings, symbol.st_name), {begin, begin + symbol.st_size}};
    }
  }
  return std::nullopt;
}

}  // namespace farsan::shmem
