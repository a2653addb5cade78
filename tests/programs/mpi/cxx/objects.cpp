// Objects in window memory, reached by virtual functions, lambdas, templates and exceptions.
// variant racy-virtual: -DTOUCH=touch_virtually
// variant racy-lambda: -DTOUCH=touch_by_lambda
// variant racy-template: -DTOUCH=touch_by_template
// variant racy-exception: -DTOUCH=touch_in_handler
// variant clean-virtual: -DTOUCH=touch_virtually -DLATE
// variant clean-lambda: -DTOUCH=touch_by_lambda -DLATE
// variant clean-exception: -DTOUCH=touch_in_handler -DLATE
#include "corpus.h"
#include <functional>
#include <memory>
#include <stdexcept>

struct Toucher {
  virtual ~Toucher() = default;
  virtual void touch(int* x) const = 0;
};
struct Reader : Toucher {
  void touch(int* x) const override {
    use(*x);  // race(put) in racy-virtual
  }
};

inline void touch_virtually(int* x) {
  std::unique_ptr<Toucher> toucher = std::make_unique<Reader>();
  toucher->touch(x);
}

inline void touch_by_lambda(int* x) {
  std::function<void()> later = [x] {
    *x = 7;  // race(put) in racy-lambda
  };
  later();
}

template <typename T>
void set(T* x) {
  *x = T{};  // race(put) in racy-template
}

inline void touch_by_template(int* x) {
  set(x);
}

inline void touch_in_handler(int* x) {
  try {
    throw std::runtime_error("expected");
  } catch (const std::exception&) {
    use(*x);  // race(put) in racy-exception
  }
}

int main() {
  MPI_Win win;
  int rank = begin(), value = 42;
  int* x = open_window(1, &win);

  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // race(put)
#ifdef LATE
  MPI_Win_fence(0, win);
#endif
  if (rank == 1)
    TOUCH(x);
  MPI_Win_fence(0, win);
  return finish(&win);
}
