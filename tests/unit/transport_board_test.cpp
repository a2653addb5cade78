// Calls in which all processes of a node wait for each other: one word each, that all read.
#include <gtest/gtest.h>

#include "support/node.h"

namespace farsan::transport {
namespace {

constexpr std::uint32_t kBoardRanks = 3;

class Meeting : public ::testing::Test {
 protected:
  Meeting() {
    for (std::uint32_t rank = 0; rank < kBoardRanks; ++rank)
      clocks_.emplace_back(model::UnitId{model::ProcessId{rank}, 0}, kBoardRanks);
  }
  static Stream call(std::uint64_t number) { return {0x1000 + number, 3, 1}; }
  static model::Point point(std::uint32_t rank, model::Epoch epoch) { return {{model::ProcessId{rank}, 0}, epoch}; }

  /// A signal, as the engine gives one.
  model::Epoch enter(std::uint32_t rank, const Stream& stream) {
    node_[rank].enter_together(stream, clocks_[rank]);
    const model::Epoch handed_out = clocks_[rank].now();
    clocks_[rank].tick();
    return handed_out;
  }
  /// A wait, which then hears of what was posted.
  bool leave(std::uint32_t rank, const Stream& stream) {
    apart_.clear();
    const bool all = node_[rank].leave_together(clocks_[rank], stream, apart_);
    looked_ = node_[rank].may_have({rank}, clocks_[rank].shared());
    if (looked_) node_[rank].drain({rank}, clocks_[rank].snapshot(), heard_[rank]);
    return all;
  }
  void meet(std::uint64_t number) {
    for (std::uint32_t rank = 0; rank < kBoardRanks; ++rank) enter(rank, call(number));
    for (std::uint32_t rank = 0; rank < kBoardRanks; ++rank) EXPECT_TRUE(leave(rank, call(number)));
  }
  void post(std::uint32_t from, std::uint32_t to, std::uint64_t what) {
    node_[from].post({from}, {to}, engine::Landed{{what}, {}});
  }
  void deposit(std::uint32_t from, const Stream& stream) {
    for (std::uint32_t to = 0; to < kBoardRanks; ++to)
      if (to != from) node_[from].deposit(to, stream, clocks_[from]);
    clocks_[from].tick();
  }

