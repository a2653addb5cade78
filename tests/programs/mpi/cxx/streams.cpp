// Streams and strings of the C++ library read and write on behalf of the program, by code that is not its own: the line is that of the
// program's call. Rank 0 puts into the first 64 bytes of rank 1 meanwhile.
// variant racy-read: -DREAD
// variant racy-write: -DWRITE
// variant racy-extract: -DEXTRACT -DTEXT="\"3.5\""
// variant racy-extract-rest: -DEXTRACT_SEVERAL -DTEXT="\"1 2\""
// variant racy-extract-nonsense: -DEXTRACT -DTEXT="\"word\""
// variant racy-extract-int: -DEXTRACT_INT
// variant racy-getline: -DGETLINE
// variant racy-insert: -DINSERT
// variant racy-string: -DSTRING
// variant clean-read-elsewhere: -DREAD -DFIRST=8
// variant clean-write-later: -DWRITE -DLATER
// variant clean-extract-nothing: -DEXTRACT -DTEXT="\"  \""
// variant clean-extract-elsewhere: -DEXTRACT -DTEXT="\"3.5\"" -DFIRST=8
// variant clean-extract-later: -DEXTRACT -DTEXT="\"3.5\"" -DLATER
#include <mpi.h>

#include <cstring>
#include <iostream>
#include <sstream>
#include <string>

#ifndef FIRST
#define FIRST 0
#endif

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  double* x;
  MPI_Win win;
  MPI_Win_allocate(16 * sizeof(double), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &x, &win);
  std::memset(x, 'a', 16 * sizeof(double));
  x[15] = 0;
  double mine[8] = {};
  std::stringstream binary;
  for (int i = 0; i < 16; ++i)
    binary << "01234567";
  std::size_t length = 0;
  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Put(mine, 8, MPI_DOUBLE, 1, 0, 8, MPI_DOUBLE, win);  // race(io)
  } else {
#ifdef LATER
    MPI_Win_fence(0, win);
#endif
    char* const bytes = reinterpret_cast<char*>(x + FIRST);
#if defined(READ)
    binary.read(bytes, 32);  // race(io) in racy-read
#elif defined(WRITE)
    binary.write(bytes, 32);  // race(io) in racy-write
#elif defined(EXTRACT)
    std::istringstream text(TEXT);
    text >> x[FIRST];  // race(io) in racy-extract,racy-extract-nonsense
#elif defined(EXTRACT_SEVERAL)
    std::istringstream text(TEXT);
    double elsewhere;
    text >> elsewhere;
    for (int i = 0; text; ++i)
      text >> x[i];  // race(io) in racy-extract-rest
#elif defined(EXTRACT_INT)
    std::istringstream text("17");
    text >> *reinterpret_cast<int*>(bytes);  // race(io) in racy-extract-int
#elif defined(GETLINE)
    binary.getline(bytes, 32);  // race(io) in racy-getline
#elif defined(INSERT)
    binary << bytes;  // race(io) in racy-insert
#elif defined(STRING)
    std::string text("a");
    text.append(bytes, 40);  // race(io) in racy-string
    length = text.size();
#endif
  }
#ifdef LATER
  if (rank == 0)
    MPI_Win_fence(0, win);
#endif
  MPI_Win_fence(0, win);
  if (length == 1)
    std::cout << binary.str();
  MPI_Win_free(&win);
  MPI_Finalize();
}
