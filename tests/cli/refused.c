/* Calls that an MPI library refuses, one by one: what each returns must be the same with FarSan and without.
   Arguments: numbers of calls to leave out (some end the program, or hang it, in some libraries). */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int g_rank, g_number, g_left_out[1000];
#define TRY(call)                                                                    \
  do {                                                                               \
    if (g_left_out[++g_number]) break;                                               \
    int result_ = (call), class_ = MPI_SUCCESS;                                      \
    if (result_ != MPI_SUCCESS) MPI_Error_class(result_, &class_);                   \
    if (g_rank == 0) printf("%d %s: %d\n", g_number, #call, class_), fflush(stdout); \
  } while (0)

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  for (int i = 1; i < argc; ++i) g_left_out[atoi(argv[i])] = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &g_rank);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  int a[8] = {0}, b[8] = {0};
  MPI_Request r = MPI_REQUEST_NULL;
  MPI_Status st;
  MPI_Win win;
  int* base;
  MPI_Win_allocate(sizeof a, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  memset(base, 0, sizeof a);
  MPI_Barrier(MPI_COMM_WORLD);
  /* point to point */
  TRY(MPI_Send(a, 1, MPI_INT, 99, 0, MPI_COMM_WORLD));
  TRY(MPI_Send(a, 1, MPI_INT, -77, 0, MPI_COMM_WORLD));
  TRY(MPI_Send(a, -1, MPI_INT, 1, 0, MPI_COMM_WORLD));
  TRY(MPI_Send(a, 1, MPI_DATATYPE_NULL, 1, 0, MPI_COMM_WORLD));
  TRY(MPI_Send(a, 1, MPI_INT, 1, -5, MPI_COMM_WORLD));
  TRY(MPI_Send(a, 1, MPI_INT, 1, 0, MPI_COMM_NULL));
  TRY(MPI_Isend(a, 1, MPI_INT, 99, 0, MPI_COMM_WORLD, &r));
  TRY(MPI_Isend(a, -1, MPI_INT, 1, 0, MPI_COMM_WORLD, &r));
  TRY(MPI_Isend(a, 1, MPI_DATATYPE_NULL, 1, 0, MPI_COMM_WORLD, &r));
  TRY(MPI_Irecv(a, 1, MPI_INT, 99, 0, MPI_COMM_WORLD, &r));
  TRY(MPI_Irecv(a, 1, MPI_INT, 1, -7, MPI_COMM_WORLD, &r));
  TRY(MPI_Irecv(a, 1, MPI_INT, 1, 0, MPI_COMM_NULL, &r));
  TRY(MPI_Recv(a, -1, MPI_INT, 1, 0, MPI_COMM_WORLD, &st));
  TRY(MPI_Recv(a, 1, MPI_DATATYPE_NULL, 1, 0, MPI_COMM_WORLD, &st));
  TRY(MPI_Recv(a, 1, MPI_INT, 1, 0, MPI_COMM_NULL, &st));
  TRY(MPI_Send_init(a, 1, MPI_INT, 99, 0, MPI_COMM_WORLD, &r));
  TRY(MPI_Recv_init(a, -1, MPI_INT, 0, 0, MPI_COMM_WORLD, &r));
  TRY(MPI_Sendrecv(a, 1, MPI_INT, 99, 0, b, 1, MPI_INT, 99, 0, MPI_COMM_WORLD, &st));
  TRY(MPI_Sendrecv_replace(a, 1, MPI_INT, 99, 0, 99, 0, MPI_COMM_WORLD, &st));
  r = MPI_REQUEST_NULL;
  TRY(MPI_Start(&r));
  TRY(MPI_Wait(&r, &st));
  int flag, index, count, indices[4];
  MPI_Request rs[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  TRY(MPI_Waitall(2, rs, MPI_STATUSES_IGNORE));
  TRY(MPI_Waitall(-1, rs, MPI_STATUSES_IGNORE));
  TRY(MPI_Waitany(2, rs, &index, &st));
  TRY(MPI_Waitsome(2, rs, &count, indices, MPI_STATUSES_IGNORE));
  TRY(MPI_Testall(2, rs, &flag, MPI_STATUSES_IGNORE));
  TRY(MPI_Test(&r, &flag, &st));
  TRY(MPI_Request_free(&r));
  TRY(MPI_Cancel(&r));
  TRY(MPI_Probe(99, 0, MPI_COMM_WORLD, &st));
  TRY(MPI_Iprobe(0, 0, MPI_COMM_NULL, &flag, &st));
  /* collectives */
  TRY(MPI_Bcast(a, 1, MPI_INT, 99, MPI_COMM_WORLD));
  TRY(MPI_Bcast(a, -1, MPI_INT, 0, MPI_COMM_WORLD));
  TRY(MPI_Bcast(a, 1, MPI_DATATYPE_NULL, 0, MPI_COMM_WORLD));
  TRY(MPI_Bcast(a, 1, MPI_INT, 0, MPI_COMM_NULL));
  TRY(MPI_Barrier(MPI_COMM_NULL));
  TRY(MPI_Reduce(a, b, 1, MPI_INT, MPI_OP_NULL, 0, MPI_COMM_WORLD));
  TRY(MPI_Reduce(a, b, 1, MPI_INT, MPI_SUM, 99, MPI_COMM_WORLD));
  TRY(MPI_Allreduce(a, b, -1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
  TRY(MPI_Allreduce(a, b, 1, MPI_DATATYPE_NULL, MPI_SUM, MPI_COMM_WORLD));
  TRY(MPI_Ibarrier(MPI_COMM_NULL, &r));
  TRY(MPI_Ibcast(a, -1, MPI_INT, 0, MPI_COMM_WORLD, &r));
  TRY(MPI_Gather(a, 1, MPI_INT, b, 1, MPI_INT, 99, MPI_COMM_WORLD));
  TRY(MPI_Scatter(a, 1, MPI_INT, b, 1, MPI_INT, -99, MPI_COMM_WORLD));
  TRY(MPI_Allgather(a, -1, MPI_INT, b, 1, MPI_INT, MPI_COMM_WORLD));
  TRY(MPI_Alltoall(a, 1, MPI_DATATYPE_NULL, b, 1, MPI_INT, MPI_COMM_WORLD));
  /* communicators and groups */
  MPI_Comm c;
  MPI_Group g;
  TRY(MPI_Comm_dup(MPI_COMM_NULL, &c));
  TRY(MPI_Comm_split(MPI_COMM_WORLD, -5, 0, &c));
  TRY(MPI_Comm_create(MPI_COMM_WORLD, MPI_GROUP_NULL, &c));
  c = MPI_COMM_NULL;
  TRY(MPI_Comm_free(&c));
  TRY(MPI_Comm_group(MPI_COMM_NULL, &g));
  /* windows */
  MPI_Win other = MPI_WIN_NULL;
  TRY(MPI_Win_create(a, -1, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &other));
  TRY(MPI_Win_create(a, 4, 0, MPI_INFO_NULL, MPI_COMM_WORLD, &other));
  TRY(MPI_Win_create(a, 4, 1, MPI_INFO_NULL, MPI_COMM_NULL, &other));
  other = MPI_WIN_NULL;
  TRY(MPI_Win_free(&other));
  TRY(MPI_Win_fence(0, MPI_WIN_NULL));
  TRY(MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, MPI_WIN_NULL));
  TRY(MPI_Win_lock(MPI_LOCK_SHARED, 99, 0, win));
  TRY(MPI_Win_lock(12345, 0, 0, win));
  TRY(MPI_Win_unlock(0, win));
  TRY(MPI_Win_unlock(99, win));
  TRY(MPI_Win_unlock_all(win));
  TRY(MPI_Win_flush(0, win));
  TRY(MPI_Win_flush_all(win));
  TRY(MPI_Win_flush(0, MPI_WIN_NULL));
  TRY(MPI_Win_complete(win));
  TRY(MPI_Win_wait(win));
  TRY(MPI_Win_test(win, &flag));
  TRY(MPI_Win_post(MPI_GROUP_NULL, 0, win));
  TRY(MPI_Win_start(MPI_GROUP_NULL, 0, win));
  TRY(MPI_Win_sync(MPI_WIN_NULL));
  TRY(MPI_Win_attach(win, a, 4));
  TRY(MPI_Put(a, 1, MPI_INT, 0, 0, 1, MPI_INT, win));
  MPI_Win_lock_all(0, win);
  TRY(MPI_Put(a, 1, MPI_INT, 99, 0, 1, MPI_INT, win));
  TRY(MPI_Put(a, -1, MPI_INT, 0, 0, 1, MPI_INT, win));
  TRY(MPI_Put(a, 1, MPI_DATATYPE_NULL, 0, 0, 1, MPI_INT, win));
  TRY(MPI_Put(a, 1, MPI_INT, 0, 0, 1, MPI_DATATYPE_NULL, win));
  TRY(MPI_Put(a, 1, MPI_INT, 0, -4, 1, MPI_INT, win));
  TRY(MPI_Put(a, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_WIN_NULL));
  TRY(MPI_Get(a, 1, MPI_INT, 99, 0, 1, MPI_INT, win));
  TRY(MPI_Get(a, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_WIN_NULL));
  TRY(MPI_Accumulate(a, 1, MPI_INT, 99, 0, 1, MPI_INT, MPI_SUM, win));
  TRY(MPI_Accumulate(a, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_OP_NULL, win));
  TRY(MPI_Accumulate(a, 1, MPI_DATATYPE_NULL, 0, 0, 1, MPI_INT, MPI_SUM, win));
  TRY(MPI_Get_accumulate(a, 1, MPI_INT, b, -1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win));
  TRY(MPI_Fetch_and_op(a, b, MPI_DATATYPE_NULL, 0, 0, MPI_SUM, win));
  TRY(MPI_Fetch_and_op(a, b, MPI_INT, 99, 0, MPI_SUM, win));
  TRY(MPI_Compare_and_swap(a, b, base, MPI_DATATYPE_NULL, 0, 0, win));
  TRY(MPI_Rput(a, 1, MPI_INT, 99, 0, 1, MPI_INT, win, &r));
  TRY(MPI_Rget(a, -1, MPI_INT, 0, 0, 1, MPI_INT, win, &r));
  TRY(MPI_Raccumulate(a, 1, MPI_INT, 99, 0, 1, MPI_INT, MPI_SUM, win, &r));
  MPI_Win_unlock_all(win);
  /* uncommitted type */
  MPI_Datatype t;
  MPI_Type_vector(2, 1, 2, MPI_INT, &t);
  TRY(MPI_Send(a, 1, t, MPI_PROC_NULL, 0, MPI_COMM_WORLD));
  MPI_Type_free(&t);
  t = MPI_DATATYPE_NULL;
  TRY(MPI_Type_free(&t));
  /* no place for a handle */
  TRY(MPI_Wait(NULL, &st));
  TRY(MPI_Waitall(2, NULL, MPI_STATUSES_IGNORE));
  TRY(MPI_Waitany(2, NULL, &index, &st));
  TRY(MPI_Start(NULL));
  TRY(MPI_Startall(1, NULL));
  TRY(MPI_Request_free(NULL));
  TRY(MPI_Comm_free(NULL));
  TRY(MPI_Win_free(NULL));
  TRY(MPI_Comm_dup(MPI_COMM_WORLD, NULL));
  TRY(MPI_Comm_idup(MPI_COMM_WORLD, NULL, &r));
  /* handles that are gone, or cannot go */
  c = MPI_COMM_WORLD;
  TRY(MPI_Comm_free(&c));
  MPI_Comm_dup(MPI_COMM_WORLD, &c);
  MPI_Comm_set_errhandler(c, MPI_ERRORS_RETURN);
  MPI_Comm gone = c;
  MPI_Comm_free(&c);
  TRY(MPI_Barrier(gone));
  TRY(MPI_Send(a, 1, MPI_INT, 1, 0, gone));
  TRY(MPI_Comm_dup(gone, &c));
  TRY(MPI_Win_create(a, 4, 1, MPI_INFO_NULL, gone, &other));
  /* started, or not started */
  MPI_Recv_init(a, 1, MPI_INT, 1 - g_rank, 77, MPI_COMM_WORLD, &r);
  MPI_Start(&r);
  TRY(MPI_Start(&r));
  MPI_Cancel(&r);
  MPI_Wait(&r, &st);
  MPI_Request_free(&r);
#if MPI_VERSION >= 4
  MPI_Request halves[2];
  MPI_Psend_init(a, 2, 1, MPI_INT, 1 - g_rank, 78, MPI_COMM_WORLD, MPI_INFO_NULL, &halves[0]);
  MPI_Precv_init(b, 2, 1, MPI_INT, 1 - g_rank, 78, MPI_COMM_WORLD, MPI_INFO_NULL, &halves[1]);
  TRY(MPI_Pready(0, halves[0]));
  TRY(MPI_Pready(0, halves[1]));
  MPI_Startall(2, halves);
  TRY(MPI_Pready(2, halves[0]));
  MPI_Pready_range(0, 1, halves[0]);
  MPI_Waitall(2, halves, MPI_STATUSES_IGNORE);
  MPI_Request_free(&halves[0]);
  MPI_Request_free(&halves[1]);
#endif
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&win);
  if (g_rank == 0) printf("end\n");
  MPI_Finalize();
  return 0;
}
