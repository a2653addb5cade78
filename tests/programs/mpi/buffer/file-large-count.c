// The large-count variants of MPI-IO and of external packing are the same operations. (Open MPI has them from version 5 on.)
// mpi: mpich
// variant racy-iwrite: -DIWRITE
// variant racy-iread: -DIREAD
// variant racy-split: -DSPLIT
// variant racy-read-to-a-window: -DWINDOW=0
// variant clean-read-beside: -DWINDOW=1
// variant racy-pack: -DPACK=0
// variant clean-pack-beside: -DPACK=1
// variant clean: -DCLEAN
#include <unistd.h>

#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_File file;
  MPI_Request request;
  char name[] = "/tmp/farsan-corpus-XXXXXX";
  int rank = begin(), value = rank, data[2] = {1, 2};
  int* x = open_window(2, &win);
  close(mkstemp(name));
  MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);

  MPI_File_iwrite_c(file, data, 2, MPI_INT, &request);  // race(iwrite) in racy-iwrite
#ifdef IWRITE
  if (rank == 0)
    data[1] = 3;  // race(iwrite) in racy-iwrite
#endif
  MPI_Wait(&request, MPI_STATUS_IGNORE);

  MPI_File_iread_at_c(file, 0, data, 1, MPI_INT, &request);  // race(iread) in racy-iread
#ifdef IREAD
  if (rank == 0)
    use(data[0]);  // race(iread) in racy-iread
#endif
  data[1] = 5;
  MPI_Wait(&request, MPI_STATUS_IGNORE);

  MPI_File_write_at_all_begin_c(file, 0, data, 2, MPI_INT);  // race(split) in racy-split
#ifdef SPLIT
  if (rank == 0)
    data[0] = 6;  // race(split) in racy-split
#endif
  MPI_File_write_at_all_end(file, data, MPI_STATUS_IGNORE);
  data[0] = 7;

  MPI_Win_fence(0, win);
#ifdef WINDOW
  if (rank == 0) MPI_Put(&value, 1, MPI_INT, 1, WINDOW, 1, MPI_INT, win);  // race(window) in racy-read-to-a-window
  if (rank == 1)
    MPI_File_read_at_c(file, 0, x, 1, MPI_INT, MPI_STATUS_IGNORE);  // race(window) in racy-read-to-a-window
#endif
#ifdef PACK
  MPI_Count position = 0;
  if (rank == 0) MPI_Put(&value, 1, MPI_INT, 1, PACK, 1, MPI_INT, win);  // race(pack) in racy-pack
  if (rank == 1)
    MPI_Pack_external_c("external32", data, 1, MPI_INT, x, 4, &position);  // race(pack) in racy-pack
#endif
  MPI_Win_fence(0, win);
  MPI_File_close(&file);
  return finish(&win);
}
