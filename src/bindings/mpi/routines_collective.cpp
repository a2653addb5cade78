// The collectives, each in its forms: blocking, non-blocking, persistent. What one does is said once (collectives.h).
#include <mpi.h>

#if defined(OPEN_MPI) && __has_include(<mpi-ext.h>)
#include <mpi-ext.h>
#endif

#include "bindings/mpi/arguments.h"
#include "bindings/mpi/collectives.h"
#include "bindings/mpi/requests.h"

// Persistent ones are MPI_X_init in MPI 4, and an extension of Open MPI before that: the same under other names.
#if MPI_VERSION >= 4
#define FARSAN_PERSISTENT_NAME(name) MPI_##name
#define FARSAN_REAL_PERSISTENT(name) PMPI_##name
#elif defined(OMPI_HAVE_MPI_EXT_PCOLLREQ)
#define FARSAN_PERSISTENT_NAME(name) MPIX_##name
#define FARSAN_REAL_PERSISTENT(name) PMPIX_##name
#endif

namespace farsan::mpi {

namespace {

void open_buffers(const Call& call, Request& request, const Collective& what) {
  open_buffer(call, request, model::OperationKind::Send, call.runtime().rank(), what.reads);
  open_buffer(call, request, model::OperationKind::Receive, call.runtime().rank(), what.writes);
}

/// Some of its bytes may lie where accesses count.
bool may_matter(const ByteRanges& buffer) { return !buffer.empty() && runtime::marks_of(buffer.bounds()) != 0; }

template <class Real>
int around(const Call& call, CollectiveKind kind, Comm& comm, const Dependence& dependence, Real&& real) {
  const transport::Stream of = enter(call, comm, kind, dependence);
  const int result = real();
  if (result == MPI_SUCCESS)
    leave(call, dependence, of);
  else if (is_refused(result))
    not_entered(call, comm, dependence, of);
  return result;
}

/// Others may see its buffers; or it is given one for two, which MPI forbids in any memory.
bool may_race(const Collective& what) {
  return may_matter(what.reads) || may_matter(what.writes) || what.reads.overlaps(what.writes);
}

/// Buffers are in use until the call returns: others that are through with their part may be faster.
template <class Real>
int blocking(const Call& call, CollectiveKind kind, MPI_Comm comm, const Collective& what, Real&& real) {
  RequestPtr in_use;
  if (may_race(what)) open_buffers(call, *(in_use = new_request()), what);
  const int result = around(call, kind, *comm_of(comm), what.dependence, real);
  if (in_use) close_buffers(call, *in_use);
  return result;
}

template <class Real>
int nonblocking(const Call& call, CollectiveKind kind, MPI_Comm comm, const Collective& what, MPI_Request* handle,
                Real&& real) {
  auto request = new_request();
  open_buffers(call, *request, what);
  request->stream = begin(call, *comm_of(comm), kind, what.dependence);
  request->collective = what.dependence;
  request->collective_on = comm_of(comm);
  const int result = real();
  if (result == MPI_SUCCESS)
    keep_request(handle, std::move(request));
  else
    refused(call, *request);
  return result;
}

#ifdef FARSAN_PERSISTENT_NAME
template <class Real>
int persistent(CollectiveKind kind, MPI_Comm comm, const Collective& what, MPI_Request* handle, Real&& real) {
  auto request = new_request();
  request->active = false;
  request->collective = what.dependence;
  // All make them in the same order, and may start them in another one.
  const transport::Stream base = next_collective(*comm_of(comm), kind);
  request->start = [base, round = std::uint64_t{0}, what](const Call& call, Request& self) mutable {
    open_buffers(call, self, what);
    self.stream = base;
    self.stream.context = mix(base.context, ++round);
    signal_to(call, what.dependence.releases, self.stream);
  };
  const int result = real();
  if (result == MPI_SUCCESS)
    keep_request(handle, std::move(request));
  else
    not_counted(*comm_of(comm), base);
  return result;
}
#endif

std::size_t size(MPI_Comm comm) { return comm_of(comm)->peers().size(); }

template <class Count>
std::vector<std::int64_t> counts_of(const Count* counts, MPI_Comm comm) {
  if (counts == nullptr) return std::vector<std::int64_t>(comm_of(comm)->members.size(), 0);
  return {counts, counts + comm_of(comm)->members.size()};
}

}  // namespace

}  // namespace farsan::mpi

using namespace farsan::mpi;

