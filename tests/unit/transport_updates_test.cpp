// Which updates of a variable made a wait succeed (src/bindings/shmem/updates.h).
#include <gtest/gtest.h>

#include "bindings/shmem/updates.h"

namespace farsan::shmem {
namespace {

constexpr Piece kLong{0, 8};
using Kind = Update::Kind;
using Places = std::vector<std::size_t>;

/// A history that is written down update by update, each over before the next begins unless it says otherwise.
class Updates : public ::testing::Test {
 protected:
  Update& atomic(std::uint32_t origin, std::uint64_t found, std::uint64_t left, Effect effect = Effect::Replaces) {
    Update update = of(origin, Kind::Atomic);
    update.knows_found = true;
    update.found = found;
    update.left = left;
    update.effect = effect;
    update.over = ++moment_;
    return history_.emplace_back(std::move(update));
  }
  Update& put(std::uint32_t origin, std::uint64_t value) {
    Update update = of(origin, Kind::Put);
    update.left = value;
    ++moment_;
    return history_.emplace_back(std::move(update));
  }
  Update& store(std::uint32_t origin) { return history_.emplace_back(of(origin, Kind::Store)); }

  /// A wait for a value, called when the last update was over and returned then.
  [[nodiscard]] Wait equal(std::uint64_t value) const {
    return {kLong, [=](std::uint64_t seen) { return seen == value; }, std::nullopt, value, moment_, moment_};
  }
  [[nodiscard]] Wait at_least(std::uint64_t value, std::uint64_t seen) const {
    return {kLong, [=](std::uint64_t is) { return is >= value; }, std::nullopt, seen, moment_, moment_};
  }
  /// What the origin has learnt from others before its next update.
  void learns(std::uint32_t origin, const Update& of) { clocks_[origin].merge(of.announcements.front().clock); }

  History history_;
  std::uint64_t moment_ = 10;

