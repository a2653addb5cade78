// The source position of a site, each looked up once.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "report/job.h"
#include "report/report.h"
#include "report/symbolizer.h"

namespace farsan::report {

class Resolver {
 public:
  explicit Resolver(const Job& job) : job_(job) {}

  struct Position {
    std::string call;
    Frame at;  ///< see Access::at
    std::vector<Frame> stack;
  };
  /// Stays valid. Empty for a site that is not known.
  const Position& position(std::uint32_t rank, std::uint32_t site);

  std::optional<Place> place(std::uint32_t rank, std::uint32_t site);
  /// The call that made the context of an operation.
  std::optional<Place> context(const session::RaceSide& side);
  /// The call that completed an operation. Its place is empty if only the rank is still known.
  std::optional<Ending> ending(const session::RaceSide& side);
  /// As of Symbolizer.
  [[nodiscard]] std::vector<std::string> replaced() const { return symbolizer_.replaced(); }

 private:
  void resolve(Position& position, std::uint32_t rank, std::uint32_t site);
  void append(std::vector<Frame>& stack, const Code& code);

  const Job& job_;
  Symbolizer symbolizer_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, Position> known_;
};

}  // namespace farsan::report
