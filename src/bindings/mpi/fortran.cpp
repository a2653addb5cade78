// Fortran programs (mpif.h, `use mpi`): the names that gfortran gives the routines. A row says how the arguments of a
// routine become those of the C routine, which does the rest; the site is that of the Fortran call.
#include <dlfcn.h>

#include "bindings/mpi/call.h"
#include "bindings/mpi/fortran_arguments.h"
#include "bindings/mpi/job.h"

using namespace farsan::mpi::fortran;

#define FARSAN_CALLED const farsan::mpi::CalledFrom caller(__builtin_return_address(0))
#define FARSAN_FORTRAN extern "C" __attribute__((visibility("default"), noinline)) void

// ROWn(fortran name, C routine, kind of each of its n arguments...). Plain code, not templates: there are many of them.
#define ROW1(f, c, ...) ROW1_(f, c, __VA_ARGS__)
#define ROW1_(f, c, K0)                        \
  FARSAN_FORTRAN f(void* a, MPI_Fint* error) { \
    FARSAN_CALLED;                             \
    K0 x0(a);                                  \
    *error = c(x0);                            \
  }
#define ROW2(f, c, ...) ROW2_(f, c, __VA_ARGS__)
#define ROW2_(f, c, K0, K1)                             \
  FARSAN_FORTRAN f(void* a, void* b, MPI_Fint* error) { \
    FARSAN_CALLED;                                      \
    K0 x0(a);                                           \
    K1 x1(b);                                           \
    *error = c(x0, x1);                                 \
  }
#define ROW3(f, c, ...) ROW3_(f, c, __VA_ARGS__)
#define ROW3_(f, c, K0, K1, K2)                                  \
  FARSAN_FORTRAN f(void* a, void* b, void* d, MPI_Fint* error) { \
    FARSAN_CALLED;                                               \
    K0 x0(a);                                                    \
    K1 x1(b);                                                    \
    K2 x2(d);                                                    \
    *error = c(x0, x1, x2);                                      \
  }
#define ROW4(f, c, ...) ROW4_(f, c, __VA_ARGS__)
#define ROW4_(f, c, K0, K1, K2, K3)                                       \
  FARSAN_FORTRAN f(void* a, void* b, void* d, void* e, MPI_Fint* error) { \
    FARSAN_CALLED;                                                        \
    K0 x0(a);                                                             \
    K1 x1(b);                                                             \
    K2 x2(d);                                                             \
    K3 x3(e);                                                             \
    *error = c(x0, x1, x2, x3);                                           \
  }
#define ROW5(f, c, ...) ROW5_(f, c, __VA_ARGS__)
#define ROW5_(f, c, K0, K1, K2, K3, K4)                                            \
  FARSAN_FORTRAN f(void* a, void* b, void* d, void* e, void* g, MPI_Fint* error) { \
    FARSAN_CALLED;                                                                 \
    K0 x0(a);                                                                      \
    K1 x1(b);                                                                      \
    K2 x2(d);                                                                      \
    K3 x3(e);                                                                      \
    K4 x4(g);                                                                      \
    *error = c(x0, x1, x2, x3, x4);                                                \
  }
#define ROW6(f, c, ...) ROW6_(f, c, __VA_ARGS__)
#define ROW6_(f, c, K0, K1, K2, K3, K4, K5)                                                 \
  FARSAN_FORTRAN f(void* a, void* b, void* d, void* e, void* g, void* h, MPI_Fint* error) { \
    FARSAN_CALLED;                                                                          \
    K0 x0(a);                                                                               \
    K1 x1(b);                                                                               \
    K2 x2(d);                                                                               \
    K3 x3(e);                                                                               \
    K4 x4(g);                                                                               \
    K5 x5(h);                                                                               \
    *error = c(x0, x1, x2, x3, x4, x5);                                                     \
  }