 private:
  Update of(std::uint32_t origin, Kind kind) {
    Update update;
    update.origin = origin;
    update.own = origin == 0;
    update.number = ++numbers_;
    update.kind = kind;
    update.piece = kLong;
    update.settled = true;
    update.begun = moment_;
    update.announcements.push_back({clocks_[origin].snapshot(), {origin}, {0}, {}, nullptr, std::nullopt});
    clocks_[origin].tick();
    return update;
  }
  std::uint64_t numbers_ = 0;
  std::vector<model::UnitClock> clocks_ = {
      {{model::ProcessId{0}, 0}, 3}, {{model::ProcessId{1}, 0}, 3}, {{model::ProcessId{2}, 0}, 3}};
};

TEST_F(Updates, TheOneThatLeftTheValueMadeIt) {
  atomic(1, 0, 1);
  const Made made = made_by(history_, equal(1));
  EXPECT_EQ(made.by, Places({0}));
  EXPECT_EQ(made.past, Places({0}));
}

TEST_F(Updates, AValueThatWasThereBeforeIsNobodys) {
  EXPECT_TRUE(made_by(history_, equal(0)).by.empty());
  atomic(1, 5, 6);
  EXPECT_TRUE(made_by(history_, at_least(5, 6)).by.empty());
}

TEST_F(Updates, TheFirstOfARunMadeIt) {
  atomic(1, 0, 3);
  atomic(2, 3, 4);
  EXPECT_EQ(made_by(history_, at_least(3, 4)).by, Places({0}));
}

TEST_F(Updates, AnUpdateBuildsOnWhatItFound) {
  atomic(1, 0, 1, Effect::Accumulates);
  atomic(2, 1, 2, Effect::Accumulates);
  EXPECT_EQ(made_by(history_, equal(2)).by, Places({1, 0}));
}

TEST_F(Updates, WhoTookOneOffWaitsForTheNext) {
  for (const std::uint64_t found : {0U, 1U, 2U, 3U}) atomic(1, found, found + 1, Effect::Adds);
  atomic(0, 4, 3, Effect::Adds).known = true;
  Made made = made_by(history_, at_least(1, 3));
  EXPECT_EQ(made.by, Places({1, 0}));  // not the third and the fourth
  EXPECT_EQ(made.past, Places({1, 0}));
  atomic(0, 3, 2, Effect::Adds).known = true;
  EXPECT_EQ(made_by(history_, at_least(1, 2)).by, Places({2, 1, 0}));
  EXPECT_EQ(made_by(history_, at_least(2, 2)).by, Places({3, 2, 1, 0}));
}

TEST_F(Updates, WhatTheOwnerTookOffMayStillBeOnItsWay) {
  atomic(1, 1, 2, Effect::Adds);
  atomic(0, 2, 1, Effect::Adds);
  EXPECT_TRUE(made_by(history_, at_least(1, 1)).by.empty());
}

TEST_F(Updates, WhatTheOwnerAddedIsAnUpdateLikeAnyOther) {
  atomic(1, 0, 1, Effect::Adds);
  atomic(2, 1, 2, Effect::Adds);
  atomic(0, 2, 3, Effect::Adds).known = true;
  EXPECT_EQ(made_by(history_, at_least(1, 3)).by, Places({0}));
  EXPECT_EQ(made_by(history_, at_least(2, 3)).by, Places({1, 0}));
  EXPECT_EQ(made_by(history_, at_least(3, 3)).by, Places({2, 1, 0}));
  EXPECT_EQ(made_by(history_, equal(3)).by, Places({2, 1, 0}));
}

TEST_F(Updates, WhatTheOwnerAddedToASetValueIsNotAddedToThoseBefore) {
  atomic(2, 0, 35, Effect::Adds);
  atomic(0, 35, 49);
  atomic(0, 49, 84, Effect::Adds).known = true;
  EXPECT_EQ(made_by(history_, at_least(50, 84)).by, Places({2, 1}));
}

TEST_F(Updates, ACounterThatOnlyRises) {
  for (const std::uint64_t found : {0U, 1U, 2U, 3U}) atomic(1, found, found + 1, Effect::Adds);
  std::size_t rising = 0;
  Wait wait = at_least(2, 4);
  EXPECT_FALSE(made_by_rising(history_, wait, rising));  // any value may be waited for
  wait.upwards = true;
  const auto risen = made_by_rising(history_, wait, rising);
  ASSERT_TRUE(risen);
  EXPECT_EQ(risen->by, 2U);
  EXPECT_EQ(risen->past, 2U);
  EXPECT_EQ(rising, 4U);
}

TEST_F(Updates, AFlagThatOnePePutsHigherAndHigher) {
  // Whatever was complete when it looked, and whichever value the wait saw: the short way says what the long one says.
  std::size_t agreed = 0;
  for (std::uint64_t random = 0; random < 4096; ++random) {
    history_.clear();
    std::size_t rising = 0;
    for (std::uint64_t value = 2; value <= 6; ++value) {
      Update& flag = put(1, value);
      flag.knows_found = true;
      flag.found = value - 1;
      flag.knew = value;
      if ((random >> value & 1) != 0) flag.over = moment_ + (random >> 7 & 1);
    }
    Wait wait = at_least(random >> 8 & 7, 2 + (random >> 11 & 1) * 2);
    if (!wait.holds(wait.seen)) continue;
    wait.upwards = true;
    wait.stored = (random & 1) != 0 ? 2 : 0;
    if ((random & 2) != 0) wait.before = 1 + (random >> 9 & 3);
    if ((random & 64) != 0) wait.returned = history_[3].begun;
    const auto risen = made_by_rising(history_, wait, rising);
    ASSERT_TRUE(risen);
    const Made made = made_by(history_, wait);
    ASSERT_EQ(made.by, risen->by == 0 ? Places{} : Places{risen->past - 1});
    ASSERT_EQ(made.past.size(), risen->past);
    ++agreed;
  }
  EXPECT_GT(agreed, 2000U);
}

TEST_F(Updates, AFlagThatTwoPesPutIsNotSimple) {
  for (std::uint64_t value = 2; value <= 4; ++value) {
    Update& flag = put(value == 3 ? 2 : 1, value);
    flag.knows_found = true;
    flag.found = value - 1;
  }
  Wait wait = at_least(3, 4);
  wait.upwards = true;
  std::size_t rising = 0;
  EXPECT_FALSE(made_by_rising(history_, wait, rising));
  EXPECT_EQ(rising, 1U);
  wait.stored = 1;  // nor is one that may have been stored over
  history_.pop_back();
  history_.pop_back();
  wait.seen = 2;
  EXPECT_FALSE(made_by_rising(history_, wait, rising = 0));
}

TEST_F(Updates, BitsOfTheOwnersAreNoNumber) {
  atomic(1, 0, 1, Effect::Accumulates);
  atomic(2, 1, 5, Effect::Accumulates);
  atomic(0, 5, 7, Effect::Accumulates).known = true;
  EXPECT_EQ(made_by(history_, at_least(1, 7)).by, Places({0}));
}

TEST_F(Updates, WhatWasOverWhenTheWaitBeganDidNotEndIt) {
  atomic(1, 0, 1);
  atomic(1, 1, 0);
  atomic(2, 0, 1);
  EXPECT_EQ(made_by(history_, equal(1)).by, Places({2}));
}

TEST_F(Updates, OfTwoThatMayHaveEndedItTheOneThatTellsLessIsTaken) {
  const std::uint64_t called = moment_;
  learns(2, atomic(1, 0, 1));
  atomic(1, 1, 0);
  atomic(2, 0, 1);
  Wait wait = equal(1);
  wait.called = called;
  const Made made = made_by(history_, wait);
  EXPECT_EQ(made.by, Places({0}));
  EXPECT_EQ(made.past, Places({0}));
}

TEST_F(Updates, WhereNeitherTellsLessOnlyWhatBothKnowIsTaken) {
  const std::uint64_t called = moment_;
  atomic(1, 0, 1);
  atomic(1, 1, 0);
  atomic(2, 0, 1);
  Wait wait = equal(1);
  wait.called = called;
  const Made made = made_by(history_, wait);
  EXPECT_TRUE(made.by.empty());
  EXPECT_EQ(made.one_of, Places({2, 0}));
}

TEST_F(Updates, ThatMayHaveBeenSoBeforeOrderNothing) {
  const std::uint64_t called = moment_;
  atomic(1, 1, 0);
  atomic(2, 0, 1);
  Wait wait = equal(1);
  wait.called = called;
  const Made made = made_by(history_, wait);
  EXPECT_TRUE(made.by.empty());
  EXPECT_TRUE(made.one_of.empty());
}

TEST_F(Updates, ThatBeganAfterTheWaitHadReturnedWereNotSeen) {
  atomic(1, 0, 1);
  const Wait wait = equal(1);
  ++moment_;
  atomic(2, 1, 0);
  atomic(2, 0, 1);
  EXPECT_EQ(made_by(history_, wait).by, Places({0}));
}

TEST_F(Updates, AValueThatHasMovedOnIsFoundOnTheWayBack) {
  atomic(1, 0, 1);
  atomic(2, 1, 7);
  Wait wait = equal(1);
  wait.seen = 7;
  EXPECT_EQ(made_by(history_, wait).by, Places({0}));
}

TEST_F(Updates, APutBuildsOnItsOwnPutsOnly) {
  put(1, 1);
  put(1, 1);
  put(2, 1);
  EXPECT_EQ(made_by(history_, equal(1)).by, Places({2}));
}

TEST_F(Updates, APutThatFoundWhatSatisfiesTheWaitDidNotMakeIt) {
  Update& again = put(1, 1);
  again.knows_found = true;
  again.found = 1;
  EXPECT_TRUE(made_by(history_, equal(1)).by.empty());
  again.found = 0;
  EXPECT_EQ(made_by(history_, equal(1)).by, Places({0}));
}

TEST_F(Updates, APutThatFoundAnothersIsNotTheFirst) {
  put(1, 1);
  Update& second = put(2, 2);
  second.knows_found = true;
  second.found = 1;
  EXPECT_EQ(made_by(history_, at_least(1, 2)).by, Places({0}));
  EXPECT_EQ(made_by(history_, at_least(2, 2)).by, Places({1}));
}

TEST_F(Updates, APutLooksBeforeItsOwnEarlierOnesAreThere) {
  put(1, 1);
  put(1, 0);
  Update& again = put(1, 1);
  again.knows_found = true;
  again.found = 1;  // the 0 was on its way
  Wait wait = equal(1);
  wait.called = 0;
  EXPECT_EQ(made_by(history_, wait).by, Places({0}));
  history_[0].over = history_[1].begun;
  history_[1].over = again.begun;
  again.found = 0;
  wait.called = again.begun;
  EXPECT_EQ(made_by(history_, wait).by, Places({2}));
}

TEST_F(Updates, WhatTheOwnerPutThereCountsFromItsQuietOn) {
  put(1, 1).knows_found = true;
  Update& reset = put(0, 0);
  reset.knows_found = true;
  reset.found = 1;
  put(1, 1).knows_found = true;
  history_[0].over = history_[1].begun;
  EXPECT_EQ(made_by(history_, equal(1)).by, Places({0}));  // the reset may have been late
  history_[1].over = history_[2].begun;
  EXPECT_EQ(made_by(history_, equal(1)).by, Places({2}));
}

TEST_F(Updates, APutMayLandLate) {
  put(1, 1);
  put(1, 0);
  put(1, 1);
  EXPECT_EQ(made_by(history_, equal(1)).by, Places({0}));
}

TEST_F(Updates, WhatCameBeforeTheValueThatTheWaitFoundDidNotEndIt) {
  put(1, 43);
  put(1, 9);
  put(1, 35);
  Wait wait = at_least(11, 35);
  EXPECT_EQ(made_by(history_, wait).by, Places({0}));  // nothing tells when they were there
  wait.before = 35;
  EXPECT_EQ(made_by(history_, wait).by, Places({2}));
  wait.before = 43;
  EXPECT_EQ(made_by(history_, wait).by, Places({0}));
}

TEST_F(Updates, AValueThatMayHaveBeenThereFromTheStartTellsNothing) {
  put(1, 43);
  put(1, 9);
  put(1, 35);
  Wait wait = at_least(11, 35);
  wait.before = 9;  // of the second one, or older than all
  EXPECT_EQ(made_by(history_, wait).by, Places({0}));
  wait.before = 3;
  EXPECT_EQ(made_by(history_, wait).by, Places({0}));
}

TEST_F(Updates, AValueIsOfAnUpdateIfAnotherWasThereAtTheStart) {
  atomic(1, 0, 1).over = kNever;  // while the wait lasted
  atomic(1, 1, 2).over = kNever;
  atomic(1, 2, 1).over = kNever;
  Wait wait = equal(1);
  EXPECT_EQ(made_by(history_, wait).by, Places({0}));
  wait.before = 2;
  EXPECT_EQ(made_by(history_, wait).by, Places({2}));
  wait.before = 0;
  EXPECT_EQ(made_by(history_, wait).by, Places({0}));
}

TEST_F(Updates, OfUpdatesThatLeftTheSameTheOldestMayHaveBeenFound) {
  put(1, 35);
  put(1, 9);
  put(1, 35);
  Wait wait = equal(35);
  wait.before = 35;
  EXPECT_EQ(made_by(history_, wait).by, Places({0}));
}

TEST_F(Updates, AStoreMadeWhatNothingElseExplains) {
  atomic(1, 0, 1);
  store(2);
  EXPECT_EQ(made_by(history_, equal(1)).by, Places({0}));
  EXPECT_EQ(made_by(history_, equal(2)).by, Places({1}));
}

TEST_F(Updates, OfStoresTheFirstTellsLeast) {
  store(1);
  store(1);
  EXPECT_EQ(made_by(history_, equal(2)).by, Places({0}));
  store(2);
  EXPECT_EQ(made_by(history_, equal(2)).one_of, Places({0, 1, 2}));
}

TEST_F(Updates, WhatTheOwnerHasStoredOverWasNotSeen) {
  put(1, 1);
  put(1, 1).knew = 7;
  Wait wait = equal(1);
  EXPECT_EQ(made_by(history_, wait).by, Places({0}));
  wait.stored = 7;
  EXPECT_EQ(made_by(history_, wait).by, Places({1}));
}

TEST_F(Updates, OfForeignStoresTheFirstThatKnowsOfTheOwnersCounts) {
  store(1);
  store(1).knew = 7;
  store(1).knew = 7;
  Wait wait = equal(1);
  EXPECT_EQ(made_by(history_, wait).by, Places({0}));
  wait.stored = 7;
  EXPECT_EQ(made_by(history_, wait).by, Places({1}));
}

TEST_F(Updates, AnAtomicTellsWhatItFoundWhateverTheOwnerStored) {
  atomic(1, 0, 1);
  atomic(1, 0, 1);
  Wait wait = equal(1);
  wait.stored = 7;
  EXPECT_EQ(made_by(history_, wait).by, Places({1}));
}

TEST_F(Updates, ThatRaceWithTheOwnersStoreCountWhereNothingElseExplainsTheValue) {
  put(1, 1);
  Wait wait = equal(1);
  wait.stored = 7;
  EXPECT_EQ(made_by(history_, wait).by, Places({0}));
}

TEST_F(Updates, OfAWiderWordCountByTheBytesOfTheVariable) {
  atomic(1, 0, std::uint64_t{7} << 32);
  Wait wait = equal(7);
  wait.variable = {4, 4};
  EXPECT_EQ(made_by(history_, wait).by, Places({0}));
}

TEST_F(Updates, AreKeptByTheMomentsAtWhichTheyBegan) {
  History history;
  for (const std::uint64_t begun : {5U, 9U, 7U}) {
    Update update;
    update.begun = begun;
    add(history, std::move(update));
  }
  EXPECT_EQ(history[0].begun, 5U);
  EXPECT_EQ(history[1].begun, 7U);
  EXPECT_EQ(history[2].begun, 9U);
}

}  // namespace
}  // namespace farsan::shmem
