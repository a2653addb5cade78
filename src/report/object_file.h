// One object file, as far as its debug information and its symbols tell what code comes from which line.
//
// Works on whatever is there: DWARF of gcc and clang, separate debug files, a bare symbol table, nothing at all.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "report/report.h"

namespace farsan::report {

/// Names of C++ as they are in the source; all others as they are. (gfortran's linkage names are no help to a reader.)
[[nodiscard]] std::string demangled(const char* name);

class ObjectFile {
 public:
  explicit ObjectFile(const std::string& path);
  ObjectFile(ObjectFile&&) noexcept;
  ObjectFile& operator=(ObjectFile&&) noexcept;
  ObjectFile(const ObjectFile&) = delete;
  ObjectFile& operator=(const ObjectFile&) = delete;
  ~ObjectFile();

  /// The frames at an instruction, as the symbol table counts addresses: inlined functions innermost first, then the
  /// function itself. Empty if the file knows neither lines nor symbols there. `module` and `offset` are left open.
  [[nodiscard]] std::vector<Frame> frames(std::uint64_t address) const;

 private:
  struct Content;
  std::unique_ptr<Content> content_;  ///< none: not readable
};

}  // namespace farsan::report
