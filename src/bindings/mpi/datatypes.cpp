#include "bindings/mpi/datatypes.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "bindings/common/immortal.h"
#include "bindings/mpi/call.h"
#include "bindings/mpi/discreetly.h"

namespace farsan::mpi {

namespace {

/// Predefined datatypes in an order that is the same in every process (handles need not be).
std::uint32_t element_number(MPI_Datatype type) {
  static const std::array kAll{MPI_CHAR,
                               MPI_SIGNED_CHAR,
                               MPI_UNSIGNED_CHAR,
                               MPI_BYTE,
                               MPI_WCHAR,
                               MPI_SHORT,
                               MPI_UNSIGNED_SHORT,
                               MPI_INT,
                               MPI_UNSIGNED,
                               MPI_LONG,
                               MPI_UNSIGNED_LONG,
                               MPI_LONG_LONG_INT,
                               MPI_UNSIGNED_LONG_LONG,
                               MPI_FLOAT,
                               MPI_DOUBLE,
                               MPI_LONG_DOUBLE,
                               MPI_INT8_T,
                               MPI_INT16_T,
                               MPI_INT32_T,
                               MPI_INT64_T,
                               MPI_UINT8_T,
                               MPI_UINT16_T,
                               MPI_UINT32_T,
                               MPI_UINT64_T,
                               MPI_C_BOOL,
                               MPI_C_COMPLEX,
                               MPI_C_DOUBLE_COMPLEX,
                               MPI_C_LONG_DOUBLE_COMPLEX,
                               MPI_AINT,
                               MPI_OFFSET,
                               MPI_COUNT,
                               MPI_FLOAT_INT,
                               MPI_DOUBLE_INT,
                               MPI_LONG_INT,
                               MPI_2INT,
                               MPI_SHORT_INT,
                               MPI_LONG_DOUBLE_INT,
                               MPI_INTEGER,
                               MPI_REAL,
                               MPI_DOUBLE_PRECISION,
                               MPI_COMPLEX,
                               MPI_DOUBLE_COMPLEX,
                               MPI_LOGICAL,
                               MPI_CHARACTER,
                               MPI_INTEGER1,
                               MPI_INTEGER2,
                               MPI_INTEGER4,
                               MPI_INTEGER8,
                               MPI_REAL4,
                               MPI_REAL8,
                               MPI_2INTEGER,
                               MPI_2REAL,
                               MPI_2DOUBLE_PRECISION,
                               MPI_PACKED,
                               MPI_CXX_BOOL};
  const auto found = std::find(kAll.begin(), kAll.end(), type);
  if (found != kAll.end()) return static_cast<std::uint32_t>(found - kAll.begin());
  // Those of other languages, and of kinds that not every library has, by name.
  std::array<char, MPI_MAX_OBJECT_NAME> name{};
  int length = 0;
  PMPI_Type_get_name(type, name.data(), &length);
  const std::size_t hash = std::hash<std::string_view>()({name.data(), static_cast<std::size_t>(length)});
  return static_cast<std::uint32_t>(hash) | 0x8000'0000;
}

/// Collects pieces; what continues the piece before it joins it.
class Pieces {
 public:
  explicit Pieces(FlatType& to) : to_(to) {}

  void add(std::int64_t at, std::uint64_t size) {
    if (size == 0) return;
    if (!to_.pieces.empty() && to_.pieces.back().at + static_cast<std::int64_t>(to_.pieces.back().size) == at)
      to_.pieces.back().size += size;
    else
      to_.pieces.push_back({at, size});
  }
  /// `count` elements of another type, one extent apart.
  void add(std::int64_t at, std::int64_t count, const FlatType& type) {
    if (type.pieces.size() == 1 && static_cast<std::int64_t>(type.pieces[0].size) == type.extent)
      return add(at + type.pieces[0].at, static_cast<std::uint64_t>(count) * type.pieces[0].size);
    for (std::int64_t i = 0; i < count; ++i)
      for (const FlatType::Piece& piece : type.pieces) add(at + i * type.extent + piece.at, piece.size);
  }
  void element(const FlatType& type) {
    if (type.pieces.empty()) return;
    if (first_) {
      to_.element = type.element;
      to_.element_size = type.element_size;
      first_ = false;
    } else if (to_.element != type.element) {
      to_.element = FlatType::kMixed;
      to_.element_size = 1;
    }
  }

