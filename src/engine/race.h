// What the engine says: a pair of accesses that race, and the log that keeps one entry per pair of sites.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "model/access.h"

namespace farsan::engine {

/// One of the two accesses.
struct RaceSide {
  model::AccessKind kind = model::AccessKind::Load;
  model::UnitId unit;  ///< who did it: the origin's unit for an operation
  model::SiteId site;
  std::optional<model::OperationId> operation;  ///< none for a load or store
  /// Where it began, as its unit counts: the epoch of a load or store, of the issue of an operation.
  model::Epoch epoch = 0;
  /// A completion of the operation that was known when the verdict was given; epoch 0: none, or a load or store.
  model::Point completed = {};
  friend auto operator<=>(const RaceSide&, const RaceSide&) = default;
};

struct Race {
  model::RaceKind kind = model::RaceKind::Remote;
  model::ProcessId owner;  ///< whose memory
  model::Interval bytes;   ///< one contiguous piece on which they race
  RaceSide first;
  RaceSide second;
};

/// Takes races as they are found. Called on the program's threads: must be quick and must not call back.
class RaceSink {
 public:
  virtual ~RaceSink() = default;
  virtual void report(const Race& race) = 0;
};

/// One entry per distinct pair of (site, kind of access), whichever came first, with a count and the first example.
class RaceLog final : public RaceSink {
 public:
  struct Entry {
    Race example;
    std::uint64_t count = 0;
  };

  void report(const Race& race) override;
  /// In the order in which they were first seen.
  [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }

 private:
  using SideKey = std::tuple<std::uint32_t, model::AccessKind>;
  std::map<std::pair<SideKey, SideKey>, std::size_t> by_sites_;
  std::vector<Entry> entries_;
};

}  // namespace farsan::engine
