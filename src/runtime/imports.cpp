#include "runtime/imports.h"

#include <link.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <string>

namespace farsan::runtime {

namespace {

struct Search {
  std::string_view but;
  const std::function<bool(std::string_view)>& visit;
  bool goes_on = true;
};

/// Addresses in the dynamic section are adjusted by some loaders and not by others.
template <class T>
const T* table(const dl_phdr_info& info, std::uint64_t value) {
  return reinterpret_cast<const T*>(value < info.dlpi_addr ? info.dlpi_addr + value : value);
}

/// Libraries are named after the language that they are for, too.
bool is_of(std::string_view path, std::string_view library) {
  std::string_view name = path.substr(path.rfind('/') + 1);
  if (!name.starts_with(library)) return false;
  name.remove_prefix(library.size());
  for (const std::string_view part : {"ch", "cxx", "fort", "f90"})
    if (name.starts_with(part)) name.remove_prefix(part.size());
  return name.empty() || std::isalnum(static_cast<unsigned char>(name.front())) == 0;
}

int look(dl_phdr_info* info, std::size_t /*size*/, void* data) {
  Search& search = *static_cast<Search*>(data);
  const std::string_view path = info->dlpi_name == nullptr ? "" : info->dlpi_name;
  if (path.find("libfarsan") != std::string_view::npos || is_of(path, search.but)) return 0;
  const ElfW(Sym)* symbols = nullptr;
  const char* strings = nullptr;
  std::uint64_t strings_size = 0;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    if (info->dlpi_phdr[i].p_type != PT_DYNAMIC) continue;
    for (const auto* entry = reinterpret_cast<const ElfW(Dyn)*>(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
         entry->d_tag != DT_NULL; ++entry) {
      if (entry->d_tag == DT_SYMTAB) symbols = table<ElfW(Sym)>(*info, entry->d_un.d_ptr);
      if (entry->d_tag == DT_STRTAB) strings = table<char>(*info, entry->d_un.d_ptr);
      if (entry->d_tag == DT_STRSZ) strings_size = entry->d_un.d_val;
    }
  }
  if (symbols == nullptr || strings == nullptr) return 0;
  // Nothing says how many symbols there are; the strings come behind them, perhaps with something in between.
  const auto* end = reinterpret_cast<const ElfW(Sym)*>(strings);
  for (const auto* symbol = symbols; symbol + 1 <= end && search.goes_on; ++symbol) {
    if (symbol->st_shndx != SHN_UNDEF || symbol->st_name >= strings_size) continue;
    search.goes_on = search.visit(strings + symbol->st_name);
  }
  return search.goes_on ? 0 : 1;
}

}  // namespace

void for_each_import(std::string_view but, const std::function<bool(std::string_view symbol)>& visit) {
  Search search{but, visit};
  ::dl_iterate_phdr(look, &search);
}

bool program_imports(std::initializer_list<std::string_view> symbols, std::string_view but) {
  bool found = false;
  for_each_import(but, [&](std::string_view symbol) {
    found = std::find(symbols.begin(), symbols.end(), symbol) != symbols.end();
    return !found;
  });
  return found;
}

}  // namespace farsan::runtime
