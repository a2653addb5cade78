#include "support/generation/memory.h"

#include <array>

namespace farsan::testing_support {

using namespace model;

namespace {

constexpr Address kBase = 0x1000;

/// The common part, and twice as much behind it.
std::uint64_t extent(const Shape& shape) { return 3 * std::uint64_t{shape.memory}; }

Address base(Place place, const Shape& shape) { return kBase + static_cast<std::uint64_t>(place) * extent(shape); }

/// Numbered as in scripts: int32, int64, float, int8, int16, double.
constexpr std::array<Datatype, 6> kDatatypes = {
    {{TypeId{2}, 4}, {TypeId{3}, 8}, {TypeId{4}, 4}, {TypeId{0}, 1}, {TypeId{1}, 2}, {TypeId{5}, 8}}};

ScopeKind kind_of(ScopeId scope, const Shape& shape) {
  return static_cast<ScopeKind>((static_cast<std::uint32_t>(shape.first_scope) + scope.value) % 3);
}

/// A window is a domain of its own, contexts share one, and so do queues.
DomainId domain(ScopeId scope, const Shape& shape) {
  const ScopeKind kind = kind_of(scope, shape);
  return kind == ScopeKind::Window ? DomainId{10 + scope.value} : DomainId{static_cast<std::uint32_t>(kind)};
}

std::vector<Stripe> stripes(std::uint32_t elements, std::uint32_t size, Digits& digits) {
  const std::uint32_t gap = 1 + digits.take(4);
  const std::uint64_t n = elements;
  if (digits.take(2) == 0) return {{0, size, std::uint64_t{size} + gap, n}};
  const std::uint64_t front = n / 2;
  const std::uint64_t rest = n - front;
  return {{0, front * size, front * size, 1}, {front * size + gap, rest * size, rest * size, 1}};
}

}  // namespace

std::vector<Variable> variables(const Shape& shape) {
  const auto variable = [&](const char* name, Place place, bool exposed) {
    return Variable{name, {base(place, shape), base(place, shape) + extent(shape)}, exposed};
  };
  return {variable("x", Place::Window, true), variable("y", Place::Spare, true), variable("b", Place::Hidden, false)};
}

Interval common_part(Place place, const Shape& shape) {
  return {base(place, shape), base(place, shape) + shape.memory};
}

Interval spare_piece(Place place, std::uint32_t n, const Shape& shape) {
  const std::uint32_t pieces = 2 * shape.memory / kPiece;
  const Address begin = base(place, shape) + shape.memory + std::uint64_t{n % pieces} * kPiece;
  return {begin, begin + kPiece};
}

Datatype datatype_for(const ByteRanges& ranges, Digits& digits) {
  std::array<Datatype, kDatatypes.size()> fitting;
  std::size_t count = 0;
  for (const Datatype& type : kDatatypes) {
    bool fits = true;
    ranges.for_each_block([&](Interval block) { fits = fits && block.size() % type.size == 0; });
    if (fits) fitting[count++] = type;
  }
  return digits.pick(std::span<const Datatype>(fitting.data(), count));
}

ByteRanges lay_out(Interval area, std::uint32_t elements, std::uint32_t size, bool strides, Digits& digits) {
  std::vector<Stripe> pieces = {{0, std::uint64_t{elements} * size, std::uint64_t{elements} * size, 1}};
  const std::uint32_t grid = digits.rarely(4) ? 1 : 4;
  if (strides && elements > 1 && digits.rarely(3)) pieces = stripes(elements, size, digits);
  std::uint64_t length = ByteRanges(pieces).bounds().size();
  if (length > area.size()) {
    pieces = {{0, std::uint64_t{elements} * size, std::uint64_t{elements} * size, 1}};
    length = std::uint64_t{elements} * size;
  }
  const auto places = static_cast<std::uint32_t>((area.size() - length) / grid + 1);
  const Address first = area.begin + std::uint64_t{digits.take(places)} * grid;
  return ByteRanges(std::move(pieces)).shifted(static_cast<std::int64_t>(first));
}

ByteRanges part_of(Interval area, bool strides, Digits& digits) {
  const std::uint64_t size = area.size();
  switch (digits.take(8)) {
    case 4: return ByteRanges::contiguous(area.begin, (size + 1) / 2);
    case 5: return ByteRanges::contiguous(area.begin + size / 2, size - size / 2);
    case 6:
      if (strides && size > 1) return ByteRanges({{area.begin, 1, 2, (size + 1) / 2}});
      return ByteRanges::contiguous(area.begin, 1);
    case 7: return ByteRanges::contiguous(area.end - 1, 1);
    default: return ByteRanges::contiguous(area.begin, size);
  }
}

Admission admission(ScopeId scope, const Shape& shape) {
  if (kind_of(scope, shape) != ScopeKind::Window) return Admission::AnyOperation;
  return scope.value == 3 ? Admission::SameOperation : Admission::SameOrNone;
}

std::optional<Atomicity> atomicity(OperationKind kind, ScopeId scope, Datatype type, const Shape& shape, bool odd,
                                   Digits& digits) {
  if (kind != OperationKind::Update && kind != OperationKind::FetchUpdate && kind != OperationKind::Fetch)
    return std::nullopt;
  Atomicity result;
  result.type = type.id;
  result.size = type.size;
  result.operation = kind == OperationKind::Fetch ? Atomicity::kReadOnly : 1 + (odd ? digits.take(4) / 2 : 0);
  result.domain = odd && digits.rarely(8) ? DomainId{0} : domain(scope, shape);
  result.admission = odd && digits.rarely(8) ? Admission::SameOperation : admission(scope, shape);
  if ((kind_of(scope, shape) == ScopeKind::Window) != (odd && digits.rarely(4))) result.orders = AtomicOrders::all();
  if (odd && digits.rarely(4)) result.orders = {digits.take(2) == 0, digits.take(2) == 0, digits.take(2) == 0};
  return result;
}

std::optional<Atomicity> atomicity_of(const Touch& touch, const Shape& shape, Digits& digits) {
  if (!shape.foreign || !shape.atomics || !digits.rarely(3)) return std::nullopt;
  const Datatype type = datatype_for(touch.ranges, digits);
  // The last one is that of atomic operations on no window.
  return Atomicity{.type = type.id, .size = type.size, .domain = DomainId{digits.rarely(4) ? 0U : 9U}};
}

Operation without_self_conflict(Operation op, ProcessId origin) {
  if (op.source.overlaps(op.result)) op.source = {};
  if (op.target != origin) return op;
  if (op.source.overlaps(op.remote)) op.source = {};
  if (op.result.overlaps(op.remote)) op.result = {};
  return op;
}

}  // namespace farsan::testing_support
