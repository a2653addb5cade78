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

bool is_plain(const Remembered& sent, const engine::Message& message) {
  const auto plain = plain_parts(message);
  return plain && place_of_plain(sent, *plain);
}

// The quick way says in fewer bytes what the usual one says.
TEST(Wire, APlainRecordArrivesAsItWasSent) {
  engine::Record record;
  record.access.site = {7};
  record.access.operation = {9};
  record.access.issue = {model::make_ref<const model::Clock>(3U), {{{1}, 0}, 5}};
  record.access.with = model::make_ref<const model::Circumstances>();
  record.access.ranges = ByteRanges::contiguous(64, 8);
  record.listens = true;
  Remembered sent;
  Writer first;
  EXPECT_FALSE(is_plain(sent, record)) << "its circumstances were never sent";
  put_message(first, sent, record);
  Remembered taken;
  Reader beginning(first.bytes());
  (void)get_message(beginning, taken);
  const auto expect_it_arrives = [&](std::size_t most) {
    ASSERT_TRUE(is_plain(sent, record));
    std::array<std::byte, kMostOfPlain> room{};
    PlacedWriter quick(room.data());
    const engine::Message whole(record);
    const auto plain = plain_parts(whole);
    put_plain(quick, sent, *plain, *place_of_plain(sent, *plain));
    const std::span<const std::byte> bytes(room.data(), quick.end());
    ASSERT_LE(bytes.size(), most);
    Reader reader(bytes);
    const engine::Message message = get_message(reader, taken);
    const auto& got = std::get<engine::Record>(message);
    EXPECT_EQ(got.access.kind, record.access.kind);
    EXPECT_EQ(got.access.part, record.access.part);
    EXPECT_EQ(got.access.site, record.access.site);
    EXPECT_EQ(got.access.operation, record.access.operation);
    EXPECT_EQ(got.access.issued(), record.access.issued());
    EXPECT_EQ(*got.access.issue.shared(), *record.access.issue.shared());
    EXPECT_EQ(got.access.completions.count(), record.access.completions.count());
    EXPECT_EQ(got.access.completions.first(), record.access.completions.first());
    EXPECT_EQ(got.access.with, taken.circumstances[sent.place_of(record.access.with)]);
    EXPECT_EQ(got.access.ranges, record.access.ranges);
    EXPECT_EQ(got.settled, record.settled);
    EXPECT_EQ(got.listens, record.listens);
  };
  constexpr std::size_t kLine = 64 - 8;  // but for the head
  expect_it_arrives(kLine);
  record.access.completions.add({{{1}, 0}, 6});
  record.settled = record.listens = false;
  expect_it_arrives(kLine);
  for (const std::uint32_t processes : {3U, 16U}) {
    auto clock = model::make_ref<model::Clock>(processes);
    record.access.issue = {clock, {{{1}, 0}, 5}};
    expect_it_arrives(kMostOfPlain);  // with the clock
    expect_it_arrives(kLine);
    clock = model::make_ref<model::Clock>(*clock);
    clock->raise({{{2}, 0}, 70});
    record.access.issue = {clock, {{{1}, 0}, 5}};
    expect_it_arrives(kLine);  // with one entry
    clock = model::make_ref<model::Clock>(*clock);
    clock->raise({{{0}, 0}, 7});
    clock->raise({{{2}, 0}, 71});
    record.access.issue = {clock, {{{1}, 0}, 5}};
    expect_it_arrives(kMostOfPlain);
    clock = model::make_ref<model::Clock>(*clock);
    clock->cap({{{2}, 0}, 3});
    record.access.issue = {clock, {{{1}, 0}, 5}};
    expect_it_arrives(kMostOfPlain);  // the entry is less than before
  }
  record.access.ranges = ByteRanges::of({64, 8, 16, 3});
  EXPECT_FALSE(is_plain(sent, record)) << "several pieces";
  record.access.ranges = ByteRanges::contiguous(64, std::uint64_t{1} << 32);
  EXPECT_FALSE(is_plain(sent, record)) << "a size of 33 bits";
  record.access.ranges = ByteRanges::contiguous(64, 8);
  record.access.issue = {record.access.issue.shared(), {{{1}, 1}, 5}};
  EXPECT_FALSE(is_plain(sent, record)) << "of another unit";
  record.access.issue = {model::make_ref<const model::Clock>(17U), {{{1}, 0}, 5}};
  EXPECT_FALSE(is_plain(sent, record)) << "a large clock that was never sent";
  record.access.issue = {model::make_ref<const model::Clock>(3U), {{{1}, 0}, 5}};
  EXPECT_TRUE(is_plain(sent, record));
  record.access.issue = {record.access.issue.shared(), {{{1}, 0}, 6}};
  EXPECT_FALSE(is_plain(sent, record)) << "complete when it was issued";
  record.access.issue = {record.access.issue.shared(), {{{1}, 0}, 5}};
  record.access.completions.add({{{2}, 0}, 6});
  EXPECT_FALSE(is_plain(sent, record)) << "two completions";
}

