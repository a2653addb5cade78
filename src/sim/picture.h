// A race as a picture in text: the lanes of the processes, time downwards, the two accesses, where the operation may
// happen as seen from the memory's owner, and two sentences: what races with what, and which order is missing.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "sim/script.h"

namespace farsan::sim {

/// When an operation's access may happen, as events: after `begin` and before `end`.
struct PictureRegion {
  std::optional<std::size_t> begin;  ///< none: from the start
  std::optional<std::size_t> end;    ///< none: it does not end
  friend bool operator==(const PictureRegion&, const PictureRegion&) = default;
};

struct PictureAccess {
  std::size_t event = 0;
  model::AccessKind kind = model::AccessKind::Load;
  std::optional<PictureRegion> region;  ///< of operations
  friend bool operator==(const PictureAccess&, const PictureAccess&) = default;
};

struct RacePicture {
  PictureAccess first;
  PictureAccess second;
  model::ProcessId owner;              ///< whose memory
  std::vector<model::Interval> bytes;  ///< where both touch it
};

struct PictureOptions {
  bool utf8 = false;        ///< box characters instead of ASCII
  std::size_t width = 100;  ///< at least 40, and as much as it takes to show seven lanes
  std::size_t rows = 24;    ///< longer executions are shown in parts: what races (at most six rows), then the rest
};

/// The whole picture with its words, a few pages at most: long names and rows are clipped. The events must be of the
/// script's execution.
[[nodiscard]] std::string draw(const Script& script, const RacePicture& race, const PictureOptions& options = {});

/// Only the words: what races with what; which order is missing, and what would mend it.
struct PictureWords {
  std::string title;
  std::array<std::string, 2> accesses;
  std::array<std::string, 2> regions;  ///< empty where there is none
  std::string what;
  std::string mend;
};
[[nodiscard]] PictureWords words(const Script& script, const RacePicture& race);

}  // namespace farsan::sim
