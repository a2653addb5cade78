#include "runtime/small_blocks.h"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>

namespace farsan::runtime {

namespace {

TEST(SmallBlocks, ABlockThatWasGivenBackIsTheNextOfItsSize) {
  static SmallBlocks blocks;  // what it has it keeps
  void* const first = blocks.take(20);
  blocks.give_back(first);
  EXPECT_EQ(blocks.take(32), first);
}

TEST(SmallBlocks, ABlockOfNoBytesLeavesItsNeighbourAlone) {
  static SmallBlocks blocks;  // what it has it keeps
  void* const before = blocks.take(16);
  void* const empty = blocks.take(0);
  void* const neighbour = blocks.take(32);
  EXPECT_NE(empty, nullptr);
  EXPECT_NE(empty, before);
  EXPECT_NE(empty, neighbour);
  blocks.give_back(empty);
  blocks.give_back(neighbour);
  EXPECT_EQ(blocks.take(32), neighbour);
}

TEST(SmallBlocks, LargeOnesAreWhole) {
  static SmallBlocks blocks;  // what it has it keeps
  for (const std::size_t size : {511U, 512U, 513U, 1U << 20}) {
    void* const block = blocks.take(size);
    std::memset(block, 1, size);
    blocks.give_back(block);
  }
}

TEST(SmallBlocks, WhatIsMoreThanThereCanBeIsRefused) {
  static SmallBlocks blocks;  // what it has it keeps
  EXPECT_THROW((void)blocks.take(std::numeric_limits<std::size_t>::max()), std::bad_alloc);
  EXPECT_THROW((void)blocks.take(std::numeric_limits<std::size_t>::max() - 15), std::bad_alloc);
}

}  // namespace

}  // namespace farsan::runtime
