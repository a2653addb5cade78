// Global and static variables as symmetric objects. The pages of .data and .bss of the program, and of the shared libraries
// that belong to it, become pages of the process's region: their content is copied there, and that part of the region is
// then mapped over them. So a variable keeps its address and its value, and others reach it in the region.
//
// Addresses differ between processes (PIE, address space randomisation); places in the region do not, as segments are laid
// out in the order in which the dynamic linker lists them.
//
// Left alone: the C and C++ libraries, the dynamic linker, run-time libraries of compilers, MPI and FarSan itself, all else
// from the system's folders, and pages that the dynamic linker has made read-only (RELRO).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "pgas/node/job.h"

namespace farsan::pgas::shmem {

struct DataSegment {
  std::string module;  ///< the file's name, empty for the program
  std::byte* begin;    ///< whole pages
  std::uint64_t size;
  std::byte* file_end;   ///< pages from here on come from no file: zero unless touched
  std::uint64_t offset;  ///< in the region
};

/// What can be shared in this process, with places in the region from `offset` on.
[[nodiscard]] std::vector<DataSegment> find_data_segments(std::uint64_t offset);
/// A number that differs when processes do not have the same segments.
[[nodiscard]] std::uint64_t fingerprint(const std::vector<DataSegment>& segments);
/// Moves the segments into the region. No other thread may write to them meanwhile.
void share(const Job& job, const std::vector<DataSegment>& segments);

}  // namespace farsan::pgas::shmem
