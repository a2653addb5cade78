// The segments of a job, read with distrust: their processes may have died in the middle of a write.
//
// Every index and every offset is checked here, so that nothing after this file can meet a bad one.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "session/segment.h"

namespace farsan::report {

/// An address of code, within an object file. `module` is empty if no module of the process covers it.
struct Code {
  std::string_view module;
  std::uint64_t offset = 0;
  std::string_view build_id{};  ///< of the module; empty: not known
};

struct CodeSite {
  Code code;
  std::string_view call;      ///< empty: a load or store of the program itself
  std::vector<Code> callers;  ///< innermost first
};

/// A race as found, its enumerations known to be in range.
struct FoundRace {
  std::uint32_t owner = 0;
  std::uint32_t finder = 0;  ///< whose segment has it, and the site below
  std::uint64_t count = 0;
  model::RaceKind kind = model::RaceKind::Remote;
  session::MemoryKind memory = session::MemoryKind::Unknown;
  std::uint32_t allocated_at = 0;
  std::uint32_t owner_there = 0;  ///< as in session::Race
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint64_t memory_begin = 0;
  std::uint64_t memory_size = 0;
  std::string_view memory_name;
  std::array<session::RaceSide, 2> sides;
};

class Job {
 public:
  explicit Job(std::span<const session::Segment* const> segments);

  [[nodiscard]] std::uint32_t ranks() const { return ranks_; }
  [[nodiscard]] std::string_view program() const;
  [[nodiscard]] std::string_view library() const;
  /// Those that a process has initialised, ascending.
  [[nodiscard]] std::vector<session::Model> models() const;
  /// What a model calls a process of the job.
  [[nodiscard]] std::uint32_t number(std::uint32_t process, session::Model model) const;
  /// Races that were counted only, over all ranks.
  [[nodiscard]] std::uint64_t unkept() const;
  /// Those of all ranks, in the order of ranks.
  [[nodiscard]] std::vector<FoundRace> races() const;

  [[nodiscard]] std::optional<CodeSite> site(std::uint32_t rank, std::uint32_t index) const;
  /// The site of the call that began an epoch of a rank, if the ring still has it.
  [[nodiscard]] std::optional<std::uint32_t> context_site(std::uint32_t rank, std::uint32_t scope) const;
  [[nodiscard]] std::optional<std::uint32_t> epoch_site(std::uint32_t rank, model::Epoch epoch) const;

 private:
  [[nodiscard]] const session::Segment* segment(std::uint32_t rank) const;
  /// 1 more than `number`; 0 if the process has not initialised the model, or it is not there.
  [[nodiscard]] std::uint32_t number_above(std::uint32_t process, session::Model model) const;

  std::vector<const session::Segment*> by_rank_;  ///< null: not there
  std::uint32_t ranks_ = 0;
};

}  // namespace farsan::report