  testing_support::Node node_{kBoardRanks};
  std::vector<model::UnitClock> clocks_;
  std::vector<std::uint32_t> apart_;
  std::array<testing_support::Heard, kBoardRanks> heard_;
  bool looked_ = false;  // after the last wait, into channels
};

TEST_F(Meeting, AllKnowWhatAllDidBeforeAndNotWhatTheyDidAfter) {
  std::array<model::Epoch, kBoardRanks> handed_out{};
  for (std::uint32_t rank = 0; rank < kBoardRanks; ++rank) handed_out[rank] = enter(rank, call(0));
  for (std::uint32_t rank = 0; rank < kBoardRanks; ++rank) {
    EXPECT_TRUE(leave(rank, call(0)));
    for (std::uint32_t other = 0; other < kBoardRanks; ++other) {
      if (other == rank) continue;
      EXPECT_TRUE(clocks_[rank].knows(point(other, handed_out[other])));
      EXPECT_FALSE(clocks_[rank].knows(point(other, handed_out[other] + 1)));
    }
    EXPECT_TRUE(apart_.empty());
  }
}

TEST_F(Meeting, OneMayEnterTheNextCallBeforeOthersHaveLookedAtThisOne) {
  for (std::uint64_t number = 0; number < 20; ++number) {
    std::array<model::Epoch, kBoardRanks> handed_out{};
    for (std::uint32_t rank = 0; rank < kBoardRanks; ++rank)
      if (number == 0 || rank != 0) handed_out[rank] = enter(rank, call(number));
    if (number > 0) handed_out[0] = clocks_[0].now() - 1;  // entered it at the end of the last turn
    EXPECT_TRUE(leave(0, call(number)));
    enter(0, call(number + 1));
    for (std::uint32_t rank = 1; rank < kBoardRanks; ++rank) {
      EXPECT_TRUE(leave(rank, call(number)));
      EXPECT_TRUE(clocks_[rank].knows(point(0, handed_out[0])));
      EXPECT_FALSE(clocks_[rank].knows(point(0, handed_out[0] + 1)));
    }
  }
}

TEST_F(Meeting, WhatWasPostedBeforeIsHeardOf) {
  meet(0);
  post(0, 1, 7);
  meet(1);
  post(0, 1, 8);
  post(2, 1, 9);
  meet(2);
  EXPECT_EQ(heard_[1].landed, (std::vector<std::uint64_t>{7, 8, 9}));
  EXPECT_TRUE(heard_[0].landed.empty());
}

TEST_F(Meeting, NobodyLooksIntoChannelsIfNothingWasPosted) {
  meet(0);
  for (std::uint32_t rank = 0; rank < kBoardRanks; ++rank) enter(rank, call(1));
  for (std::uint32_t rank = 0; rank < kBoardRanks; ++rank) {
    EXPECT_TRUE(leave(rank, call(1)));
    EXPECT_FALSE(looked_);
  }
}

TEST_F(Meeting, WhatWasPostedBeforeARefusedCallIsHeardOfAfterTheNext) {
  meet(0);
  post(0, 1, 7);
  enter(0, call(1));
  node_[0].not_entered_together(call(1));
  meet(1);
  EXPECT_EQ(heard_[1].landed, (std::vector<std::uint64_t>{7}));
}

TEST_F(Meeting, ARefusedCallWasNotEntered) {
  meet(0);
  enter(1, call(1));
  enter(2, call(1));
  enter(0, call(1));
  node_[0].not_entered_together(call(1));
  EXPECT_FALSE(leave(1, call(1)));
  EXPECT_FALSE(clocks_[1].knows(point(0, clocks_[0].now() - 1)));
}

// It has not left a call that it has entered (which failed): what the others said there of their messages it has not read.
TEST_F(Meeting, WhatWasPostedBeforeACallThatFailedIsHeardOfAfterTheNext) {
  meet(0);
  post(0, 1, 7);
  for (std::uint32_t rank = 0; rank < kBoardRanks; ++rank) enter(rank, call(1));
  for (const std::uint32_t rank : {0U, 2U}) EXPECT_TRUE(leave(rank, call(1)));
  meet(2);
  EXPECT_EQ(heard_[1].landed, (std::vector<std::uint64_t>{7}));
}

TEST_F(Meeting, WhatWasPostedByOneWhoCameTooLateIsHeardOfAfterTheNext) {
  meet(0);
  enter(0, call(1));
  enter(1, call(1));
  EXPECT_FALSE(leave(1, call(1)));
  post(2, 1, 7);
  enter(2, call(1));
  meet(2);
  EXPECT_EQ(heard_[1].landed, (std::vector<std::uint64_t>{7}));
}

TEST_F(Meeting, WhoHasEnteredOneMoreIsFoundAndHeardOf) {
  meet(0);
  post(0, 1, 7);
  enter(0, call(77));  // nobody else does
  for (std::uint64_t number = 1; number < 20; ++number) {
    meet(number);
    EXPECT_EQ(heard_[1].landed.size(), number);
    post(0, 1, 7 + number);
  }
}

TEST_F(Meeting, WhoDepositsInsteadIsNamed) {
  for (const std::uint32_t rank : {0U, 1U}) enter(rank, call(0));
  deposit(2, call(0));
  EXPECT_TRUE(leave(0, call(0)));
  EXPECT_EQ(apart_, (std::vector<std::uint32_t>{2}));
  EXPECT_TRUE(clocks_[0].knows(point(2, 1)));
}

TEST_F(Meeting, WhoSaysNothingIsMissing) {
  enter(0, call(0));
  enter(1, call(0));
  EXPECT_FALSE(leave(0, call(0)));
  EXPECT_TRUE(clocks_[0].knows(point(1, 1)));
  EXPECT_FALSE(clocks_[0].knows(point(2, 1)));
}

// A process says nothing of its further units, so who knows of them tells all.
TEST_F(Meeting, FurtherUnitsAreToldOf) {
  const model::Point further{{model::ProcessId{2}, 1}, 5};
  clocks_[0].merge(further);
  meet(0);
  EXPECT_TRUE(clocks_[1].knows(further));
  EXPECT_TRUE(clocks_[2].knows(further));
  meet(1);
  EXPECT_TRUE(apart_.empty());
}

TEST_F(Meeting, ARefusedCallOfOneWhoToldAllIsTakenBack) {
  const model::Point further{{model::ProcessId{2}, 1}, 5};
  clocks_[0].merge(further);
  enter(0, call(0));
  node_[0].not_entered_together(call(0));
  enter(1, call(0));
  EXPECT_FALSE(leave(1, call(0)));
  EXPECT_FALSE(clocks_[1].knows(further));
}

}  // namespace
}  // namespace farsan::transport