#define ROW7(f, c, ...) ROW7_(f, c, __VA_ARGS__)
#define ROW7_(f, c, K0, K1, K2, K3, K4, K5, K6)                                                      \
  FARSAN_FORTRAN f(void* a, void* b, void* d, void* e, void* g, void* h, void* i, MPI_Fint* error) { \
    FARSAN_CALLED;                                                                                   \
    K0 x0(a);                                                                                        \
    K1 x1(b);                                                                                        \
    K2 x2(d);                                                                                        \
    K3 x3(e);                                                                                        \
    K4 x4(g);                                                                                        \
    K5 x5(h);                                                                                        \
    K6 x6(i);                                                                                        \
    *error = c(x0, x1, x2, x3, x4, x5, x6);                                                          \
  }
#define ROW8(f, c, ...) ROW8_(f, c, __VA_ARGS__)
#define ROW8_(f, c, K0, K1, K2, K3, K4, K5, K6, K7)                                                           \
  FARSAN_FORTRAN f(void* a, void* b, void* d, void* e, void* g, void* h, void* i, void* j, MPI_Fint* error) { \
    FARSAN_CALLED;                                                                                            \
    K0 x0(a);                                                                                                 \
    K1 x1(b);                                                                                                 \
    K2 x2(d);                                                                                                 \
    K3 x3(e);                                                                                                 \
    K4 x4(g);                                                                                                 \
    K5 x5(h);                                                                                                 \
    K6 x6(i);                                                                                                 \
    K7 x7(j);                                                                                                 \
    *error = c(x0, x1, x2, x3, x4, x5, x6, x7);                                                               \
  }
#define ROW9(f, c, ...) ROW9_(f, c, __VA_ARGS__)
#define ROW9_(f, c, K0, K1, K2, K3, K4, K5, K6, K7, K8)                                                                \
  FARSAN_FORTRAN f(void* a, void* b, void* d, void* e, void* g, void* h, void* i, void* j, void* k, MPI_Fint* error) { \
    FARSAN_CALLED;                                                                                                     \
    K0 x0(a);                                                                                                          \
    K1 x1(b);                                                                                                          \
    K2 x2(d);                                                                                                          \
    K3 x3(e);                                                                                                          \
    K4 x4(g);                                                                                                          \
    K5 x5(h);                                                                                                          \
    K6 x6(i);                                                                                                          \
    K7 x7(j);                                                                                                          \
    K8 x8(k);                                                                                                          \
    *error = c(x0, x1, x2, x3, x4, x5, x6, x7, x8);                                                                    \
  }
#define ROW10(f, c, ...) ROW10_(f, c, __VA_ARGS__)
#define ROW10_(f, c, K0, K1, K2, K3, K4, K5, K6, K7, K8, K9)                                                 \
  FARSAN_FORTRAN f(void* a, void* b, void* d, void* e, void* g, void* h, void* i, void* j, void* k, void* l, \
                   MPI_Fint* error) {                                                                        \
    FARSAN_CALLED;                                                                                           \
    K0 x0(a);                                                                                                \
    K1 x1(b);                                                                                                \
    K2 x2(d);                                                                                                \
    K3 x3(e);                                                                                                \
    K4 x4(g);                                                                                                \
    K5 x5(h);                                                                                                \
    K6 x6(i);                                                                                                \
    K7 x7(j);                                                                                                \
    K8 x8(k);                                                                                                \
    K9 x9(l);                                                                                                \
    *error = c(x0, x1, x2, x3, x4, x5, x6, x7, x8, x9);                                                      \
  }
#define ROW11(f, c, ...) ROW11_(f, c, __VA_ARGS__)
#define ROW11_(f, c, K0, K1, K2, K3, K4, K5, K6, K7, K8, K9, K10)                                                     \
  FARSAN_FORTRAN f(void* a, void* b, void* d, void* e, void* g, void* h, void* i, void* j, void* k, void* l, void* m, \
                   MPI_Fint* error) {                                                                                 \
    FARSAN_CALLED;                                                                                                    \
    K0 x0(a);                                                                                                         \
    K1 x1(b);                                                                                                         \
    K2 x2(d);                                                                                                         \
    K3 x3(e);                                                                                                         \
    K4 x4(g);                                                                                                         \
    K5 x5(h);                                                                                                         \
    K6 x6(i);                                                                                                         \
    K7 x7(j);                                                                                                         \
    K8 x8(k);                                                                                                         \
    K9 x9(l);                                                                                                         \
    K10 x10(m);                                                                                                       \
    *error = c(x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10);                                                          \
  }
