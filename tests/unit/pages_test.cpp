// What pages are marked for, and what is known of those with open buffers (runtime/pages.h).
#include "runtime/pages.h"

#include <gtest/gtest.h>

#include <random>

namespace farsan::runtime {
namespace {

using model::ByteRanges;
using model::Interval;

constexpr std::uint64_t kPage = std::uint64_t{1} << kPageBits;
/// Anywhere; nobody looks at the memory itself.
constexpr std::uint64_t kHere = 0x5500'0000'0000;

class Pages : public testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(reserve_pages()); }
  void TearDown() override { open.all_closed(); }
  OpenPages open;
};

TEST_F(Pages, AreMarkedUntilEverythingIsClosed) {
  open.opened(ByteRanges::contiguous(kHere + 100, 2 * kPage));
  for (const std::uint64_t page : {0U, 1U, 2U}) EXPECT_EQ(marks_of(kHere + page * kPage), kOpen);
  EXPECT_EQ(marks_of(kHere + 3 * kPage), 0);
  open.all_closed();
  EXPECT_EQ(marks_of({kHere, kHere + 4 * kPage}), 0);
}

TEST_F(Pages, KnowWhatLiesBesideAnOpenBuffer) {
  open.opened(ByteRanges::contiguous(kHere + 128, 64));
  EXPECT_FALSE(open.is_beside({kHere + 128, kHere + 132}));
  EXPECT_FALSE(open.is_beside({kHere + 191, kHere + 192}));
  EXPECT_TRUE(open.is_beside({kHere + 120, kHere + 128}));
  EXPECT_TRUE(open.is_beside({kHere + 192, kHere + 200}));
  // In the line of an open byte, but before all that is open.
  open.opened(ByteRanges::contiguous(kHere + 56, 8));
  EXPECT_TRUE(open.is_beside({kHere + 48, kHere + 56}));
  EXPECT_FALSE(open.is_beside({kHere + 56, kHere + 60}));
  // Between the two, in lines of their own.
  EXPECT_TRUE(open.is_beside({kHere + 64, kHere + 72}));
}

TEST_F(Pages, SayNothingOfPagesThatAreNotOpenOrNotKnown) {
  EXPECT_FALSE(open.is_beside({kHere, kHere + 8}));
  open.opened(ByteRanges::contiguous(kHere, 8));
  const std::uint64_t ends_alike = kHere + (std::uint64_t{1} << 30);
  open.opened(ByteRanges::contiguous(ends_alike, 8));
  EXPECT_FALSE(open.is_beside({ends_alike + 2048, ends_alike + 2056}));
  EXPECT_TRUE(open.is_beside({kHere + 2048, kHere + 2056}));
  // Of the page that had the place, nothing is known when it opens again.
  open.all_closed();
  open.opened(ByteRanges::contiguous(ends_alike, 8));
  EXPECT_FALSE(open.is_beside({kHere + 2048, kHere + 2056}));
  EXPECT_TRUE(open.is_beside({ends_alike + 2048, ends_alike + 2056}));
}

TEST_F(Pages, NeverSayOfAnOpenByteThatItIsBeside) {
  std::mt19937_64 random(5);
  const auto below = [&](std::uint64_t end) {
    return std::uniform_int_distribution<std::uint64_t>(0, end - 1)(random);
  };
  for (int round = 0; round < 200; ++round) {
    std::vector<Interval> opened;
    for (int i = 0; i < 12; ++i) {
      const std::uint64_t at = kHere + below(3) * (kPage << 6) + below(3 * kPage);
      const std::uint64_t size = 1 + below(below(4) == 0 ? kPage : 40);
      open.opened(ByteRanges::contiguous(at, size));
      opened.push_back({at, at + size});
      const Interval last = opened[below(opened.size())];
      const std::uint64_t touched = last.begin + below(last.size());
      EXPECT_FALSE(open.is_beside({touched, touched + 1}));
      EXPECT_FALSE(open.is_beside({touched < 7 ? 0 : touched - 7, touched + 1}));
    }
    open.all_closed();
  }
}

TEST_F(Pages, AreOnlyRecordedUpToTheFirstThatIsNot) {
  PageMarks marks;
  const Interval exposed{kHere + 16, kHere + 4 * kPage};
  marks.add(kExposed, exposed);
  EXPECT_EQ(only_recorded_bytes(exposed), exposed.size());
  open.opened(ByteRanges::contiguous(kHere + 2 * kPage + 8, 8));
  EXPECT_EQ(only_recorded_bytes(exposed), 2 * kPage - 16);
  EXPECT_EQ(only_recorded_bytes({kHere + 2 * kPage + 100, exposed.end}), 0U);
  open.all_closed();
  EXPECT_EQ(only_recorded_bytes(exposed), exposed.size());
  marks.remove(kExposed, exposed);
  EXPECT_EQ(clear_bytes_from(kHere) >= 4 * kPage, true);
}

TEST_F(Pages, SayThatTheyWereMarkedOnce) {
  g_pages[kStartedAt] = 0;
  PageMarks marks;
  const Interval exposed{kHere, kHere + 16};
  marks.add(kExposed, exposed);
  EXPECT_EQ(g_pages[kStartedAt], 1);
  marks.remove(kExposed, exposed);
  EXPECT_EQ(g_pages[kStartedAt], 1);
  g_pages[kStartedAt] = 0;
  open.opened(ByteRanges::contiguous(kHere, 8));
  EXPECT_EQ(g_pages[kStartedAt], 1);
  open.all_closed();
}

}  // namespace
}  // namespace farsan::runtime
