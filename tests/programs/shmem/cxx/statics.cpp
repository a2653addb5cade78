// Variables of C++ that are symmetric: static members, inline variables, those of templates and of functions.
// flags: -O0 -std=c++17
// variant racy: -DSYNC=shmem_sync_all
// variant clean: -DSYNC=shmem_barrier_all
#include "corpus.h"

struct Counter {
  static int total;
};
int Counter::total = 3;
inline double ratio = 1.5;
template <class T>
struct Slot {
  static inline T value{};
};
static int& hidden() {
  static int here = 2;
  return here;
}

int main() {
  int pe = begin();
  if (pe == 0) {
    shmem_int_p(&Counter::total, 1, 1);      // race(member)
    shmem_double_p(&ratio, 1, 1);            // race(inline)
    shmem_long_p(&Slot<long>::value, 1, 1);  // race(template)
    shmem_int_p(&hidden(), 1, 1);            // race(function)
  }
  SYNC();
  if (pe == 1) {
    use(Counter::total);                       // race(member)
    use(static_cast<int>(ratio));              // race(inline)
    use(static_cast<int>(Slot<long>::value));  // race(template)
    use(hidden());                             // race(function)
  }
  return finish();
}