#define ROW12(f, c, ...) ROW12_(f, c, __VA_ARGS__)
#define ROW12_(f, c, K0, K1, K2, K3, K4, K5, K6, K7, K8, K9, K10, K11)                                                \
  FARSAN_FORTRAN f(void* a, void* b, void* d, void* e, void* g, void* h, void* i, void* j, void* k, void* l, void* m, \
                   void* n, MPI_Fint* error) {                                                                        \
    FARSAN_CALLED;                                                                                                    \
    K0 x0(a);                                                                                                         \
    K1 x1(b);                                                                                                         \
    K2 x2(d);                                                                                                         \
    K3 x3(e);                                                                                                         \
    K4 x4(g);                                                                                                         \
    K5 x5(h);                                                                                                         \
    K6 x6(i);                                                                                                         \
    K7 x7(j);                                                                                                         \
    K8 x8(k);                                                                                                         \
    K9 x9(l);                                                                                                         \
    K10 x10(m);                                                                                                       \
    K11 x11(n);                                                                                                       \
    *error = c(x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11);                                                     \
  }

#define ROW13(f, c, ...) ROW13_(f, c, __VA_ARGS__)
#define ROW13_(f, c, K0, K1, K2, K3, K4, K5, K6, K7, K8, K9, K10, K11, K12)                                           \
  FARSAN_FORTRAN f(void* a, void* b, void* d, void* e, void* g, void* h, void* i, void* j, void* k, void* l, void* m, \
                   void* n, void* o, MPI_Fint* error) {                                                               \
    FARSAN_CALLED;                                                                                                    \
    K0 x0(a);                                                                                                         \
    K1 x1(b);                                                                                                         \
    K2 x2(d);                                                                                                         \
    K3 x3(e);                                                                                                         \
    K4 x4(g);                                                                                                         \
    K5 x5(h);                                                                                                         \
    K6 x6(i);                                                                                                         \
    K7 x7(j);                                                                                                         \
    K8 x8(k);                                                                                                         \
    K9 x9(l);                                                                                                         \
    K10 x10(m);                                                                                                       \
    K11 x11(n);                                                                                                       \
    K12 x12(o);                                                                                                       \
    *error = c(x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10, x11, x12);                                                \
  }

#define DATA Buffer, Int, Type

