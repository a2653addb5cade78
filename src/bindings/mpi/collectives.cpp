#include "bindings/mpi/collectives.h"

#include <algorithm>
#include <numeric>

#include "bindings/mpi/arguments.h"

namespace farsan::mpi {

namespace {

/// The part of a process in a rooted collective. On an intercommunicator it may have none.
struct Role {
  bool root = false;
  bool leaf = false;
};
Role role(const Comm& comm, int root) {
  if (!comm.inter())
    return {static_cast<std::uint32_t>(root) == comm.rank, static_cast<std::uint32_t>(root) != comm.rank};
  return {root == MPI_ROOT, root != MPI_ROOT && root != MPI_PROC_NULL};
}

/// Some of those that arguments can name, but for the process itself.
template <class Wanted>
std::vector<std::uint32_t> others(const Comm& comm, Wanted&& wanted) {
  std::vector<std::uint32_t> all;
  for (std::size_t i = 0; i < comm.peers().size(); ++i)
    if ((comm.inter() || i != comm.rank) && wanted(i)) all.push_back(comm.peers()[i]);
  return all;
}

/// Nobody, if the library will refuse the rank.
std::vector<std::uint32_t> only(const Comm& comm, int rank) {
  if (rank < 0 || static_cast<std::size_t>(rank) >= comm.peers().size()) return {};
  return {comm.peers()[static_cast<std::size_t>(rank)]};
}

/// Which block of the own process a buffer of blocks has: none on an intercommunicator.
std::size_t own_block(const Comm& comm) { return comm.inter() ? ~std::size_t{0} : comm.rank; }

std::vector<std::uint32_t> unique(std::vector<std::uint32_t> processes) {
  std::sort(processes.begin(), processes.end());
  processes.erase(std::unique(processes.begin(), processes.end()), processes.end());
  return processes;
}

}  // namespace

ByteRanges Data::block(std::size_t i) const {
  const auto offset = static_cast<std::uint64_t>(static_cast<std::int64_t>(i) * count * flat(type).extent);
  return ranges_of(reinterpret_cast<std::uintptr_t>(at) + offset, count, type);
}

ByteRanges Blocks::block(std::size_t i) const {
  if (empty(i)) return {};
  return ranges_of(reinterpret_cast<std::uintptr_t>(at) + static_cast<std::uint64_t>(bytes_off[i]), counts[i],
                   types[i]);
}

ByteRanges Blocks::all(std::size_t but) const {
  std::vector<model::Stripe> stripes;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (i == but) continue;
    const ByteRanges one = block(i);
    stripes.insert(stripes.end(), one.stripes().begin(), one.stripes().end());
  }
  return ByteRanges::joined(std::move(stripes));
}

Blocks even_blocks(const Data& each, std::size_t n) {
  Blocks b{each.at, {}, {}, {}};
  if (each.in_place() || !holds_data(each.count, each.type)) return b;
  const std::int64_t size = each.count * flat(each.type).extent;
  b.counts.assign(n, each.count);
  b.types.assign(n, each.type);
  for (std::size_t i = 0; i < n; ++i) b.bytes_off.push_back(static_cast<std::int64_t>(i) * size);
  return b;
}

Collective barrier(const Comm& comm) { return {all_to_all(comm), {}, {}}; }

Collective bcast(const Comm& comm, const Data& data, int root) {
  const Role is = role(comm, root);
  if ((!is.root && !is.leaf) || data.empty()) return {};
  if (is.root) return {{comm.others(), {}}, data.ranges(), {}};
  return {{{}, only(comm, root)}, {}, data.ranges()};
}

Collective gather(const Comm& comm, const Data& sent, const Blocks& received, int root) {
  const Role is = role(comm, root);
  if (is.root) {
    const auto awaits = others(comm, [&](std::size_t i) { return !received.empty(i); });
    if (sent.in_place()) return {{{}, awaits}, {}, received.all(own_block(comm))};
    return {{{}, awaits}, comm.inter() ? ByteRanges() : sent.ranges(), received.all()};
  }
  if (is.leaf && !sent.empty()) return {{only(comm, root), {}}, sent.ranges(), {}};
  return {};
}

Collective scatter(const Comm& comm, const Blocks& sent, const Data& received, int root) {
  const Role is = role(comm, root);
  if (is.root) {
    const auto releases = others(comm, [&](std::size_t i) { return !sent.empty(i); });
    if (received.in_place()) return {{releases, {}}, sent.all(own_block(comm)), {}};
    return {{releases, {}}, sent.all(), comm.inter() ? ByteRanges() : received.ranges()};
  }
  if (is.leaf && !received.empty()) return {{{}, only(comm, root)}, {}, received.ranges()};
  return {};
}

Collective allgather(const Comm& comm, const Data& sent, const Blocks& received) {
  const std::size_t own = own_block(comm);
  const bool gives = sent.in_place() ? !received.empty(own) : !sent.empty();
  Collective c;
  if (gives) c.dependence.releases = comm.others();
  c.dependence.awaits = others(comm, [&](std::size_t i) { return !received.empty(i); });
  c.reads = sent.in_place() ? received.block(own) : sent.ranges();
  c.writes = received.all(sent.in_place() ? own : ~std::size_t{0});
  return c;
}

Collective alltoall(const Comm& comm, const Blocks& sent, const Blocks& received) {
  Collective c;
  const Blocks& given = sent.in_place() ? received : sent;
  c.dependence.releases = others(comm, [&](std::size_t i) { return !given.empty(i); });
  c.dependence.awaits = others(comm, [&](std::size_t i) { return !received.empty(i); });
  if (!sent.in_place()) c.reads = sent.all();
  c.writes = received.all();
  return c;
}

