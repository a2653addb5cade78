// The shadow against a plain array of last accesses.
#include "engine/shadow.h"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <random>
#include <set>

namespace farsan::engine {
namespace {

using model::AccessKind;
using model::Interval;
using model::SiteId;

/// For each byte, the sites of the last accesses that are newer than `known`.
std::map<model::Address, std::set<std::uint32_t>> newer(const Shadow& shadow, AccessKind kind, Interval piece,
                                                        model::Epoch known) {
  std::map<model::Address, std::set<std::uint32_t>> found;
  shadow.for_each_after(kind, piece, known, [&](const LastAccess& last) {
    for (model::Address at = last.bytes.begin; at < last.bytes.end; ++at) found[at].insert(site_of(last.word).value);
  });
  return found;
}

TEST(Shadow, KeepsTheLastStoreOfEveryByteWhateverTheSizes) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 200; ++round) {
    const Interval exposed{1000 + random() % 64, 1000 + 64 + random() % 5000};
    Shadow shadow;
    shadow.expose(exposed);
    struct Last {
      model::Epoch epoch = 0;
      std::uint32_t site = 0;
    };
    std::map<model::Address, Last> plain;
    model::Epoch epoch = 1;
    for (std::uint32_t access = 1; access < 60; ++access) {
      if (random() % 3 == 0) ++epoch;
      const model::Address begin = exposed.begin + random() % exposed.size();
      const std::uint64_t length = random() % 4 == 0 ? random() % 3000 : 1 + random() % 16;
      const Interval piece{begin, std::min(exposed.end, begin + length)};
      shadow.record(AccessKind::Store, piece, shadow_word(epoch, SiteId{access}));
      for (model::Address at = piece.begin; at < piece.end; ++at) plain[at] = {epoch, access};
    }
    const model::Epoch known = random() % (epoch + 1);
    const auto found = newer(shadow, AccessKind::Store, exposed, known);
    for (model::Address at = exposed.begin; at < exposed.end; ++at) {
      const auto it = plain.find(at);
      const bool expected = it != plain.end() && it->second.epoch > known;
      ASSERT_EQ(found.contains(at), expected) << "byte " << at << ", round " << round;
      ASSERT_TRUE(!expected || found.at(at).contains(it->second.site)) << "byte " << at << ", round " << round;
    }
    ASSERT_TRUE(newer(shadow, AccessKind::Load, exposed, 0).empty());
  }
}

// Address space is no memory: what is touched of a window that is larger than the machine counts.
TEST(Shadow, OfMoreThanTheMachineHas) {
  const model::Address begin = std::uint64_t{1} << 32;
  const model::Address middle = begin + (std::uint64_t{1} << 35);
  Shadow shadow;
  shadow.expose({begin, begin + (std::uint64_t{1} << 36)});
  shadow.record(AccessKind::Store, {middle, middle + 8}, shadow_word(2, SiteId{5}));
  EXPECT_EQ(newer(shadow, AccessKind::Store, {middle - 64, middle + 64}, 1).size(), 8U);
}

