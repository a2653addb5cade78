// A shared library with variables of its own, which are symmetric, too.
#include <string>

int library_initialised = 41;
long library_zero[100000];
extern "C" int* library_static() {
  static int hidden = 7;
  return &hidden;
}

struct Registry {
  std::string name{"a name that is too long for the string itself"};
  int count = 3;
};
Registry library_object;
