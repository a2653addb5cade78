// Addresses as a pointer, multiples of values, and a constant: what two of them have in common, and how far they are apart.
#pragma once

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Value.h>

#include <cstdint>
#include <utility>
#include <vector>

namespace farsan::compiler {

struct Place {
  const llvm::Value* pointer = nullptr;
  std::vector<std::pair<const llvm::Value*, std::int64_t>> multiples;  ///< sorted
  std::int64_t offset = 0;

  /// All but the offset: places of the same family are a constant distance apart.
  using Family = std::pair<const llvm::Value*, std::vector<std::pair<const llvm::Value*, std::int64_t>>>;
  [[nodiscard]] Family family() const { return {pointer, multiples}; }
};

Place place_of(const llvm::Value& address, const llvm::DataLayout& layout);

}  // namespace farsan::compiler
