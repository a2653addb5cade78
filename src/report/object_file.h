// One object file, as far as its debug information and its symbols tell what code comes from which line.
//
// Works on whatever is there: DWARF of gcc and clang, separate debug files, a bare symbol table, nothing at all.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "report/report.h"

namespace farsan::report {

/// Names of C++ as they are in the source; all others as they are. (gfortran's linkage names are no help to a reader.)
[[nodiscard]] std::string demangled(const char* name);

class ObjectFile {
 public:
  /// Only if it is this build, if an id of one is given.
  ObjectFile(const std::string& path, std::string_view build_id);
  ObjectFile(ObjectFile&&) noexcept;
  ObjectFile& operator=(ObjectFile&&) noexcept;
  ObjectFile(const ObjectFile&) = delete;
  ObjectFile& operator=(const ObjectFile&) = delete;
  ~ObjectFile();

  /// The frames at an instruction, as the symbol table counts addresses: inlined functions innermost first, then the
  /// function itself. Empty if the file knows neither lines nor symbols there. `module` and `offset` are left open.
  [[nodiscard]] std::vector<Frame> frames(std::uint64_t address) const;
  /// It is there, but another build.
  [[nodiscard]] bool is_replaced() const { return is_replaced_; }

 private:
  struct Content;
  std::unique_ptr<Content> content_;  ///< none: not readable, or another build
  bool is_replaced_ = false;
};

}  // namespace farsan::report
