// Streams and strings of the C++ library read and write on behalf of the program, by code that is not its own: the line is that of the
// program's call. Rank 0 puts into the first 64 bytes of rank 1 meanwhile.
// variant racy-read: -DREAD
// variant racy-write: -DWRITE
// variant racy-extract: -DEXTRACT -DTEXT="\"3.5\""
// variant racy-extract-rest: -DEXTRACT_SEVERAL -DTEXT="\"1 2\""
// variant racy-extract-nonsense: -DEXTRACT -DTEXT="\"word\""
// variant racy-extract-int: -DEXTRACT_INT
// variant racy-getline: -DGETLINE
// variant racy-extract-throws: -DEXTRACT -DTEXT="\"word\"" -DTHROWS
// variant racy-extract-as-it-was: -DEXTRACT_SHORT
// variant racy-extract-character: -DEXTRACT_CHARACTER -DTEXT="\" a\""
// variant racy-get: -DGET -DTEXT="\" a\""
// variant racy-get-several: -DGET_SEVERAL -DTEXT="\"abc\""
// variant racy-get-nothing: -DGET_SEVERAL -DTEXT="\"\"" -DTHROWS
// variant racy-from-chars: -DFROM_CHARS
// variant racy-to-chars: -DTO_CHARS=1.5
// variant racy-to-chars-large: -DTO_CHARS=1e300
// variant racy-to-chars-single: -DTO_CHARS=1e30f
// variant racy-to-chars-long: -DTO_CHARS=2.5L
// variant racy-to-chars-hexadecimal: -DTO_CHARS=1.5,std::chars_format::hex
// variant racy-to-chars-digits: -DTO_CHARS=1234.5,std::chars_format::fixed,3
// variant racy-hash: -DHASH
// variant racy-to-variable: -DTO_VARIABLE
// variant racy-insert: -DINSERT
// variant racy-string: -DSTRING
// variant clean-read-elsewhere: -DREAD -DFIRST=8
// variant clean-write-later: -DWRITE -DLATER
// variant clean-extract-nothing: -DEXTRACT -DTEXT="\"  \""
// variant clean-extract-nothing-throws: -DEXTRACT -DTEXT="\"  \"" -DTHROWS
// variant clean-extract-character-nothing: -DEXTRACT_CHARACTER -DTEXT="\" \""
// variant clean-get-nothing: -DGET -DTEXT="\"\""
// variant clean-from-chars-elsewhere: -DFROM_CHARS -DFIRST=8
// variant clean-to-chars-elsewhere: -DTO_CHARS=1e300 -DFIRST=8
// variant clean-to-chars-later: -DTO_CHARS=1e300 -DLATER
// variant clean-hash-elsewhere: -DHASH -DFIRST=8
// variant clean-from-chars-nothing: -DTO_VARIABLE -DTEXT="\"word\""
// variant clean-extract-elsewhere: -DEXTRACT -DTEXT="\"3.5\"" -DFIRST=8
// variant clean-extract-later: -DEXTRACT -DTEXT="\"3.5\"" -DLATER
#include <mpi.h>

#include <charconv>
#include <cstring>
#include <functional>
#include <iostream>
#include <sstream>
#include <string>

#ifndef TEXT
#define TEXT "3.5"
#endif
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
#ifdef THROWS
    text.exceptions(std::ios::failbit);
#endif
    try {
      text >> x[FIRST];  // race(io) in racy-extract,racy-extract-nonsense,racy-extract-throws
    } catch (const std::ios::failure&) {
      length = 2;
    }
#elif defined(EXTRACT_SHORT)
    std::istringstream text("42405");
    text >> *reinterpret_cast<unsigned short*>(bytes);  // race(io) in racy-extract-as-it-was
#elif defined(EXTRACT_CHARACTER)
    std::istringstream text(TEXT);
    text >> *bytes;  // race(io) in racy-extract-character
#elif defined(GET)
    std::istringstream text(TEXT);
    text.get(*bytes);  // race(io) in racy-get
#elif defined(GET_SEVERAL)
    std::istringstream text(TEXT);
#ifdef THROWS
    text.exceptions(std::ios::failbit);
#endif
    try {
      text.get(bytes, 32);  // race(io) in racy-get-several,racy-get-nothing
    } catch (const std::ios::failure&) {
      length = 2;
    }
#elif defined(FROM_CHARS)
    double number = 0;
    std::from_chars(bytes, bytes + 8, number);  // race(io) in racy-from-chars
    length = number != 0 ? 2 : 0;
#elif defined(TO_CHARS)
    std::to_chars(bytes, bytes + 32, TO_CHARS);  // race(io) in racy-to-chars*
#elif defined(HASH)
    length = std::_Hash_bytes(bytes, 32, 1) | 2;  // race(io) in racy-hash (what std::hash of strings calls)
#elif defined(TO_VARIABLE)
    const char* const text = TEXT;
    std::from_chars(text, text + std::strlen(text), x[FIRST]);  // race(io) in racy-to-variable
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
