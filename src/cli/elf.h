// What a program or shared library says it needs from others.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace farsan::cli {

struct Dependencies {
  std::vector<std::string> needed;    ///< DT_NEEDED, in order
  std::vector<std::string> run_path;  ///< DT_RUNPATH or DT_RPATH, with $ORIGIN put in
};

/// None if it is no ELF file, or not a readable one. A static program needs nothing.
std::optional<Dependencies> dependencies(const std::string& file);

/// The names of all libraries that would be loaded with the file, nearest first. Those that cannot be found (they may be
/// there when the program runs) are named, but not looked into.
std::vector<std::string> all_needed(const std::string& file);

}  // namespace farsan::cli
