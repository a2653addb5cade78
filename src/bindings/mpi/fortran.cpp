// Fortran programs (mpif.h, `use mpi`, `use mpi_f08`): the names that gfortran gives the routines. A row says how the arguments of a
// routine become those of the C routine, which does the rest; the site is that of the Fortran call.
#include <dlfcn.h>

#include "bindings/mpi/collectives.h"
#include "bindings/mpi/fortran_arguments.h"
#include "bindings/mpi/job.h"
#include "bindings/mpi/requests.h"

using namespace farsan::mpi::fortran;

#define FARSAN_CALLED const farsan::mpi::CalledFrom caller(__builtin_return_address(0))
#define FARSAN_FORTRAN extern "C" __attribute__((visibility("default"), noinline)) void

// FARSAN_EACH(p, one, between, kinds...): one(p, kind) for each of them, with another name p each time.
#define FARSAN_AGAIN() FARSAN_EACH_
#define FARSAN_NOW ()
#define FARSAN_COMMA() ,
#define FARSAN_NOTHING()
#define FARSAN_EACH_(p, one, between, kind, ...) \
  one(p, kind) __VA_OPT__(between() FARSAN_AGAIN FARSAN_NOW(p##n, one, between, __VA_ARGS__))
#define FARSAN_EACH(...) FARSAN_SCAN(FARSAN_EACH_(__VA_ARGS__))
#define FARSAN_SCAN(...) FARSAN_SCAN4(FARSAN_SCAN4(FARSAN_SCAN4(FARSAN_SCAN4(__VA_ARGS__))))
#define FARSAN_SCAN4(...) FARSAN_SCAN1(FARSAN_SCAN1(FARSAN_SCAN1(FARSAN_SCAN1(__VA_ARGS__))))
#define FARSAN_SCAN1(...) __VA_ARGS__

#define FARSAN_PARAMETER(p, kind) void* p
#define FARSAN_CONVERTED(p, kind) kind c_##p(p);
#define FARSAN_ARGUMENT(p, kind) c_##p

// ROW(fortran name, C routine, kind of each of its arguments...). Plain code, not templates: there are many of them.
#define ROW(f, c, ...) FARSAN_CONVERT(f, c, __VA_ARGS__) FARSAN_F08(f)
// The same for a routine with buffers.
#define BUFFER_ROW(f, c, ...) FARSAN_CONVERT(f, c, __VA_ARGS__) FARSAN_BUFFERS_F08(f, __VA_ARGS__)

#define FARSAN_CONVERT(f, c, ...)                                                                  \
  FARSAN_FORTRAN f(FARSAN_EACH(a, FARSAN_PARAMETER, FARSAN_COMMA, __VA_ARGS__), MPI_Fint* error) { \
    FARSAN_CALLED;                                                                                 \
    FARSAN_EACH(a, FARSAN_CONVERTED, FARSAN_NOTHING, __VA_ARGS__)                                  \
    tell(error, c(FARSAN_EACH(a, FARSAN_ARGUMENT, FARSAN_COMMA, __VA_ARGS__)));                    \
  }

// mpi_f08 has other names for the same: its handles are structures of one integer, its statuses those of C.
#define FARSAN_F08(f) extern "C" __attribute__((visibility("default"), alias(#f))) decltype(f) f##f08_;
#ifndef OPEN_MPI
// But buffers are descriptors there. The library's own routine takes those apart and calls the C routine, by its name: what is left to
// say is who called.
#define FARSAN_HAND_ON(f, ...)                                                                     \
  FARSAN_FORTRAN f(FARSAN_EACH(a, FARSAN_PARAMETER, FARSAN_COMMA, __VA_ARGS__), MPI_Fint* error) { \
    FARSAN_CALLED;                                                                                 \
    static const OwnRoutine own(#f);                                                               \
    own(FARSAN_EACH(a, FARSAN_NAME, FARSAN_COMMA, __VA_ARGS__), error);                            \
  }
#define FARSAN_NAME(p, kind) p
#define FARSAN_BUFFERS_F08(f, ...)       \
  FARSAN_HAND_ON(f##f08ts_, __VA_ARGS__) \
  FARSAN_HAND_ON(f##f08ts_large_, __VA_ARGS__)
#else
#define FARSAN_BUFFERS_F08(f, ...) FARSAN_F08(f)
#endif

namespace {

/// mpi_f08 lets a program leave `error` out.
void tell(MPI_Fint* error, int result) {
  if (error != nullptr) *error = result;
}

/// What the library itself has by a name.
class OwnRoutine {
 public:
  explicit OwnRoutine(const char* name) : routine_(::dlsym(RTLD_NEXT, name)) {}
  template <class... Arguments>
  void operator()(Arguments... arguments) const {
    reinterpret_cast<void (*)(Arguments...)>(routine_)(arguments...);
  }

 private:
  void* routine_;
};

}  // namespace

#define DATA Buffer, Int, Type

// --- Windows ---------------------------------------------------------------------------------------------------------
BUFFER_ROW(mpi_win_create_, MPI_Win_create, Buffer, Aint, Int, Info, Comm, WinOut)
ROW(mpi_win_allocate_, MPI_Win_allocate, Aint, Int, Info, Comm, Same<void>, WinOut)
ROW(mpi_win_allocate_cptr_, MPI_Win_allocate, Aint, Int, Info, Comm, Same<void>, WinOut)
ROW(mpi_win_allocate_shared_, MPI_Win_allocate_shared, Aint, Int, Info, Comm, Same<void>, WinOut)
ROW(mpi_win_allocate_shared_cptr_, MPI_Win_allocate_shared, Aint, Int, Info, Comm, Same<void>, WinOut)
ROW(mpi_win_create_dynamic_, MPI_Win_create_dynamic, Info, Comm, WinOut)
BUFFER_ROW(mpi_win_attach_, MPI_Win_attach, Win, Buffer, Aint)
BUFFER_ROW(mpi_win_detach_, MPI_Win_detach, Win, Buffer)
ROW(mpi_win_free_, MPI_Win_free, WinInOut)
ROW(mpi_win_set_info_, MPI_Win_set_info, Win, Info)
ROW(mpi_win_fence_, MPI_Win_fence, Int, Win)
ROW(mpi_win_post_, MPI_Win_post, Group, Int, Win)
ROW(mpi_win_start_, MPI_Win_start, Group, Int, Win)
ROW(mpi_win_complete_, MPI_Win_complete, Win)
ROW(mpi_win_wait_, MPI_Win_wait, Win)
ROW(mpi_win_test_, MPI_Win_test, Win, Flag)
ROW(mpi_win_lock_, MPI_Win_lock, Int, Int, Int, Win)
ROW(mpi_win_unlock_, MPI_Win_unlock, Int, Win)
ROW(mpi_win_lock_all_, MPI_Win_lock_all, Int, Win)
ROW(mpi_win_unlock_all_, MPI_Win_unlock_all, Win)
ROW(mpi_win_flush_, MPI_Win_flush, Int, Win)
ROW(mpi_win_flush_all_, MPI_Win_flush_all, Win)
ROW(mpi_win_flush_local_, MPI_Win_flush_local, Int, Win)
ROW(mpi_win_flush_local_all_, MPI_Win_flush_local_all, Win)
ROW(mpi_win_sync_, MPI_Win_sync, Win)

// --- One-sided operations --------------------------------------------------------------------------------------------
#define TARGET Int, Aint, Int, Type
BUFFER_ROW(mpi_put_, MPI_Put, DATA, TARGET, Win)
BUFFER_ROW(mpi_get_, MPI_Get, DATA, TARGET, Win)
BUFFER_ROW(mpi_accumulate_, MPI_Accumulate, DATA, TARGET, Op, Win)
BUFFER_ROW(mpi_get_accumulate_, MPI_Get_accumulate, DATA, DATA, TARGET, Op, Win)
BUFFER_ROW(mpi_rput_, MPI_Rput, DATA, TARGET, Win, RequestOut)
BUFFER_ROW(mpi_rget_, MPI_Rget, DATA, TARGET, Win, RequestOut)
BUFFER_ROW(mpi_raccumulate_, MPI_Raccumulate, DATA, TARGET, Op, Win, RequestOut)
BUFFER_ROW(mpi_rget_accumulate_, MPI_Rget_accumulate, DATA, DATA, TARGET, Op, Win, RequestOut)
BUFFER_ROW(mpi_fetch_and_op_, MPI_Fetch_and_op, Buffer, Buffer, Type, Int, Aint, Op, Win)
BUFFER_ROW(mpi_compare_and_swap_, MPI_Compare_and_swap, Buffer, Buffer, Buffer, Type, Int, Aint, Win)

// --- Point to point --------------------------------------------------------------------------------------------------
BUFFER_ROW(mpi_send_, MPI_Send, DATA, Int, Int, Comm)
BUFFER_ROW(mpi_bsend_, MPI_Bsend, DATA, Int, Int, Comm)
BUFFER_ROW(mpi_ssend_, MPI_Ssend, DATA, Int, Int, Comm)
BUFFER_ROW(mpi_rsend_, MPI_Rsend, DATA, Int, Int, Comm)
BUFFER_ROW(mpi_recv_, MPI_Recv, DATA, Int, Int, Comm, Status)
BUFFER_ROW(mpi_isend_, MPI_Isend, DATA, Int, Int, Comm, RequestOut)
BUFFER_ROW(mpi_ibsend_, MPI_Ibsend, DATA, Int, Int, Comm, RequestOut)
BUFFER_ROW(mpi_issend_, MPI_Issend, DATA, Int, Int, Comm, RequestOut)
BUFFER_ROW(mpi_irsend_, MPI_Irsend, DATA, Int, Int, Comm, RequestOut)
BUFFER_ROW(mpi_irecv_, MPI_Irecv, DATA, Int, Int, Comm, RequestOut)
BUFFER_ROW(mpi_send_init_, MPI_Send_init, DATA, Int, Int, Comm, RequestOut)
BUFFER_ROW(mpi_bsend_init_, MPI_Bsend_init, DATA, Int, Int, Comm, RequestOut)
BUFFER_ROW(mpi_ssend_init_, MPI_Ssend_init, DATA, Int, Int, Comm, RequestOut)
BUFFER_ROW(mpi_rsend_init_, MPI_Rsend_init, DATA, Int, Int, Comm, RequestOut)
BUFFER_ROW(mpi_recv_init_, MPI_Recv_init, DATA, Int, Int, Comm, RequestOut)
BUFFER_ROW(mpi_sendrecv_, MPI_Sendrecv, DATA, Int, Int, DATA, Int, Int, Comm, Status)
BUFFER_ROW(mpi_sendrecv_replace_, MPI_Sendrecv_replace, DATA, Int, Int, Int, Int, Comm, Status)
ROW(mpi_probe_, MPI_Probe, Int, Int, Comm, Status)
ROW(mpi_iprobe_, MPI_Iprobe, Int, Int, Comm, Flag, Status)
ROW(mpi_mprobe_, MPI_Mprobe, Int, Int, Comm, MessageOut, Status)
ROW(mpi_improbe_, MPI_Improbe, Int, Int, Comm, Flag, MessageOut, Status)
BUFFER_ROW(mpi_mrecv_, MPI_Mrecv, DATA, MessageInOut, Status)
BUFFER_ROW(mpi_imrecv_, MPI_Imrecv, DATA, MessageInOut, RequestOut)
ROW(mpi_start_, MPI_Start, RequestInOut)
ROW(mpi_wait_, MPI_Wait, RequestInOut, Status)
ROW(mpi_test_, MPI_Test, RequestInOut, Flag, Status)
ROW(mpi_request_get_status_, MPI_Request_get_status, Request, Flag, Status)
ROW(mpi_cancel_, MPI_Cancel, RequestInOut)
ROW(mpi_request_free_, MPI_Request_free, RequestInOut)

// --- Collectives -----------------------------------------------------------------------------------------------------
#define V_DATA Buffer, Ints, Ints, Type
ROW(mpi_barrier_, MPI_Barrier, Comm)
BUFFER_ROW(mpi_bcast_, MPI_Bcast, DATA, Int, Comm)
BUFFER_ROW(mpi_gather_, MPI_Gather, DATA, DATA, Int, Comm)
BUFFER_ROW(mpi_gatherv_, MPI_Gatherv, DATA, V_DATA, Int, Comm)
BUFFER_ROW(mpi_scatter_, MPI_Scatter, DATA, DATA, Int, Comm)
BUFFER_ROW(mpi_scatterv_, MPI_Scatterv, V_DATA, DATA, Int, Comm)
BUFFER_ROW(mpi_allgather_, MPI_Allgather, DATA, DATA, Comm)
BUFFER_ROW(mpi_allgatherv_, MPI_Allgatherv, DATA, V_DATA, Comm)
BUFFER_ROW(mpi_alltoall_, MPI_Alltoall, DATA, DATA, Comm)
BUFFER_ROW(mpi_alltoallv_, MPI_Alltoallv, V_DATA, V_DATA, Comm)
BUFFER_ROW(mpi_reduce_, MPI_Reduce, Buffer, DATA, Op, Int, Comm)
BUFFER_ROW(mpi_allreduce_, MPI_Allreduce, Buffer, DATA, Op, Comm)
BUFFER_ROW(mpi_reduce_scatter_, MPI_Reduce_scatter, Buffer, Buffer, Ints, Type, Op, Comm)
BUFFER_ROW(mpi_reduce_scatter_block_, MPI_Reduce_scatter_block, Buffer, DATA, Op, Comm)
BUFFER_ROW(mpi_scan_, MPI_Scan, Buffer, DATA, Op, Comm)
BUFFER_ROW(mpi_exscan_, MPI_Exscan, Buffer, DATA, Op, Comm)
ROW(mpi_ibarrier_, MPI_Ibarrier, Comm, RequestOut)
BUFFER_ROW(mpi_ibcast_, MPI_Ibcast, DATA, Int, Comm, RequestOut)
BUFFER_ROW(mpi_igather_, MPI_Igather, DATA, DATA, Int, Comm, RequestOut)
BUFFER_ROW(mpi_iscatter_, MPI_Iscatter, DATA, DATA, Int, Comm, RequestOut)
BUFFER_ROW(mpi_iallgather_, MPI_Iallgather, DATA, DATA, Comm, RequestOut)
BUFFER_ROW(mpi_ialltoall_, MPI_Ialltoall, DATA, DATA, Comm, RequestOut)
BUFFER_ROW(mpi_ireduce_, MPI_Ireduce, Buffer, DATA, Op, Int, Comm, RequestOut)
BUFFER_ROW(mpi_iallreduce_, MPI_Iallreduce, Buffer, DATA, Op, Comm, RequestOut)
BUFFER_ROW(mpi_iscan_, MPI_Iscan, Buffer, DATA, Op, Comm, RequestOut)
BUFFER_ROW(mpi_iexscan_, MPI_Iexscan, Buffer, DATA, Op, Comm, RequestOut)
BUFFER_ROW(mpi_igatherv_, MPI_Igatherv, DATA, V_DATA, Int, Comm, RequestOut)
BUFFER_ROW(mpi_iscatterv_, MPI_Iscatterv, V_DATA, DATA, Int, Comm, RequestOut)
BUFFER_ROW(mpi_iallgatherv_, MPI_Iallgatherv, DATA, V_DATA, Comm, RequestOut)
BUFFER_ROW(mpi_ialltoallv_, MPI_Ialltoallv, V_DATA, V_DATA, Comm, RequestOut)
BUFFER_ROW(mpi_ireduce_scatter_, MPI_Ireduce_scatter, Buffer, Buffer, Ints, Type, Op, Comm, RequestOut)
BUFFER_ROW(mpi_ireduce_scatter_block_, MPI_Ireduce_scatter_block, Buffer, DATA, Op, Comm, RequestOut)
BUFFER_ROW(mpi_neighbor_allgather_, MPI_Neighbor_allgather, DATA, DATA, Comm)
BUFFER_ROW(mpi_neighbor_allgatherv_, MPI_Neighbor_allgatherv, DATA, V_DATA, Comm)
BUFFER_ROW(mpi_neighbor_alltoall_, MPI_Neighbor_alltoall, DATA, DATA, Comm)
BUFFER_ROW(mpi_neighbor_alltoallv_, MPI_Neighbor_alltoallv, V_DATA, V_DATA, Comm)
BUFFER_ROW(mpi_ineighbor_allgather_, MPI_Ineighbor_allgather, DATA, DATA, Comm, RequestOut)
BUFFER_ROW(mpi_ineighbor_allgatherv_, MPI_Ineighbor_allgatherv, DATA, V_DATA, Comm, RequestOut)
BUFFER_ROW(mpi_ineighbor_alltoall_, MPI_Ineighbor_alltoall, DATA, DATA, Comm, RequestOut)
BUFFER_ROW(mpi_ineighbor_alltoallv_, MPI_Ineighbor_alltoallv, V_DATA, V_DATA, Comm, RequestOut)
BUFFER_ROW(mpi_pack_, MPI_Pack, DATA, Buffer, Int, Ints, Comm)
BUFFER_ROW(mpi_unpack_, MPI_Unpack, Buffer, Int, Ints, DATA, Comm)
BUFFER_ROW(mpi_reduce_local_, MPI_Reduce_local, Buffer, DATA, Op)
#if MPI_VERSION >= 4
#define INIT Info, RequestOut
ROW(mpi_barrier_init_, MPI_Barrier_init, Comm, INIT)
BUFFER_ROW(mpi_bcast_init_, MPI_Bcast_init, DATA, Int, Comm, INIT)
BUFFER_ROW(mpi_gather_init_, MPI_Gather_init, DATA, DATA, Int, Comm, INIT)
BUFFER_ROW(mpi_gatherv_init_, MPI_Gatherv_init, DATA, V_DATA, Int, Comm, INIT)
BUFFER_ROW(mpi_scatter_init_, MPI_Scatter_init, DATA, DATA, Int, Comm, INIT)
BUFFER_ROW(mpi_scatterv_init_, MPI_Scatterv_init, V_DATA, DATA, Int, Comm, INIT)
BUFFER_ROW(mpi_allgather_init_, MPI_Allgather_init, DATA, DATA, Comm, INIT)
BUFFER_ROW(mpi_allgatherv_init_, MPI_Allgatherv_init, DATA, V_DATA, Comm, INIT)
BUFFER_ROW(mpi_alltoall_init_, MPI_Alltoall_init, DATA, DATA, Comm, INIT)
BUFFER_ROW(mpi_alltoallv_init_, MPI_Alltoallv_init, V_DATA, V_DATA, Comm, INIT)
BUFFER_ROW(mpi_reduce_init_, MPI_Reduce_init, Buffer, DATA, Op, Int, Comm, INIT)
BUFFER_ROW(mpi_allreduce_init_, MPI_Allreduce_init, Buffer, DATA, Op, Comm, INIT)
BUFFER_ROW(mpi_reduce_scatter_init_, MPI_Reduce_scatter_init, Buffer, Buffer, Ints, Type, Op, Comm, INIT)
BUFFER_ROW(mpi_reduce_scatter_block_init_, MPI_Reduce_scatter_block_init, Buffer, DATA, Op, Comm, INIT)
BUFFER_ROW(mpi_scan_init_, MPI_Scan_init, Buffer, DATA, Op, Comm, INIT)
BUFFER_ROW(mpi_exscan_init_, MPI_Exscan_init, Buffer, DATA, Op, Comm, INIT)
BUFFER_ROW(mpi_neighbor_allgather_init_, MPI_Neighbor_allgather_init, DATA, DATA, Comm, INIT)
BUFFER_ROW(mpi_neighbor_allgatherv_init_, MPI_Neighbor_allgatherv_init, DATA, V_DATA, Comm, INIT)
BUFFER_ROW(mpi_neighbor_alltoall_init_, MPI_Neighbor_alltoall_init, DATA, DATA, Comm, INIT)
BUFFER_ROW(mpi_neighbor_alltoallv_init_, MPI_Neighbor_alltoallv_init, V_DATA, V_DATA, Comm, INIT)
BUFFER_ROW(mpi_psend_init_, MPI_Psend_init, Buffer, Int, Value<MPI_Count>, Type, Int, Int, Comm, INIT)
BUFFER_ROW(mpi_precv_init_, MPI_Precv_init, Buffer, Int, Value<MPI_Count>, Type, Int, Int, Comm, INIT)
ROW(mpi_pready_, MPI_Pready, Int, Request)
ROW(mpi_pready_range_, MPI_Pready_range, Int, Int, Request)
ROW(mpi_pready_list_, MPI_Pready_list, Int, Ints, Request)
ROW(mpi_parrived_, MPI_Parrived, Request, Int, Flag)
BUFFER_ROW(mpi_isendrecv_, MPI_Isendrecv, DATA, Int, Int, DATA, Int, Int, Comm, RequestOut)
BUFFER_ROW(mpi_isendrecv_replace_, MPI_Isendrecv_replace, DATA, Int, Int, Int, Int, Comm, RequestOut)
#endif

// --- Communicators and datatypes ---------------------------------------------------------------------------------------
ROW(mpi_comm_dup_, MPI_Comm_dup, Comm, CommOut)
ROW(mpi_comm_idup_, MPI_Comm_idup, Comm, CommOut, RequestOut)
ROW(mpi_comm_dup_with_info_, MPI_Comm_dup_with_info, Comm, Info, CommOut)
ROW(mpi_graph_create_, MPI_Graph_create, Comm, Int, Ints, Ints, Logical, CommOut)
ROW(mpi_dist_graph_create_, MPI_Dist_graph_create, Comm, Int, Ints, Ints, Ints, Weights, Info, Logical, CommOut)
ROW(mpi_dist_graph_create_adjacent_, MPI_Dist_graph_create_adjacent, Comm, Int, Ints, Weights, Int, Ints, Weights, Info,
    Logical, CommOut)
ROW(mpi_comm_create_, MPI_Comm_create, Comm, Group, CommOut)
ROW(mpi_comm_create_group_, MPI_Comm_create_group, Comm, Group, Int, CommOut)
ROW(mpi_group_free_, MPI_Group_free, GroupInOut)
ROW(mpi_comm_split_, MPI_Comm_split, Comm, Int, Int, CommOut)
ROW(mpi_comm_split_type_, MPI_Comm_split_type, Comm, Int, Int, Info, CommOut)
ROW(mpi_intercomm_create_, MPI_Intercomm_create, Comm, Int, Comm, Int, Int, CommOut)
ROW(mpi_intercomm_merge_, MPI_Intercomm_merge, Comm, Logical, CommOut)
ROW(mpi_cart_create_, MPI_Cart_create, Comm, Int, Ints, Logicals, Logical, CommOut)
ROW(mpi_cart_sub_, MPI_Cart_sub, Comm, Logicals, CommOut)
ROW(mpi_comm_free_, MPI_Comm_free, CommInOut)
ROW(mpi_comm_disconnect_, MPI_Comm_disconnect, CommInOut)
ROW(mpi_type_free_, MPI_Type_free, TypeInOut)
ROW(mpi_abort_, MPI_Abort, Comm, Int)

// --- Files -----------------------------------------------------------------------------------------------------------
#define AT Value<MPI_Offset>
BUFFER_ROW(mpi_file_read_, MPI_File_read, File, DATA, Status)
BUFFER_ROW(mpi_file_read_all_, MPI_File_read_all, File, DATA, Status)
BUFFER_ROW(mpi_file_read_shared_, MPI_File_read_shared, File, DATA, Status)
BUFFER_ROW(mpi_file_read_ordered_, MPI_File_read_ordered, File, DATA, Status)
BUFFER_ROW(mpi_file_read_at_, MPI_File_read_at, File, AT, DATA, Status)
BUFFER_ROW(mpi_file_read_at_all_, MPI_File_read_at_all, File, AT, DATA, Status)
BUFFER_ROW(mpi_file_write_, MPI_File_write, File, DATA, Status)
BUFFER_ROW(mpi_file_write_all_, MPI_File_write_all, File, DATA, Status)
BUFFER_ROW(mpi_file_write_shared_, MPI_File_write_shared, File, DATA, Status)
BUFFER_ROW(mpi_file_write_ordered_, MPI_File_write_ordered, File, DATA, Status)
BUFFER_ROW(mpi_file_write_at_, MPI_File_write_at, File, AT, DATA, Status)
BUFFER_ROW(mpi_file_write_at_all_, MPI_File_write_at_all, File, AT, DATA, Status)
BUFFER_ROW(mpi_file_iread_, MPI_File_iread, File, DATA, RequestOut)
BUFFER_ROW(mpi_file_iread_all_, MPI_File_iread_all, File, DATA, RequestOut)
BUFFER_ROW(mpi_file_iread_shared_, MPI_File_iread_shared, File, DATA, RequestOut)
BUFFER_ROW(mpi_file_iread_at_, MPI_File_iread_at, File, AT, DATA, RequestOut)
BUFFER_ROW(mpi_file_iread_at_all_, MPI_File_iread_at_all, File, AT, DATA, RequestOut)
BUFFER_ROW(mpi_file_iwrite_, MPI_File_iwrite, File, DATA, RequestOut)
BUFFER_ROW(mpi_file_iwrite_all_, MPI_File_iwrite_all, File, DATA, RequestOut)
BUFFER_ROW(mpi_file_iwrite_shared_, MPI_File_iwrite_shared, File, DATA, RequestOut)
BUFFER_ROW(mpi_file_iwrite_at_, MPI_File_iwrite_at, File, AT, DATA, RequestOut)
BUFFER_ROW(mpi_file_iwrite_at_all_, MPI_File_iwrite_at_all, File, AT, DATA, RequestOut)
BUFFER_ROW(mpi_file_read_all_begin_, MPI_File_read_all_begin, File, DATA)
BUFFER_ROW(mpi_file_read_ordered_begin_, MPI_File_read_ordered_begin, File, DATA)
BUFFER_ROW(mpi_file_read_at_all_begin_, MPI_File_read_at_all_begin, File, AT, DATA)
BUFFER_ROW(mpi_file_write_all_begin_, MPI_File_write_all_begin, File, DATA)
BUFFER_ROW(mpi_file_write_ordered_begin_, MPI_File_write_ordered_begin, File, DATA)
BUFFER_ROW(mpi_file_write_at_all_begin_, MPI_File_write_at_all_begin, File, AT, DATA)
BUFFER_ROW(mpi_file_read_all_end_, MPI_File_read_all_end, File, Buffer, Status)
BUFFER_ROW(mpi_file_read_ordered_end_, MPI_File_read_ordered_end, File, Buffer, Status)
BUFFER_ROW(mpi_file_read_at_all_end_, MPI_File_read_at_all_end, File, Buffer, Status)
BUFFER_ROW(mpi_file_write_all_end_, MPI_File_write_all_end, File, Buffer, Status)
BUFFER_ROW(mpi_file_write_ordered_end_, MPI_File_write_ordered_end, File, Buffer, Status)
BUFFER_ROW(mpi_file_write_at_all_end_, MPI_File_write_at_all_end, File, Buffer, Status)

// --- Those whose arrays are as long as another argument says -----------------------------------------------------------

namespace {

int count_of(const void* at) { return *static_cast<const int*>(at); }
/// Indices start at 1.
void to_fortran(int& index) {
  if (index != MPI_UNDEFINED) ++index;
}

}  // namespace

FARSAN_FORTRAN mpi_startall_(void* count, void* requests, MPI_Fint* error) {
  FARSAN_CALLED;
  Requests handles(count_of(count), requests);
  tell(error, MPI_Startall(count_of(count), handles));
}
FARSAN_F08(mpi_startall_)
FARSAN_FORTRAN mpi_waitall_(void* count, void* requests, void* statuses, MPI_Fint* error) {
  FARSAN_CALLED;
  Requests handles(count_of(count), requests);
  Statuses results(count_of(count), statuses);
  tell(error, MPI_Waitall(count_of(count), handles, results));
}
FARSAN_F08(mpi_waitall_)
FARSAN_FORTRAN mpi_testall_(void* count, void* requests, void* flag, void* statuses, MPI_Fint* error) {
  FARSAN_CALLED;
  Requests handles(count_of(count), requests);
  Statuses results(count_of(count), statuses);
  Flag done(flag);
  tell(error, MPI_Testall(count_of(count), handles, done, results));
}
FARSAN_F08(mpi_testall_)
FARSAN_FORTRAN mpi_waitany_(void* count, void* requests, int* index, void* status, MPI_Fint* error) {
  FARSAN_CALLED;
  Requests handles(count_of(count), requests);
  Status result(status);
  tell(error, MPI_Waitany(count_of(count), handles, index, result));
  to_fortran(*index);
}
FARSAN_F08(mpi_waitany_)
FARSAN_FORTRAN mpi_testany_(void* count, void* requests, int* index, void* flag, void* status, MPI_Fint* error) {
  FARSAN_CALLED;
  Requests handles(count_of(count), requests);
  Status result(status);
  Flag done(flag);
  tell(error, MPI_Testany(count_of(count), handles, index, done, result));
  to_fortran(*index);
}
FARSAN_F08(mpi_testany_)
FARSAN_FORTRAN mpi_waitsome_(void* count, void* requests, int* done, int* indices, void* statuses, MPI_Fint* error) {
  FARSAN_CALLED;
  Requests handles(count_of(count), requests);
  Statuses results(count_of(count), statuses);
  const int result = MPI_Waitsome(count_of(count), handles, done, indices, results);
  tell(error, result);
  if (result != MPI_SUCCESS && result != MPI_ERR_IN_STATUS) return;
  for (int i = 0; *done != MPI_UNDEFINED && i < *done; ++i) to_fortran(indices[i]);
}
FARSAN_F08(mpi_waitsome_)
FARSAN_FORTRAN mpi_testsome_(void* count, void* requests, int* done, int* indices, void* statuses, MPI_Fint* error) {
  FARSAN_CALLED;
  Requests handles(count_of(count), requests);
  Statuses results(count_of(count), statuses);
  const int result = MPI_Testsome(count_of(count), handles, done, indices, results);
  tell(error, result);
  if (result != MPI_SUCCESS && result != MPI_ERR_IN_STATUS) return;
  for (int i = 0; *done != MPI_UNDEFINED && i < *done; ++i) to_fortran(indices[i]);
}
FARSAN_F08(mpi_testsome_)

// --- Text: its length is an argument of its own -------------------------------------------------------------------------

FARSAN_FORTRAN mpi_win_set_name_(void* win, void* name, MPI_Fint* error, int length) {
  FARSAN_CALLED;
  tell(error, MPI_Win_set_name(Win(win), Characters(name, length)));
}
FARSAN_F08(mpi_win_set_name_)
FARSAN_FORTRAN mpi_pack_external_(void* format, void* in, void* count, void* type, void* out, void* size,
                                  MPI_Aint* position, MPI_Fint* error, int length) {
  FARSAN_CALLED;
  tell(error, MPI_Pack_external(Characters(format, length), Buffer(in), Int(count), Type(type), Buffer(out), Aint(size),
                                position));
}
FARSAN_FORTRAN mpi_unpack_external_(void* format, void* in, void* size, MPI_Aint* position, void* out, void* count,
                                    void* type, MPI_Fint* error, int length) {
  FARSAN_CALLED;
  tell(error, MPI_Unpack_external(Characters(format, length), Buffer(in), Aint(size), position, Buffer(out), Int(count),
                                  Type(type)));
}
#ifndef OPEN_MPI
#define HAND_ON_WITH_LENGTH(f)                                                                                       \
  FARSAN_FORTRAN f(void* a, void* b, void* c, void* d, void* e, void* g, void* h, void* error, std::size_t length) { \
    FARSAN_CALLED;                                                                                                   \
    static const OwnRoutine own(#f);                                                                                 \
    own(a, b, c, d, e, g, h, error, length);                                                                         \
  }
HAND_ON_WITH_LENGTH(mpi_pack_external_f08ts_)
HAND_ON_WITH_LENGTH(mpi_pack_external_f08ts_large_)
HAND_ON_WITH_LENGTH(mpi_unpack_external_f08ts_)
HAND_ON_WITH_LENGTH(mpi_unpack_external_f08ts_large_)
#else
FARSAN_F08(mpi_pack_external_)
FARSAN_F08(mpi_unpack_external_)
#endif

// --- The `w` collectives: a datatype for each block ----------------------------------------------------------------------

namespace {

/// How many blocks are sent and received on a communicator.
struct BlockCounts {
  std::size_t sent = 0;
  std::size_t received = 0;
};
BlockCounts one_per_peer(MPI_Comm comm) {
  const auto& of = farsan::mpi::comm_of(comm);
  if (of) return {of->peers().size(), of->peers().size()};
  // One that is not followed, with processes of another job.
  int inter = 0;
  int size = 0;
  PMPI_Comm_test_inter(comm, &inter);
  if (inter != 0)
    PMPI_Comm_remote_size(comm, &size);
  else
    PMPI_Comm_size(comm, &size);
  return {static_cast<std::size_t>(size), static_cast<std::size_t>(size)};
}
BlockCounts one_per_neighbour(MPI_Comm comm) {
  const auto who = farsan::mpi::neighbours_of(comm);
  return {who.out.size(), who.in.size()};
}

struct BlockTypes {
  BlockTypes(BlockCounts counts, void* of_sent, void* of_received) {
    for (std::size_t i = 0; of_sent != nullptr && i < counts.sent; ++i)
      sent.push_back(type_c(static_cast<MPI_Fint*>(of_sent)[i]));
    for (std::size_t i = 0; i < counts.received; ++i)
      received.push_back(type_c(static_cast<MPI_Fint*>(of_received)[i]));
  }
  std::vector<MPI_Datatype> sent;
  std::vector<MPI_Datatype> received;
};

/// The library may look at the arrays until the operation is complete, and for a persistent one until it is freed.
void keep_with(MPI_Request handle, std::shared_ptr<BlockTypes> types) {
  if (const auto request = farsan::mpi::request_of(handle))
    request->arrays = std::move(types);
  else
    new std::shared_ptr(std::move(types));  // it is not followed, and so is its end
}

}  // namespace

#define W_PARAMETERS void *s, void *sn, void *sd, void *st, void *r, void *rn, void *rd, void *rt, void *comm
#define W_TYPES(counts) std::make_shared<BlockTypes>(counts(on), is_in_place(s) ? nullptr : st, rt)
#define W_ARGUMENTS(Displacements)                                                                    \
  Buffer(s), Ints(sn), Displacements(sd), types->sent.data(), Buffer(r), Ints(rn), Displacements(rd), \
      types->received.data(), on
#define ROWS_W(f, c, Displacements, counts)                                  \
  FARSAN_FORTRAN mpi_##f##_(W_PARAMETERS, MPI_Fint* error) {                 \
    FARSAN_CALLED;                                                           \
    const Comm on(comm);                                                     \
    const auto types = W_TYPES(counts);                                      \
    tell(error, MPI_##c(W_ARGUMENTS(Displacements)));                        \
  }                                                                          \
  FARSAN_FORTRAN mpi_i##f##_(W_PARAMETERS, void* request, MPI_Fint* error) { \
    FARSAN_CALLED;                                                           \
    const Comm on(comm);                                                     \
    const auto types = W_TYPES(counts);                                      \
    RequestOut handle(request);                                              \
    tell(error, MPI_I##f(W_ARGUMENTS(Displacements), handle));               \
    keep_with(handle.handle, types);                                         \
  }
#define ROW_W_INIT(f, c, Displacements, counts)                                              \
  FARSAN_FORTRAN mpi_##f##_init_(W_PARAMETERS, void* info, void* request, MPI_Fint* error) { \
    FARSAN_CALLED;                                                                           \
    const Comm on(comm);                                                                     \
    const auto types = W_TYPES(counts);                                                      \
    RequestOut handle(request);                                                              \
    tell(error, MPI_##c##_init(W_ARGUMENTS(Displacements), Info(info), handle));             \
    keep_with(handle.handle, types);                                                         \
  }
#define W_DATA Buffer, Ints, Ints, Type
#define ROWS_W_F08(f)                                  \
  FARSAN_BUFFERS_F08(mpi_##f##_, W_DATA, W_DATA, Comm) \
  FARSAN_BUFFERS_F08(mpi_i##f##_, W_DATA, W_DATA, Comm, RequestOut)
ROWS_W(alltoallw, Alltoallw, Ints, one_per_peer)
ROWS_W(neighbor_alltoallw, Neighbor_alltoallw, Aints, one_per_neighbour)
ROWS_W_F08(alltoallw)
ROWS_W_F08(neighbor_alltoallw)
#if MPI_VERSION >= 4
ROW_W_INIT(alltoallw, Alltoallw, Ints, one_per_peer)
ROW_W_INIT(neighbor_alltoallw, Neighbor_alltoallw, Aints, one_per_neighbour)
FARSAN_BUFFERS_F08(mpi_alltoallw_init_, W_DATA, W_DATA, Comm, INIT)
FARSAN_BUFFERS_F08(mpi_neighbor_alltoallw_init_, W_DATA, W_DATA, Comm, INIT)
#endif

// --- Start and end: the library's Fortran part has things of its own to set up -------------------------------------------

#define INIT_AND_FINALIZE(init, init_thread, finalize)                                  \
  FARSAN_FORTRAN init(MPI_Fint* error) {                                                \
    const farsan::runtime::Guard guard;                                                 \
    MPI_Fint result = MPI_SUCCESS;                                                      \
    OwnRoutine{#init}(&result);                                                         \
    if (result == MPI_SUCCESS) farsan::mpi::begin_job();                                \
    tell(error, result);                                                                \
  }                                                                                     \
  FARSAN_FORTRAN init_thread(MPI_Fint* required, MPI_Fint* provided, MPI_Fint* error) { \
    const farsan::runtime::Guard guard;                                                 \
    MPI_Fint result = MPI_SUCCESS;                                                      \
    OwnRoutine{#init_thread}(required, provided, &result);                              \
    if (result == MPI_SUCCESS) farsan::mpi::begin_job();                                \
    tell(error, result);                                                                \
  }                                                                                     \
  FARSAN_FORTRAN finalize(MPI_Fint* error) {                                            \
    const farsan::runtime::Guard guard;                                                 \
    farsan::mpi::end_job();                                                             \
    OwnRoutine{#finalize}(error);                                                       \
    farsan::runtime::Runtime::depart();                                                 \
  }
INIT_AND_FINALIZE(mpi_init_, mpi_init_thread_, mpi_finalize_)
INIT_AND_FINALIZE(mpi_init_f08_, mpi_init_thread_f08_, mpi_finalize_f08_)
