// Where accesses go: the variables of a generated execution, layouts of ranges, datatypes, and operations made of them.
#pragma once

#include <vector>

#include "model/execution.h"
#include "support/generation/digits.h"
#include "support/generator.h"

namespace farsan::testing_support {

/// The variables, by index in `Execution::variables`. They lie back to back, so that one byte too far is another one's.
enum class Place : std::uint8_t {
  Window,  ///< exposed
  Spare,   ///< exposed as well
  Hidden,  ///< private
};
[[nodiscard]] std::vector<model::Variable> variables(const Shape& shape);

/// The first bytes of a variable, `shape.memory` of them: where single events go.
[[nodiscard]] model::Interval common_part(Place place, const Shape& shape);
/// The bytes behind them: pieces of `kPiece` bytes, two for each piece of the common part.
[[nodiscard]] model::Interval spare_piece(Place place, std::uint32_t n, const Shape& shape);
inline constexpr std::uint32_t kPiece = 8;

struct Datatype {
  model::TypeId id;
  std::uint32_t size;
};
/// A type whose elements fill every block.
[[nodiscard]] Datatype datatype_for(const model::ByteRanges& ranges, Digits& digits);

/// `elements` elements of `size` bytes somewhere in `area`, which has room for them: one piece, blocks at a stride, or
/// pieces of different sizes.
[[nodiscard]] model::ByteRanges lay_out(model::Interval area, std::uint32_t elements, std::uint32_t size, bool strides,
                                        Digits& digits);
/// Some or all of the bytes of `area`.
[[nodiscard]] model::ByteRanges part_of(model::Interval area, bool strides, Digits& digits);

/// What makes an operation of this kind atomic in this scope. `odd` allows a foreign domain and other irregularities.
[[nodiscard]] std::optional<model::Atomicity> atomicity(model::OperationKind kind, model::ScopeId scope, Datatype type,
                                                        const Shape& shape, bool odd, Digits& digits);
/// What makes this load or store an atomic of the program; usually nothing.
[[nodiscard]] std::optional<model::Atomicity> atomicity_of(const model::Touch& touch, const Shape& shape,
                                                           Digits& digits);
[[nodiscard]] model::Admission admission(model::ScopeId scope, const Shape& shape);

/// Without the operands or results that overlap with other bytes of the same operation.
[[nodiscard]] model::Operation without_self_conflict(model::Operation operation, model::ProcessId origin);

}  // namespace farsan::testing_support
