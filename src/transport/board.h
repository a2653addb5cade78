// Where processes say that they have entered a call in which all of the job wait for each other: each writes one word that all
// read, in place of a deposit to each.
//
// Its own epoch is all a process has to say of its clock. Whatever it knows of another, that one had told before it entered the
// same call (nobody has returned from it yet), and says itself with an epoch that is as late.
#pragma once

#include <atomic>
#include <optional>

#include "model/ids.h"
#include "transport/stream.h"

namespace farsan::transport {

/// Some of the processes: those whose numbers end alike are in it together.
class RoughSet {
 public:
  static constexpr unsigned kBits = 8;
  RoughSet() = default;
  explicit RoughSet(std::uint64_t bits) : bits_(static_cast<std::uint8_t>(bits)) {}
  void add(std::uint32_t process) { bits_ |= static_cast<std::uint8_t>(1U << process % kBits); }
  void add(RoughSet others) { bits_ |= others.bits_; }
  [[nodiscard]] bool may_have(std::uint32_t process) const { return (bits_ >> process % kBits & 1U) != 0; }
  [[nodiscard]] std::uint64_t bits() const { return bits_; }

 private:
  std::uint8_t bits_ = 0;
};

/// Over words in shared memory that are all zero at first. Those of eight processes share a line.
class Board {
 public:
  Board(std::uint64_t* words, std::uint32_t processes) : words_(words), processes_(processes) {}
  [[nodiscard]] static std::uint64_t words_for(std::uint32_t processes) { return kKept * processes; }

  /// In place of an epoch: the process has deposited what it has to say.
  static constexpr model::Epoch kDeposited = (model::Epoch{1} << 44U) - 1;
  struct Said {
    model::Epoch epoch = 0;
    RoughSet posted_to;  ///< messages, since it entered the call before
  };

  /// The process enters its `number`-th such call.
  void put(std::uint64_t number, std::uint32_t process, const Stream& stream, Said said) const {
    const std::uint64_t put = mark_of(stream) | said.posted_to.bits() << kEpochBits | said.epoch;
    word(number, process).store(put, std::memory_order_release);
  }
  /// It did not enter it. What it had said.
  [[nodiscard]] Said take_back(std::uint64_t number, std::uint32_t process) const {
    return said_by(word(number, process).exchange(0, std::memory_order_relaxed));
  }
  /// What it says as it enters the call of this stream as its `number`-th one.
  [[nodiscard]] std::optional<Said> find(std::uint64_t number, std::uint32_t process, const Stream& stream) const {
    const std::uint64_t put = word(number, process).load(std::memory_order_acquire);
    if ((put & kMark) != mark_of(stream)) return std::nullopt;
    return said_by(put);
  }
  /// The same if processes do not agree on how many there were, if it is one of the last few.
  [[nodiscard]] std::optional<Said> search(std::uint32_t process, const Stream& stream) const {
    for (std::uint64_t number = 0; number < kKept; ++number)
      if (const auto said = find(number, process, stream)) return said;
    return std::nullopt;
  }

 private:
  /// Two would do: nobody enters the call after the next one before all have left this one. More are for programs whose
  /// processes do not agree on what they call.
  static constexpr std::uint64_t kKept = 8;
  static constexpr unsigned kEpochBits = 44;
  static constexpr std::uint64_t kMark = ~std::uint64_t{0} << (kEpochBits + RoughSet::kBits);

  [[nodiscard]] std::atomic_ref<std::uint64_t> word(std::uint64_t number, std::uint32_t process) const {
    return std::atomic_ref(words_[number % kKept * processes_ + process]);
  }
  static Said said_by(std::uint64_t put) { return {put & kDeposited, RoughSet(put >> kEpochBits)}; }
  /// Tells calls apart. Never 0, which is what was there at first.
  static std::uint64_t mark_of(const Stream& stream) {
    const std::uint64_t all =
        stream.context ^ static_cast<std::uint32_t>(stream.tag) ^ std::uint64_t{stream.kind} << 32U;
    return (all * 0x9E3779B97F4A7C15U | std::uint64_t{1} << 63U) & kMark;
  }

  std::uint64_t* words_;
  std::uint32_t processes_;
};

}  // namespace farsan::transport