TEST(Shadow, KeepsTheLastStoreOfEveryByteOfLoopNests) {
  std::mt19937_64 random(11);
  for (int round = 0; round < 100; ++round) {
    const Interval exposed{1000 + random() % 64, 3000 + random() % 3000};
    Shadow shadow;
    shadow.expose(exposed);
    std::map<model::Address, std::pair<model::Epoch, std::uint32_t>> plain;
    model::Epoch epoch = 1;
    std::vector<model::Stripe> nests;
    std::size_t refused = 0;
    for (std::uint32_t access = 1; access < 80; ++access) {
      if (random() % 3 == 0) ++epoch;
      // Half of them as numbers lie in an array.
      const std::uint64_t unit = std::array<std::uint64_t, 4>{1, 1, 4, 8}[random() % 4];
      const std::uint64_t block = unit > 1 ? unit : 1 + random() % 40;
      const std::uint64_t stride = (block + random() % 60) / unit * unit;
      const model::Address first = (exposed.begin + 8 + random() % (exposed.size() - 8 - block)) / unit * unit;
      const std::uint64_t room = (exposed.end - block - first) / stride + 1;
      const bool again = !nests.empty() && random() % 3 == 0;
      nests.push_back(again ? nests[random() % nests.size()]
                            : model::Stripe{first, block, stride, 1 + random() % room});
      const model::Stripe& nest = nests.back();
      const ShadowWord word = shadow_word(epoch, SiteId{access});
      if (random() % 4 == 0 || !shadow.record_nest(AccessKind::Store, nest, word)) {
        ++refused;
        ASSERT_TRUE(shadow.record_pieces(AccessKind::Store, nest, word));
      }
      for (std::uint64_t i = 0; i < nest.count; ++i)
        for (model::Address at = nest.at(i).begin; at < nest.at(i).end; ++at) plain[at] = {epoch, access};
    }
    ASSERT_GT(refused, 0u);
    const model::Epoch known = random() % (epoch + 1);
    if (round % 2 == 0) shadow.forget(known);
    const auto found = newer(shadow, AccessKind::Store, exposed, known);
    for (model::Address at = exposed.begin; at < exposed.end; ++at) {
      const auto it = plain.find(at);
      const bool expected = it != plain.end() && it->second.first > known;
      ASSERT_EQ(found.contains(at), expected) << "byte " << at << ", round " << round;
      ASSERT_TRUE(!expected || found.at(at).contains(it->second.second)) << "byte " << at << ", round " << round;
    }
    ASSERT_TRUE(newer(shadow, AccessKind::Load, exposed, 0).empty());
  }
}

TEST(Shadow, TakesNoNestThatIsNotAllInOneRegion) {
  Shadow shadow;
  shadow.expose({0, 1000});
  EXPECT_FALSE(shadow.record_nest(AccessKind::Load, {900, 10, 50, 3}, shadow_word(1, SiteId{1})));
  EXPECT_FALSE(shadow.record_nest(AccessKind::Load, {2000, 10, 50, 3}, shadow_word(1, SiteId{1})));
  EXPECT_TRUE(shadow.record_nest(AccessKind::Load, {890, 10, 50, 3}, shadow_word(1, SiteId{1})));
  EXPECT_FALSE(shadow.record_pieces(AccessKind::Load, {900, 10, 50, 3}, shadow_word(1, SiteId{1})));
}

TEST(Shadow, HotPathTakesAlignedPiecesInsideAndNothingElse) {
  const ShadowRegion region({4096, 4096 + 42});
  (void)region.hot_cells(AccessKind::Store, 4, 3);
  HotCells cells = region.hot_cells(AccessKind::Store, 8, 3);
  const SiteId site{9};
  EXPECT_TRUE(cells.try_record<8>(4096, site));
  EXPECT_TRUE(cells.try_record<8>(4096 + 32, site));
  EXPECT_TRUE(cells.try_record<4>(4096 + 36, site));
  EXPECT_TRUE(cells.try_record<16>(4096 + 24, site));
  EXPECT_FALSE(cells.try_record<16>(4096 + 32, site)) << "would reach beyond the end";
  EXPECT_FALSE(cells.try_record<8>(4096 + 36, site)) << "would reach beyond the end";
  EXPECT_FALSE(cells.try_record<4>(4096 + 40, site)) << "a granule that is not all inside";
  EXPECT_FALSE(cells.try_record<4>(4096 + 2, site)) << "not aligned";
  EXPECT_FALSE(cells.try_record<4>(4092, site)) << "before the begin";
  std::size_t bytes = 0;
  region.for_each_after(AccessKind::Store, {0, 1 << 20}, 2, [&](const LastAccess& last) {
    EXPECT_EQ(last.word, shadow_word(3, site));
    bytes += last.bytes.size();
  });
  EXPECT_EQ(bytes, 8u + 16u + 4u) << "four bytes were recorded as a granule and as part of a pair";
  EXPECT_FALSE(HotCells().try_record<4>(0, site)) << "without a region it takes nothing";
}

