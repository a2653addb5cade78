// Other shapes a clock could have in memory or on the wire, to compare with the model's dense one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "model/clock.h"

namespace farsan::bench {

/// Entries that are not zero, as pairs in order of the process.
class SparseClock {
 public:
  struct Entry {
    std::uint32_t process = 0;
    model::Epoch epoch = 0;
  };
  explicit SparseClock(std::vector<Entry> entries) : entries_(std::move(entries)) {}

  /// Entrywise maximum, as a merge of sorted lists.
  void merge(const SparseClock& other) {
    merged_.clear();
    auto a = entries_.begin();
    auto b = other.entries_.begin();
    while (a != entries_.end() && b != other.entries_.end()) {
      if (a->process < b->process) {
        merged_.push_back(*a++);
      } else if (b->process < a->process) {
        merged_.push_back(*b++);
      } else {
        merged_.push_back({a->process, std::max(a->epoch, b->epoch)});
        ++a;
        ++b;
      }
    }
    merged_.insert(merged_.end(), a, entries_.end());
    merged_.insert(merged_.end(), b, other.entries_.end());
    std::swap(entries_, merged_);
  }
  [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }

 private:
  std::vector<Entry> entries_;
  std::vector<Entry> merged_;  // kept for its room
};

/// Bytes of a number in groups of seven bits.
constexpr std::uint64_t varint_bytes(std::uint64_t value) {
  std::uint64_t bytes = 1;
  for (; value >= 128; value /= 128) ++bytes;
  return bytes;
}

/// Counts the bytes of a list of (process, number), both varints, the process as the distance from the one before.
class EncodedSize {
 public:
  void add(std::uint32_t process, std::uint64_t number) {
    bytes_ += varint_bytes(process - next_) + varint_bytes(number);
    next_ = process + 1;
  }
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

 private:
  std::uint64_t bytes_ = 1;  // how many follow
  std::uint32_t next_ = 0;
};

}  // namespace farsan::bench
