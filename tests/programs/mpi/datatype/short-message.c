// A message, or the rest of a file, that ends within an element of a derived datatype: what it does not reach, in the order of the type map, is
// not written. Another process puts there at that time.
// ranks: 3
// variant clean-recv: -DVECTOR -DPLACE=20
// variant clean-recv-hole: -DVECTOR -DPLACE=17
// variant racy-recv: -DVECTOR -DPLACE=18
// variant clean-mrecv: -DMRECV -DVECTOR -DPLACE=20
// variant racy-mrecv: -DMRECV -DVECTOR -DPLACE=18
// variant clean-sendrecv: -DSENDRECV -DVECTOR -DPLACE=20
// variant racy-sendrecv: -DSENDRECV -DVECTOR -DPLACE=18
// variant clean-file: -DREAD -DCONTIGUOUS -DPLACE=10
// variant racy-file: -DREAD -DCONTIGUOUS -DPLACE=9
// variant clean-second-element: -DTWO -DPLACE=20
// variant racy-second-element: -DTWO -DPLACE=18
// variant racy-first-element: -DTWO -DPLACE=6
// variant clean-last-block: -DBLOCKS -DPLACE=6
// variant racy-last-block: -DBLOCKS -DPLACE=5
#include <unistd.h>

#include "corpus.h"

static int ten[10];

static MPI_Datatype made_type(void) {
  MPI_Datatype type;
#if defined VECTOR
  // Ten of them are 0, 2, ... 18.
  MPI_Type_vector(16, 1, 2, MPI_INT, &type);
#elif defined CONTIGUOUS
  // 0 to 9. (Into a type with holes, MPICH reads zeros behind the end of a file, and says so.)
  MPI_Type_contiguous(32, MPI_INT, &type);
#elif defined TWO
  // As those of VECTOR, six in an element.
  MPI_Datatype six;
  MPI_Type_vector(6, 1, 2, MPI_INT, &six);
  MPI_Type_create_resized(six, 0, 12 * sizeof(int), &type);
  MPI_Type_free(&six);
#else
  // 16 to 19, then 0 to 5.
  const int lengths[] = {4, 16}, places[] = {16, 0};
  MPI_Type_indexed(2, lengths, places, MPI_INT, &type);
#endif
  MPI_Type_commit(&type);
  return type;
}

#ifdef READ
static MPI_File file_of_ten(void) {
  MPI_File file;
  char name[] = "/tmp/farsan-corpus-XXXXXX";
  close(mkstemp(name));
  MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
  MPI_File_write(file, ten, 10, MPI_INT, MPI_STATUS_IGNORE);
  return file;
}
#endif

int main(void) {
  MPI_Win win;
  const int rank = begin(), one = 1;
  int* x = open_window(32, &win);
  MPI_Datatype type = made_type();
#ifdef TWO
  const int count = 2;
#else
  const int count = 1;
#endif

  MPI_Win_lock_all(0, win);
#ifdef READ
  MPI_File file = file_of_ten();
  if (rank == 1)
    MPI_File_read_at(file, 0, x, count, type, MPI_STATUS_IGNORE);  // race(put) in racy-file
  MPI_File_close(&file);
#else
  if (rank == 0)
    MPI_Send(ten, 10, MPI_INT, 1, 0, MPI_COMM_WORLD);
  if (rank == 1) {
#if defined MRECV
    MPI_Message message;
    MPI_Mprobe(0, 0, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
    MPI_Mrecv(x, count, type, &message, MPI_STATUS_IGNORE);  // race(put) in racy-mrecv
#elif defined SENDRECV
    MPI_Sendrecv(ten, 1, MPI_INT, MPI_PROC_NULL, 0, x, count, type, 0, 0,  // race(put) in racy-sendrecv
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#else
    MPI_Recv(x, count, type, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);  // race(put) in racy-recv,racy-*-element,racy-*-block
#endif
  }
#endif
  if (rank == 2)
    MPI_Put(&one, 1, MPI_INT, 1, PLACE, 1, MPI_INT, win);  // race(put)
  MPI_Win_unlock_all(win);
  MPI_Type_free(&type);
  return finish(&win);
}