// --- Windows ---------------------------------------------------------------------------------------------------------
ROW6(mpi_win_create_, MPI_Win_create, Buffer, Aint, Int, Info, Comm, WinOut)
ROW6(mpi_win_allocate_, MPI_Win_allocate, Aint, Int, Info, Comm, Same<void>, WinOut)
ROW6(mpi_win_allocate_cptr_, MPI_Win_allocate, Aint, Int, Info, Comm, Same<void>, WinOut)
ROW6(mpi_win_allocate_shared_, MPI_Win_allocate_shared, Aint, Int, Info, Comm, Same<void>, WinOut)
ROW6(mpi_win_allocate_shared_cptr_, MPI_Win_allocate_shared, Aint, Int, Info, Comm, Same<void>, WinOut)
ROW3(mpi_win_create_dynamic_, MPI_Win_create_dynamic, Info, Comm, WinOut)
ROW3(mpi_win_attach_, MPI_Win_attach, Win, Buffer, Aint)
ROW2(mpi_win_detach_, MPI_Win_detach, Win, Buffer)
ROW1(mpi_win_free_, MPI_Win_free, WinInOut)
ROW2(mpi_win_set_info_, MPI_Win_set_info, Win, Info)
ROW2(mpi_win_fence_, MPI_Win_fence, Int, Win)
ROW3(mpi_win_post_, MPI_Win_post, Group, Int, Win)
ROW3(mpi_win_start_, MPI_Win_start, Group, Int, Win)
ROW1(mpi_win_complete_, MPI_Win_complete, Win)
ROW1(mpi_win_wait_, MPI_Win_wait, Win)
ROW2(mpi_win_test_, MPI_Win_test, Win, Flag)
ROW4(mpi_win_lock_, MPI_Win_lock, Int, Int, Int, Win)
ROW2(mpi_win_unlock_, MPI_Win_unlock, Int, Win)
ROW2(mpi_win_lock_all_, MPI_Win_lock_all, Int, Win)
ROW1(mpi_win_unlock_all_, MPI_Win_unlock_all, Win)
ROW2(mpi_win_flush_, MPI_Win_flush, Int, Win)
ROW1(mpi_win_flush_all_, MPI_Win_flush_all, Win)
ROW2(mpi_win_flush_local_, MPI_Win_flush_local, Int, Win)
ROW1(mpi_win_flush_local_all_, MPI_Win_flush_local_all, Win)
ROW1(mpi_win_sync_, MPI_Win_sync, Win)

// --- One-sided operations --------------------------------------------------------------------------------------------
#define TARGET Int, Aint, Int, Type
ROW8(mpi_put_, MPI_Put, DATA, TARGET, Win)
ROW8(mpi_get_, MPI_Get, DATA, TARGET, Win)
ROW9(mpi_accumulate_, MPI_Accumulate, DATA, TARGET, Op, Win)
ROW12(mpi_get_accumulate_, MPI_Get_accumulate, DATA, DATA, TARGET, Op, Win)
ROW9(mpi_rput_, MPI_Rput, DATA, TARGET, Win, RequestOut)
ROW9(mpi_rget_, MPI_Rget, DATA, TARGET, Win, RequestOut)
ROW10(mpi_raccumulate_, MPI_Raccumulate, DATA, TARGET, Op, Win, RequestOut)
ROW13(mpi_rget_accumulate_, MPI_Rget_accumulate, DATA, DATA, TARGET, Op, Win, RequestOut)
ROW7(mpi_fetch_and_op_, MPI_Fetch_and_op, Buffer, Buffer, Type, Int, Aint, Op, Win)
ROW7(mpi_compare_and_swap_, MPI_Compare_and_swap, Buffer, Buffer, Buffer, Type, Int, Aint, Win)

