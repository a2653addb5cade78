// The window is one page, from the first byte to the last, and accesses begin on the page before it or end on the page behind: where an
// access begins is not all that counts.
// variant racy-pair-before: "-DACCESS=*(pair*)(page-8)=two"
// variant clean-pair-before: "-DACCESS=*(pair*)(page-16)=two"
// variant racy-load-before: "-DACCESS=use((*(pair*)(page-8))[1]>0)"
// variant racy-pair-behind: "-DACCESS=*(pair*)(page+PAGE-8)=two"
// variant clean-pair-behind: "-DACCESS=*(pair*)(page+PAGE)=two"
// variant racy-odd-before: "-DACCESS=((struct odd*)(page-4))->value=7"
// variant clean-odd-before: "-DACCESS=((struct odd*)(page-9))->value=7"
// variant racy-many-before: "-DACCESS=*(struct many*)(page-16)=many"
// variant clean-many-before: "-DACCESS=*(struct many*)(page-24)=many"
// variant racy-many-behind: "-DACCESS=*(struct many*)(page+PAGE-8)=many"
#include "corpus.h"

#define PAGE 4096

typedef double pair __attribute__((vector_size(16), aligned(8)));
struct odd {
  char first;
  long long value;
} __attribute__((packed));
struct many {
  double values[3];
};

int main(void) {
  MPI_Win win;
  double zeros[PAGE / 8] = {0};
  pair two = {1, 2};
  struct many many = {{1, 2, 3}};
  int rank = begin();
  char *memory = aligned_alloc(PAGE, 3 * PAGE), *page = memory + PAGE;
  MPI_Win_create(page, PAGE, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  use((long)two[0] + (long)many.values[0]);

  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Put(zeros, PAGE / 8, MPI_DOUBLE, 1, 0, PAGE / 8, MPI_DOUBLE, win);  // race(byte)
  } else {
    ACCESS;  // race(byte)
  }
  MPI_Win_fence(0, win);
  use(page[0]);
  finish(&win);
  free(memory);
  return 0;
}
