// What the generator generates, counted: events by kind, and for every pair of access kinds how many conflicting pairs
// race and what keeps the others from it.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <string>
#include <variant>

#include "model/event.h"

namespace farsan::testing_support {

/// What becomes of two accesses to common bytes, at least one of them writing.
enum class Fate : std::uint8_t {
  Race,
  Completed,  ///< the one is complete when the other begins
  Gated,      ///< ... which waited for a lock
  Fenced,
  Atomic,
  Mutex,
  SelfConflict,  ///< both are of one operation
};
inline constexpr std::size_t kFates = 7;

struct Statistics {
  using Pairs = std::array<std::array<std::array<std::uint64_t, kFates>, model::kAccessKinds>, model::kAccessKinds>;

  std::array<std::uint64_t, std::variant_size_v<model::Action>> events{};
  Pairs pairs{};  ///< by the lower and the higher access kind
  std::uint64_t executions = 0;
  std::uint64_t racy = 0;
  std::uint64_t clean = 0;       ///< with conflicts, without races
  std::uint64_t tidy_races = 0;  ///< executions that should be free of races and are not
  std::chrono::nanoseconds generating{};

  [[nodiscard]] std::uint64_t count(model::AccessKind a, model::AccessKind b, Fate fate) const;
  [[nodiscard]] std::uint64_t all_events() const;
  [[nodiscard]] double microseconds_per_100_events() const;
};

/// Of random executions of random shapes, from consecutive seeds.
[[nodiscard]] Statistics collect_statistics(std::uint64_t first_seed, std::uint64_t executions);
/// As tables.
[[nodiscard]] std::string to_string(const Statistics& statistics);

}  // namespace farsan::testing_support