// --- Point to point --------------------------------------------------------------------------------------------------
ROW6(mpi_send_, MPI_Send, DATA, Int, Int, Comm)
ROW6(mpi_bsend_, MPI_Bsend, DATA, Int, Int, Comm)
ROW6(mpi_ssend_, MPI_Ssend, DATA, Int, Int, Comm)
ROW6(mpi_rsend_, MPI_Rsend, DATA, Int, Int, Comm)
ROW7(mpi_recv_, MPI_Recv, DATA, Int, Int, Comm, Status)
ROW7(mpi_isend_, MPI_Isend, DATA, Int, Int, Comm, RequestOut)
ROW7(mpi_ibsend_, MPI_Ibsend, DATA, Int, Int, Comm, RequestOut)
ROW7(mpi_issend_, MPI_Issend, DATA, Int, Int, Comm, RequestOut)
ROW7(mpi_irsend_, MPI_Irsend, DATA, Int, Int, Comm, RequestOut)
ROW7(mpi_irecv_, MPI_Irecv, DATA, Int, Int, Comm, RequestOut)
ROW7(mpi_send_init_, MPI_Send_init, DATA, Int, Int, Comm, RequestOut)
ROW7(mpi_bsend_init_, MPI_Bsend_init, DATA, Int, Int, Comm, RequestOut)
ROW7(mpi_ssend_init_, MPI_Ssend_init, DATA, Int, Int, Comm, RequestOut)
ROW7(mpi_rsend_init_, MPI_Rsend_init, DATA, Int, Int, Comm, RequestOut)
ROW7(mpi_recv_init_, MPI_Recv_init, DATA, Int, Int, Comm, RequestOut)
ROW12(mpi_sendrecv_, MPI_Sendrecv, DATA, Int, Int, DATA, Int, Int, Comm, Status)
ROW9(mpi_sendrecv_replace_, MPI_Sendrecv_replace, DATA, Int, Int, Int, Int, Comm, Status)
ROW4(mpi_probe_, MPI_Probe, Int, Int, Comm, Status)
ROW5(mpi_iprobe_, MPI_Iprobe, Int, Int, Comm, Flag, Status)
ROW5(mpi_mprobe_, MPI_Mprobe, Int, Int, Comm, MessageOut, Status)
ROW6(mpi_improbe_, MPI_Improbe, Int, Int, Comm, Flag, MessageOut, Status)
ROW5(mpi_mrecv_, MPI_Mrecv, DATA, MessageInOut, Status)
ROW5(mpi_imrecv_, MPI_Imrecv, DATA, MessageInOut, RequestOut)
ROW1(mpi_start_, MPI_Start, RequestInOut)
ROW2(mpi_wait_, MPI_Wait, RequestInOut, Status)
ROW3(mpi_test_, MPI_Test, RequestInOut, Flag, Status)
ROW3(mpi_request_get_status_, MPI_Request_get_status, Request, Flag, Status)
ROW1(mpi_request_free_, MPI_Request_free, RequestInOut)

