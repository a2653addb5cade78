#include "runtime/imports.h"

#include <link.h>

#include <algorithm>
#include <cstdint>
#include <string>

namespace farsan::runtime {

namespace {

struct Search {
  std::initializer_list<std::string_view> symbols;
  std::string_view but;
  bool found = false;
};

/// Addresses in the dynamic section are adjusted by some loaders and not by others.
template <class T>
const T* table(const dl_phdr_info& info, std::uint64_t value) {
  return reinterpret_cast<const T*>(value < info.dlpi_addr ? info.dlpi_addr + value : value);
}

int look(dl_phdr_info* info, std::size_t /*size*/, void* data) {
  Search& search = *static_cast<Search*>(data);
  const std::string_view path = info->dlpi_name == nullptr ? "" : info->dlpi_name;
  if (path.find("libfarsan") != std::string_view::npos || path.find(search.but) != std::string_view::npos) return 0;
  const ElfW(Sym)* symbols = nullptr;
  const char* strings = nullptr;
  const std::uint32_t* hash = nullptr;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    if (info->dlpi_phdr[i].p_type != PT_DYNAMIC) continue;
    for (const auto* entry = reinterpret_cast<const ElfW(Dyn)*>(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
         entry->d_tag != DT_NULL; ++entry) {
      if (entry->d_tag == DT_SYMTAB) symbols = table<ElfW(Sym)>(*info, entry->d_un.d_ptr);
      if (entry->d_tag == DT_STRTAB) strings = table<char>(*info, entry->d_un.d_ptr);
      if (entry->d_tag == DT_GNU_HASH) hash = table<std::uint32_t>(*info, entry->d_un.d_ptr);
    }
  }
  if (symbols == nullptr || strings == nullptr || hash == nullptr) return 0;
  // What is not defined here comes before what the hash table holds; its second word says where that begins.
  for (std::uint32_t i = 1; i < hash[1] && !search.found; ++i) {
    const std::string_view name = strings + symbols[i].st_name;
    search.found = std::find(search.symbols.begin(), search.symbols.end(), name) != search.symbols.end();
  }
  return search.found ? 1 : 0;
}

}  // namespace

bool program_imports(std::initializer_list<std::string_view> symbols, std::string_view but) {
  Search search{symbols, but};
  ::dl_iterate_phdr(look, &search);
  return search.found;
}

}  // namespace farsan::runtime
