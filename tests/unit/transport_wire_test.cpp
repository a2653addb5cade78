// What is put on the wire comes off it again.
#include <gtest/gtest.h>

#include <random>

#include "transport/wire.h"

namespace farsan::transport {
namespace {

using model::ByteRanges;
using model::Stripe;

ByteRanges there_and_back(const ByteRanges& ranges, std::size_t* size = nullptr) {
  engine::Record record;
  record.access.with = model::make_ref<const model::Circumstances>();
  record.access.ranges = ranges;
  record.settled = true;
  Writer writer;
  Remembered sent;
  put_message(writer, sent, record);
  if (size != nullptr) *size = writer.bytes().size();
  Reader reader(writer.bytes());
  Remembered taken;
  const engine::Message message = get_message(reader, taken);
  const auto& got = std::get<engine::Record>(message);
  EXPECT_TRUE(got.settled) << "what follows the ranges";
  return got.access.ranges;
}

TEST(Wire, RangesOfAllShapesStayWhatTheyAre) {
  std::mt19937_64 random(3);
  for (int round = 0; round < 2000; ++round) {
    std::vector<Stripe> stripes;
    const bool flat = round % 3 != 0;
    model::Address at = random() >> (1 + random() % 62);
    for (std::uint64_t left = random() % 12; left > 0; --left) {
      const std::uint64_t block = random() % 4 == 0 ? 1 + random() % 5000 : 8;
      const std::uint64_t count = flat ? 1 : 1 + random() % 3;
      stripes.push_back({at, block, block + random() % 3, count});
      at += flat ? block + (random() >> (random() % 62 + 2)) % 100000 : random() % 64;
    }
    const ByteRanges ranges(std::move(stripes));
    ASSERT_EQ(there_and_back(ranges), ranges) << "round " << round;
  }
}

TEST(Wire, AddressesWithATagOnTopStayWhatTheyAre) {
  std::vector<Stripe> stripes;
  for (std::uint64_t i = 0; i < 6; ++i) stripes.push_back({(std::uint64_t{0xA5} << 56) + 100 * i, 8, 8, 1});
  const ByteRanges ranges(std::move(stripes));
  EXPECT_EQ(there_and_back(ranges), ranges);
}

TEST(Wire, ABatchOfUpdatesIsFewBytes) {
  std::vector<Stripe> stripes;
  for (std::uint64_t i = 0; i < 1000; ++i) stripes.push_back({0x7f0012340000 + 800 * i, 8, 8, 1});
  std::size_t size = 0;
  there_and_back(ByteRanges(std::move(stripes)), &size);
  EXPECT_LT(size, 4 * 1000U);
}

}  // namespace
}  // namespace farsan::transport