TEST(Shadow, WindowsMayOverlapAndTheMemoryStaysExposedUntilTheLastOneGoes) {
  Shadow shadow;
  shadow.expose({0, 100});
  shadow.expose({50, 150});
  shadow.record(AccessKind::Store, {40, 120}, shadow_word(2, SiteId{1}));
  EXPECT_EQ(newer(shadow, AccessKind::Store, {0, 200}, 1).size(), 80u);
  shadow.conceal({0, 100});
  EXPECT_NE(shadow.region_of({60, 61}), nullptr);
  shadow.conceal({50, 150});
  EXPECT_EQ(shadow.region_of({60, 61}), nullptr);
}

TEST(Shadow, TellsBothWhereTwoLevelsWereHitInOneEpoch) {
  Shadow shadow;
  shadow.expose({0, 4096});
  shadow.record(AccessKind::Store, {0, 4096}, shadow_word(5, SiteId{1}));
  shadow.record(AccessKind::Store, {8, 12}, shadow_word(5, SiteId{2}));
  shadow.record(AccessKind::Store, {9, 10}, shadow_word(5, SiteId{3}));
  EXPECT_EQ(newer(shadow, AccessKind::Store, {9, 10}, 4).at(9), (std::set<std::uint32_t>{1, 2, 3}));
  shadow.record(AccessKind::Store, {8, 12}, shadow_word(6, SiteId{4}));
  EXPECT_EQ(newer(shadow, AccessKind::Store, {9, 10}, 4).at(9), (std::set<std::uint32_t>{4}));
}

TEST(Shadow, PiecesOfFourAndOfEightBytesAreBothToldAndTheNewestCounts) {
  Shadow shadow;
  shadow.expose({4, 4096});
  const Interval all{0, 4096};
  shadow.record(AccessKind::Load, {4, 44}, shadow_word(5, SiteId{1}));
  shadow.record(AccessKind::Load, {12, 16}, shadow_word(5, SiteId{2}));
  shadow.record(AccessKind::Load, {16, 24}, shadow_word(6, SiteId{3}));
  auto found = newer(shadow, AccessKind::Load, all, 4);
  EXPECT_EQ(found.size(), 40u);
  EXPECT_EQ(found.at(8), (std::set<std::uint32_t>{1}));
  EXPECT_EQ(found.at(12), (std::set<std::uint32_t>{1, 2}));
  EXPECT_EQ(found.at(16), (std::set<std::uint32_t>{3}));
  shadow.record(AccessKind::Load, {20, 24}, shadow_word(7, SiteId{4}));
  found = newer(shadow, AccessKind::Load, all, 4);
  EXPECT_EQ(found.at(19), (std::set<std::uint32_t>{3}));
  EXPECT_EQ(found.at(20), (std::set<std::uint32_t>{4}));
}

TEST(Shadow, HotPathOfARegionThatBeginsInTheMiddleOfAPair) {
  const ShadowRegion region({4100, 4200});
  (void)region.hot_cells(AccessKind::Load, 4, 3);
  HotCells cells = region.hot_cells(AccessKind::Load, 8, 3);
  EXPECT_FALSE(cells.try_record<4>(4100, SiteId{1})) << "left to others";
  EXPECT_FALSE(cells.try_record<8>(4100, SiteId{1})) << "no whole pair";
  EXPECT_TRUE(cells.try_record<8>(4104, SiteId{1}));
  EXPECT_TRUE(cells.try_record<4>(4196, SiteId{2}));
  EXPECT_TRUE(cells.try_record<16>(4176, SiteId{3}));
  EXPECT_FALSE(cells.try_record<16>(4188, SiteId{3}))
      << "would reach beyond the end, and begins in the middle of a pair";
  EXPECT_FALSE(cells.try_record<8>(4196, SiteId{3})) << "would reach beyond the end";
  std::map<std::uint32_t, std::size_t> bytes;
  region.for_each_after(AccessKind::Load, {0, 1 << 20}, 2,
                        [&](const LastAccess& last) { bytes[site_of(last.word).value] += last.bytes.size(); });
  EXPECT_EQ(bytes, (std::map<std::uint32_t, std::size_t>{{1, 8}, {2, 4}, {3, 16}}));
}

