// C++: templates, lambdas and containers around symmetric memory.
// variant racy-store: "-DEND=shmem_sync_all()" "-DTOUCH=halo[0] = 1.0"
// variant racy-object: "-DEND=shmem_fence()" "-DTOUCH=use(static_cast<int>(halo.sum()))"
// variant clean-barrier: "-DEND=shmem_barrier_all()" "-DTOUCH=halo[0] = 1.0"
// variant clean-quiet: "-DEND=shmem_quiet(); shmem_sync_all()" "-DTOUCH=use(static_cast<int>(halo.sum()))"
#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>

#include "corpus.h"

namespace {

void put(double* dest, const double* source, std::size_t count, int pe) {
  shmem_double_put(dest, source, count, pe);  // race(halo)
}
[[maybe_unused]] void put(int* dest, const int* source, std::size_t count, int pe) {
  shmem_int_put(dest, source, count, pe);
}

template <class T>
class Halo {
 public:
  explicit Halo(std::size_t size)
      : size_(size), data_(static_cast<T*>(shmem_calloc(size, sizeof(T))), shmem_free) {}
  T* begin() { return data_.get(); }
  T* end() { return data_.get() + size_; }
  T& operator[](std::size_t i) { return data_.get()[i]; }
  void send(const T* from, int pe) {
    put(data_.get(), from, size_, pe);
  }
  T sum() {
    T all{};
    for (std::size_t i = 0; i < size_; ++i)
      all += data_.get()[i];  // race(halo) in racy-object
    return all;
  }

 private:
  std::size_t size_;
  std::unique_ptr<T, void (*)(void*)> data_;
};

}  // namespace

int main() {
  int pe = ::begin();
  {
    Halo<double> halo(16);
    double out[16] = {};
    std::function<void()> step = [&] { halo.send(out, 1); };
    if (pe == 0)
      step();
    END;
    if (pe == 1) {
      TOUCH;  // race(halo) in racy-store
    }
  }
  return finish();
}
