// However the program comes to the memory, it is the same memory.
// variant racy-struct: "-DLOOK=use(nested.inner->field)"
// variant racy-copied: "-DLOOK=memcpy(&copy,at,sizeof copy)"
// variant racy-function: "-DLOOK=use(through(look,at))"
// variant racy-deep: "-DLOOK=use(deep(12,at))"
// variant racy-set: "-DLOOK=memset(at,0,8)"
// variant racy-byte: "-DLOOK=use(((char*)at)[3])"
// variant clean-beside: "-DLOOK=use(((char*)at)[4])"
// variant clean-copy-of-others: "-DLOOK=memcpy(&copy,at+1,sizeof copy)"
#include "corpus.h"

struct Inner {
  int field;
};
struct Outer {
  struct Inner* inner;
};

static int look(int* p) {
  return *p;  // race(remote) in racy-function
}
static int through(int (*f)(int*), int* p) {
  return f(p);
}
static int deep(int levels, int* p) {
  if (levels > 0)
    return deep(levels - 1, p);
  return *p;  // race(remote) in racy-deep
}

int main(void) {
  int rank = begin(), copy = 0;
  struct Outer nested = {(struct Inner*)at};
  if (rank == 0)
    WRITE(10, 0, 1, 0);  // race(remote)
  if (rank == 1) {
    LOOK;  // race(remote) in racy-struct,racy-copied,racy-set,racy-byte
  }
  use(copy + (nested.inner == NULL) + (0 ? deep(0, at) + through(look, at) : 0));
  return finish();
}