TEST(Shadow, HotPathTakesPiecesOfASizeOnceItWasAskedForThem) {
  const ShadowRegion region({0, 4096});
  const SiteId site{9};
  HotCells pairs = region.hot_cells(AccessKind::Store, 16, 3);
  EXPECT_TRUE(pairs.try_record<8>(64, site));
  EXPECT_FALSE(pairs.try_record<4>(64, site));
  HotCells both = region.hot_cells(AccessKind::Store, 4, 3);
  EXPECT_TRUE(both.try_record<8>(128, site));
  EXPECT_TRUE(both.try_record<4>(256, site));
  HotCells loads = region.hot_cells(AccessKind::Load, 4, 3);
  EXPECT_FALSE(loads.try_record<8>(64, site)) << "loads are not stores";
  HotCells later = region.hot_cells(AccessKind::Store, 8, 5);
  EXPECT_TRUE(later.try_record<4>(512, site)) << "from then on";
  std::map<model::Address, Interval> found;
  region.for_each_after(AccessKind::Store, {0, 4096}, 2,
                        [&](const LastAccess& last) { found[last.bytes.begin] = last.bytes; });
  EXPECT_EQ(found.size(), 4u);
  EXPECT_EQ(found[256], (Interval{256, 260}));
  EXPECT_EQ(found[512], (Interval{512, 516}));
  std::size_t last = 0;
  region.for_each_after(AccessKind::Store, {0, 4096}, 4, [&](const LastAccess& of) { last += of.bytes.size(); });
  EXPECT_EQ(last, 4u) << "the hot path was told of the epoch";
}

TEST(Shadow, ASpanIsWhatTheHotPathWouldTake) {
  const ShadowRegion region({4100, 4300});
  (void)region.hot_cells(AccessKind::Store, 4, 3);
  const HotCells cells = region.hot_cells(AccessKind::Store, 8, 3);
  EXPECT_EQ(cells.span_from<8>(4100).bytes, 0u) << "no whole pair";
  EXPECT_EQ(cells.span_from<8>(4108).bytes, 0u) << "not aligned";
  EXPECT_EQ(cells.span_from<4>(4300).bytes, 0u) << "behind the end";
  EXPECT_EQ(cells.span_from<4>(4296).bytes, 4u);
  const HotCells::Span wide = cells.span_from<8>(4112);
  EXPECT_EQ(wide.bytes, 4296u - 4112u);
  *reinterpret_cast<ShadowWord*>(wide.bias + 4288) = wide.stamp | 7;  // the last pair
  const HotCells::Span narrow = cells.span_from<4>(4112);
  EXPECT_EQ(narrow.bytes, 4300u - 4112u);
  *reinterpret_cast<ShadowWord*>(narrow.bias + 2 * 4296) = narrow.stamp | 8;  // the last granule
  std::map<std::uint32_t, Interval> found;
  region.for_each_after(AccessKind::Store, {0, 1 << 20}, 2,
                        [&](const LastAccess& last) { found[site_of(last.word).value] = last.bytes; });
  EXPECT_EQ(found.size(), 2u);
  EXPECT_EQ(found[7], (Interval{4288, 4296}));
  EXPECT_EQ(found[8], (Interval{4296, 4300}));
}

TEST(Shadow, ReservesSixBytesAByte) {
  ShadowRegion region({0, 1 << 20});
  EXPECT_LE(static_cast<double>(region.heap_bytes()), 6.02 * (1 << 20));
}

}  // namespace
}  // namespace farsan::engine
