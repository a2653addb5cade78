// Routines of the C library that write window memory, with what they were asked for or what they found, while rank 0 gets the second eight
// bytes of the window.
// variant racy-preadv2: "-DCALL=use((int)preadv2(fileno(file),&part,1,0,0))"
// variant racy-recvmmsg: "-DCALL=use(recvmmsg(sockets[0],&message,1,0,NULL))"
// variant racy-readlink: "-DCALL=use((int)readlink(EXE,x,8))"
// variant racy-readlinkat: "-DCALL=use((int)readlinkat(0,EXE,x,8))"
// variant racy-realpath: "-DCALL=use(realpath(ROOT,x)==NULL)"
// variant racy-getcwd: "-DCALL=use(getcwd(x-8,4096)==NULL)"
// variant racy-gethostname: "-DCALL=use(gethostname(x,64))"
// variant racy-getrandom: "-DCALL=use((int)getrandom(x,8,0))"
// variant racy-getentropy: "-DCALL=use(getentropy(x,8))"
// variant racy-strerror-r: "-DCALL=use(strerror_r(9999,x,8)==NULL)"
// variant racy-strerror-r-posix: "-DCALL=use(__xpg_strerror_r(9999,x,8))"
// variant racy-confstr: "-DCALL=use((int)confstr(_CS_PATH,x,8))"
// variant racy-lsearch: "-DCALL=use(lsearch(other,x-8,&count,8,different)==NULL)"
// variant racy-fgets-zero: "-DCALL=use(fgets(x-8,32,file)==NULL)"
// variant clean-preadv2-elsewhere: "-DCALL=use((int)(part.iov_base=x+8,preadv2(fileno(file),&part,1,0,0)))"
// variant clean-recvmmsg-elsewhere: "-DCALL=use((int)(part.iov_base=x+8,recvmmsg(sockets[0],&message,1,0,NULL)))"
// variant clean-readlink-elsewhere: "-DCALL=use((int)readlink(EXE,x+8,8))"
// variant clean-realpath-short: "-DCALL=use(realpath(ROOT,x-8)==NULL)"
// variant clean-getrandom-before: "-DCALL=use((int)getrandom(x-8,8,0))"
// variant clean-strerror-r-known: "-DCALL=use(strerror_r(0,x,8)==NULL)"
// variant clean-confstr-nothing: "-DCALL=use((int)confstr(_CS_PATH,x,nothing))"
// variant clean-lsearch-found: "-DCALL=use(lsearch(other,x-8,&count,8,alike)==NULL)"
// variant clean-fgets-short: "-DCALL=use(fgets(x-8,8,file)==NULL)"
#define _GNU_SOURCE
#include "corpus.h"
#include <search.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#define EXE "/proc/self/exe"
#define ROOT "/"

int __xpg_strerror_r(int, char*, size_t);

static inline int different(const void* a, const void* b) {
  return a != b;
}

static inline int alike(const void* a, const void* b) {
  return a == NULL || b == NULL;
}

int main(void) {
  MPI_Win win;
  char value[8], other[64] = "other";
  size_t count = 1;
  volatile size_t nothing = 0;
  int rank = begin(), sockets[2];
  char* x = (char*)open_window(2048, &win) + 8;
  struct iovec part = {x, 8};
  struct mmsghdr message = {.msg_hdr = {.msg_iov = &part, .msg_iovlen = 1}};
  FILE* file = tmpfile();
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) != 0 || write(sockets[1], other, 8) != 8)
    return 1;
  fwrite("a\0bcdefghijklmnop\n", 1, 19, file);
  rewind(file);

  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Get(value, 8, MPI_CHAR, 1, 2, 8, MPI_CHAR, win);  // race(bytes)
  } else {
    CALL;  // race(bytes)
  }
  MPI_Win_fence(0, win);
  fclose(file);
  use(value[0] + other[0] + (int)(nothing + count + message.msg_len) + (int)part.iov_len + different(x, x) + alike(x, x));
  return finish(&win);
}
