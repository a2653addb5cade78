// Where the global and static variables of the program are, and their names: what the object files say.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/ranges.h"

namespace farsan::shmem {

/// The writable data of one object file of the program (not of the system, nor of FarSan), without what the dynamic linker has
/// made read-only.
struct DataSegment {
  std::string file;  ///< empty: the program itself
  std::uint64_t bias = 0;
  model::Interval bytes;
};
/// In the order of the dynamic linker, which is the same on all PEs.
[[nodiscard]] std::vector<DataSegment> data_segments();

struct Variable {
  std::string name;
  model::Interval bytes;
};
/// The variable at an address, as far as the symbol table of the file tells. Reads the file: not for every access.
[[nodiscard]] std::optional<Variable> variable_at(const DataSegment& segment, model::Address at);

}  // namespace farsan::shmem
