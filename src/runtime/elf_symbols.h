// The symbols of a loaded object that the dynamic linker knows of.
#pragma once

#include <link.h>

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace farsan::runtime {

class ElfSymbols {
 public:
  explicit ElfSymbols(const dl_phdr_info& info);

  /// Does `is_it(name)` hold for a symbol that the object leaves to be found elsewhere? Asks until it does.
  template <class IsIt>
  [[nodiscard]] bool any_import(IsIt&& is_it) const {
    if (table_ == nullptr || names_ == nullptr) return false;
    return std::any_of(table_, table_ + count_, [&](const ElfW(Sym) & symbol) {
      return symbol.st_shndx == SHN_UNDEF && symbol.st_name < names_size_ &&
             is_it(std::string_view(names_ + symbol.st_name));
    });
  }

 private:
  const ElfW(Sym) * table_ = nullptr;
  const char* names_ = nullptr;
  std::uint64_t names_size_ = 0;
  std::uint64_t count_ = 0;
};

}  // namespace farsan::runtime
