// Why two accesses race, in words: which order is missing, and what would mend it.
//
// Two tables (explain_tables.h) that a reader can check against docs/semantics.md: one sentence per shape of pair, one mend
// per shape and way of synchronising.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "report/report.h"

namespace farsan::report {

/// What is known about one access of a pair, apart from what the reader will see anyway.
struct Side {
  const Access* access = nullptr;
  session::Epoch epoch = session::Epoch::None;
  std::optional<Ending> ended;  ///< the completion known when the verdict was given
  /// Who it is, if the two accesses count processes differently (two models): then not `access->rank`.
  std::optional<std::uint32_t> process{};

  std::uint64_t issued = 0;  ///< as in session::RaceSide
  std::uint32_t scope = 0;   ///< as in session::RaceSide

  [[nodiscard]] std::uint32_t who() const { return process.value_or(access->rank); }
};

struct Words {
  std::string explanation;
  std::string mend;
};

/// `sides` as in Race::accesses: an operation before a load or store, a remote access before a buffer access.
/// `process` is what the programming model that counts the owner of the memory calls one: "rank" or "PE". `in_window` is its rank in the
/// window's group, which routines on the window name, if it is not the same.
Words explain(const std::array<Side, 2>& sides, std::uint32_t owner, std::string_view process,
              std::optional<std::uint32_t> in_window = std::nullopt);

/// "a.c:20"; for code without debug information its function, or its module and offset.
std::string short_position(const Frame& frame);

}  // namespace farsan::report
