// The same in C++, where headers of C are often included so.
extern "C" {
#include "old_names.c"
}
