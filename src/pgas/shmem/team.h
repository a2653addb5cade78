// A team, or the active set of an old collective: every stride-th PE from a first one on. All teams have this form, as they
// come from splitting the world by strides.
#pragma once

#include <cstdint>
#include <optional>
#include <set>

#include "pgas/node/board.h"
#include "pgas/shmem/routine.h"

namespace farsan::pgas::shmem {

/// PEs of the world by their numbers in the set.
struct PeSet {
  int start = 0;
  int stride = 1;
  int size = 0;

  [[nodiscard]] int world_pe(int member) const { return start + member * stride; }
  /// The member that a PE of the world is, if it is one.
  [[nodiscard]] std::optional<int> member(int world_pe) const {
    const int distance = world_pe - start;
    if (stride == 0 || size == 1) return distance == 0 && size > 0 ? std::optional(0) : std::nullopt;
    if (distance % stride != 0) return std::nullopt;
    const int index = distance / stride;
    return index >= 0 && index < size ? std::optional(index) : std::nullopt;
  }
  /// Part of this set, counted in it.
  [[nodiscard]] PeSet part(int first, int step, int count) const {
    return {.start = world_pe(first), .stride = stride * step, .size = count};
  }
};

}  // namespace farsan::pgas::shmem

/// What a shmem_team_t points to. Never freed, so that a stale handle can be told.
struct farsan_shmem_team {
  farsan::pgas::shmem::PeSet pes;
  int me = 0;  ///< this PE's number in it
  farsan::pgas::Board board;
  shmem_team_config_t config{};
  bool alive = true;
  std::set<shmem_ctx_t> contexts;

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(pes.size); }
};

namespace farsan::pgas::shmem {
using Team = farsan_shmem_team;
}
