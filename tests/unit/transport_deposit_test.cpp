// Deposits of the transport for one node: two processes of a job, played by one.
#include <gtest/gtest.h>

#include "support/node.h"

namespace farsan::transport {
namespace {

constexpr std::uint32_t kRanks = 2;

class Deposits : public ::testing::Test {
 protected:
  Deposit deposit_of(std::uint64_t word) {
    clock_.tick();
    return {clock_.snapshot(), {7}, nullptr, {word, ~word, word << 32}};
  }
  std::vector<Deposit> taken(const Stream& stream) {
    std::vector<Deposit> all;
    receiver().take_each(0, stream, [&](const Deposit& deposit) { all.push_back(deposit); });
    return all;
  }
  ShmTransport& sender() { return node_[0]; }
  ShmTransport& receiver() { return node_[1]; }

  static constexpr Stream kFlag{0x1000, 0, 1};
  static constexpr Stream kOther{0x1008, 0, 1};
  model::UnitClock clock_{{model::ProcessId{0}, 0}, kRanks};

 private:
  testing_support::Node node_{kRanks};
};

TEST_F(Deposits, ArriveWithTheirWordsScopeAndClock) {
  const Deposit sent = deposit_of(42);
  sender().deposit(1, kFlag, sent);
  const auto taken = receiver().take(0, kFlag);
  ASSERT_TRUE(taken);
  EXPECT_EQ(taken->words, sent.words);
  EXPECT_EQ(taken->scope, sent.scope);
  EXPECT_EQ(taken->clock.own(), sent.clock.own());
  EXPECT_FALSE(receiver().take(0, kFlag));
}

TEST_F(Deposits, OfOneStreamComeInOrderAndLeaveOthersAlone) {
  for (const std::uint64_t word : {1U, 2U, 3U}) {
    sender().deposit(1, kFlag, deposit_of(word));
    sender().deposit(1, kOther, deposit_of(word + 10));
  }
  for (const std::uint64_t word : {1U, 2U, 3U}) EXPECT_EQ(receiver().take(0, kFlag)->words[0], word);
  EXPECT_EQ(receiver().take(0, kOther)->words[0], 11U);
}

TEST_F(Deposits, OfOneselfKeepTheirWordsToo) {
  sender().deposit(0, kFlag, deposit_of(5));
  const auto taken = sender().take(0, kFlag);
  ASSERT_TRUE(taken);
  EXPECT_EQ(taken->words[0], 5U);
}

TEST_F(Deposits, ThatArePeekedAtAreStillThere) {
  sender().deposit(1, kFlag, deposit_of(8));
  EXPECT_EQ(receiver().peek(0, kFlag)->words[0], 8U);
  EXPECT_EQ(receiver().take(0, kFlag)->words[0], 8U);
}

TEST_F(Deposits, AreForgottenByKindWhereTheyAreUseless) {
  constexpr Stream kKept{0x1000, 0, 2};
  for (const std::uint64_t word : {1U, 2U}) {
    sender().deposit(1, kFlag, deposit_of(word));
    sender().deposit(1, kKept, deposit_of(word));
  }
  // Forgetting is about what has come in.
  EXPECT_TRUE(receiver().peek(0, kFlag));
  receiver().forget_deposits(1, [](const Stream&, const Deposit& deposit) { return deposit.words[0] == 1; });
  EXPECT_EQ(receiver().take(0, kFlag)->words[0], 2U);
  EXPECT_FALSE(receiver().take(0, kFlag));
  EXPECT_EQ(receiver().take(0, kKept)->words[0], 1U);
}

TEST_F(Deposits, PlainSignalsAndAnnouncementsShareAStream) {
  sender().deposit(1, kFlag, clock_);
  sender().deposit(1, kFlag, deposit_of(9));
  model::UnitClock knowing({model::ProcessId{1}, 0}, kRanks);
  ASSERT_TRUE(receiver().take_into(knowing, 0, kFlag));
  EXPECT_TRUE(knowing.knows({{model::ProcessId{0}, 0}, 1}));
  EXPECT_EQ(receiver().take(0, kFlag)->words[0], 9U);
}

TEST_F(Deposits, ThatAreTakenBackAreNotThere) {
  sender().deposit(1, kFlag, deposit_of(1));
  sender().deposit(1, kFlag, deposit_of(2));
  sender().deposit(1, kOther, deposit_of(3));
  sender().take_back(1, kFlag);
  sender().deposit(1, kFlag, deposit_of(4));
  EXPECT_EQ(receiver().take(0, kFlag)->words[0], 1U);
  EXPECT_EQ(receiver().take(0, kFlag)->words[0], 4U);
  EXPECT_EQ(receiver().take(0, kOther)->words[0], 3U);
}

TEST_F(Deposits, ThatAreTakenBackAreNotThereAlthoughTheyWereRead) {
  sender().deposit(1, kFlag, deposit_of(1));
  ASSERT_TRUE(receiver().peek(0, kFlag));
  sender().take_back(1, kFlag);
  EXPECT_FALSE(receiver().peek(0, kFlag));
  EXPECT_TRUE(taken(kFlag).empty());
}

TEST_F(Deposits, ASignalThatIsTakenBackIsNotLearnt) {
  model::UnitClock knowing({model::ProcessId{1}, 0}, kRanks);
  sender().deposit(1, kFlag, clock_);
  ASSERT_TRUE(receiver().take_into(knowing, 0, kFlag));
  clock_.tick();
  sender().deposit(1, kFlag, clock_);
  sender().take_back(1, kFlag);
  EXPECT_FALSE(receiver().take_into(knowing, 0, kFlag));
  EXPECT_FALSE(knowing.knows(clock_.here()));
  clock_.tick();
  sender().deposit(1, kFlag, clock_);
  EXPECT_TRUE(receiver().take_into(knowing, 0, kFlag));
  EXPECT_TRUE(knowing.knows(clock_.here()));
}

TEST_F(Deposits, OfOneselfAreTakenBackToo) {
  receiver().deposit(1, kFlag, deposit_of(1));
  receiver().take_back(1, kFlag);
  EXPECT_FALSE(receiver().take(1, kFlag));
}

TEST_F(Deposits, ALockThatIsRenewedHasHadNoHolders) {
  using Held = ShmTransport::Held;
  const Offset lock = sender().make_lock();
  const Offset next = sender().make_lock();
  for (const Held how : {Held::Exclusive, Held::Shared}) {
    clock_.tick();
    for (const Offset used : {lock, next}) sender().leave(0, used, how, clock_.snapshot());
  }
  const auto left = [&](Offset at, Held how) {
    return receiver().handed_over(0, at, how, nullptr).at(clock_.here().unit);
  };
  EXPECT_NE(left(lock, Held::Shared), 0U);
  sender().renew_lock(lock);
  EXPECT_EQ(left(lock, Held::Shared), 0U);
  EXPECT_EQ(left(lock, Held::Exclusive), 0U);
  EXPECT_NE(left(next, Held::Exclusive), 0U);
}

TEST_F(Deposits, ALockHasNothingForWhoKnowsWhatIsLeftThere) {
  using Held = ShmTransport::Held;
  const Offset lock = sender().make_lock();
  model::UnitClock knowing({model::ProcessId{1}, 0}, kRanks);
  sender().leave(0, lock, Held::Exclusive, clock_.snapshot());
  const model::Clock news = receiver().handed_over(0, lock, Held::Exclusive, &knowing);
  EXPECT_TRUE(news.knows(clock_.here()));
  knowing.merge(news);
  EXPECT_EQ(receiver().handed_over(0, lock, Held::Exclusive, &knowing), model::Clock());
  EXPECT_EQ(receiver().handed_over(0, lock, Held::Exclusive, nullptr), news)
      << "whoever does not say what it knows gets all";
  clock_.tick();
  sender().leave(0, lock, Held::Shared, clock_.snapshot());
  EXPECT_EQ(receiver().handed_over(0, lock, Held::Shared, &knowing), model::Clock()) << "left by a shared holder";
  EXPECT_TRUE(receiver().handed_over(0, lock, Held::Exclusive, &knowing).knows(clock_.here()));
}

/// A third process of which the sender has heard.
constexpr model::Point kThird{{model::ProcessId{2}, 0}, 9};

TEST_F(Deposits, SignalsLeaveOutWhatAllKnow) {
  clock_.merge(kThird);
  sender().all_know(clock_);
  clock_.tick();
  sender().deposit(1, kFlag, clock_, ShmTransport::Takers::Learn);
  model::UnitClock learning({model::ProcessId{1}, 0}, kRanks);
  ASSERT_TRUE(receiver().take_into(learning, 0, kFlag));
  EXPECT_TRUE(learning.knows(clock_.here()));
  EXPECT_FALSE(learning.knows(kThird)) << "it has it by itself";
}

TEST_F(Deposits, ThatMayStartOperationsSayWhatAllKnow) {
  clock_.merge(kThird);
  sender().all_know(clock_);
  sender().deposit(1, kFlag, clock_, ShmTransport::Takers::Learn);
  sender().deposit(1, kOther, clock_);
  (void)receiver().take(0, kFlag);
  const auto gate = receiver().take(0, kOther);
  ASSERT_TRUE(gate);
  EXPECT_TRUE(gate->clock.knows(kThird)) << "it was not told with the one before";
}

TEST_F(Deposits, SignalsSayAllAgainAfterSomethingWasLearnt) {
  clock_.merge(kThird);
  sender().all_know(clock_);
  sender().deposit(1, kFlag, clock_, ShmTransport::Takers::Learn);
  const model::Point later{kThird.unit, kThird.epoch + 1};
  clock_.merge(later);
  sender().deposit(1, kFlag, clock_, ShmTransport::Takers::Learn);
  model::UnitClock learning({model::ProcessId{1}, 0}, kRanks);
  ASSERT_TRUE(receiver().take_into(learning, 0, kFlag));
  EXPECT_FALSE(learning.knows(later));
  ASSERT_TRUE(receiver().take_into(learning, 0, kFlag));
  EXPECT_TRUE(learning.knows(later));
}

TEST_F(Deposits, SignalsOfAnotherClockSayAll) {
  model::UnitClock another({model::ProcessId{0}, 1}, kRanks);
  clock_.merge(kThird);
  another.merge(kThird);
  sender().all_know(clock_);
  sender().deposit(1, kFlag, another, ShmTransport::Takers::Learn);
  const auto taken = receiver().take(0, kFlag);
  ASSERT_TRUE(taken);
  EXPECT_TRUE(taken->clock.knows(kThird));
}

TEST_F(Deposits, CarryBytesOfAnyNumber) {
  Deposit sent = deposit_of(1);
  sent.bytes = {std::byte{1}, std::byte{2}, std::byte{3}};
  sender().deposit(1, kFlag, sent);
  sender().deposit(1, kFlag, deposit_of(2));
  EXPECT_EQ(receiver().take(0, kFlag)->bytes, sent.bytes);
  const auto next = receiver().take(0, kFlag);
  EXPECT_TRUE(next->bytes.empty());
  EXPECT_EQ(next->words[0], 2U);
}

TEST_F(Deposits, CarryWhatANotificationAnnounces) {
  Deposit sent = deposit_of(1);
  sent.fences = model::make_ref<const std::vector<model::Point>>(std::vector<model::Point>{clock_.here()});
  sent.bytes = {std::byte{4}};
  sender().deposit(1, kFlag, sent);
  sender().deposit(1, kFlag, deposit_of(2));
  const auto first = receiver().take(0, kFlag);
  ASSERT_TRUE(first->fences);
  EXPECT_EQ(*first->fences, *sent.fences);
  EXPECT_EQ(first->bytes, sent.bytes);
  EXPECT_FALSE(receiver().take(0, kFlag)->fences);
}

TEST_F(Deposits, OfAStreamAreTakenTogether) {
  for (const std::uint64_t word : {1U, 2U, 3U}) sender().deposit(1, word == 2 ? kOther : kFlag, deposit_of(word));
  const auto all = taken(kFlag);
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].words[0], 1U);
  EXPECT_EQ(all[1].words[0], 3U);
  EXPECT_TRUE(taken(kFlag).empty());
  EXPECT_TRUE(receiver().take(0, kOther));
}

