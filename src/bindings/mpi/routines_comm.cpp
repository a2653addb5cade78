// Communicators: made, duplicated, split, joined and freed. None of this orders anything by itself; members only have to
// agree on what to call the new one.
#include "bindings/mpi/comms.h"

#include "bindings/mpi/requests.h"

using namespace farsan::mpi;

#define FARSAN_MADE(name, parent, made, parameters, arguments)     \
  FARSAN_MPI int name parameters {                                 \
    FARSAN_CALL(#name);                                            \
    const int result = P##name arguments;                          \
    if (call && result == MPI_SUCCESS) comm_made(parent, *(made)); \
    return result;                                                 \
  }

FARSAN_MADE(MPI_Comm_dup, comm, made, (MPI_Comm comm, MPI_Comm* made), (comm, made))
FARSAN_MADE(MPI_Comm_dup_with_info, comm, made, (MPI_Comm comm, MPI_Info info, MPI_Comm* made), (comm, info, made))
FARSAN_MADE(MPI_Comm_create, comm, made, (MPI_Comm comm, MPI_Group group, MPI_Comm* made), (comm, group, made))
FARSAN_MADE(MPI_Comm_split, comm, made, (MPI_Comm comm, int color, int key, MPI_Comm* made), (comm, color, key, made))
FARSAN_MADE(MPI_Comm_split_type, comm, made, (MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm* made),
            (comm, type, key, info, made))
FARSAN_MADE(MPI_Intercomm_merge, inter, made, (MPI_Comm inter, int high, MPI_Comm* made), (inter, high, made))
FARSAN_MADE(MPI_Cart_create, comm, made,
            (MPI_Comm comm, int dims, const int sizes[], const int periods[], int reorder, MPI_Comm* made),
            (comm, dims, sizes, periods, reorder, made))
FARSAN_MADE(MPI_Cart_sub, comm, made, (MPI_Comm comm, const int remain[], MPI_Comm* made), (comm, remain, made))
FARSAN_MADE(MPI_Graph_create, comm, made,
            (MPI_Comm comm, int nodes, const int index[], const int edges[], int reorder, MPI_Comm* made),
            (comm, nodes, index, edges, reorder, made))
FARSAN_MADE(MPI_Dist_graph_create, comm, made,
            (MPI_Comm comm, int n, const int sources[], const int degrees[], const int destinations[],
             const int weights[], MPI_Info info, int reorder, MPI_Comm* made),
            (comm, n, sources, degrees, destinations, weights, info, reorder, made))
FARSAN_MADE(MPI_Dist_graph_create_adjacent, comm, made,
            (MPI_Comm comm, int in, const int sources[], const int in_weights[], int out, const int destinations[],
             const int out_weights[], MPI_Info info, int reorder, MPI_Comm* made),
            (comm, in, sources, in_weights, out, destinations, out_weights, info, reorder, made))

namespace {

/// The new handle is there at once, or else when the request is complete.
void made_with_request(MPI_Comm parent, MPI_Comm* made, MPI_Request* handle) {
  CommPtr comm = comm_to_be_made(parent);
  if (*made != MPI_COMM_NULL) return comm_is_made(*made, std::move(comm));
  auto request = new_request();
  request->when_complete = [made, comm = std::move(comm)](const Call& /*call*/) { comm_is_made(*made, comm); };
  keep_request(handle, std::move(request));
}

}  // namespace

FARSAN_MPI int MPI_Comm_idup(MPI_Comm comm, MPI_Comm* made, MPI_Request* request) {
  FARSAN_CALL("MPI_Comm_idup");
  if (made != nullptr) *made = MPI_COMM_NULL;
  const int result = PMPI_Comm_idup(comm, made, request);
  if (call && result == MPI_SUCCESS && comm_of(comm)) made_with_request(comm, made, request);
  return result;
}

#if MPI_VERSION >= 4
FARSAN_MPI int MPI_Comm_idup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm* made, MPI_Request* request) {
  FARSAN_CALL("MPI_Comm_idup_with_info");
  if (made != nullptr) *made = MPI_COMM_NULL;
  const int result = PMPI_Comm_idup_with_info(comm, info, made, request);
  if (call && result == MPI_SUCCESS && comm_of(comm)) made_with_request(comm, made, request);
  return result;
}
#endif

FARSAN_MPI int MPI_Comm_create_group(MPI_Comm comm, MPI_Group group, int tag, MPI_Comm* made) {
  FARSAN_CALL("MPI_Comm_create_group");
  const int result = PMPI_Comm_create_group(comm, group, tag, made);
  if (call && result == MPI_SUCCESS) comm_made(comm, *made, true);
  return result;
}

FARSAN_MPI int MPI_Intercomm_create(MPI_Comm local, int leader, MPI_Comm bridge, int remote_leader, int tag,
                                    MPI_Comm* made) {
  FARSAN_CALL("MPI_Intercomm_create");
  const int result = PMPI_Intercomm_create(local, leader, bridge, remote_leader, tag, made);
  if (call && result == MPI_SUCCESS) intercomm_made(*made, tag);
  return result;
}

FARSAN_MPI int MPI_Comm_free(MPI_Comm* comm) {
  FARSAN_CALL("MPI_Comm_free");
  const MPI_Comm handle = comm == nullptr ? MPI_COMM_NULL : *comm;
  const int result = PMPI_Comm_free(comm);
  if (call && result == MPI_SUCCESS) comm_freed(handle);
  return result;
}

FARSAN_MPI int MPI_Group_free(MPI_Group* group) {
  group_freed();
  return PMPI_Group_free(group);
}

FARSAN_MPI int MPI_Comm_disconnect(MPI_Comm* comm) {
  FARSAN_CALL("MPI_Comm_disconnect");
  const MPI_Comm handle = comm == nullptr ? MPI_COMM_NULL : *comm;
  const int result = PMPI_Comm_disconnect(comm);
  if (call && result == MPI_SUCCESS) comm_freed(handle);
  return result;
}
