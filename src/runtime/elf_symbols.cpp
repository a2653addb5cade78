#include "runtime/elf_symbols.h"

#include <span>

namespace farsan::runtime {

namespace {

static_assert(sizeof(ElfW(Addr)) == 8, "words of the filter in DT_GNU_HASH, and relocations, are those of 64 bits");

/// What a dynamic section says, as far as it matters here.
struct Dynamic {
  struct Relocations {
    const ElfW(Rela) * first = nullptr;
    std::uint64_t bytes = 0;
  };
  const ElfW(Sym) * symbols = nullptr;
  const char* names = nullptr;
  std::uint64_t names_size = 0;
  const std::uint32_t* hash = nullptr;
  const std::uint32_t* gnu_hash = nullptr;
  Relocations relocations;
  Relocations of_calls;
};

Dynamic dynamic_of(const dl_phdr_info& info) {
  Dynamic found;
  const auto headers = std::span(info.dlpi_phdr, info.dlpi_phnum);
  const auto dynamic = std::ranges::find(headers, static_cast<ElfW(Word)>(PT_DYNAMIC), &ElfW(Phdr)::p_type);
  if (dynamic == headers.end()) return found;
  const auto* entry = reinterpret_cast<const ElfW(Dyn)*>(info.dlpi_addr + dynamic->p_vaddr);
  for (; entry->d_tag != DT_NULL; ++entry) {
    // Some loaders have made addresses of them, others (and all of them in the vDSO) have not.
    const ElfW(Addr) value = entry->d_un.d_ptr;
    const auto* const at = reinterpret_cast<const void*>(value < info.dlpi_addr ? info.dlpi_addr + value : value);
    switch (entry->d_tag) {
      case DT_SYMTAB: found.symbols = static_cast<const ElfW(Sym)*>(at); break;
      case DT_STRTAB: found.names = static_cast<const char*>(at); break;
      case DT_STRSZ: found.names_size = value; break;
      case DT_HASH: found.hash = static_cast<const std::uint32_t*>(at); break;
      case DT_GNU_HASH: found.gnu_hash = static_cast<const std::uint32_t*>(at); break;
      case DT_RELA: found.relocations.first = static_cast<const ElfW(Rela)*>(at); break;
      case DT_RELASZ: found.relocations.bytes = value; break;
      case DT_JMPREL: found.of_calls.first = static_cast<const ElfW(Rela)*>(at); break;
      case DT_PLTRELSZ: found.of_calls.bytes = value; break;
      default: break;
    }
  }
  return found;
}

/// How many there are up to the last one that can be looked up by name; 0 if none can.
std::uint64_t count_by_gnu_hash(const std::uint32_t* hash) {
  const std::uint32_t bucket_count = hash[0];
  const std::uint32_t first = hash[1];
  const std::uint32_t filter_words = hash[2];
  const std::uint32_t* const buckets = hash + 4 + std::uint64_t{filter_words} * 2;
  const std::uint32_t* const chains = buckets + bucket_count;
  std::uint64_t last = 0;
  for (const std::uint32_t bucket : std::span(buckets, bucket_count)) last = std::max<std::uint64_t>(last, bucket);
  if (last < first || last == 0) return 0;
  while ((chains[last - first] & 1) == 0) ++last;
  return last + 1;
}

std::uint64_t count_by_relocations(const Dynamic::Relocations& relocations) {
  if (relocations.first == nullptr) return 0;
  std::uint64_t last = 0;
  for (const ElfW(Rela) & one : std::span(relocations.first, relocations.bytes / sizeof(ElfW(Rela))))
    last = std::max<std::uint64_t>(last, ELF64_R_SYM(one.r_info));
  return last + 1;
}

/// Nothing says it outright. Where the tables of names are for nobody, what is imported is still used somewhere.
std::uint64_t count_of(const Dynamic& dynamic) {
  if (dynamic.hash != nullptr) return dynamic.hash[1];
  if (dynamic.gnu_hash != nullptr)
    if (const std::uint64_t count = count_by_gnu_hash(dynamic.gnu_hash); count > 0) return count;
  return std::max(count_by_relocations(dynamic.relocations), count_by_relocations(dynamic.of_calls));
}

}  // namespace

ElfSymbols::ElfSymbols(const dl_phdr_info& info) {
  const Dynamic dynamic = dynamic_of(info);
  if (dynamic.symbols == nullptr || dynamic.names == nullptr) return;
  table_ = dynamic.symbols;
  names_ = dynamic.names;
  names_size_ = dynamic.names_size;
  count_ = count_of(dynamic);
}

}  // namespace farsan::runtime
