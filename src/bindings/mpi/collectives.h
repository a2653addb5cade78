// What a collective does, for any of its forms (blocking, non-blocking, persistent): who releases whom, and which buffers
// it reads and writes here. One function per routine, to be read beside the standard.
//
// A process that contributes no data releases nobody, one that receives none waits for nobody.
#pragma once

#include "bindings/mpi/datatypes.h"
#include "bindings/mpi/exchange.h"

namespace farsan::mpi {

struct Collective {
  Dependence dependence;
  ByteRanges reads;
  ByteRanges writes;
};

/// (address, count, datatype) of a routine.
struct Data {
  const void* at = nullptr;
  std::int64_t count = 0;
  MPI_Datatype type = MPI_DATATYPE_NULL;

  [[nodiscard]] bool in_place() const { return at == MPI_IN_PLACE; }
  [[nodiscard]] bool empty() const { return count <= 0 || flat(type).size == 0; }
  [[nodiscard]] ByteRanges ranges() const { return ranges_of(at, count, type); }
  /// Block `i` of several of this size, back to back.
  [[nodiscard]] ByteRanges block(std::size_t i) const;
};

/// One block per process: (address, counts, displacements, datatype).
struct Blocks {
  const void* at = nullptr;
  std::vector<std::int64_t> counts;
  std::vector<std::int64_t> bytes_off;  ///< displacement of each, in bytes
  std::vector<MPI_Datatype> types;      ///< of each

  [[nodiscard]] bool in_place() const { return at == MPI_IN_PLACE; }
  [[nodiscard]] bool empty(std::size_t i) const {
    return i >= counts.size() || counts[i] <= 0 || flat(types[i]).size == 0;
  }
  [[nodiscard]] ByteRanges block(std::size_t i) const;
  [[nodiscard]] ByteRanges all(std::size_t but = ~std::size_t{0}) const;
};
/// `n` blocks of equal size, back to back.
[[nodiscard]] Blocks even_blocks(const Data& each, std::size_t n);
/// Counts and displacements (in extents of the datatype) as the `v` routines take them.
template <class Count, class Displacement>
[[nodiscard]] Blocks blocks(const void* at, const Count* counts, const Displacement* displacements, MPI_Datatype type,
                            std::size_t n) {
  Blocks b{at, {}, {}, std::vector<MPI_Datatype>(n, type)};
  if (at == MPI_IN_PLACE || counts == nullptr) return b;
  const std::int64_t extent = flat(type).extent;
  for (std::size_t i = 0; i < n; ++i) {
    b.counts.push_back(static_cast<std::int64_t>(counts[i]));
    b.bytes_off.push_back(static_cast<std::int64_t>(displacements[i]) * extent);
  }
  return b;
}
/// As the `w` routines take them: displacements in bytes, a datatype each.
template <class Count, class Displacement>
[[nodiscard]] Blocks blocks(const void* at, const Count* counts, const Displacement* displacements,
                            const MPI_Datatype* types, std::size_t n) {
  Blocks b{at, {}, {}, {}};
  if (at == MPI_IN_PLACE || counts == nullptr) return b;
  for (std::size_t i = 0; i < n; ++i) {
    b.counts.push_back(static_cast<std::int64_t>(counts[i]));
    b.bytes_off.push_back(static_cast<std::int64_t>(displacements[i]));
    b.types.push_back(types[i]);
  }
  return b;
}

[[nodiscard]] Collective barrier(const Comm& comm);
[[nodiscard]] Collective bcast(const Comm& comm, const Data& data, int root);
[[nodiscard]] Collective gather(const Comm& comm, const Data& sent, const Blocks& received, int root);
[[nodiscard]] Collective scatter(const Comm& comm, const Blocks& sent, const Data& received, int root);
[[nodiscard]] Collective allgather(const Comm& comm, const Data& sent, const Blocks& received);
[[nodiscard]] Collective alltoall(const Comm& comm, const Blocks& sent, const Blocks& received);
[[nodiscard]] Collective reduce(const Comm& comm, const void* sent, const Data& received, int root);
[[nodiscard]] Collective allreduce(const Comm& comm, const void* sent, const Data& received);
/// `counts`: elements that each process receives.
[[nodiscard]] Collective reduce_scatter(const Comm& comm, const void* sent, const void* received,
                                        const std::vector<std::int64_t>& counts, MPI_Datatype type);
[[nodiscard]] Collective scan(const Comm& comm, const void* sent, const Data& received);
[[nodiscard]] Collective exscan(const Comm& comm, const void* sent, const Data& received);

/// The neighbours of a process in a communicator's topology.
struct Neighbours {
  std::vector<int> in;
  std::vector<int> out;
};
[[nodiscard]] Neighbours neighbours_of(MPI_Comm comm);
[[nodiscard]] Collective neighbour_allgather(const Comm& comm, const Neighbours& who, const Data& sent,
                                             const Blocks& received);
[[nodiscard]] Collective neighbour_alltoall(const Comm& comm, const Neighbours& who, const Blocks& sent,
                                            const Blocks& received);

}  // namespace farsan::mpi
