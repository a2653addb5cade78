// The values of flags, and which updates make a wait succeed: docs/shmem.md, "Which notification made a wait succeed".
#pragma once

#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "random/shmem/program.h"

namespace farsan::random_programs::shmem {

using FlagAt = std::pair<std::size_t, std::uint32_t>;  ///< flag, whose

/// The flag that the action updates, if it does.
[[nodiscard]] std::optional<FlagAt> updated_flag(const Program& program, const Action& action);

class Flags {
 public:
  explicit Flags(const Program& program) : program_(program) {}

  /// The action updates a flag.
  void update(const Action& action, Site site);
  /// The value that it would leave.
  [[nodiscard]] std::uint64_t left_by(const Action& action) const;
  [[nodiscard]] std::uint64_t value(const FlagAt& flag) const;
  /// No update has left this one so far, and it was not there at first.
  [[nodiscard]] bool is_new(const FlagAt& flag, std::uint64_t value) const;

  struct Success {
    bool holds = false;         ///< what is waited for is so
    std::optional<Site> first;  ///< the update that made it so; none if it always was
    std::vector<Site> made;     ///< that one, and those that it builds on
    std::size_t before = 0;     ///< updates of the flag before that run
  };
  /// Of a wait that happens now: the first value of the last run of values that satisfy it is what it was for.
  [[nodiscard]] Success success(const Action& wait) const;

  /// Whether anybody can know which update that is: of values that were there when the last wait or barrier was over, after
  /// `settled` updates, nobody knows which one a wait sees, nor whether a put found what is waited for.
  [[nodiscard]] bool can_tell(const Action& wait, std::size_t settled) const;

  /// Updates so far.
  [[nodiscard]] std::size_t count(const FlagAt& flag) const;

 private:
  struct Update {
    Site site = 0;
    std::uint64_t left = 0;
    bool builds = false;  ///< on the value that it found
  };
  [[nodiscard]] const std::vector<Update>& of(const FlagAt& flag) const;

  const Program& program_;
  std::map<FlagAt, std::vector<Update>> updates_;
};

}  // namespace farsan::random_programs::shmem