 private:
  FlatType& to_;
  bool first_ = true;
};

/// What a constructor was called with; what one for large counts was called with is in the places where the other one has it.
struct Contents {
  int combiner = MPI_COMBINER_NAMED;
  std::vector<std::int64_t> integers;
  std::vector<MPI_Aint> addresses;
  std::vector<MPI_Datatype> types;
};

/// How much a datatype was made of.
struct Envelope {
  MPI_Count integers = 0;
  MPI_Count addresses = 0;
  MPI_Count large = 0;
  MPI_Count types = 0;
  int combiner = MPI_COMBINER_NAMED;

  [[nodiscard]] bool predefined() const {
    return combiner == MPI_COMBINER_NAMED || combiner == MPI_COMBINER_F90_REAL ||
           combiner == MPI_COMBINER_F90_COMPLEX || combiner == MPI_COMBINER_F90_INTEGER;
  }
};

#if MPI_VERSION >= 4

Envelope envelope_of(MPI_Datatype type) {
  Envelope e;
  PMPI_Type_get_envelope_c(type, &e.integers, &e.addresses, &e.large, &e.types, &e.combiner);
  return e;
}

/// Large counts to where the constructor for small ones has them.
void put_in_place(Contents& c, std::span<const MPI_Count> large) {
  const auto integers = [&](std::size_t first, std::size_t count) {
    c.integers.insert(c.integers.end(), large.begin() + static_cast<std::ptrdiff_t>(first),
                      large.begin() + static_cast<std::ptrdiff_t>(first + count));
  };
  const auto addresses = [&](std::size_t first) {
    c.addresses.assign(large.begin() + static_cast<std::ptrdiff_t>(first), large.end());
  };
  const auto count = static_cast<std::size_t>(large[0]);
  const std::vector<std::int64_t> small = std::exchange(c.integers, {});
  const auto rest_of_small = [&](std::ptrdiff_t first) {
    c.integers.insert(c.integers.end(), small.begin() + first, small.end());
  };
  switch (c.combiner) {
    case MPI_COMBINER_HVECTOR:
    case MPI_COMBINER_HINDEXED_BLOCK: integers(0, 2), addresses(2); break;
    case MPI_COMBINER_HINDEXED:
    case MPI_COMBINER_STRUCT: integers(0, 1 + count), addresses(1 + count); break;
    case MPI_COMBINER_RESIZED: addresses(0); break;
    case MPI_COMBINER_SUBARRAY:
      c.integers = {small[0]};
      integers(0, large.size());
      rest_of_small(1);
      break;
    case MPI_COMBINER_DARRAY:
      c.integers.assign(small.begin(), small.begin() + 3);
      integers(0, large.size());
      rest_of_small(3);
      break;
    default: integers(0, large.size()); break;
  }
}

void take_contents(MPI_Datatype type, const Envelope& e, int* integers, MPI_Count* large, Contents& c) {
  PMPI_Type_get_contents_c(type, e.integers, e.addresses, e.large, e.types, integers, c.addresses.data(), large,
                           c.types.data());
}

#else

Envelope envelope_of(MPI_Datatype type) {
  int integers = 0;
  int addresses = 0;
  int types = 0;
  Envelope e;
  PMPI_Type_get_envelope(type, &integers, &addresses, &types, &e.combiner);
  e.integers = integers, e.addresses = addresses, e.types = types;
  return e;
}

void put_in_place(Contents& /*c*/, std::span<const MPI_Count> /*large*/) {}  // there are none

void take_contents(MPI_Datatype type, const Envelope& e, int* integers, MPI_Count* /*large*/, Contents& c) {
  PMPI_Type_get_contents(type, static_cast<int>(e.integers), static_cast<int>(e.addresses), static_cast<int>(e.types),
                         integers, c.addresses.data(), c.types.data());
}

#endif

Contents contents_of(MPI_Datatype type) {
  const Envelope e = envelope_of(type);
  Contents c;
  c.combiner = e.combiner;
  if (e.combiner == MPI_COMBINER_NAMED) return c;
  const auto room = [](MPI_Count count) { return static_cast<std::size_t>(count) + 1; };
  std::vector<int> integers(room(e.integers));
  std::vector<MPI_Count> large(room(e.large));
  c.addresses.resize(room(e.addresses));
  c.types.resize(room(e.types), MPI_DATATYPE_NULL);
  take_contents(type, e, integers.data(), large.data(), c);
  c.integers.assign(integers.begin(), integers.end());
  if (e.large > 0) {
    c.integers.pop_back();
    put_in_place(c, std::span(large).first(static_cast<std::size_t>(e.large)));
  }
  return c;
}

/// Contents hands out new handles for derived types.
void release(MPI_Datatype type) {
  if (type != MPI_DATATYPE_NULL && !envelope_of(type).predefined()) PMPI_Type_free(&type);
}

FlatType take_apart(MPI_Datatype type);

/// One dimension of an array of which a part is taken: its size, and the indices that belong to the part.
struct Dimension {
  struct Run {
    std::int64_t first = 0;
    std::int64_t count = 0;
  };
  std::int64_t size = 0;
  std::vector<Run> runs;
};

/// The chosen elements of an array; dimensions from the slowest to the fastest.
void add_rows(Pieces& pieces, std::span<const Dimension> dimensions, std::int64_t before, const FlatType& base) {
  const Dimension& slowest = dimensions.front();
  for (const Dimension::Run run : slowest.runs) {
    const std::int64_t first = before * slowest.size + run.first;
    if (dimensions.size() == 1) {
      pieces.add(first * base.extent, run.count, base);
    } else {
      for (std::int64_t i = first; i < first + run.count; ++i) add_rows(pieces, dimensions.subspan(1), i, base);
    }
  }
}

void add_elements(Pieces& pieces, std::vector<Dimension> dimensions, std::int64_t order, const FlatType& base) {
  if (order == MPI_ORDER_FORTRAN) std::reverse(dimensions.begin(), dimensions.end());
  if (!dimensions.empty()) add_rows(pieces, dimensions, 0, base);
}

void add_subarray(Pieces& pieces, const Contents& c, const FlatType& base) {
  const auto count = static_cast<std::size_t>(c.integers[0]);
  const std::int64_t* const sizes = &c.integers[1];
  const std::int64_t* const subsizes = sizes + count;
  const std::int64_t* const starts = subsizes + count;
  std::vector<Dimension> dimensions(count);
  for (std::size_t i = 0; i < count; ++i) dimensions[i] = {sizes[i], {{starts[i], subsizes[i]}}};
  add_elements(pieces, std::move(dimensions), starts[count], base);
}

/// The indices of a dimension that MPI deals out to one of `processes`.
Dimension dealt(std::int64_t size, std::int64_t how, std::int64_t argument, std::int64_t processes,
                std::int64_t process) {
  if (how == MPI_DISTRIBUTE_NONE) return {size, {{0, size}}};
  const bool blocks = how == MPI_DISTRIBUTE_BLOCK;
  const std::int64_t usual = blocks ? (size + processes - 1) / processes : 1;
  const std::int64_t block = argument == MPI_DISTRIBUTE_DFLT_DARG ? usual : argument;
  Dimension dimension{size, {}};
  for (std::int64_t first = process * block; first < size; first += processes * block) {
    dimension.runs.push_back({first, std::min(block, size - first)});
    if (blocks) break;
  }
  return dimension;
}

void add_darray(Pieces& pieces, const Contents& c, const FlatType& base) {
  const auto count = static_cast<std::size_t>(c.integers[2]);
  const std::int64_t* const sizes = &c.integers[3];
  const std::int64_t* const how = sizes + count;
  const std::int64_t* const arguments = how + count;
  const std::int64_t* const processes = arguments + count;
  std::vector<Dimension> dimensions(count);
  // The grid of processes is in C order, whatever that of the array.
  std::int64_t rank = c.integers[1];
  for (std::size_t i = count; i-- > 0; rank /= processes[i])
    dimensions[i] = dealt(sizes[i], how[i], arguments[i], processes[i], rank % processes[i]);
  add_elements(pieces, std::move(dimensions), processes[count], base);
}

void add_combined(Pieces& pieces, const Contents& c) {
  const FlatType base = c.types.empty() || c.types[0] == MPI_DATATYPE_NULL ? FlatType{} : take_apart(c.types[0]);
  const auto n = [&](std::size_t i) -> std::int64_t { return c.integers[i]; };
  const auto count = static_cast<std::size_t>(c.integers.empty() ? 0 : c.integers[0]);
  if (c.combiner != MPI_COMBINER_STRUCT) pieces.element(base);
  switch (c.combiner) {
    case MPI_COMBINER_DUP:
    case MPI_COMBINER_RESIZED: pieces.add(0, 1, base); break;
    case MPI_COMBINER_CONTIGUOUS: pieces.add(0, n(0), base); break;
    case MPI_COMBINER_VECTOR:
      for (std::int64_t i = 0; i < n(0); ++i) pieces.add(i * n(2) * base.extent, n(1), base);
      break;
    case MPI_COMBINER_HVECTOR:
      for (std::int64_t i = 0; i < n(0); ++i) pieces.add(i * c.addresses[0], n(1), base);
      break;
    case MPI_COMBINER_INDEXED:
      for (std::size_t i = 0; i < count; ++i) pieces.add(n(1 + count + i) * base.extent, n(1 + i), base);
      break;
    case MPI_COMBINER_HINDEXED:
      for (std::size_t i = 0; i < count; ++i) pieces.add(c.addresses[i], n(1 + i), base);
      break;
    case MPI_COMBINER_INDEXED_BLOCK:
      for (std::size_t i = 0; i < count; ++i) pieces.add(n(2 + i) * base.extent, n(1), base);
      break;
    case MPI_COMBINER_HINDEXED_BLOCK:
      for (std::size_t i = 0; i < count; ++i) pieces.add(c.addresses[i], n(1), base);
      break;
    case MPI_COMBINER_STRUCT:
      for (std::size_t i = 0; i < count; ++i) {
        const FlatType member = take_apart(c.types[i]);
        if (n(1 + i) > 0) pieces.element(member);
        pieces.add(c.addresses[i], n(1 + i), member);
      }
      break;
    case MPI_COMBINER_SUBARRAY: add_subarray(pieces, c, base); break;
    case MPI_COMBINER_DARRAY: add_darray(pieces, c, base); break;
    default: warn_not_followed("a datatype of an unknown constructor"); break;
  }
}

FlatType take_apart(MPI_Datatype type) {
  FlatType flat;
  MPI_Aint lower = 0;
  MPI_Aint extent = 0;
  MPI_Count size = 0;
  PMPI_Type_get_extent(type, &lower, &extent);
  PMPI_Type_size_x(type, &size);
  flat.extent = extent;
  flat.size = static_cast<std::uint64_t>(size);
  if (envelope_of(type).predefined()) {
    flat.element = element_number(type);
    flat.element_size = static_cast<std::uint32_t>(size);
    if (type == MPI_SHORT_INT) {  // the only pair with a hole in its middle
      struct Pair {
        short value;
        int index;
      };
      flat.pieces = {{0, sizeof(short)}, {offsetof(Pair, index), sizeof(int)}};
      flat.element_size = sizeof(short);  // where they lie side by side, pieces of two pairs are one
    } else if (size > 0) {
      flat.pieces.push_back({0, flat.size});
    }
    return flat;
  }
  const Contents contents = contents_of(type);
  Pieces pieces(flat);
  add_combined(pieces, contents);
  for (const MPI_Datatype part : contents.types) release(part);
  return flat;
}

/// False for handles that were freed, or never were.
bool is_there(MPI_Datatype type) {
  int size = 0;
  return PMPI_Type_size(type, &size) == MPI_SUCCESS;
}

constinit bindings::Immortal<std::unordered_map<std::uint64_t, std::unique_ptr<FlatType>>> known;
constinit bindings::Immortal<FlatType> nothing;

/// A vector has hundreds of thousands of pieces, perhaps: as one stripe they cost what one has.
std::uint64_t step_of(const std::vector<FlatType::Piece>& pieces) {
  if (pieces.size() < 2) return 0;
  const std::int64_t step = pieces[1].at - pieces[0].at;
  if (step < static_cast<std::int64_t>(pieces[0].size)) return 0;
  const auto is_next = [&](const FlatType::Piece& a, const FlatType::Piece& b) {
    return a.size == b.size && b.at - a.at == step;
  };
  const bool are_equal_steps =
      std::ranges::adjacent_find(pieces, [&](const auto& a, const auto& b) { return !is_next(a, b); }) == pieces.end();
  return are_equal_steps ? static_cast<std::uint64_t>(step) : 0;
}

}  // namespace

LastType g_last_type;

const FlatType& look_up_type(MPI_Datatype type) {
  const std::uint64_t key = key_of(type);
  if (type == MPI_DATATYPE_NULL) return nothing();
  if (!known().contains(key)) {
    const Discreetly discreetly;
    if (!is_there(type)) return nothing();
    auto taken_apart = std::make_unique<FlatType>(take_apart(type));
    bool first = true;
    for (const FlatType::Piece& piece : taken_apart->pieces) {
      const std::int64_t end = piece.at + static_cast<std::int64_t>(piece.size);
      taken_apart->low = first ? piece.at : std::min(taken_apart->low, piece.at);
      taken_apart->high = first ? end : std::max(taken_apart->high, end);
      first = false;
    }
    taken_apart->step = step_of(taken_apart->pieces);
    known()[key] = std::move(taken_apart);
  }
  g_last_type = {type, known()[key].get()};
  return *g_last_type.flat;
}

void type_freed(MPI_Datatype type) {
  ++g_changed_handles;
  g_last_type = {};
  known().erase(key_of(type));
}

model::ByteRanges scattered_ranges_of(std::uint64_t address, std::uint64_t times, const FlatType& f) {
  const auto start = [&](const FlatType::Piece& piece) { return address + static_cast<std::uint64_t>(piece.at); };
  if (times == 1 && f.step != 0)
    return model::ByteRanges::of({start(f.pieces.front()), f.pieces.front().size, f.step, f.pieces.size()});
  std::vector<model::Stripe> stripes;
  const bool strided = std::all_of(f.pieces.begin(), f.pieces.end(), [&](const FlatType::Piece& piece) {
    return f.extent >= static_cast<std::int64_t>(piece.size);
  });
  // One stripe per piece if there are more elements than pieces, else block by block: sorted, they are cheap to compare.
  if (strided && times > 1 && times >= f.pieces.size()) {
    for (const FlatType::Piece& piece : f.pieces)
      stripes.push_back({start(piece), piece.size, static_cast<std::uint64_t>(f.extent), times});
  } else {
    for (std::uint64_t i = 0; i < times; ++i)
      for (const FlatType::Piece& piece : f.pieces)
        stripes.push_back({start(piece) + i * static_cast<std::uint64_t>(f.extent), piece.size, piece.size, 1});
  }
  return model::ByteRanges(std::move(stripes));
}

model::ByteRanges first_ranges_of(const void* address, std::int64_t count, MPI_Datatype type, std::uint64_t bytes) {
  if (count <= 0 || type == MPI_DATATYPE_NULL) return {};
  const FlatType& f = flat(type);
  if (f.size == 0 || bytes / f.size >= static_cast<std::uint64_t>(count)) return ranges_of(address, count, type);
  const auto whole = static_cast<std::int64_t>(bytes / f.size);
  std::vector<model::Stripe> stripes;
  ranges_of(address, whole, type).append_to(stripes);
  const std::uint64_t next = reinterpret_cast<std::uintptr_t>(address) + static_cast<std::uint64_t>(whole * f.extent);
  std::uint64_t rest = bytes % f.size;
  for (const FlatType::Piece& piece : f.pieces) {
    const std::uint64_t size = std::min(piece.size, rest);
    if (size == 0) break;
    stripes.push_back({next + static_cast<std::uint64_t>(piece.at), size, size, 1});
    rest -= size;
  }
  return model::ByteRanges(std::move(stripes));
}

std::uint32_t operation_number(MPI_Op op) {
  static const std::array kAll{MPI_NO_OP, MPI_MAX, MPI_MIN,  MPI_SUM,  MPI_PROD,   MPI_LAND,   MPI_BAND,
                               MPI_LOR,   MPI_BOR, MPI_LXOR, MPI_BXOR, MPI_MINLOC, MPI_MAXLOC, MPI_REPLACE};
  const auto found = std::find(kAll.begin(), kAll.end(), op);
  return static_cast<std::uint32_t>(found - kAll.begin());
}

}  // namespace farsan::mpi