TEST_F(Deposits, ThatNobodyTakesAreThrownAwayWhenTheyAreTooMany) {
  receiver().limit_deposits(kFlag.kind, 100, [](const Stream& stream) { return stream == kFlag; });
  for (std::uint64_t i = 0; i < 150; ++i) {
    sender().deposit(1, kFlag, deposit_of(i));
    sender().deposit(1, kOther, deposit_of(i));
  }
  EXPECT_EQ(taken(kOther).size(), 150U);
  EXPECT_LT(taken(kFlag).size(), 101U);
}

// Records travel before signals: who has taken a signal has read what was posted before it, and not what was posted after it.
TEST_F(Deposits, MessagesOfWhatASignalToldNeedNoFurtherLook) {
  model::UnitClock receiving{{model::ProcessId{1}, 0}, kRanks};
  testing_support::Heard heard;
  EXPECT_FALSE(receiver().may_have({1}, receiving.shared())) << "nobody has told anything";
  sender().post({0}, {1}, engine::Landed{{7}, {}});
  sender().deposit(1, kFlag, clock_);
  ASSERT_TRUE(receiver().take_into(receiving, 0, kFlag));
  EXPECT_TRUE(receiver().may_have({1}, receiving.shared()));
  receiver().drain({1}, receiving.snapshot(), heard);
  EXPECT_EQ(heard.landed, (std::vector<std::uint64_t>{7}));
  EXPECT_FALSE(receiver().may_have({1}, receiving.shared()));
}

