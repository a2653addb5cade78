// Keeps the races that the engine finds in the segment, one entry per pair of (site, kind of access), with a count. They
// are safe there whatever happens to the process.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/race.h"
#include "session/segment.h"

namespace farsan::runtime {

/// Memory that a race is about: what the binding knows of an address.
struct MemoryDescription {
  session::MemoryKind kind = session::MemoryKind::Unknown;
  model::Interval bytes;
  session::Text name;
  std::uint32_t allocated_at = 0;
  /// 1 + what routines on this memory call its owner, where that is not its number in the job (a window's group); 0: not known.
  std::uint32_t owner = 0;
};

class MemoryDirectory {
 public:
  virtual ~MemoryDirectory() = default;
  /// What lies at this address of that process. Where several things do, that of `scope` (as in session::RaceSide) is meant, if it is not 0.
  [[nodiscard]] virtual MemoryDescription describe(model::ProcessId owner, model::Address at,
                                                   std::uint32_t scope) const = 0;
};

/// How the operation was synchronised, as the binding wove it into the id (bindings/operation_ids.h).
session::Epoch epoch_kind_of(model::OperationId id);
/// The next one of this process, whichever model it belongs to. `scope` as in session::RaceSide.
model::OperationId new_operation_id(std::uint32_t rank, session::Epoch kind, std::uint8_t scope = 0);
/// The same for one that differs from this one in nothing else.
model::OperationId another_like(model::OperationId id);

class RaceKeeper final : public engine::RaceSink {
 public:
  void attach(session::Segment& segment) { segment_ = &segment; }
  /// Asks this one, too, what memory is. Where several know it, what is smallest is meant.
  void describe_with(const MemoryDirectory& directory);
  void report(const engine::Race& race) override;

  /// While this is so, races are not kept (annotations).
  void ignore(model::Interval bytes);

 private:
  using SideKey = std::tuple<std::uint32_t, std::uint32_t, model::AccessKind>;  // process, site, kind
  void write(session::Race& entry, const engine::Race& race) const;
  [[nodiscard]] MemoryDescription describe(const engine::Race& race) const;

  session::Segment* segment_ = nullptr;
  std::vector<const MemoryDirectory*> directories_;  // one per model that the program uses
  std::map<std::pair<SideKey, SideKey>, std::uint32_t> known_;
  std::vector<model::Interval> benign_;
};

}  // namespace farsan::runtime