#define FARSAN_BLOCKING(name, suffix, parameters, arguments, what)                                                  \
  FARSAN_MPI int MPI_##name##suffix(FARSAN_STRIP parameters) {                                                      \
    FARSAN_CALL("MPI_" #name #suffix);                                                                              \
    if (!call || !comm_of(comm)) return PMPI_##name##suffix(FARSAN_STRIP arguments);                                \
    return blocking(call, kind_of(#name), comm, what, [&] { return PMPI_##name##suffix(FARSAN_STRIP arguments); }); \
  }
#define FARSAN_NONBLOCKING(name, suffix, parameters, arguments, what)                         \
  FARSAN_MPI int MPI_##name##suffix(FARSAN_STRIP parameters, MPI_Request* request) {          \
    FARSAN_CALL("MPI_" #name #suffix);                                                        \
    if (!call || !comm_of(comm)) return PMPI_##name##suffix(FARSAN_STRIP arguments, request); \
    return nonblocking(call, kind_of(#name), comm, what, request,                             \
                       [&] { return PMPI_##name##suffix(FARSAN_STRIP arguments, request); }); \
  }
#ifdef FARSAN_PERSISTENT_NAME
#define FARSAN_QUOTED(name) FARSAN_QUOTED_AS_IT_IS(name)
#define FARSAN_QUOTED_AS_IT_IS(name) #name
#define FARSAN_PERSISTENT(name, suffix, parameters, arguments, what)                                                   \
  FARSAN_MPI int FARSAN_PERSISTENT_NAME(name##suffix)(FARSAN_STRIP parameters, MPI_Info info, MPI_Request * request) { \
    FARSAN_CALL(FARSAN_QUOTED(FARSAN_PERSISTENT_NAME(name##suffix)));                                                  \
    if (!call || !comm_of(comm)) return FARSAN_REAL_PERSISTENT(name##suffix)(FARSAN_STRIP arguments, info, request);   \
    return persistent(kind_of(#name), comm, what, request,                                                             \
                      [&] { return FARSAN_REAL_PERSISTENT(name##suffix)(FARSAN_STRIP arguments, info, request); });    \
  }
#else
#define FARSAN_PERSISTENT(name, suffix, parameters, arguments, what)
#endif
#define FARSAN_COLLECTIVE(name, iname, suffix, parameters, arguments, what) \
  FARSAN_BLOCKING(name, suffix, parameters, arguments, what)                \
  FARSAN_NONBLOCKING(iname, suffix, parameters, arguments, what)            \
  FARSAN_PERSISTENT(name##_init, suffix, parameters, arguments, what)

// n: the type of counts; d: of displacements. s: sent, r: received.
#define FARSAN_S(n) const void *s, n sn, MPI_Datatype st
#define FARSAN_R(n) void *r, n rn, MPI_Datatype rt
#define FARSAN_COLLECTIVES(x, n, d)                                                                                    \
  FARSAN_COLLECTIVE(Bcast, Ibcast, x, (void* buf, n count, MPI_Datatype type, int root, MPI_Comm comm),                \
                    (buf, count, type, root, comm), bcast(*comm_of(comm), {buf, count, type}, root))                   \
  FARSAN_COLLECTIVE(Gather, Igather, x, (FARSAN_S(n), FARSAN_R(n), int root, MPI_Comm comm),                           \
                    (s, sn, st, r, rn, rt, root, comm),                                                                \
                    gather(*comm_of(comm), {s, sn, st}, even_at_root(comm, root, {r, rn, rt}), root))                  \
  FARSAN_COLLECTIVE(Gatherv, Igatherv, x,                                                                              \
                    (FARSAN_S(n), void* r, const n rn[], const d rd[], MPI_Datatype rt, int root, MPI_Comm comm),      \
                    (s, sn, st, r, rn, rd, rt, root, comm),                                                            \
                    gather(*comm_of(comm), {s, sn, st}, at_root(comm, root, r, rn, rd, rt), root))                     \
  FARSAN_COLLECTIVE(Scatter, Iscatter, x, (FARSAN_S(n), FARSAN_R(n), int root, MPI_Comm comm),                         \
                    (s, sn, st, r, rn, rt, root, comm),                                                                \
                    scatter(*comm_of(comm), even_at_root(comm, root, {s, sn, st}), {r, rn, rt}, root))                 \
  FARSAN_COLLECTIVE(                                                                                                   \
      Scatterv, Iscatterv, x,                                                                                          \
      (const void* s, const n sn[], const d sd[], MPI_Datatype st, FARSAN_R(n), int root, MPI_Comm comm),              \
      (s, sn, sd, st, r, rn, rt, root, comm),                                                                          \
      scatter(*comm_of(comm), at_root(comm, root, s, sn, sd, st), {r, rn, rt}, root))                                  \
  FARSAN_COLLECTIVE(Allgather, Iallgather, x, (FARSAN_S(n), FARSAN_R(n), MPI_Comm comm), (s, sn, st, r, rn, rt, comm), \
                    allgather(*comm_of(comm), {s, sn, st}, even_blocks({r, rn, rt}, size(comm))))                      \
  FARSAN_COLLECTIVE(                                                                                                   \
      Allgatherv, Iallgatherv, x, (FARSAN_S(n), void* r, const n rn[], const d rd[], MPI_Datatype rt, MPI_Comm comm),  \
      (s, sn, st, r, rn, rd, rt, comm), allgather(*comm_of(comm), {s, sn, st}, blocks(r, rn, rd, rt, size(comm))))     \
  FARSAN_COLLECTIVE(                                                                                                   \
      Alltoall, Ialltoall, x, (FARSAN_S(n), FARSAN_R(n), MPI_Comm comm), (s, sn, st, r, rn, rt, comm),                 \
      alltoall(*comm_of(comm), even_blocks({s, sn, st}, size(comm)), even_blocks({r, rn, rt}, size(comm))))            \
  FARSAN_COLLECTIVE(Alltoallv, Ialltoallv, x,                                                                          \
                    (const void* s, const n sn[], const d sd[], MPI_Datatype st, void* r, const n rn[], const d rd[],  \
                     MPI_Datatype rt, MPI_Comm comm),                                                                  \
                    (s, sn, sd, st, r, rn, rd, rt, comm),                                                              \
                    alltoall(*comm_of(comm), blocks(s, sn, sd, st, size(comm)), blocks(r, rn, rd, rt, size(comm))))    \
  FARSAN_COLLECTIVE(Alltoallw, Ialltoallw, x,                                                                          \
                    (const void* s, const n sn[], const d sd[], const MPI_Datatype st[], void* r, const n rn[],        \
                     const d rd[], const MPI_Datatype rt[], MPI_Comm comm),                                            \
                    (s, sn, sd, st, r, rn, rd, rt, comm),                                                              \
                    alltoall(*comm_of(comm), blocks(s, sn, sd, st, size(comm)), blocks(r, rn, rd, rt, size(comm))))    \
  FARSAN_COLLECTIVE(Reduce, Ireduce, x,                                                                                \
                    (const void* s, void* r, n count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm),          \
                    (s, r, count, type, op, root, comm), reduce(*comm_of(comm), s, {r, count, type}, root))            \
  FARSAN_COLLECTIVE(Allreduce, Iallreduce, x,                                                                          \
                    (const void* s, void* r, n count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),                    \
                    (s, r, count, type, op, comm), allreduce(*comm_of(comm), s, {r, count, type}))                     \
  FARSAN_COLLECTIVE(Reduce_scatter, Ireduce_scatter, x,                                                                \
                    (const void* s, void* r, const n rn[], MPI_Datatype type, MPI_Op op, MPI_Comm comm),               \
                    (s, r, rn, type, op, comm), reduce_scatter(*comm_of(comm), s, r, counts_of(rn, comm), type))       \
  FARSAN_COLLECTIVE(                                                                                                   \
      Reduce_scatter_block, Ireduce_scatter_block, x,                                                                  \
      (const void* s, void* r, n rn, MPI_Datatype type, MPI_Op op, MPI_Comm comm), (s, r, rn, type, op, comm),         \
      reduce_scatter(*comm_of(comm), s, r, std::vector<std::int64_t>(comm_of(comm)->members.size(), rn), type))        \
  FARSAN_COLLECTIVE(Scan, Iscan, x, (const void* s, void* r, n count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),    \
                    (s, r, count, type, op, comm), scan(*comm_of(comm), s, {r, count, type}))                          \
  FARSAN_COLLECTIVE(Exscan, Iexscan, x,                                                                                \
                    (const void* s, void* r, n count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),                    \
                    (s, r, count, type, op, comm), exscan(*comm_of(comm), s, {r, count, type}))                        \
  FARSAN_COLLECTIVE(Neighbor_allgather, Ineighbor_allgather, x, (FARSAN_S(n), FARSAN_R(n), MPI_Comm comm),             \
                    (s, sn, st, r, rn, rt, comm),                                                                      \
                    neighbour_allgather(*comm_of(comm), neighbours_of(comm), {s, sn, st},                              \
                                        even_blocks({r, rn, rt}, neighbours_of(comm).in.size())))                      \
  FARSAN_COLLECTIVE(Neighbor_allgatherv, Ineighbor_allgatherv, x,                                                      \
                    (FARSAN_S(n), void* r, const n rn[], const d rd[], MPI_Datatype rt, MPI_Comm comm),                \
                    (s, sn, st, r, rn, rd, rt, comm),                                                                  \
                    neighbour_allgather(*comm_of(comm), neighbours_of(comm), {s, sn, st},                              \
                                        blocks(r, rn, rd, rt, neighbours_of(comm).in.size())))                         \
  FARSAN_COLLECTIVE(Neighbor_alltoall, Ineighbor_alltoall, x, (FARSAN_S(n), FARSAN_R(n), MPI_Comm comm),               \
                    (s, sn, st, r, rn, rt, comm),                                                                      \
                    neighbour_alltoall(*comm_of(comm), neighbours_of(comm),                                            \
                                       even_blocks({s, sn, st}, neighbours_of(comm).out.size()),                       \
                                       even_blocks({r, rn, rt}, neighbours_of(comm).in.size())))                       \
  FARSAN_COLLECTIVE(                                                                                                   \
      Neighbor_alltoallv, Ineighbor_alltoallv, x,                                                                      \
      (const void* s, const n sn[], const d sd[], MPI_Datatype st, void* r, const n rn[], const d rd[],                \
       MPI_Datatype rt, MPI_Comm comm),                                                                                \
      (s, sn, sd, st, r, rn, rd, rt, comm),                                                                            \
      neighbour_alltoall(*comm_of(comm), neighbours_of(comm), blocks(s, sn, sd, st, neighbours_of(comm).out.size()),   \
                         blocks(r, rn, rd, rt, neighbours_of(comm).in.size())))                                        \
  FARSAN_COLLECTIVE(                                                                                                   \
      Neighbor_alltoallw, Ineighbor_alltoallw, x,                                                                      \
      (const void* s, const n sn[], const MPI_Aint sd[], const MPI_Datatype st[], void* r, const n rn[],               \
       const MPI_Aint rd[], const MPI_Datatype rt[], MPI_Comm comm),                                                   \
      (s, sn, sd, st, r, rn, rd, rt, comm),                                                                            \
      neighbour_alltoall(*comm_of(comm), neighbours_of(comm), blocks(s, sn, sd, st, neighbours_of(comm).out.size()),   \
                         blocks(r, rn, rd, rt, neighbours_of(comm).in.size())))

namespace {

bool is_root(MPI_Comm comm, int root) {
  const CommPtr& of = comm_of(comm);
  return of->inter() ? root == MPI_ROOT : static_cast<std::uint32_t>(root) == of->rank;
}

/// Of arguments that are significant at the root only: elsewhere there may be anything.
template <class Count, class Displacement>
Blocks at_root(MPI_Comm comm, int root, const void* at, const Count* counts, const Displacement* displacements,
               MPI_Datatype type) {
  return is_root(comm, root) ? blocks(at, counts, displacements, type, size(comm)) : Blocks{};
}
Blocks even_at_root(MPI_Comm comm, int root, const Data& each) {
  return is_root(comm, root) ? even_blocks(each, size(comm)) : Blocks{};
}

}  // namespace

// Hot: no buffers are made for it.
FARSAN_MPI int MPI_Barrier(MPI_Comm comm) {
  FARSAN_CALL("MPI_Barrier");
  if (!call || !comm_of(comm)) return PMPI_Barrier(comm);
  return around(call, kind_of("Barrier"), *comm_of(comm), all_to_all(*comm_of(comm)),
                [&] { return PMPI_Barrier(comm); });
}
FARSAN_NONBLOCKING(Ibarrier, , (MPI_Comm comm), (comm), barrier(*comm_of(comm)))
FARSAN_PERSISTENT(Barrier_init, , (MPI_Comm comm), (comm), barrier(*comm_of(comm)))
FARSAN_COLLECTIVES(, int, int)
#if MPI_VERSION >= 4
FARSAN_COLLECTIVES(_c, MPI_Count, MPI_Aint)
#endif
