// What -D_FORTIFY_SOURCE=2 makes of calls of the C library (__strcpy_chk and its like) reads and writes as the plain routines
// do. The window is an array whose size the compiler knows: without that there would be nothing for it to check.
// flags: -O2 -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2
// variant racy-reads-strcpy: -DOP=MPI_Put "-DCALL=strcpy(other,x)"
// variant racy-reads-strncpy: -DOP=MPI_Put "-DCALL=strncpy(other,x,size)"
// variant racy-reads-strcat: -DOP=MPI_Put "-DCALL=strcat(other,x)"
// variant racy-reads-strncat: -DOP=MPI_Put "-DCALL=strncat(other,x,size)"
// variant racy-reads-stpcpy: -DOP=MPI_Put "-DCALL=use(*stpcpy(other,x))"
// variant racy-reads-mempcpy: -DOP=MPI_Put "-DCALL=use(*(char*)mempcpy(other,x,size))"
// variant racy-reads-printf: -DOP=MPI_Put "-DCALL=printf(TEXT,x)"
// variant racy-reads-fprintf: -DOP=MPI_Put "-DCALL=fprintf(stdout,TEXT,x)"
// variant racy-reads-sprintf: -DOP=MPI_Put "-DCALL=use(sprintf(other,TEXT,x))"
// variant racy-reads-snprintf: -DOP=MPI_Put "-DCALL=use(snprintf(other,size,TEXT,x))"
// variant racy-writes-strcpy: -DOP=MPI_Get "-DCALL=strcpy(x,other)"
// variant racy-writes-strncpy: -DOP=MPI_Get "-DCALL=strncpy(x,other,size)"
// variant racy-writes-strcat: -DOP=MPI_Get "-DCALL=strcat(x,other)"
// variant racy-writes-strncat: -DOP=MPI_Get "-DCALL=strncat(x,other,size)"
// variant racy-writes-stpcpy: -DOP=MPI_Get "-DCALL=use(*stpcpy(x,other))"
// variant racy-writes-mempcpy: -DOP=MPI_Get "-DCALL=use(*(char*)mempcpy(x,other,size))"
// variant racy-writes-sprintf: -DOP=MPI_Get "-DCALL=use(sprintf(x,NUMBER,size))"
// variant racy-writes-snprintf: -DOP=MPI_Get "-DCALL=use(snprintf(x,size,NUMBER,size))"
// variant racy-writes-fgets: -DOP=MPI_Get "-DCALL=use(fgets(x,(int)size,file)==NULL)"
// variant racy-writes-fread: -DOP=MPI_Get "-DCALL=use((int)fread(x,1,size,file))"
// variant racy-writes-read: -DOP=MPI_Get "-DCALL=use((int)read(fileno(file),x,size))"
// variant racy-writes-pread: -DOP=MPI_Get "-DCALL=use((int)pread(fileno(file),x,size,0))"
// variant racy-writes-fread-part: -DOP=MPI_Get "-DCALL=use((int)fread(x,size*4,2,file))"
// variant racy-writes-getcwd: -DOP=MPI_Get "-DCALL=use(chdir(ROOT)+(getcwd(x,size*8)==NULL))"
// variant racy-writes-gethostname: -DOP=MPI_Get "-DCALL=use(gethostname(x,size*8))"
// variant racy-writes-readlink: -DOP=MPI_Get "-DCALL=use((int)readlink(EXE,x,size))"
// variant racy-writes-confstr: -DOP=MPI_Get "-DCALL=use((int)confstr(_CS_PATH,x,size))"
// variant clean-writes-readlink: -DOP=MPI_Get "-DCALL=use((int)readlink(EXE,x+32,size))"
// variant clean-reads-strcpy: -DOP=MPI_Get "-DCALL=strcpy(other,x)"
// variant clean-reads-mempcpy: -DOP=MPI_Get "-DCALL=use(*(char*)mempcpy(other,x,size))"
// variant clean-reads-printf: -DOP=MPI_Get "-DCALL=printf(TEXT,x)"
// variant clean-reads-sprintf: -DOP=MPI_Get "-DCALL=use(sprintf(other,TEXT,x))"
// variant clean-writes-elsewhere: -DOP=MPI_Get "-DCALL=strcpy(x+32,other)"
// variant clean-writes-read: -DOP=MPI_Get "-DCALL=use((int)read(fileno(file),other,size))"
// variant clean-writes-snprintf: -DOP=MPI_Get "-DCALL=use(snprintf(x+32,size,TEXT,other))"
#define _GNU_SOURCE
#include "corpus.h"
#include <unistd.h>

#define TEXT "<%s>\n"
#define NUMBER "%zu\n"
#define EXE "/proc/self/exe"
#define ROOT "/"

static char x[64];

int main(void) {
  MPI_Win win;
  char value[8] = "1234567", other[64] = "other";
  volatile size_t size_of_text = 8;
  const size_t size = size_of_text;
  FILE* file = fopen("/dev/zero", "r");
  int rank = begin();
  MPI_Win_create(x, sizeof x, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  if (rank == 1)
    memcpy(x, "7654321", 8);

  MPI_Win_fence(0, win);
  if (rank == 0) {
    OP(value, 8, MPI_CHAR, 1, 0, 8, MPI_CHAR, win);  // race(bytes)
  } else {
    CALL;  // race(bytes)
  }
  MPI_Win_fence(0, win);
  fclose(file);
  use(value[0] + other[0] + (int)size);
  return finish(&win);
}
