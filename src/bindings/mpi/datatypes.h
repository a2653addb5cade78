// Which bytes a (buffer, count, datatype) touches: datatypes of every constructor, taken apart once and remembered.
#pragma once

#include <mpi.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "model/ranges.h"

namespace farsan::mpi {

/// A datatype with nothing but its bytes left: pieces relative to the buffer's address.
struct FlatType {
  struct Piece {
    std::int64_t at = 0;
    std::uint64_t size = 0;
    friend bool operator==(const Piece&, const Piece&) = default;
  };
  std::vector<Piece> pieces;  ///< in the order of the type map; neighbours that touch are one
  std::int64_t extent = 0;
  std::uint64_t size = 0;
  std::int64_t low = 0;   ///< of all pieces: first byte,
  std::int64_t high = 0;  ///< and behind the last
  /// From each piece to the next, if they are of one size and do not overlap; 0: they are not so.
  std::uint64_t step = 0;
  /// The only predefined datatype in it, as a number that all processes agree on; kMixed if there are several.
  std::uint32_t element = kMixed;
  std::uint32_t element_size = 1;

  static constexpr std::uint32_t kMixed = 0xffff;
};

/// The type that was asked for last. Hot: most programs use one at a time.
struct LastType {
  MPI_Datatype type = MPI_DATATYPE_NULL;
  const FlatType* flat = nullptr;  ///< null: none
};
extern LastType g_last_type;
[[nodiscard]] const FlatType& look_up_type(MPI_Datatype type);
/// Valid until the type is freed. Nothing for MPI_DATATYPE_NULL, and for handles that the library does not know.
[[nodiscard]] inline const FlatType& flat(MPI_Datatype type) {
  return type == g_last_type.type && g_last_type.flat != nullptr ? *g_last_type.flat : look_up_type(type);
}
void type_freed(MPI_Datatype type);

[[nodiscard]] model::ByteRanges scattered_ranges_of(std::uint64_t address, std::uint64_t count, const FlatType& type);
/// The bytes of `count` elements at `address`.
[[nodiscard]] inline model::ByteRanges ranges_of(std::uint64_t address, std::int64_t count, MPI_Datatype type) {
  if (count <= 0 || type == MPI_DATATYPE_NULL) return {};
  const FlatType& f = flat(type);
  const auto times = static_cast<std::uint64_t>(count);
  const bool one_piece =
      f.pieces.size() == 1 && (times == 1 || f.extent == static_cast<std::int64_t>(f.pieces.front().size));
  if (!one_piece) return scattered_ranges_of(address, times, f);
  const FlatType::Piece& piece = f.pieces.front();
  return model::ByteRanges::contiguous(address + static_cast<std::uint64_t>(piece.at), piece.size * times);
}
[[nodiscard]] inline model::ByteRanges ranges_of(const void* address, std::int64_t count, MPI_Datatype type) {
  return ranges_of(reinterpret_cast<std::uintptr_t>(address), count, type);  // MPI_BOTTOM is address 0
}

/// Of those, the first `bytes` in the order of the type map: a message that ends within an element fills a part of it.
[[nodiscard]] model::ByteRanges first_ranges_of(const void* address, std::int64_t count, MPI_Datatype type,
                                                std::uint64_t bytes);

/// An interval that holds them.
[[nodiscard]] inline model::Interval bounds_of(const void* address, std::int64_t count, MPI_Datatype type) {
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  if (count <= 0 || type == MPI_DATATYPE_NULL) return {at, at};
  const FlatType& f = flat(type);
  const std::int64_t last = (count - 1) * f.extent;
  return {at + static_cast<std::uint64_t>(f.low + std::min<std::int64_t>(0, last)),
          at + static_cast<std::uint64_t>(f.high + std::max<std::int64_t>(0, last))};
}

/// A reduction as a number that all processes agree on; 0 (model::Atomicity::kReadOnly) is MPI_NO_OP.
[[nodiscard]] std::uint32_t operation_number(MPI_Op op);
/// What MPI_Compare_and_swap does is a replace, if it does anything.
[[nodiscard]] inline std::uint32_t compare_and_swap_number() { return operation_number(MPI_REPLACE); }

}  // namespace farsan::mpi
