// What the generators of all models have in common: dice, groups, places in memory, and the program so far.
#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <random>

#include "random/common/program.h"

namespace farsan::random_programs {

/// Numbers that are the same with every library: no standard distribution. So are programs with every compiler, as long as no two
/// are drawn for the arguments of one call: these are evaluated in any order, but those in braces from left to right.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed * 0x9E3779B97F4A7C15U + 1) {}
  /// One of 0, ..., n - 1.
  std::uint32_t below(std::size_t n) { return static_cast<std::uint32_t>(engine_() % n); }
  std::uint32_t between(std::uint32_t low, std::uint32_t high) { return low + below(high - low + 1); }
  bool chance(std::uint32_t percent) { return below(100) < percent; }
  template <class List>
  auto& pick(List& list) {
    return list[below(list.size())];
  }

 private:
  std::mt19937_64 engine_;
};

/// `Program` has seed, ranks, memories (each with a size) and actions; `Action` is a Step with a verb.
template <class Program, class Action>
class GeneratorBase {
 public:
  /// A program of about `longest` actions at most: what is open at the end has to be closed, which takes a few more.
  Program run(std::uint32_t longest) {
    program_.ranks = dice_.between(2, 4);
    lay_out();
    const std::size_t goal = dice_.between(12, longest);
    while (program_.actions.size() < goal) step();
    finish();
    return std::move(program_);
  }

 protected:
  using Rank = std::uint32_t;
  using Verb = decltype(Action::verb);

  explicit GeneratorBase(std::uint64_t seed) : dice_(seed) { program_.seed = seed; }
  GeneratorBase(const GeneratorBase&) = delete;
  GeneratorBase& operator=(const GeneratorBase&) = delete;
  ~GeneratorBase() = default;

  // --- What a model says -------------------------------------------------------------------------------------------------

  /// All but the actions.
  virtual void lay_out() = 0;
  /// Adds actions: one, a few that belong together, or none if what the dice wanted is not possible.
  virtual void step() = 0;
  /// Closes what is open.
  virtual void finish() {}

  // --- Adding actions --------------------------------------------------------------------------------------------------

  std::size_t new_group() { return groups_++; }
  Site add(Action action) {
    program_.actions.push_back(std::move(action));
    return program_.actions.size() - 1;
  }
  Action made(std::uint32_t rank, Verb verb) {
    Action action;
    action.rank = rank;
    action.verb = verb;
    action.group = new_group();
    return action;
  }
  /// The same action by all members, at one place.
  void meeting(Action action, const std::vector<std::uint32_t>& ranks) {
    for (const std::uint32_t rank : ranks) {
      action.rank = rank;
      add(action);
    }
  }

  // --- Memory ------------------------------------------------------------------------------------------------------------

  Layout layout(Element element, std::uint32_t elements) {
    if (elements > 1 && dice_.chance(25)) {
      std::vector<std::uint32_t> divisors;
      for (std::uint32_t d = 2; d <= elements; ++d)
        if (elements % d == 0) divisors.push_back(d);
      const std::uint32_t blocks = dice_.pick(divisors);
      const std::uint32_t block = elements / blocks;
      return {element, blocks, block, block + dice_.between(1, 2)};
    }
    return contiguous(element, elements);
  }

  /// Somewhere in [from, end of the memory); none if it does not fit.
  std::optional<Region> place(std::size_t memory, Layout shape, std::uint32_t from = 0, std::uint32_t alignment = 1) {
    alignment = std::max(alignment, size_of(shape.element));
    const std::uint32_t size = program_.memories[memory].size;
    if (from + shape.extent() > size) return std::nullopt;
    std::uint32_t offset = dice_.between(from, size - shape.extent());
    // Offsets count from `from`, which is aligned for everything.
    offset -= (offset - from) % alignment;
    return Region{memory, offset, shape};
  }

  /// In a memory that `choose` names, away from all `others`.
  template <class Choose>
  std::optional<Region> place_apart(Choose choose, Layout shape, std::initializer_list<Region> others) {
    for (int attempt = 0; attempt < 8; ++attempt) {
      const auto region = place(choose(), shape);
      if (region && std::none_of(others.begin(), others.end(), [&](const Region& o) { return overlap(o, *region); }))
        return region;
    }
    return std::nullopt;
  }

  std::uint32_t some_bytes() {
    constexpr std::array<std::uint32_t, 12> kSizes = {1, 2, 3, 4, 4, 5, 7, 8, 8, 8, 12, 16};
    return kSizes[dice_.below(kSizes.size())];
  }
  /// What a load or store touches.
  std::optional<Region> touched(std::size_t memory, std::uint32_t bytes) {
    return place(memory, contiguous(Element::Byte, bytes), 0, dice_.chance(60) ? 4 : 1);
  }

  Dice dice_;
  Program program_;

 private:
  std::size_t groups_ = 0;
};

/// A program that is not too long for the drivers.
template <class Generator>
auto short_enough(std::uint64_t seed) {
  for (std::uint32_t longest = 120;; longest -= 20)
    if (auto program = Generator(seed).run(longest); program.actions.size() <= kMostActions) return program;
}

}  // namespace farsan::random_programs
