// Global and static variables: symmetric, with the values they had before initialisation, wherever they are defined.
#include <iostream>
#include <string>
#include <vector>

extern "C" {
#include "check.h"
}

extern int library_initialised;
extern long library_zero[100000];
extern "C" int* library_static();
struct Registry {
  std::string name;
  int count;
};
extern Registry library_object;

namespace {

int initialised = 5;
int zero;
long large[1 << 20];  // mostly untouched
const char* text = "constant";
static_assert(sizeof large == 8 << 20);

struct Constructed {
  Constructed() : number(77), words{"one", "two"} {}
  int number;
  std::vector<std::string> words;
  static inline double shared_member = 2.5;
};
Constructed object;

int* function_static() {
  static int count = 9;
  return &count;
}

template <class T>
T generic_global = T(4);

// Others write to it: nobody's neighbours may change.
template <class T>
void check_symmetric(T& variable, T before, T now) {
  CHECK(variable == before);
  shmem_barrier_all();
  shmem_putmem(&variable, &now, sizeof now, right);
  shmem_barrier_all();
  CHECK(variable == now);
  T got{};
  shmem_getmem(&got, &variable, sizeof got, left);
  CHECK(got == now);
  shmem_barrier_all();
}

}  // namespace

int main(int argc, char** argv) {
  zero = 0;
  large[123456] = 6;  // before initialisation
  object.words.push_back("three");
  begin();
  std::cout << std::flush;  // a copy of libstdc++'s object may be in our .bss
  check_symmetric(initialised, 5, 50);
  check_symmetric(zero, 0, 60);
  check_symmetric(large[123456], 6L, 61L);
  check_symmetric(large[(1 << 20) - 1], 0L, 62L);
  check_symmetric(object.number, 77, 78);
  check_symmetric(Constructed::shared_member, 2.5, 3.5);
  check_symmetric(*function_static(), 9, 10);
  check_symmetric(generic_global<short>, short{4}, short{5});
  check_symmetric(library_initialised, 41, 42);
  check_symmetric(library_zero[99999], 0L, 1L);
  check_symmetric(*library_static(), 7, 8);
  check_symmetric(library_object.count, 3, 4);
  CHECK(object.words.size() == 3 && object.words[2] == "three" && object.words[0] == "one");
  CHECK(library_object.name == "a name that is too long for the string itself");
  CHECK(std::string(text) == "constant" && argc == 1 && argv[1] == nullptr);
  // What is not the program's is not symmetric.
  CHECK(!shmem_addr_accessible(stderr, right) && !shmem_addr_accessible(&argc, right));
  CHECK(!shmem_addr_accessible(reinterpret_cast<const void*>(&main), right));
  return end();
}
