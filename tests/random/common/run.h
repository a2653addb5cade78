// Runs a generated program under the real tool: `farsan run -n R --json FILE driver SEED ...`, and reads what it reports.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "random/common/subject.h"
#include "random/common/verdict.h"

namespace farsan::random_programs {

struct Outcome {
  std::string failure;  ///< it hung, crashed, or reported what no action did; empty if all went well
  SitePairs reported;
  bool is_certain = false;    ///< the failure: another run would fail in the same way
  bool fails_anyway = false;  ///< hangs or crashes in the library without FarSan: says nothing about the tool
};

struct Runner {
  std::string driver;
  std::string farsan = "farsan";
  unsigned seconds = 15;  ///< that one run may take; one that takes longer gets a second chance
  unsigned jitter = 0;    ///< microseconds

  /// Thread-safe.
  [[nodiscard]] Outcome run(const Subject& program, const Kept& kept) const;

 private:
  enum class Watched : std::uint8_t { No, Yes };
  /// The library fails by itself; several attempts, because it need not every time.
  [[nodiscard]] bool fails_unwatched(const Subject& program, const Kept& kept) const;
  /// None if it took longer.
  [[nodiscard]] std::optional<Outcome> try_for(std::chrono::seconds limit, const Subject& program, const Kept& kept,
                                               Watched watched) const;
};

}  // namespace farsan::random_programs
