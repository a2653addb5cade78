// A segment of memory that came from MPI is an MPI window at the same time.
// ranks: 3
// variant racy: -DMEET=
// variant racy-gaspi-first: -DMEET= -DGASPI_FIRST
// variant clean: -DMEET=MPI_Barrier(MPI_COMM_WORLD)
// variant clean-gaspi-first: -DMEET=MPI_Barrier(MPI_COMM_WORLD) -DGASPI_FIRST -DMPI_ENDS
#include "corpus.h"

enum { PAGE = 65536 };

int main(void) {
  int one = 1;
  char* memory;
  MPI_Win win;
  begin();
  MPI_Alloc_mem(3 * PAGE, MPI_INFO_NULL, &memory);
  int* shared = (int*)(void*)(memory + PAGE - (size_t)memory % PAGE);
  must(gaspi_segment_use(1, shared, PAGE, GASPI_GROUP_ALL, GASPI_BLOCK, 0));
  MPI_Win_create(shared, PAGE, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&one, 1, MPI_INT, 1, 5, 1, MPI_INT, win);  // race(both)
    MPI_Win_flush(1, win);
  }
  MEET;
  if (rank == 2) {
    must(gaspi_read(0, 0, 1, 1, BYTES(5), sizeof(int), 0, GASPI_BLOCK));  // race(both)
    WAIT();
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  BARRIER();
  must(gaspi_segment_delete(1));
  MPI_Free_mem(memory);
  return finish();
}