// --- Collectives -----------------------------------------------------------------------------------------------------
#define V_DATA Buffer, Ints, Ints, Type
ROW1(mpi_barrier_, MPI_Barrier, Comm)
ROW5(mpi_bcast_, MPI_Bcast, DATA, Int, Comm)
ROW8(mpi_gather_, MPI_Gather, DATA, DATA, Int, Comm)
ROW9(mpi_gatherv_, MPI_Gatherv, DATA, V_DATA, Int, Comm)
ROW8(mpi_scatter_, MPI_Scatter, DATA, DATA, Int, Comm)
ROW9(mpi_scatterv_, MPI_Scatterv, V_DATA, DATA, Int, Comm)
ROW7(mpi_allgather_, MPI_Allgather, DATA, DATA, Comm)
ROW8(mpi_allgatherv_, MPI_Allgatherv, DATA, V_DATA, Comm)
ROW7(mpi_alltoall_, MPI_Alltoall, DATA, DATA, Comm)
ROW9(mpi_alltoallv_, MPI_Alltoallv, V_DATA, V_DATA, Comm)
ROW7(mpi_reduce_, MPI_Reduce, Buffer, DATA, Op, Int, Comm)
ROW6(mpi_allreduce_, MPI_Allreduce, Buffer, DATA, Op, Comm)
ROW6(mpi_reduce_scatter_, MPI_Reduce_scatter, Buffer, Buffer, Ints, Type, Op, Comm)
ROW6(mpi_reduce_scatter_block_, MPI_Reduce_scatter_block, Buffer, DATA, Op, Comm)
ROW6(mpi_scan_, MPI_Scan, Buffer, DATA, Op, Comm)
ROW6(mpi_exscan_, MPI_Exscan, Buffer, DATA, Op, Comm)
ROW2(mpi_ibarrier_, MPI_Ibarrier, Comm, RequestOut)
ROW6(mpi_ibcast_, MPI_Ibcast, DATA, Int, Comm, RequestOut)
ROW9(mpi_igather_, MPI_Igather, DATA, DATA, Int, Comm, RequestOut)
ROW9(mpi_iscatter_, MPI_Iscatter, DATA, DATA, Int, Comm, RequestOut)
ROW8(mpi_iallgather_, MPI_Iallgather, DATA, DATA, Comm, RequestOut)
ROW8(mpi_ialltoall_, MPI_Ialltoall, DATA, DATA, Comm, RequestOut)
ROW8(mpi_ireduce_, MPI_Ireduce, Buffer, DATA, Op, Int, Comm, RequestOut)
ROW7(mpi_iallreduce_, MPI_Iallreduce, Buffer, DATA, Op, Comm, RequestOut)
ROW7(mpi_iscan_, MPI_Iscan, Buffer, DATA, Op, Comm, RequestOut)
ROW7(mpi_iexscan_, MPI_Iexscan, Buffer, DATA, Op, Comm, RequestOut)
ROW10(mpi_igatherv_, MPI_Igatherv, DATA, V_DATA, Int, Comm, RequestOut)
ROW10(mpi_iscatterv_, MPI_Iscatterv, V_DATA, DATA, Int, Comm, RequestOut)
ROW9(mpi_iallgatherv_, MPI_Iallgatherv, DATA, V_DATA, Comm, RequestOut)
ROW10(mpi_ialltoallv_, MPI_Ialltoallv, V_DATA, V_DATA, Comm, RequestOut)
ROW7(mpi_ireduce_scatter_, MPI_Ireduce_scatter, Buffer, Buffer, Ints, Type, Op, Comm, RequestOut)
ROW7(mpi_ireduce_scatter_block_, MPI_Ireduce_scatter_block, Buffer, DATA, Op, Comm, RequestOut)
ROW7(mpi_neighbor_allgather_, MPI_Neighbor_allgather, DATA, DATA, Comm)
ROW8(mpi_neighbor_allgatherv_, MPI_Neighbor_allgatherv, DATA, V_DATA, Comm)
ROW7(mpi_neighbor_alltoall_, MPI_Neighbor_alltoall, DATA, DATA, Comm)
ROW9(mpi_neighbor_alltoallv_, MPI_Neighbor_alltoallv, V_DATA, V_DATA, Comm)
ROW8(mpi_ineighbor_allgather_, MPI_Ineighbor_allgather, DATA, DATA, Comm, RequestOut)
ROW9(mpi_ineighbor_allgatherv_, MPI_Ineighbor_allgatherv, DATA, V_DATA, Comm, RequestOut)
ROW8(mpi_ineighbor_alltoall_, MPI_Ineighbor_alltoall, DATA, DATA, Comm, RequestOut)
ROW10(mpi_ineighbor_alltoallv_, MPI_Ineighbor_alltoallv, V_DATA, V_DATA, Comm, RequestOut)
ROW7(mpi_pack_, MPI_Pack, DATA, Buffer, Int, Ints, Comm)
ROW7(mpi_unpack_, MPI_Unpack, Buffer, Int, Ints, DATA, Comm)
ROW5(mpi_reduce_local_, MPI_Reduce_local, Buffer, DATA, Op)
#if MPI_VERSION >= 4
#define INIT Info, RequestOut
ROW3(mpi_barrier_init_, MPI_Barrier_init, Comm, INIT)
ROW7(mpi_bcast_init_, MPI_Bcast_init, DATA, Int, Comm, INIT)
ROW10(mpi_gather_init_, MPI_Gather_init, DATA, DATA, Int, Comm, INIT)
ROW11(mpi_gatherv_init_, MPI_Gatherv_init, DATA, V_DATA, Int, Comm, INIT)
ROW10(mpi_scatter_init_, MPI_Scatter_init, DATA, DATA, Int, Comm, INIT)
ROW11(mpi_scatterv_init_, MPI_Scatterv_init, V_DATA, DATA, Int, Comm, INIT)
ROW9(mpi_allgather_init_, MPI_Allgather_init, DATA, DATA, Comm, INIT)
ROW10(mpi_allgatherv_init_, MPI_Allgatherv_init, DATA, V_DATA, Comm, INIT)
ROW9(mpi_alltoall_init_, MPI_Alltoall_init, DATA, DATA, Comm, INIT)
ROW11(mpi_alltoallv_init_, MPI_Alltoallv_init, V_DATA, V_DATA, Comm, INIT)
ROW9(mpi_reduce_init_, MPI_Reduce_init, Buffer, DATA, Op, Int, Comm, INIT)
ROW8(mpi_allreduce_init_, MPI_Allreduce_init, Buffer, DATA, Op, Comm, INIT)
ROW8(mpi_reduce_scatter_init_, MPI_Reduce_scatter_init, Buffer, Buffer, Ints, Type, Op, Comm, INIT)
ROW8(mpi_reduce_scatter_block_init_, MPI_Reduce_scatter_block_init, Buffer, DATA, Op, Comm, INIT)
ROW8(mpi_scan_init_, MPI_Scan_init, Buffer, DATA, Op, Comm, INIT)
ROW8(mpi_exscan_init_, MPI_Exscan_init, Buffer, DATA, Op, Comm, INIT)
ROW9(mpi_neighbor_allgather_init_, MPI_Neighbor_allgather_init, DATA, DATA, Comm, INIT)
ROW10(mpi_neighbor_allgatherv_init_, MPI_Neighbor_allgatherv_init, DATA, V_DATA, Comm, INIT)
ROW9(mpi_neighbor_alltoall_init_, MPI_Neighbor_alltoall_init, DATA, DATA, Comm, INIT)
ROW11(mpi_neighbor_alltoallv_init_, MPI_Neighbor_alltoallv_init, V_DATA, V_DATA, Comm, INIT)
ROW9(mpi_psend_init_, MPI_Psend_init, Buffer, Int, Value<MPI_Count>, Type, Int, Int, Comm, INIT)
ROW9(mpi_precv_init_, MPI_Precv_init, Buffer, Int, Value<MPI_Count>, Type, Int, Int, Comm, INIT)
ROW2(mpi_pready_, MPI_Pready, Int, Request)
ROW3(mpi_pready_range_, MPI_Pready_range, Int, Int, Request)
ROW3(mpi_pready_list_, MPI_Pready_list, Int, Ints, Request)
ROW3(mpi_parrived_, MPI_Parrived, Request, Int, Flag)
ROW12(mpi_isendrecv_, MPI_Isendrecv, DATA, Int, Int, DATA, Int, Int, Comm, RequestOut)
ROW9(mpi_isendrecv_replace_, MPI_Isendrecv_replace, DATA, Int, Int, Int, Int, Comm, RequestOut)
#endif

