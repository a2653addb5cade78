// Ranges, clocks and the race rule for two operations.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "model/clock.h"
#include "model/ranges.h"
#include "model/region.h"

namespace farsan::model {
namespace {

std::set<Address> bytes_of(const ByteRanges& ranges) {
  std::set<Address> all;
  ranges.for_each_block([&](Interval block) {
    for (Address at = block.begin; at < block.end; ++at) all.insert(at);
  });
  return all;
}

ByteRanges random_ranges(std::mt19937_64& random) {
  std::vector<Stripe> stripes;
  for (std::uint64_t n = random() % 4; n > 0; --n) {
    const std::uint64_t block = random() % 6;
    stripes.push_back({random() % 60, block, block + random() % 9, random() % 5});
  }
  return ByteRanges(std::move(stripes));
}

TEST(ByteRanges, OverlapIsTheCommonBytes) {
  std::mt19937_64 random(3);
  for (int round = 0; round < 5000; ++round) {
    const ByteRanges a = random_ranges(random);
    const ByteRanges b = random_ranges(random);
    std::set<Address> expected;
    for (const Address at : bytes_of(a))
      if (bytes_of(b).contains(at)) expected.insert(at);
    std::set<Address> found;
    for_each_overlap(a, b, [&](const Overlap& o) {
      for (Address at = o.bytes.begin; at < o.bytes.end; ++at) found.insert(at);
      EXPECT_LE(o.first_block, o.bytes.begin);
      EXPECT_LE(o.second_block, o.bytes.begin);
      return true;
    });
    ASSERT_EQ(found, expected);
    ASSERT_EQ(a.overlaps(b), !expected.empty());
  }
}

TEST(ByteRanges, JoiningKeepsTheBytesAndTheGridOfElements) {
  std::mt19937_64 random(4);
  for (int round = 0; round < 2000; ++round) {
    ByteRanges a = random_ranges(random);
    const ByteRanges b = random_ranges(random);
    std::set<Address> expected = bytes_of(a);
    expected.merge(bytes_of(b));
    a.add(b);
    ASSERT_EQ(bytes_of(a), expected);
  }
  ByteRanges ints = ByteRanges::contiguous(0, 4);
  ints.add(ByteRanges::contiguous(4, 4), 4);
  EXPECT_EQ(ints.stripes().size(), 1u);
  ints.add(ByteRanges::contiguous(6, 4), 4);
  EXPECT_EQ(ints.stripes().size(), 2u) << "an int at 6 is not on the grid of the one at 0";
}

TEST(Stripes, AreSortedByPlaceWhateverTheirOrder) {
  std::mt19937_64 random(11);
  const auto at_most = [&](std::uint64_t most) {
    return std::uniform_int_distribution<std::uint64_t>(0, most)(random);
  };
  const auto stripe = [](Address at, std::uint64_t block) { return Stripe{at, block, block, 1}; };
  for (const std::size_t count : {0U, 1U, 2U, 40U, 200U, 3000U}) {
    for (const int bits : {1, 12, 23, 47, 63}) {
      const Address spread = (Address{1} << bits) - 1;
      std::vector<Stripe> alike;
      std::vector<Stripe> different;
      for (std::size_t i = 0; i < count; ++i) {
        alike.push_back(stripe(Address{0x1000} + at_most(spread) / 8 * 8, 8));
        different.push_back(stripe(at_most(spread), 1 + at_most(3)));
      }
      std::vector<Stripe> two_runs = alike;
      std::sort(two_runs.begin(), two_runs.end());
      std::rotate(two_runs.begin(), two_runs.begin() + static_cast<std::ptrdiff_t>(count / 3), two_runs.end());
      for (std::vector<Stripe> list : {alike, different, two_runs}) {
        std::vector<Stripe> expected = list;
        std::sort(expected.begin(), expected.end());
        sort_by_place(list);
        EXPECT_EQ(list, expected) << count << " stripes over 2^" << bits;
      }
    }
  }
}

TEST(Clock, IsTheKnowledgeOfPoints) {
  UnitClock a({ProcessId{0}, 0}, 3);
  UnitClock b({ProcessId{1}, 0}, 3);
  UnitClock thread({ProcessId{1}, 2}, b.snapshot());
  const Snapshot first = a.snapshot();
  a.tick();
  b.merge(first);
  EXPECT_TRUE(b.knows({{ProcessId{0}, 0}, 1}));
  EXPECT_FALSE(b.knows({{ProcessId{0}, 0}, 2})) << "a ticked after it signalled";
  EXPECT_FALSE(thread.knows({{ProcessId{0}, 0}, 1})) << "only the unit that waited knows";
  thread.merge(b.snapshot());
  EXPECT_TRUE(thread.knows({{ProcessId{0}, 0}, 1}));
  a.merge(thread.snapshot());
  EXPECT_TRUE(a.knows({{ProcessId{1}, 2}, 1}));
  EXPECT_FALSE(a.knows({{ProcessId{1}, 1}, 1}));
}

TEST(Clock, SnapshotsDoNotChange) {
  UnitClock a({ProcessId{0}, 0}, 2);
  UnitClock b({ProcessId{1}, 0}, 2);
  const Snapshot before = b.snapshot();
  b.merge(a.snapshot());
  EXPECT_FALSE(before.knows({{ProcessId{0}, 0}, 1}));
  EXPECT_TRUE(b.snapshot().knows({{ProcessId{0}, 0}, 1}));
  EXPECT_EQ(b.snapshot().shared(), b.snapshot().shared()) << "between waits all share one clock";
}

TEST(Clock, MeetIsWhatBothKnow) {
  Clock a(2);
  Clock b(2);
  a.raise({{ProcessId{0}, 0}, 5});
  a.raise({{ProcessId{1}, 3}, 4});
  b.raise({{ProcessId{0}, 0}, 3});
  a.meet(b);
  EXPECT_EQ(a.at({ProcessId{0}, 0}), 3u);
  EXPECT_EQ(a.at({ProcessId{1}, 3}), 0u);
}

OperationAccess write_by(UnitId unit, Epoch epoch) {
  return {AccessKind::RemoteWrite,
          Part::Remote,
          {},
          {},
          Snapshot(model::make_ref<Clock>(2U), {unit, epoch}),
          {},
          model::make_ref<Circumstances>(),
          ByteRanges::contiguous(0, 4)};
}

TEST(RaceRule, CompletionPointsThatTheOtherKnowsOrder) {
  OperationAccess a = write_by({ProcessId{0}, 0}, 1);
  const OperationAccess b = write_by({ProcessId{0}, 0}, 3);
  EXPECT_TRUE(unordered(a, b));
  a.completions.add({{ProcessId{1}, 0}, 7});
  EXPECT_TRUE(unordered(a, b)) << "b knows nothing of P1";
  a.completions.add({{ProcessId{0}, 0}, 3});
  EXPECT_FALSE(unordered(a, b)) << "any one of the points is enough";
}

TEST(RaceRule, AFenceOrdersWritesOfOneScopeOnly) {
  const OperationAccess a = write_by({ProcessId{0}, 0}, 1);
  OperationAccess b = write_by({ProcessId{0}, 0}, 2);
  auto with = model::make_ref<Circumstances>();
  with->fences = model::make_ref<const std::vector<Point>>(std::vector<Point>{{{ProcessId{0}, 0}, 1}});
  b.with = with;
  EXPECT_TRUE(fence_ordered(a, b));
  EXPECT_FALSE(fence_ordered(b, a));
  with->scope = ScopeId{1};
  EXPECT_FALSE(fence_ordered(a, b));
}

}  // namespace
}  // namespace farsan::model
