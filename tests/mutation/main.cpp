// The sweep alone, for mutants: exit status 1 if the engine and the oracle disagree on one of COUNT executions.
#include <cstdlib>

#include "property/sweep.h"

int main(int argc, char** argv) {
  using namespace farsan::property;
  const unsigned long long count = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1000;
  return sweep(0, count, Explain::No) ? 0 : 1;
}