// --- Communicators and datatypes ---------------------------------------------------------------------------------------
ROW2(mpi_comm_dup_, MPI_Comm_dup, Comm, CommOut)
ROW3(mpi_comm_dup_with_info_, MPI_Comm_dup_with_info, Comm, Info, CommOut)
ROW6(mpi_graph_create_, MPI_Graph_create, Comm, Int, Ints, Ints, Logical, CommOut)
ROW9(mpi_dist_graph_create_, MPI_Dist_graph_create, Comm, Int, Ints, Ints, Ints, Weights, Info, Logical, CommOut)
ROW10(mpi_dist_graph_create_adjacent_, MPI_Dist_graph_create_adjacent, Comm, Int, Ints, Weights, Int, Ints, Weights,
      Info, Logical, CommOut)
ROW3(mpi_comm_create_, MPI_Comm_create, Comm, Group, CommOut)
ROW4(mpi_comm_create_group_, MPI_Comm_create_group, Comm, Group, Int, CommOut)
ROW4(mpi_comm_split_, MPI_Comm_split, Comm, Int, Int, CommOut)
ROW5(mpi_comm_split_type_, MPI_Comm_split_type, Comm, Int, Int, Info, CommOut)
ROW6(mpi_intercomm_create_, MPI_Intercomm_create, Comm, Int, Comm, Int, Int, CommOut)
ROW3(mpi_intercomm_merge_, MPI_Intercomm_merge, Comm, Logical, CommOut)
ROW6(mpi_cart_create_, MPI_Cart_create, Comm, Int, Ints, Logicals, Logical, CommOut)
ROW3(mpi_cart_sub_, MPI_Cart_sub, Comm, Logicals, CommOut)
ROW1(mpi_comm_free_, MPI_Comm_free, CommInOut)
ROW1(mpi_comm_disconnect_, MPI_Comm_disconnect, CommInOut)
ROW1(mpi_type_free_, MPI_Type_free, TypeInOut)
ROW2(mpi_abort_, MPI_Abort, Comm, Int)

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
  *error = MPI_Startall(count_of(count), handles);
}
FARSAN_FORTRAN mpi_waitall_(void* count, void* requests, void* statuses, MPI_Fint* error) {
  FARSAN_CALLED;
  Requests handles(count_of(count), requests);
  Statuses results(count_of(count), statuses);
  *error = MPI_Waitall(count_of(count), handles, results);
}
FARSAN_FORTRAN mpi_testall_(void* count, void* requests, void* flag, void* statuses, MPI_Fint* error) {
  FARSAN_CALLED;
  Requests handles(count_of(count), requests);
  Statuses results(count_of(count), statuses);
  Flag done(flag);
  *error = MPI_Testall(count_of(count), handles, done, results);
}
FARSAN_FORTRAN mpi_waitany_(void* count, void* requests, int* index, void* status, MPI_Fint* error) {
  FARSAN_CALLED;
  Requests handles(count_of(count), requests);
  Status result(status);
  *error = MPI_Waitany(count_of(count), handles, index, result);
  to_fortran(*index);
}
FARSAN_FORTRAN mpi_testany_(void* count, void* requests, int* index, void* flag, void* status, MPI_Fint* error) {
  FARSAN_CALLED;
  Requests handles(count_of(count), requests);
  Status result(status);
  Flag done(flag);
  *error = MPI_Testany(count_of(count), handles, index, done, result);
  to_fortran(*index);
}
FARSAN_FORTRAN mpi_waitsome_(void* count, void* requests, int* done, int* indices, void* statuses, MPI_Fint* error) {
  FARSAN_CALLED;
  Requests handles(count_of(count), requests);
  Statuses results(count_of(count), statuses);
  *error = MPI_Waitsome(count_of(count), handles, done, indices, results);
  for (int i = 0; *done != MPI_UNDEFINED && i < *done; ++i) to_fortran(indices[i]);
}
FARSAN_FORTRAN mpi_testsome_(void* count, void* requests, int* done, int* indices, void* statuses, MPI_Fint* error) {
  FARSAN_CALLED;
  Requests handles(count_of(count), requests);
  Statuses results(count_of(count), statuses);
  *error = MPI_Testsome(count_of(count), handles, done, indices, results);
  for (int i = 0; *done != MPI_UNDEFINED && i < *done; ++i) to_fortran(indices[i]);
}

// --- Start and end: the library's Fortran part has things of its own to set up -------------------------------------------

FARSAN_FORTRAN mpi_init_(MPI_Fint* error) {
  const farsan::runtime::Guard guard;
  reinterpret_cast<void (*)(MPI_Fint*)>(::dlsym(RTLD_NEXT, "mpi_init_"))(error);
  if (*error == MPI_SUCCESS) farsan::mpi::begin_job();
}
FARSAN_FORTRAN mpi_init_thread_(MPI_Fint* required, MPI_Fint* provided, MPI_Fint* error) {
  const farsan::runtime::Guard guard;
  reinterpret_cast<void (*)(MPI_Fint*, MPI_Fint*, MPI_Fint*)>(::dlsym(RTLD_NEXT, "mpi_init_thread_"))(required,
                                                                                                      provided, error);
  if (*error == MPI_SUCCESS) farsan::mpi::begin_job();
}
FARSAN_FORTRAN mpi_finalize_(MPI_Fint* error) {
  const farsan::runtime::Guard guard;
  farsan::mpi::end_job();
  reinterpret_cast<void (*)(MPI_Fint*)>(::dlsym(RTLD_NEXT, "mpi_finalize_"))(error);
}
