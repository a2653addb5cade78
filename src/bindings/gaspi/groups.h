// Groups of ranks, and what their members do together.
//
// A collective whose time is over has still begun: its caller has signalled, and calls again until it succeeds. So the
// first call signals and the one that succeeds waits.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "bindings/common/exchange.h"
#include "bindings/gaspi/call.h"

namespace farsan::gaspi {

/// Collectives of one group that may be under way at the same time.
enum class Meeting : std::uint8_t { Commit, Barrier, Reduction, Segment };
inline constexpr std::size_t kMeetings = 4;

struct Group {
  std::uint64_t name = 0;  ///< the same at all members, different for groups that share one
  std::vector<std::uint32_t> members;
  std::vector<std::uint32_t> others;  ///< without this rank
  bool committed = false;
  std::array<std::uint64_t, kMeetings> begun{};
  std::array<std::optional<transport::Stream>, kMeetings> under_way;
};

/// Null for handles that name no group that was committed.
[[nodiscard]] Group* group_of(const Call& call, gaspi_group_t handle);
/// The group is being committed: from now on its members are known. Null if this rank is not one.
[[nodiscard]] Group* group_committed(const Call& call, gaspi_group_t handle);
void group_deleted(gaspi_group_t handle);

/// All members wait for all, around what the library does. Completes nothing.
template <class Real>
gaspi_return_t meet(const Call& call, Group* group, Meeting kind, Real real) {
  if (!call || group == nullptr) return real();
  auto& stream_of = group->under_way[static_cast<std::size_t>(kind)];
  if (!stream_of) {
    const std::uint64_t number = ++group->begun[static_cast<std::size_t>(kind)];
    stream_of = stream(Traffic::Collective, mix(mix(group->name, static_cast<std::uint64_t>(kind)), number));
    bindings::signal_to(call, group->others, *stream_of);
  }
  const gaspi_return_t result = real();
  if (result != GASPI_SUCCESS) return result;
  bindings::wait_for(call, group->others, *stream_of);
  stream_of.reset();
  return result;
}

/// It has failed, after all had come to it: the next one is another one.
inline void is_over(Group& group, Meeting kind) { group.under_way[static_cast<std::size_t>(kind)].reset(); }

}  // namespace farsan::gaspi
