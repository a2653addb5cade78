// What is put on the wire comes off it again.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <span>

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

// The quick way writes what the usual one does: one format, and one reader for both.
TEST(Wire, APlainRecordIsTheSameBytes) {
  engine::Record record;
  record.access.site = {7};
  record.access.operation = {9};
  record.access.issue = {model::make_ref<const model::Clock>(3U), {{{1}, 0}, 5}};
  record.access.with = model::make_ref<const model::Circumstances>();
  record.access.ranges = ByteRanges::of({64, 8, 16, 3});
  record.listens = true;
  Remembered sent;
  Writer first;
  EXPECT_FALSE(is_plain(sent, record)) << "its circumstances were never sent";
  put_message(first, sent, record);
  const auto expect_same_bytes = [&] {
    ASSERT_TRUE(is_plain(sent, record));
    Remembered before = sent;
    Writer usual;
    put_message(usual, before, record);
    std::array<std::byte, kMostOfPlain> room{};
    PlacedWriter quick(room.data());
    put_plain(quick, sent, record);
    ASSERT_LE(quick.end(), room.data() + room.size());
    EXPECT_TRUE(std::ranges::equal(std::span<const std::byte>(room.data(), quick.end()), usual.bytes()));
  };
  expect_same_bytes();
  record.access.completions.add({{{1}, 0}, 6});
  expect_same_bytes();
  for (const std::uint32_t processes : {3U, 16U}) {
    record.access.issue = {model::make_ref<const model::Clock>(processes), {{{1}, 0}, 7}};
    expect_same_bytes();  // with the clock
    expect_same_bytes();
  }
  record.access.issue = {model::make_ref<const model::Clock>(17U), {{{1}, 0}, 8}};
  EXPECT_FALSE(is_plain(sent, record)) << "a large clock that was never sent";
  record.access.issue = {model::make_ref<const model::Clock>(3U), {{{1}, 0}, 8}};
  record.access.completions.add({{{2}, 0}, 6});
  EXPECT_FALSE(is_plain(sent, record)) << "two completions";
}

// Operations of different kinds take turns: what is the same of each is sent once. Of many kinds, again and again.
TEST(Wire, CircumstancesThatTakeTurnsAreSentOnce) {
  for (const std::size_t kinds : {1U, 4U, 7U}) {
    std::vector<model::Ref<const model::Circumstances>> all;
    for (std::uint32_t i = 0; i < kinds; ++i) {
      auto with = model::make_ref<model::Circumstances>();
      with->scope = {i};
      all.push_back(std::move(with));
    }
    Remembered sent;
    Remembered taken;
    for (std::size_t round = 0; round < 4 * kinds; ++round) {
      engine::Record record;
      record.access.with = all[round % kinds];
      record.access.ranges = ByteRanges::contiguous(64, 8);
      const bool is_known = sent.place_of(record.access.with) < sent.circumstances.size();
      EXPECT_EQ(is_known, round >= kinds && kinds <= 4);
      Writer writer;
      put_message(writer, sent, record);
      Reader reader(writer.bytes());
      const engine::Message message = get_message(reader, taken);
      EXPECT_EQ(std::get<engine::Record>(message).access.with->scope.value, round % kinds);
    }
  }
}

}  // namespace
}  // namespace farsan::transport
