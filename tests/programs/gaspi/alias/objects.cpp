// Objects in a segment: fields, references, algorithms of the library.
// variant racy-field: "-DLOOK=use(points[1].x)"
// variant racy-loop: "-DLOOK=for(const Point&p:points)use(p.x)"
// variant clean-other: "-DLOOK=use(points[2].x)"
#include "corpus.h"

struct Point {
  int x, y;
};

int main() {
  int rank = begin();
  Point(&points)[4] = *reinterpret_cast<Point(*)[4]>(at);
  if (rank == 0)
    WRITE(20, 2, 1, 0);  // race(remote)
  if (rank == 1) {
    LOOK;  // race(remote)
  }
  return finish();
}
