// Derived datatypes in messages and collectives: the holes of an open receive or send are the program's.
// variant clean-irecv-hole: -DIRECV -DACCESS=a[1]=7
// variant racy-irecv-block: -DIRECV "-DACCESS=use(a[2])"
// variant clean-isend-hole: -DISEND -DACCESS=a[3]=7
// variant racy-isend-block: -DISEND -DACCESS=a[4]=7
// variant clean-ibcast-hole: -DIBCAST -DACCESS=a[5]=7
// variant racy-ibcast-block: -DIBCAST "-DACCESS=use(a[0])"
#include "corpus.h"

#if defined IRECV
#define OPEN MPI_Irecv(a, 1, vector, 1, 0, MPI_COMM_WORLD, &request)
#define PARTNER MPI_Send(a, 1, vector, 0, 0, MPI_COMM_WORLD)
#elif defined ISEND
#define OPEN MPI_Isend(a, 1, vector, 1, 0, MPI_COMM_WORLD, &request)
#define PARTNER MPI_Recv(a, 1, vector, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
#else
#define OPEN MPI_Ibcast(a, 1, vector, 1, MPI_COMM_WORLD, &request)
#define PARTNER MPI_Ibcast(a, 1, vector, 1, MPI_COMM_WORLD, &request)
#endif

int main(void) {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Datatype vector;
  int rank = begin(), a[6] = {0};
  MPI_Type_vector(3, 1, 2, MPI_INT, &vector);
  MPI_Type_commit(&vector);

  if (rank == 0) {
    OPEN;    // race(block)
    ACCESS;  // race(block)
  } else {
    PARTNER;
  }
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Type_free(&vector);
  use(a[0]);
  MPI_Finalize();
  return 0;
}
