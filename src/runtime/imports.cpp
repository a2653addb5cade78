#include "runtime/imports.h"

#include <algorithm>
#include <cctype>
#include <string_view>

#include "runtime/elf_symbols.h"

namespace farsan::runtime {

namespace {

struct Search {
  std::string_view but;
  const std::function<bool(std::string_view)>& visit;
  bool goes_on = true;
};

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
  search.goes_on = !ElfSymbols(*info).any_import([&](std::string_view symbol) { return !search.visit(symbol); });
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