// A gate or a fence that is new with every epoch goes beside what stays the same. Of a gate, what was not known at the issue.
TEST(Wire, APlainRecordBringsWhatIsNewInItsCircumstances) {
  const model::UnitId unit{{1}, 0};
  auto known = model::make_ref<model::Clock>(3U);
  known->raise({{{0}, 0}, 4});
  model::Circumstances with;
  with.scope = {5};
  Remembered sent;
  Remembered taken;
  const auto record_of = [&] {
    engine::Record record;
    record.access.issue = {known, {unit, 9}};
    record.access.with = model::make_ref<const model::Circumstances>(with);
    record.access.ranges = ByteRanges::contiguous(64, 8);
    return record;
  };
  Writer first;
  put_message(first, sent, record_of());
  Reader beginning(first.bytes());
  (void)get_message(beginning, taken);
  const auto arrives = [&](const engine::Record& record) {
    std::array<std::byte, kMostOfPlain> room{};
    PlacedWriter quick(room.data());
    const engine::Message whole(record);
    const auto plain = plain_parts(whole);
    put_plain(quick, sent, *plain, *place_of_plain(sent, *plain));
    Reader reader({room.data(), quick.end()});
    return std::get<engine::Record>(get_message(reader, taken)).access.with;
  };
  for (model::Epoch epoch = 5; epoch < 8; ++epoch) {
    with.fences = model::make_ref<const std::vector<model::Point>>(std::vector<model::Point>{{unit, epoch}});
    auto gate = model::make_ref<model::Clock>(3U);
    gate->raise({{{0}, 0}, 4});
    gate->raise({{{2}, 0}, epoch * 2});
    with.gate = gate;
    const engine::Record record = record_of();
    const auto got = arrives(record);
    EXPECT_EQ(got->scope, with.scope);
    ASSERT_TRUE(got->fences && got->gate);
    EXPECT_EQ(*got->fences, *with.fences);
    EXPECT_EQ(got->gate->at({{0}, 0}), 0U) << "known at the issue";
    EXPECT_EQ(got->gate->at({{2}, 0}), epoch * 2);
    EXPECT_EQ(arrives(record), got) << "the same again";
  }
  with.gate = nullptr;
  EXPECT_FALSE(arrives(record_of())->gate);
  with.fences = nullptr;
  EXPECT_FALSE(arrives(record_of())->fences);
  auto gate = model::make_ref<model::Clock>(3U);
  gate->raise({{{0}, 0}, 5});
  gate->raise({{{2}, 0}, 1});
  with.gate = gate;
  EXPECT_FALSE(is_plain(sent, record_of())) << "two entries that were not known";
  gate = model::make_ref<model::Clock>(3U);
  gate->raise({{{0}, 1}, 5});
  with.gate = gate;
  EXPECT_FALSE(is_plain(sent, record_of())) << "an entry of another unit";
  with.gate = nullptr;
  with.fences = model::make_ref<const std::vector<model::Point>>(std::vector<model::Point>{{{{1}, 1}, 5}});
  EXPECT_FALSE(is_plain(sent, record_of())) << "a fence of another unit";
  with.fences = nullptr;
  with.mutexes = model::make_ref<const std::vector<model::MutexId>>(std::vector<model::MutexId>{{1}});
  EXPECT_FALSE(is_plain(sent, record_of())) << "mutexes";
  with.mutexes = nullptr;
  with.scope = {6};
  EXPECT_FALSE(is_plain(sent, record_of())) << "another scope";
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
