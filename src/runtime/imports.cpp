#include "runtime/imports.h"

#include <algorithm>
#include <array>
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

std::string_view path_of(const dl_phdr_info& info) { return info.dlpi_name == nullptr ? "" : info.dlpi_name; }

int look(dl_phdr_info* info, std::size_t /*size*/, void* data) {
  Search& search = *static_cast<Search*>(data);
  const std::string_view path = path_of(*info);
  if (path.find("libfarsan") != std::string_view::npos || is_of(path, search.but)) return 0;
  search.goes_on = !ElfSymbols(*info).any_import([&](std::string_view symbol) { return !search.visit(symbol); });
  return search.goes_on ? 0 : 1;
}

/// In the program itself or in what was built with FarSan: libraries of others find routines for themselves.
int look_for_finder(dl_phdr_info* info, std::size_t /*size*/, void* /*data*/) {
  constexpr std::array<std::string_view, 4> kFinders = {"dlopen", "dlmopen", "dlsym", "dlvsym"};
  constexpr std::array<std::string_view, 2> kOfBuild = {"__tsan_init", "__farsan_init"};
  const ElfSymbols symbols(*info);
  const auto imports = [&](const auto& names) {
    return symbols.any_import([&](std::string_view symbol) { return std::ranges::find(names, symbol) != names.end(); });
  };
  return imports(kFinders) && (path_of(*info).empty() || imports(kOfBuild)) ? 1 : 0;
}

}  // namespace

bool program_finds_routines() { return ::dl_iterate_phdr(look_for_finder, nullptr) != 0; }

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
