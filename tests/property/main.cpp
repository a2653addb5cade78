// farsan-properties                        every property, FARSAN_PROPERTY_COUNT times from FARSAN_PROPERTY_SEED
// farsan-properties --sweep FIRST COUNT    engine against oracle on the executions of COUNT seeds, as fast as possible
// farsan-properties --statistics COUNT     what the generator generates: events, pairs of accesses, and why they (do not) race
#include <gtest/gtest.h>

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "property/run.h"
#include "property/sweep.h"
#include "support/generator_statistics.h"

namespace farsan::property {

namespace {

std::uint64_t number(const char* text, std::uint64_t otherwise) {
  std::uint64_t value = otherwise;
  if (text) std::from_chars(text, text + std::strlen(text), value);
  return value;
}

}  // namespace

Run run_from_environment() {
  return {number(std::getenv("FARSAN_PROPERTY_COUNT"), 500), number(std::getenv("FARSAN_PROPERTY_SEED"), 1)};
}

}  // namespace farsan::property

int main(int argc, char** argv) {
  using namespace farsan::property;
  if (argc == 4 && std::strcmp(argv[1], "--sweep") == 0) return sweep(number(argv[2], 0), number(argv[3], 0)) ? 0 : 1;
  if (argc == 3 && std::strcmp(argv[1], "--statistics") == 0) {
    namespace support = farsan::testing_support;
    std::fputs(support::to_string(support::collect_statistics(1, number(argv[2], 1000))).c_str(), stdout);
    return 0;
  }
  const Run run = run_from_environment();
  const std::string parameters =
      "max_success=" + std::to_string(run.count) + " seed=" + std::to_string(run.seed) + " max_discard_ratio=10";
  setenv("RC_PARAMS", parameters.c_str(), 1);
  std::printf("properties: %llu executions each, seed %llu\n", static_cast<unsigned long long>(run.count),
              static_cast<unsigned long long>(run.seed));
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