TEST_F(Deposits, MessagesOfWhatAnotherToldAreLookedFor) {
  model::UnitClock receiving{{model::ProcessId{1}, 0}, kRanks};
  testing_support::Heard heard;
  sender().post({0}, {1}, engine::Landed{{7}, {}});
  clock_.tick();
  const model::Snapshot told = clock_.snapshot();  // to a third process, which tells the receiver
  sender().deposit(1, kOther, clock_);
  clock_.tick();
  sender().post({0}, {1}, engine::Landed{{8}, {}});
  sender().deposit(1, kFlag, clock_);
  sender().post({0}, {1}, engine::Landed{{9}, {}});
  receiving.merge(told);
  ASSERT_TRUE(receiver().may_have({1}, receiving.shared()));
  receiver().drain({1}, receiving.snapshot(), heard);
  ASSERT_GE(heard.landed.size(), 1U);
  EXPECT_EQ(heard.landed.front(), 7U);
  EXPECT_FALSE(receiver().may_have({1}, receiving.shared()));
  // The deposits are all there, whether they were passed or not, and so is the rest in the end.
  EXPECT_TRUE(receiver().take_into(receiving, 0, kOther));
  EXPECT_TRUE(receiver().take_into(receiving, 0, kFlag));
  receiver().drain({1}, receiving.snapshot(), heard);
  ASSERT_GE(heard.landed.size(), 2U);
  EXPECT_EQ(heard.landed[1], 8U);
  receiver().drain_rest({1}, heard);
  EXPECT_EQ(heard.landed, (std::vector<std::uint64_t>{7, 8, 9}));
}

