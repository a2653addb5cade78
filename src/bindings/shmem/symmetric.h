// Symmetric memory: variables of the program and blocks of the symmetric heap, where each is on every PE, and what the
// report calls it. Nothing here knows how a library lays its memory out: PEs tell each other where they have a thing.
#pragma once

#include <optional>
#include <vector>

#include "bindings/shmem/call.h"
#include "runtime/race_keeper.h"

namespace farsan::shmem {

/// One symmetric object (or the variables of one object file): the same bytes on every PE, at an address of its own.
struct Symmetric {
  std::vector<model::Address> at;  ///< by process
  std::uint64_t size = 0;
  bool variables = false;  ///< of an object file; else a block of the heap
  SiteId made{0};          ///< by whom, if it is a block

  [[nodiscard]] model::Interval on(std::uint32_t pe) const { return {at[pe], at[pe] + size}; }
};

/// Variables of the program and its libraries are exposed from now on. Collective.
void expose_variables(runtime::Runtime& runtime);
/// A block was allocated by all PEs. Collective.
void expose_block(const Call& call, const void* block, std::uint64_t size);
/// Nobody may reach the block any more: it is about to be freed.
void conceal_block(const Call& call, const void* block);
/// Bytes of the block of this address; none if it is not one.
[[nodiscard]] std::optional<std::uint64_t> size_of_block(const void* block);

/// Where the counterpart of an own symmetric address is on another PE, in that PE's own address space.
[[nodiscard]] std::optional<model::Address> counterpart(const void* own, std::uint32_t pe);

/// Memory of another PE is mapped here (shmem_ptr): `here` is where that PE's counterpart of `own` is.
void map_counterpart(const Call& call, const void* own, std::uint32_t pe, const void* here);

/// Tells the report what lies where.
class SymmetricDirectory final : public runtime::MemoryDirectory {
 public:
  [[nodiscard]] runtime::MemoryDescription describe(ProcessId owner, model::Address at,
                                                    std::uint32_t scope) const override;
};

}  // namespace farsan::shmem
