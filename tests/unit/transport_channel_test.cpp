// Channels between processes, here between threads: nothing is lost, whatever the reader finds half done.
#include "transport/channel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <span>
#include <thread>
#include <vector>

namespace farsan::transport {
namespace {

class ChannelThreads : public testing::Test {
 protected:
  session::Segment segment_ = *session::Segment::create(0, 1, std::uint64_t{1} << 26);
  Arena arena_{segment_};
  ChannelHead& head_ = *arena_.object<ChannelHead>(arena_.take(sizeof(ChannelHead)));
};

/// Of different lengths, so that chunks end at any place of a record.
constexpr std::uint32_t size_of(std::uint64_t number) { return 8 + static_cast<std::uint32_t>(number % 5) * 12; }

void write(ChannelWriter& writer, std::uint64_t number) {
  std::byte* const room = writer.reserve(1 + static_cast<RecordType>(number % 7), size_of(number));
  ASSERT_NE(room, nullptr);
  std::memcpy(room, &number, sizeof number);
  writer.commit();
}

void read(ChannelReader& reader, std::uint64_t number) {
  const auto record = reader.bytes();
  ASSERT_EQ(reader.type(), 1 + static_cast<RecordType>(number % 7));
  ASSERT_EQ(record.size(), size_of(number));
  std::uint64_t found = 0;
  std::memcpy(&found, record.data(), sizeof found);
  ASSERT_EQ(found, number);
  reader.pop();
}

TEST_F(ChannelThreads, RecordsComeInOrderWhileTheReaderPolls) {
  // The reader has always read everything, so it also looks while the end of a chunk is being written. The first chunk ends
  // soon: many channels, and not much in each.
  constexpr std::size_t kChannels = 100;
  constexpr std::uint64_t kRecords = 80;
  auto* heads = arena_.object<ChannelHead>(arena_.take(kChannels * sizeof(ChannelHead)));
  std::atomic<std::uint64_t> read_so_far = 0;
  std::thread other([&] {
    for (std::size_t i = 0; i < kChannels; ++i) {
      ChannelWriter writer(arena_, heads[i]);
      for (std::uint64_t number = 0; number < kRecords; ++number) {
        while (read_so_far < i * kRecords + number) std::this_thread::yield();
        write(writer, number);
      }
    }
  });
  for (std::size_t i = 0; i < kChannels; ++i) {
    ChannelReader reader(segment_, heads[i]);
    for (std::uint64_t number = 0; number < kRecords; ++number) {
      // Without a pause most of the time, but the two may have to share a core.
      for (int looks = 1; !reader.any(); ++looks)
        if (looks % 16384 == 0) std::this_thread::yield();
      if (!HasFatalFailure()) read(reader, number);
      ++read_so_far;
    }
    EXPECT_FALSE(reader.any());
  }
  other.join();
}

TEST_F(ChannelThreads, AWriterDoesNotWaitForItsReader) {
  constexpr std::uint64_t kRecords = 50'000;
  ChannelWriter writer(arena_, head_);
  for (std::uint64_t number = 0; number < kRecords; ++number) write(writer, number);
  ChannelReader reader(segment_, head_);
  for (std::uint64_t number = 0; number < kRecords && !HasFatalFailure(); ++number) {
    ASSERT_TRUE(reader.any());
    read(reader, number);
  }
  EXPECT_FALSE(reader.any());
}

/// Writes and reads records one by one; those that are held are looked at again at the end. Says how much room all of it took.
std::uint64_t room_for_many(Arena& arena, const session::Segment& segment, ChannelHead& head, bool hold) {
  constexpr std::uint64_t kRecords = 50'000;
  ChannelWriter writer(arena, head);
  ChannelReader reader(segment, head);
  const Offset before = arena.take(64);
  std::vector<std::span<const std::byte>> held;
  for (std::uint64_t number = 0; number < kRecords && !testing::Test::HasFatalFailure(); ++number) {
    write(writer, number);
    EXPECT_TRUE(reader.any());
    if (hold && number == 0) reader.hold();
    if (hold) held.push_back(reader.bytes());
    read(reader, number);
  }
  std::uint64_t number = 0;
  for (const auto record : held) {
    EXPECT_EQ(std::memcmp(record.data(), &number, sizeof number), 0) << number;
    ++number;
  }
  reader.release();
  return arena.take(64) - before;
}

TEST_F(ChannelThreads, ChunksAreUsedAgainUnlessRecordsInThemAreHeld) {
  auto* heads = arena_.object<ChannelHead>(arena_.take(2 * sizeof(ChannelHead)));
  EXPECT_LT(room_for_many(arena_, segment_, heads[0], false), 1U << 20);
  EXPECT_GT(room_for_many(arena_, segment_, heads[1], true), 2U << 20);
}

TEST_F(ChannelThreads, AfterAReleaseTheyAreUsedAgain) {
  ChannelWriter writer(arena_, head_);
  ChannelReader reader(segment_, head_);
  const Offset before = arena_.take(64);
  for (std::uint64_t number = 0; number < 50'000 && !HasFatalFailure(); ++number) {
    write(writer, number);
    ASSERT_TRUE(reader.any());
    reader.hold();
    read(reader, number);
    if (number % 10 == 0) reader.release();
  }
  EXPECT_LT(arena_.take(64) - before, 1U << 20);
}

}  // namespace
}  // namespace farsan::transport