// A deposit that is no signal does not end its sender's epoch: more may be posted in it.
TEST_F(Deposits, OfAnEpochThatGoesOnDoNotTellAll) {
  model::UnitClock receiving{{model::ProcessId{1}, 0}, kRanks};
  testing_support::Heard heard;
  sender().deposit(1, kFlag, {clock_.snapshot(), {}, nullptr});
  sender().post({0}, {1}, engine::Landed{{7}, {}});
  const model::Snapshot told = clock_.snapshot();
  ASSERT_TRUE(receiver().take(0, kFlag).has_value());
  receiving.merge(told);
  receiver().drain({1}, receiving.snapshot(), heard);
  EXPECT_EQ(heard.landed, (std::vector<std::uint64_t>{7}));
}

// What nobody tells of is read now and then all the same.
TEST_F(Deposits, MessagesThatNobodyTellsOfDoNotGather) {
  const model::UnitClock receiving{{model::ProcessId{1}, 0}, kRanks};
  testing_support::Heard heard;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    sender().post({0}, {1}, engine::Landed{{i}, {}});
    if (receiver().may_have({1}, receiving.shared())) receiver().drain({1}, receiving.snapshot(), heard);
  }
  EXPECT_GT(heard.landed.size(), 900U);
}

TEST_F(Deposits, MomentsOfAProcessAreTheSameForAll) {
  EXPECT_EQ(sender().moment(1), receiver().moment(1));
  const std::uint64_t stamp = sender().stamp(1);
  EXPECT_GE(receiver().moment(1), stamp);
  EXPECT_GT(receiver().stamp(1), stamp);
  EXPECT_LT(sender().moment(0), stamp);
}

}  // namespace
}  // namespace farsan::transport
