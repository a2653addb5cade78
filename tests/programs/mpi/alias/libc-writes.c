// Routines of the C library that write window memory on behalf of the program, while rank 0 gets from it. qsort calls back
// into the program, which only reads; the swaps are those of qsort.
// variant racy-memcpy: "-DCALL=memcpy(x,other,8)"
// variant racy-memmove: "-DCALL=memmove(x,other,8)"
// variant racy-memset: "-DCALL=memset(x,1,8)"
// variant racy-strcpy: "-DCALL=strcpy(x,other)"
// variant racy-strcat: "-DCALL=strcat(x,other)"
// variant racy-strncpy: "-DCALL=strncpy(x,other,8)"
// variant racy-snprintf: "-DCALL=snprintf(x,8,FORMAT,7)"
// variant racy-sprintf: "-DCALL=sprintf(x,FORMAT,7)"
// variant racy-fread: "-DCALL=use((int)fread(x,1,8,file))"
// variant racy-fgets: "-DCALL=use(fgets(x,8,file)==NULL)"
// variant racy-read: "-DCALL=use((int)read(fileno(file),x,8))"
// variant racy-qsort: "-DCALL=qsort(x,8,1,descending)"
// variant racy-sscanf: "-DCALL=use(sscanf(other,SCAN,x))"
// variant racy-stpcpy: "-DCALL=use(*stpcpy(x,other))"
// variant racy-mempcpy: "-DCALL=use(*(char*)mempcpy(x,other,8))"
// variant racy-memccpy: "-DCALL=use(memccpy(x,other,'e',8)==NULL)"
// variant racy-bzero: "-DCALL=bzero(x,8)"
// variant racy-strtok: "-DCALL=use(strtok(x,DELIMITERS)==NULL)"
// variant racy-strtok-r: "-DCALL=use(strtok_r(x,DELIMITERS,&rest)==NULL)"
// variant racy-readv: "-DCALL=use((int)readv(fileno(file),&part,1))"
// variant racy-recv: "-DCALL=use((int)recv(sockets[0],x,8,0))"
// variant racy-fread-unlocked: "-DCALL=use((int)fread_unlocked(x,1,8,file))"
// variant racy-fgets-unlocked: "-DCALL=use(fgets_unlocked(x,8,file)==NULL)"
// variant racy-pread64: "-DCALL=use((int)pread64(fileno(file),x,8,0))"
// variant racy-pread-64-bits: -D_FILE_OFFSET_BITS=64 "-DCALL=use((int)pread(fileno(file),x,8,0))"
// variant racy-pread-fortified: -O1 -D_FORTIFY_SOURCE=2 "-DCALL=use((int)pread(fileno(file),x,size,0))"
// variant racy-preadv: "-DCALL=use((int)preadv(fileno(zeros),&part,1,0))"
// variant racy-recvfrom: "-DCALL=use((int)recvfrom(sockets[0],x,8,0,NULL,NULL))"
// variant racy-recvmsg: "-DCALL=use((int)recvmsg(sockets[0],&message,0))"
// variant racy-stpncpy: "-DCALL=use(stpncpy(x,other,8)==NULL)"
// variant racy-bcopy: "-DCALL=bcopy(other,x,8)"
// variant racy-strsep: "-DCALL=use(strsep(&text,DELIMITERS)==NULL)"
// variant racy-qsort-r: "-DCALL=qsort_r(x,8,1,descending_r,NULL)"
// variant clean-recvmsg-elsewhere: "-DCALL=use((int)(part.iov_base=x+32,recvmsg(sockets[0],&message,0)))"
// variant clean-pread64-elsewhere: "-DCALL=use((int)pread64(fileno(file),x+32,8,0))"
// variant clean-fgets-unlocked-elsewhere: "-DCALL=use(fgets_unlocked(x+32,8,file)==NULL)"
// variant clean-sscanf-elsewhere: "-DCALL=use(sscanf(x,SCAN,other))"
// variant clean-fread: "-DCALL=use((int)fread(other,1,8,file))"
// variant clean-memset-elsewhere: "-DCALL=memset(x+32,1,8)"
// variant clean-memset-nothing: "-DCALL=memset(x,1,nothing)"
// variant clean-strtok-no-delimiter: "-DCALL=use(strtok(x,NONE)==NULL)"
// variant clean-strtok-r-elsewhere: "-DCALL=use(strtok_r(other,DELIMITERS,&rest)==NULL)"
// variant clean-recv-elsewhere: "-DCALL=use((int)recv(sockets[0],x+32,8,0))"
// variant clean-memccpy-elsewhere: "-DCALL=use(memccpy(x+32,other,'e',8)==NULL)"
// variant racy-strxfrm: "-DCALL=use((int)strxfrm(x,other,8))"
// variant racy-fread-part: "-DCALL=use((int)fread(x,64,1,zeros))"
// variant racy-sscanf-gnu: -std=gnu89 "-DCALL=use(sscanf(other,SCAN,x))"
// variant racy-fscanf-gnu: -std=gnu89 "-DCALL=use(fscanf(zeros,SCAN,x))"
// variant racy-sscanf-allocates: -std=gnu89 "-DCALL=use(sscanf(other,ALLOCATES,x))"
// variant racy-sscanf-position: "-DCALL=use(sscanf(other,POSITIONS,other+32,x))"
// variant clean-qsort-one: "-DCALL=qsort(x,size/8,8,descending)"
// variant clean-qsort-r-one: "-DCALL=qsort_r(x,size/8,8,descending_r,NULL)"
// variant clean-sscanf-position-elsewhere: "-DCALL=use(sscanf(other,POSITIONS,x,other+32))"
#define _GNU_SOURCE
#include "corpus.h"
#include <strings.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#define FORMAT "%d"
#define SCAN "%7s"
#define DELIMITERS "4h"
#define NONE "x"
#define POSITIONS "%2$7s"
#define ALLOCATES "%as"

static inline int descending(const void* a, const void* b) {
  return *(const char*)b - *(const char*)a;
}

static inline int descending_r(const void* a, const void* b, void* more) {
  (void)more;
  return descending(a, b);
}

int main(void) {
  MPI_Win win;
  char value[8], other[64] = "other";
  volatile size_t nothing = 0, size = 8;
  int rank = begin(), sockets[2];
  char *x = (char*)open_window(16, &win), *rest = NULL;
  char* text = x;
  struct iovec part = {x, 8};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) != 0 || write(sockets[1], other, 8) != 8)
    return 1;
  FILE *file = fopen("/dev/zero", "r"), *zeros = tmpfile();
  fwrite(other, 1, 8, zeros);
  rewind(zeros);
  if (rank == 1)
    memcpy(x, "1234567", 8);

  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Get(value, 8, MPI_CHAR, 1, 0, 8, MPI_CHAR, win);  // race(bytes)
  } else {
    CALL;  // race(bytes)
  }
  MPI_Win_fence(0, win);
  fclose(file);
  fclose(zeros);
  use(value[0] + other[0] + (int)(nothing + size + message.msg_iovlen) + (text == NULL) + (rest == NULL) + (int)part.iov_len);
  return finish(&win);
}
