// A finished report: what the segments of a job say, in source positions instead of addresses, merged over its ranks.
//
// Plain values, the same that docs/report-format.md describes as JSON. text.h and json.h print them, json.h reads them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/access.h"
#include "session/layout.h"

namespace farsan::session {
class Segment;
}

namespace farsan::report {

/// One level of a call stack. Without debug information `file` is empty, and `module` and `offset` say where the code is.
struct Frame {
  std::string function;  ///< demangled; empty: not known
  std::string file;      ///< absolute, unless the debug information has no directory for it
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::string module;        ///< the object file
  std::uint64_t offset = 0;  ///< of the code, from the object's load bias
  friend bool operator==(const Frame&, const Frame&) = default;
};

/// Where some other call of the program was made. `file` is empty if that is not known.
struct Place {
  std::string call;
  std::string file;
  std::uint32_t line = 0;
  friend bool operator==(const Place&, const Place&) = default;
};

struct Access {
  std::string call;  ///< the library routine; empty: a load or store of the program itself
  model::AccessKind type = model::AccessKind::Load;
  Frame at;  ///< the innermost frame that is the program's own, not a system header's
  /// As the model of the call counts, or else that of the memory.
  std::uint32_t rank = 0;
  std::uint32_t thread = 0;
  std::vector<Frame> stack;              ///< innermost first, inlined frames included
  std::optional<std::uint32_t> queue{};  ///< that it was posted to, of GASPI
  std::optional<Place> context{};        ///< the call that made its context, of OpenSHMEM; none: the default one
  friend bool operator==(const Access&, const Access&) = default;
};

struct Memory {
  session::MemoryKind kind = session::MemoryKind::Unknown;
  std::string name;                     ///< the window's; empty: none
  std::optional<std::uint64_t> offset;  ///< of the racing bytes in the window or buffer
  std::uint64_t size = 0;               ///< of the racing bytes
  std::optional<Place> allocated_at;
  friend bool operator==(const Memory&, const Memory&) = default;
};

/// The call that completed an operation, and who made it.
struct Ending {
  Place place;
  std::uint32_t rank = 0;
  friend bool operator==(const Ending&, const Ending&) = default;
};

/// From where to where the first of the two accesses may happen.
struct Region {
  Place began;
  std::optional<Ending> ended;  ///< none: not complete when the race was found
  friend bool operator==(const Region&, const Region&) = default;
};

/// All races between two positions of the source, with one of them as the example.
struct Race {
  std::string id;  ///< the same for the same two positions in every run
  model::RaceKind kind = model::RaceKind::Remote;
  std::uint64_t count = 0;
  std::uint32_t owner_rank = 0;            ///< whose memory, in the example
  std::vector<std::uint32_t> owner_ranks;  ///< whose memory, in all of them; ascending
  Memory memory;
  std::array<Access, 2> accesses;  ///< an operation before a load or store
  std::optional<Region> region;    ///< none if neither access is an operation's
  std::string explanation;
  std::string mend;
  friend bool operator==(const Race&, const Race&) = default;
};

/// The model whose routine this is; none: a load or store, or libc's.
std::optional<session::Model> model_of(std::string_view call);
/// ... that made this memory; none: it is a buffer, or not known.
std::optional<session::Model> model_of(session::MemoryKind memory);

/// What the programming models call a process.
inline constexpr std::string_view kRank = "rank";
inline constexpr std::string_view kPe = "PE";
/// ... the one that a race is about.
std::string_view process_word(const Race& race);
/// ... the one whose routine this is; `otherwise` for a load or store.
std::string_view process_word(std::string_view call, std::string_view otherwise);
/// ... the one that made this memory.
std::string_view process_word(session::MemoryKind memory, std::string_view otherwise);

struct Report {
  std::string program;
  std::string library;
  std::vector<session::Model> models;  ///< that a process has initialised; ascending. Empty: not known
  std::uint32_t ranks = 0;
  bool unfinished = false;            ///< the job ended before its end: there may be more
  std::uint64_t unkept = 0;           ///< verdicts for which there was no room
  std::vector<std::string> replaced;  ///< objects that were built again since: their code has no lines
  std::uint64_t suppressed = 0;       ///< races that the user does not want to hear of (suppressions.h)
  std::vector<Race> races;
  friend bool operator==(const Report&, const Report&) = default;
};

/// Reads the segments (in any order, some may be missing or damaged), finds the source positions, merges and explains.
Report make_report(std::span<const session::Segment* const> segments);

}  // namespace farsan::report
