// Routines of the C library that read window memory on behalf of the program, while rank 0 puts into it. The race is with the
// line of the call. While rank 0 only gets, they are fine.
// variant racy-memcpy: -DOP=MPI_Put "-DCALL=memcpy(other,x,8)"
// variant racy-memmove: -DOP=MPI_Put "-DCALL=memmove(other,x,8)"
// variant racy-memcmp: -DOP=MPI_Put "-DCALL=use(memcmp(x,other,8))"
// variant racy-memchr: -DOP=MPI_Put "-DCALL=use(memchr(x,'t',8)!=NULL)"
// variant racy-strlen: -DOP=MPI_Put "-DCALL=use((int)strlen(x))"
// variant racy-strcpy: -DOP=MPI_Put "-DCALL=strcpy(other,x)"
// variant racy-strncpy: -DOP=MPI_Put "-DCALL=strncpy(other,x,sizeof(other)-1)"
// variant racy-strcmp: -DOP=MPI_Put "-DCALL=use(strcmp(x,other))"
// variant racy-strchr: -DOP=MPI_Put "-DCALL=use(strchr(x,'q')==NULL)"
// variant racy-strdup: -DOP=MPI_Put "-DCALL=free(strdup(x))"
// variant racy-strtol: -DOP=MPI_Put "-DCALL=use((int)strtol(x,NULL,10))"
// variant racy-atoi: -DOP=MPI_Put "-DCALL=use(atoi(x))"
// variant racy-printf: -DOP=MPI_Put "-DCALL=printf(FORMAT,x)"
// variant racy-snprintf: -DOP=MPI_Put "-DCALL=snprintf(other,sizeof(other),FORMAT,x)"
// variant racy-fwrite: -DOP=MPI_Put "-DCALL=fwrite(x,1,8,stdout)"
// variant racy-fputs: -DOP=MPI_Put "-DCALL=fputs(x,stdout)"
// variant racy-write: -DOP=MPI_Put "-DCALL=use((int)write(1,x,8))"
// variant racy-stpcpy: -DOP=MPI_Put "-DCALL=use(*stpcpy(other,x))"
// variant racy-mempcpy: -DOP=MPI_Put "-DCALL=use(*(char*)mempcpy(other,x,8))"
// variant racy-memccpy: -DOP=MPI_Put "-DCALL=use(memccpy(other,x,'4',8)==NULL)"
// variant racy-memmem: -DOP=MPI_Put "-DCALL=use(memmem(x,8,other,3)==NULL)"
// variant racy-strnlen: -DOP=MPI_Put "-DCALL=use((int)strnlen(x,8))"
// variant racy-strcasecmp: -DOP=MPI_Put "-DCALL=use(strcasecmp(x,other))"
// variant racy-strncasecmp: -DOP=MPI_Put "-DCALL=use(strncasecmp(x,other,3))"
// variant racy-strtoll: -DOP=MPI_Put "-DCALL=use((int)strtoll(x,NULL,10))"
// variant racy-strtoull: -DOP=MPI_Put "-DCALL=use((int)strtoull(x,NULL,10))"
// variant racy-strtof: -DOP=MPI_Put "-DCALL=use((int)strtof(x,NULL))"
// variant racy-strtok-r: -DOP=MPI_Put "-DCALL=use(strtok_r(x,other,&rest)==NULL)"
// variant racy-writev: -DOP=MPI_Put "-DCALL=use((int)writev(1,&part,1))"
// variant racy-send: -DOP=MPI_Put "-DCALL=use((int)send(sockets[0],x,8,0))"
// variant racy-strndup: -DOP=MPI_Put "-DCALL=puts(strndup(x,5))"
// variant racy-strspn: -DOP=MPI_Put "-DCALL=use((int)strspn(x,other))"
// variant racy-strcspn: -DOP=MPI_Put "-DCALL=use((int)strcspn(x,other))"
// variant racy-strpbrk: -DOP=MPI_Put "-DCALL=use(strpbrk(x,other)==NULL)"
// variant racy-memrchr: -DOP=MPI_Put "-DCALL=use(memrchr(x,'q',8)==NULL)"
// variant racy-strchrnul: -DOP=MPI_Put "-DCALL=use(strchrnul(x,'q')==NULL)"
// variant racy-asprintf: -DOP=MPI_Put "-DCALL=use(asprintf(&rest,FORMAT,x))"
// variant racy-asprintf-fortified: -O1 -D_FORTIFY_SOURCE=2 -DOP=MPI_Put "-DCALL=use(asprintf(&rest,FORMAT,x))"
// variant racy-dprintf: -DOP=MPI_Put "-DCALL=dprintf(1,FORMAT,x)"
// variant racy-fwrite-unlocked: -DOP=MPI_Put "-DCALL=fwrite_unlocked(x,1,8,stdout)"
// variant racy-fputs-unlocked: -DOP=MPI_Put "-DCALL=fputs_unlocked(x,stdout)"
// variant racy-pwrite64: -DOP=MPI_Put "-DCALL=use((int)pwrite64(1,x,8,0))"
// variant racy-pwritev: -DOP=MPI_Put "-DCALL=use((int)pwritev(1,&part,1,0))"
// variant racy-sendto: -DOP=MPI_Put "-DCALL=use((int)sendto(sockets[0],x,8,0,NULL,0))"
// variant racy-sendmsg: -DOP=MPI_Put "-DCALL=use((int)sendmsg(sockets[0],&message,0))"
// variant racy-fopen: -DOP=MPI_Put "-DCALL=use(fopen(x,other)==NULL)"
// variant racy-opendir: -DOP=MPI_Put "-DCALL=use(opendir(x)==NULL)"
// variant racy-unlink: -DOP=MPI_Put "-DCALL=use(unlink(x))"
// variant racy-remove: -DOP=MPI_Put "-DCALL=use(remove(x))"
// variant racy-regexec: -DOP=MPI_Put "-DCALL=use(regexec(&digits,x,0,NULL,0))"
// variant racy-fnmatch: -DOP=MPI_Put "-DCALL=use(fnmatch(other,x,0))"
// variant racy-fnmatch-pattern: -DOP=MPI_Put "-DCALL=use(fnmatch(x,other,0))"
// variant clean-regexec: -DOP=MPI_Get "-DCALL=use(regexec(&digits,x,0,NULL,0))"
// variant clean-fopen-elsewhere: -DOP=MPI_Put "-DCALL=use(fopen(x+32,other)==NULL)"
// variant clean-sendmsg: -DOP=MPI_Get "-DCALL=use((int)sendmsg(sockets[0],&message,0))"
// variant clean-asprintf: -DOP=MPI_Get "-DCALL=use(asprintf(&rest,FORMAT,x))"
// variant clean-strspn-elsewhere: -DOP=MPI_Put "-DCALL=use((int)strspn(x+32,other))"
// variant clean-memrchr-elsewhere: -DOP=MPI_Put "-DCALL=use(memrchr(x+32,'q',8)==NULL)"
// variant clean-memcpy: -DOP=MPI_Get "-DCALL=memcpy(other,x,8)"
// variant clean-strlen: -DOP=MPI_Get "-DCALL=use((int)strlen(x))"
// variant clean-printf: -DOP=MPI_Get "-DCALL=printf(FORMAT,x)"
// variant clean-fwrite: -DOP=MPI_Get "-DCALL=fwrite(x,1,8,stdout)"
// variant clean-address: -DOP=MPI_Put "-DCALL=printf(ADDRESS,(void*)x)"
// variant clean-elsewhere: -DOP=MPI_Put "-DCALL=memcpy(other,x+32,8)"
// variant clean-stpcpy: -DOP=MPI_Get "-DCALL=use(*stpcpy(other,x))"
// variant clean-memccpy: -DOP=MPI_Get "-DCALL=use(memccpy(other,x,'4',8)==NULL)"
// variant clean-memmem: -DOP=MPI_Get "-DCALL=use(memmem(x,8,other,3)==NULL)"
// variant clean-strnlen: -DOP=MPI_Get "-DCALL=use((int)strnlen(x,8))"
// variant clean-strcasecmp: -DOP=MPI_Get "-DCALL=use(strcasecmp(x,other))"
// variant clean-strtoll: -DOP=MPI_Get "-DCALL=use((int)strtoll(x,NULL,10))"
// variant clean-writev: -DOP=MPI_Get "-DCALL=use((int)writev(1,&part,1))"
// variant clean-send: -DOP=MPI_Get "-DCALL=use((int)send(sockets[0],x,8,0))"
// variant clean-memccpy-before: -DOP=MPI_Put "-DCALL=use(memccpy(other,x+16,'1',32)==NULL)"
// variant racy-strtold: -DOP=MPI_Put "-DCALL=use((int)strtold(x,NULL))"
// variant racy-strtoimax: -DOP=MPI_Put "-DCALL=use((int)strtoimax(x,NULL,10))"
// variant racy-strtoumax: -DOP=MPI_Put "-DCALL=use((int)strtoumax(x,NULL,10))"
// variant racy-strcoll: -DOP=MPI_Put "-DCALL=use(strcoll(x,other))"
// variant racy-strverscmp: -DOP=MPI_Put "-DCALL=use(strverscmp(x,other))"
// variant racy-strxfrm: -DOP=MPI_Put "-DCALL=use((int)strxfrm(other,x,64))"
// variant racy-strcasestr: -DOP=MPI_Put "-DCALL=use(strcasestr(x,other)==NULL)"
// variant racy-index: -DOP=MPI_Put "-DCALL=use((index)(x,'q')==NULL)"
// variant racy-rindex: -DOP=MPI_Put "-DCALL=use((rindex)(x,'q')==NULL)"
// variant racy-rawmemchr: -DOP=MPI_Put "-DCALL=use(rawmemchr(x,0)==NULL)"
// variant racy-perror: -DOP=MPI_Put "-DCALL=perror(x)"
// variant racy-pwritev2: -DOP=MPI_Put "-DCALL=use((int)pwritev2(1,&part,1,0,0))"
// variant racy-sendmmsg: -DOP=MPI_Put "-DCALL=use(sendmmsg(sockets[0],&messages,1,0))"
// variant racy-printf-position: -DOP=MPI_Put "-DCALL=printf(POSITIONS,7,x)"
// variant racy-printf-position-precision: -DOP=MPI_Put "-DCALL=printf(PRECISION,x,7)"
// variant racy-snprintf-position: -DOP=MPI_Put "-DCALL=snprintf(other,sizeof(other),POSITIONS,7,x)"
// variant clean-strcoll: -DOP=MPI_Get "-DCALL=use(strcoll(x,other))"
// variant clean-strtold: -DOP=MPI_Get "-DCALL=use((int)strtold(x,NULL))"
// variant clean-strtol-wrong-base: -DOP=MPI_Put "-DCALL=use((int)strtol(x,NULL,1))"
// variant clean-printf-position-elsewhere: -DOP=MPI_Put "-DCALL=printf(POSITIONS,7,x+32)"
// variant clean-printf-position-nothing: -DOP=MPI_Put "-DCALL=printf(PRECISION,x,0)"
// variant clean-sendmmsg: -DOP=MPI_Get "-DCALL=use(sendmmsg(sockets[0],&messages,1,0))"
// variant clean-rawmemchr-elsewhere: -DOP=MPI_Put "-DCALL=use(rawmemchr(x+32,0)==NULL)"
// needs -O0 in racy-strdup: an optimiser removes a strdup of which nobody uses the result
#define _GNU_SOURCE
#include "corpus.h"
#include <dirent.h>
#include <fnmatch.h>
#include <inttypes.h>
#include <regex.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#define FORMAT "%s\n"
#define ADDRESS "%p\n"
#define POSITIONS "%2$s %1$d\n"
#define PRECISION "%1$.*2$s\n"

int main(void) {
  MPI_Win win;
  char value[8] = "1234567", other[64] = "other";
  int rank = begin(), sockets[2];
  char *x = (char*)open_window(16, &win), *rest = NULL;
  struct iovec part = {x, 8};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  struct mmsghdr messages = {.msg_hdr = message};
  regex_t digits;
  if (regcomp(&digits, "[0-9]", REG_NOSUB) != 0)
    return 1;
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) != 0)
    return 1;
  if (rank == 1)
    memcpy(x, "7654321", 8);

  MPI_Win_fence(0, win);
  if (rank == 0) {
    OP(value, 8, MPI_CHAR, 1, 0, 8, MPI_CHAR, win);  // race(text)
  } else {
    CALL;  // race(text)
  }
  MPI_Win_fence(0, win);
  use(other[0] + (rest == NULL) + (int)(part.iov_len + message.msg_iovlen + messages.msg_len));
  return finish(&win);
}
