// The segments of a job that never ran: a test writes into them what ranks would have, with addresses of its own code.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "report/report.h"
#include "session/segment.h"

namespace farsan::testing_support {

class FakeJob {
 public:
  /// All ranks know all object files of this process.
  explicit FakeJob(std::uint32_t ranks);

  [[nodiscard]] session::Segment& operator[](std::uint32_t rank) { return segments_.at(rank); }
  /// A site behind the call that returns to `pc`, of a routine if `call` is given.
  std::uint32_t site(std::uint32_t rank, const void* pc, const std::string& call = "",
                     const std::vector<const void*>& callers = {});
  /// A new entry, found once, of the memory of `owner`. What is not given is for the test to fill in.
  session::Race& race(std::uint32_t owner, const session::RaceSide& a, const session::RaceSide& b);
  /// Rank `rank` began `epoch` at a call.
  void began(std::uint32_t rank, model::Epoch epoch, std::uint32_t site);

  [[nodiscard]] std::vector<const session::Segment*> segments() const;
  [[nodiscard]] report::Report report() const { return report::make_report(segments()); }

 private:
  std::vector<session::Segment> segments_;
};

/// Where it was called from. Not inline, and not in a header: an optimiser that sees that it has no effect makes one call of many.
const void* here();

/// An access as a test writes it down.
session::RaceSide side(model::AccessKind kind, std::uint32_t rank, std::uint32_t site,
                       session::Epoch epoch = session::Epoch::None);

}  // namespace farsan::testing_support
