// Messages of four megabytes, of which one byte is touched while they are under way.
// variant racy-send-last: -DACCESS=out[bytes-1]=7
// variant racy-receive-middle: "-DACCESS=use(in[bytes/2])"
// variant racy-receive-sweep: "-DACCESS=memset(in,0,1)"
// variant clean-read-sent: "-DACCESS=use(out[bytes/2])"
// variant clean-behind: -DACCESS=in[bytes]=out[bytes]
#include "corpus.h"

enum { bytes = 1 << 22 };

int main(void) {
  MPI_Request requests[2];
  int rank = begin();
  char *in = calloc(bytes + 1, 1), *out = calloc(bytes + 1, 1);

  MPI_Irecv(in, bytes, MPI_CHAR, 1 - rank, 0, MPI_COMM_WORLD, &requests[0]);   // race(byte) in racy-receive-*
  MPI_Isend(out, bytes, MPI_CHAR, 1 - rank, 0, MPI_COMM_WORLD, &requests[1]);  // race(byte) in racy-send-*
  ACCESS;                                                                      // race(byte)
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  memcpy(out, in, bytes);
  free(in);
  free(out);
  MPI_Finalize();
  return 0;
}
