// What open operations keep by part: the entries of one, and sets of parts.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "engine/operation_table.h"
#include "model/operation.h"

namespace farsan::engine {

/// In an array by Part.
constexpr std::size_t index(model::Part part) { return static_cast<std::size_t>(part); }

/// Entries of one buffer: usually one, and then nothing is allocated.
class EntryList {
 public:
  [[nodiscard]] bool empty() const { return first_ == kNoEntry; }
  [[nodiscard]] EntryId back() const { return more_.empty() ? first_ : more_.back(); }
  void push_back(EntryId id) {
    if (empty())
      first_ = id;
    else
      more_.push_back(id);
  }
  void clear() {
    first_ = kNoEntry;
    more_.clear();
  }
  template <class Visit>
  void for_each(Visit&& visit) const {
    if (!empty()) visit(first_);
    for (const EntryId id : more_) visit(id);
  }
  template <class Test>
  [[nodiscard]] bool any_of(Test&& test) const {
    return (!empty() && test(first_)) || std::any_of(more_.begin(), more_.end(), test);
  }

 private:
  EntryId first_ = kNoEntry;
  std::vector<EntryId> more_;
};

/// Parts of an operation of which something is true.
class PartSet {
 public:
  [[nodiscard]] bool operator[](model::Part part) const { return (bits_ & bit(part)) != 0; }
  [[nodiscard]] bool none() const { return bits_ == 0; }
  void add(model::Part part) { bits_ = static_cast<std::uint8_t>(bits_ | bit(part)); }
  void remove(model::Part part) { bits_ = static_cast<std::uint8_t>(bits_ & ~bit(part)); }

 private:
  static constexpr std::uint8_t bit(model::Part part) {
    return static_cast<std::uint8_t>(1U << static_cast<unsigned>(part));
  }
  std::uint8_t bits_ = 0;
};

}  // namespace farsan::engine
