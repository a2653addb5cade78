// The interval index against looking at everything.
#include "engine/operation_table.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace farsan::engine {
namespace {

model::OperationAccess access(model::Address begin, std::uint64_t size) {
  model::OperationAccess made;
  made.with = model::make_ref<model::Circumstances>();
  made.ranges = model::ByteRanges::contiguous(begin, size);
  return made;
}

TEST(OperationTable, FindsExactlyTheOverlappingEntriesOfOthersOnce) {
  std::mt19937_64 random(11);
  OperationTable table;
  std::set<EntryId> in;
  for (int round = 0; round < 3000; ++round) {
    if (random() % 3 != 0 || in.empty()) {
      const std::uint64_t size = std::uint64_t{1} << (random() % 14);
      const EntryId id = table.add(access(random() % 20000, 1 + random() % size));
      table[id].company = static_cast<std::uint8_t>(random() % 4);
      table.insert(id);
      in.insert(id);
    } else {
      const auto victim = std::next(in.begin(), static_cast<std::ptrdiff_t>(random() % in.size()));
      table.remove(*victim);
      in.erase(victim);
    }
    const model::Address begin = random() % 20000;
    const model::Interval query{begin, begin + 1 + random() % (round % 10 == 0 ? 10000 : 40)};
    const auto company = static_cast<std::uint8_t>(random() % 4);
    std::multiset<EntryId> found;
    table.for_each_near(query, company, [&](EntryId id) { found.insert(id); });
    std::multiset<EntryId> expected;
    for (const EntryId id : in)
      if ((company == 0 || table[id].company != company) && table[id].access.ranges.bounds().overlaps(query))
        expected.insert(id);
    ASSERT_EQ(found, expected) << "round " << round;
  }
  EXPECT_EQ(table.size(), in.size());
  EXPECT_EQ(table.indexed(), in.size());
}

TEST(OperationTable, AnEntryTakesAtMost128Bytes) {
  OperationTable table;
  for (std::uint64_t i = 0; i < (1u << 16); ++i) table.insert(table.add(access(i * 64, 8)));
  const double each = static_cast<double>(table.heap_bytes()) / (1u << 16) - sizeof(model::ByteRanges);
  EXPECT_LE(each, 128.0);
}

}  // namespace
}  // namespace farsan::engine
