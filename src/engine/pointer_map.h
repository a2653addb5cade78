// What belongs to a number (an operation, a handle of the program), while it does: a table of owning pointers.
//
// Open addressing, one line of memory for what is asked for most of the time, no allocation but to grow. Budget: 12
// instructions to find, 20 to add, 25 to take out.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace farsan::engine {

/// `Pointer`: null means that there is nothing.
template <class Pointer>
class PointerMap {
 public:
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::size_t size() const { return size_; }

  /// Where what belongs to the number is; null if nothing does. Valid until something is added or taken out.
  [[nodiscard]] Pointer* find(std::uint64_t number) {
    if (size_ == 0) return nullptr;
    Slot& slot = slots_[place_of(number)];
    return slot.pointer ? &slot.pointer : nullptr;
  }

  /// It belongs to the number from now on, in place of what did.
  Pointer& put(std::uint64_t number, Pointer pointer) {
    if (2 * (size_ + 1) > slots_.size()) [[unlikely]]
      grow();
    Slot& slot = slots_[place_of(number)];
    if (!slot.pointer) ++size_;
    slot.number = number;
    slot.pointer = std::move(pointer);
    return slot.pointer;
  }

  /// It does not any more. Null if nothing did.
  Pointer take(std::uint64_t number) {
    if (size_ == 0) return {};
    std::size_t hole = place_of(number);
    Pointer taken = std::exchange(slots_[hole].pointer, {});
    if (!taken) return taken;
    --size_;
    // Those behind it move up, as far as they may: not before their home.
    for (std::size_t i = next(hole); slots_[i].pointer; i = next(i)) {
      const std::size_t home = home_of(slots_[i].number);
      const bool may_not = hole < i ? hole < home && home <= i : hole < home || home <= i;
      if (may_not) continue;
      slots_[hole].number = slots_[i].number;
      slots_[hole].pointer = std::exchange(slots_[i].pointer, {});
      hole = i;
    }
    return taken;
  }

 private:
  struct Slot {
    std::uint64_t number = 0;
    Pointer pointer{};
  };

  [[nodiscard]] std::size_t home_of(std::uint64_t number) const { return (number * 0x9E3779B97F4A7C15U) >> shift_; }
  [[nodiscard]] std::size_t next(std::size_t i) const { return (i + 1) & (slots_.size() - 1); }
  /// Where it is, or where it would be.
  [[nodiscard]] std::size_t place_of(std::uint64_t number) const {
    std::size_t i = home_of(number);
    while (slots_[i].pointer && slots_[i].number != number) i = next(i);
    return i;
  }

  void grow() {
    constexpr std::size_t kFirst = 32;
    std::vector<Slot> old = std::exchange(slots_, std::vector<Slot>(slots_.empty() ? kFirst : slots_.size() * 2));
    shift_ = 64 - std::countr_zero(slots_.size());
    for (Slot& slot : old)
      if (slot.pointer) slots_[place_of(slot.number)] = std::move(slot);
  }

  std::vector<Slot> slots_;  // a power of two of them, at most half of them in use
  std::size_t size_ = 0;
  int shift_ = 0;
};

}  // namespace farsan::engine
