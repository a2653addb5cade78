#include "engine/pointer_map.h"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <random>

namespace farsan::engine {
namespace {

using Map = PointerMap<std::unique_ptr<int>>;

TEST(PointerMap, HasWhatWasPutAndNotTaken) {
  Map map;
  EXPECT_EQ(map.find(7), nullptr);
  EXPECT_EQ(map.take(7), nullptr);
  map.put(7, std::make_unique<int>(1));
  map.put(0, std::make_unique<int>(2));
  EXPECT_EQ(map.size(), 2U);
  EXPECT_EQ(**map.find(7), 1);
  EXPECT_EQ(**map.find(0), 2);
  EXPECT_EQ(map.find(8), nullptr);
  EXPECT_EQ(*map.take(7), 1);
  EXPECT_EQ(map.find(7), nullptr);
  EXPECT_EQ(**map.find(0), 2);
}

TEST(PointerMap, PutsInPlaceOfWhatWasThere) {
  Map map;
  map.put(7, std::make_unique<int>(1));
  map.put(7, std::make_unique<int>(2));
  EXPECT_EQ(map.size(), 1U);
  EXPECT_EQ(*map.take(7), 2);
  EXPECT_TRUE(map.empty());
}

// Numbers close together, and far apart in steps of which many have the same home: what is behind a hole moves up.
TEST(PointerMap, AgreesWithAMapOfTheStandardLibrary) {
  std::mt19937_64 random(1);
  for (const std::uint64_t step : {std::uint64_t{1}, std::uint64_t{1} << 32, std::uint64_t{1} << 59}) {
    Map map;
    std::map<std::uint64_t, int> expected;
    for (int i = 0; i < 20000; ++i) {
      const std::uint64_t number = random() % 50 * step;
      if (random() % 2 == 0) {
        map.put(number, std::make_unique<int>(i));
        expected[number] = i;
      } else {
        const auto taken = map.take(number);
        const auto it = expected.find(number);
        ASSERT_EQ(taken != nullptr, it != expected.end());
        if (taken) {
          ASSERT_EQ(*taken, it->second);
          expected.erase(it);
        }
      }
      ASSERT_EQ(map.size(), expected.size());
      for (std::uint64_t n = 0; n < 50; ++n) {
        const auto* const found = map.find(n * step);
        const auto it = expected.find(n * step);
        ASSERT_EQ(found != nullptr, it != expected.end());
        if (found != nullptr) {
          ASSERT_EQ(**found, it->second);
        }
      }
    }
  }
}

}  // namespace
}  // namespace farsan::engine
