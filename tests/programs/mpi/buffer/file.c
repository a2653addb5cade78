// Buffers of MPI-IO: what is written to a file is loaded, what is read from one is stored, at once, or until the request or the
// end of a split collective.
// ranks: 2
// variant racy-iwrite: -DIWRITE
// variant racy-iread: -DIREAD
// variant racy-split: -DSPLIT
// variant racy-write-of-a-window: -DWINDOW
// variant racy-read-at-the-end: -DAT_THE_END=0
// variant clean-read-at-the-end: -DAT_THE_END=1
// variant clean: -DCLEAN
// variant clean-iwrite-and-load: -DLOAD
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

  MPI_File_iwrite(file, data, 2, MPI_INT, &request);  // race(iwrite) in racy-iwrite
#ifdef LOAD
  use(data[0]);
#endif
#ifdef IWRITE
  if (rank == 0)
    data[1] = 3;  // race(iwrite) in racy-iwrite
#endif
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  data[0] = 4;

  MPI_File_iread_at(file, 0, data, 1, MPI_INT, &request);  // race(iread) in racy-iread
#ifdef IREAD
  if (rank == 0)
    use(data[0]);  // race(iread) in racy-iread
#endif
  data[1] = 5;
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  use(data[0]);

  MPI_File_write_at_all_begin(file, 0, data, 2, MPI_INT);  // race(split) in racy-split
#ifdef SPLIT
  if (rank == 0)
    data[0] = 6;  // race(split) in racy-split
#endif
  MPI_File_write_at_all_end(file, data, MPI_STATUS_IGNORE);
  data[0] = 7;

  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(window) in racy-write-of-a-window
#ifdef WINDOW
  if (rank == 1)
    MPI_File_write(file, x, 1, MPI_INT, MPI_STATUS_IGNORE);  // race(window) in racy-write-of-a-window
#endif
#ifdef AT_THE_END  // there is one more number, where two would fit
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(&value, 1, MPI_INT, 1, AT_THE_END, 1, MPI_INT, win);  // race(end) in racy-read-at-the-end
  if (rank == 1)
    MPI_File_read_at(file, 4, x, 2, MPI_INT, MPI_STATUS_IGNORE);  // race(end) in racy-read-at-the-end
#endif
  MPI_Win_fence(0, win);
  MPI_File_write(file, x, 2, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_close(&file);
  return finish(&win);
}