Collective reduce(const Comm& comm, const void* sent, const Data& received, int root) {
  const Role is = role(comm, root);
  const Data own{sent, received.count, received.type};
  if ((!is.root && !is.leaf) || received.empty()) return {};
  if (is.root) {
    const bool reads = !own.in_place() && !comm.inter();
    return {{{}, comm.others()}, reads ? own.ranges() : ByteRanges(), received.ranges()};
  }
  return {{only(comm, root), {}}, own.ranges(), {}};
}

Collective allreduce(const Comm& comm, const void* sent, const Data& received) {
  if (received.empty()) return {};
  const Data own{sent, received.count, received.type};
  return {all_to_all(comm), own.in_place() ? ByteRanges() : own.ranges(), received.ranges()};
}

Collective reduce_scatter(const Comm& comm, const void* sent, const void* received,
                          const std::vector<std::int64_t>& counts, MPI_Datatype type) {
  const std::int64_t total = std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
  if (Data{received, total, type}.empty()) return {};
  Collective c;
  const std::int64_t mine = counts[comm.rank];
  // On an intercommunicator counts are of the own group: the others' are not known here, and some of them receive.
  c.dependence.releases = others(comm, [&](std::size_t i) { return comm.inter() || counts[i] > 0; });
  if (mine > 0) c.dependence.awaits = comm.others();
  const bool in_place = sent == MPI_IN_PLACE;
  if (!in_place) c.reads = ranges_of(sent, total, type);
  c.writes = ranges_of(received, in_place ? total : mine, type);
  return c;
}

Collective scan(const Comm& comm, const void* sent, const Data& received) {
  if (received.empty()) return {};
  const Data own{sent, received.count, received.type};
  return {{others(comm, [&](std::size_t i) { return i > comm.rank; }),
           others(comm, [&](std::size_t i) { return i < comm.rank; })},
          own.in_place() ? ByteRanges() : own.ranges(),
          received.ranges()};
}

Collective exscan(const Comm& comm, const void* sent, const Data& received) {
  Collective c = scan(comm, sent, received);
  if (comm.rank == 0) c.writes = {};
  if (comm.rank == 0 && sent == MPI_IN_PLACE) c.reads = received.ranges();
  return c;
}

// --- Neighbourhoods --------------------------------------------------------------------------------------------------

Neighbours neighbours_of(MPI_Comm comm) {
  Neighbours who;
  int kind = MPI_UNDEFINED;
  PMPI_Topo_test(comm, &kind);
  if (kind == MPI_CART) {
    int dims = 0;
    PMPI_Cartdim_get(comm, &dims);
    for (int i = 0; i < dims; ++i) {
      int before = MPI_PROC_NULL;
      int after = MPI_PROC_NULL;
      PMPI_Cart_shift(comm, i, 1, &before, &after);
      who.in.insert(who.in.end(), {before, after});
    }
    who.out = who.in;
  } else if (kind == MPI_GRAPH) {
    int rank = 0;
    int count = 0;
    PMPI_Comm_rank(comm, &rank);
    PMPI_Graph_neighbors_count(comm, rank, &count);
    who.in.resize(static_cast<std::size_t>(count));
    PMPI_Graph_neighbors(comm, rank, count, who.in.data());
    who.out = who.in;
  } else if (kind == MPI_DIST_GRAPH) {
    int in = 0;
    int out = 0;
    int weighted = 0;
    PMPI_Dist_graph_neighbors_count(comm, &in, &out, &weighted);
    who.in.resize(static_cast<std::size_t>(in));
    who.out.resize(static_cast<std::size_t>(out));
    std::vector<int> weights(static_cast<std::size_t>(std::max(in, out)) + 1);
    std::vector<int> more_weights(weights.size());
    PMPI_Dist_graph_neighbors(comm, in, who.in.data(), weighted != 0 ? weights.data() : MPI_UNWEIGHTED, out,
                              who.out.data(), weighted != 0 ? more_weights.data() : MPI_UNWEIGHTED);
  }
  return who;
}

namespace {

/// Neighbours other than the process itself whose block is not empty.
template <class Empty>
std::vector<std::uint32_t> real(const Comm& comm, const std::vector<int>& ranks, Empty&& empty) {
  std::vector<std::uint32_t> processes;
  for (std::size_t i = 0; i < ranks.size(); ++i)
    if (ranks[i] != MPI_PROC_NULL && static_cast<std::uint32_t>(ranks[i]) != comm.rank && !empty(i))
      processes.push_back(comm.members[static_cast<std::size_t>(ranks[i])]);
  return unique(std::move(processes));
}

/// Blocks of neighbours that do not exist are neither read nor written.
ByteRanges real_blocks(const std::vector<int>& ranks, const Blocks& blocks) {
  Blocks kept = blocks;
  for (std::size_t i = 0; i < kept.counts.size(); ++i)
    if (ranks[i] == MPI_PROC_NULL) kept.counts[i] = 0;
  return kept.all();
}

}  // namespace

Collective neighbour_allgather(const Comm& comm, const Neighbours& who, const Data& sent, const Blocks& received) {
  return {{real(comm, who.out, [&](std::size_t) { return sent.empty(); }),
           real(comm, who.in, [&](std::size_t i) { return received.empty(i); })},
          std::ranges::all_of(who.out, [](int rank) { return rank == MPI_PROC_NULL; }) ? ByteRanges() : sent.ranges(),
          real_blocks(who.in, received)};
}

Collective neighbour_alltoall(const Comm& comm, const Neighbours& who, const Blocks& sent, const Blocks& received) {
  return {{real(comm, who.out, [&](std::size_t i) { return sent.empty(i); }),
           real(comm, who.in, [&](std::size_t i) { return received.empty(i); })},
          real_blocks(who.out, sent),
          real_blocks(who.in, received)};
}

}  // namespace farsan::mpi
