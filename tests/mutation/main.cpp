// The sweep alone, for mutants: exit status 1 if the engine and the oracle disagree on one of COUNT executions.
#include <cstdlib>

#include "property/sweep.h"

int main(int argc, char** argv) {
  return farsan::property::sweep(0, argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1000) ? 0 : 1;
}
