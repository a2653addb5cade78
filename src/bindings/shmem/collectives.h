// Collectives that move data, in the engine's words.
//
// A PE's source is read from its call until it returns. Its dest belongs to the collective from the first call of any
// member until it returns there: each member's call is a remote write to the dest of the others (to its part of it, where
// each has one), which is complete when the owner returns: the call notifies, the return is the target wait. What the
// members of a team write in collectives does not race with each other: collectives of a team are matched by their order.
#pragma once

#include "bindings/shmem/operations.h"

namespace farsan::shmem {

/// What a PE does in a collective.
struct Shape {
  Dependence dependence;
  ByteRanges source;  ///< of this PE
  /// The part of every dest that is this PE's to write, as it is in its own memory: elements as in `elements`.
  const void* part = nullptr;
  std::uint64_t count = 0;
  std::uint64_t size = 0;
  std::ptrdiff_t stride = 1;
  std::vector<std::uint32_t> writes_to;  ///< whose dest, as PEs of the world
  bool everybody = false;                ///< nobody returns before all have called
  /// The dest of a collect: parts lie there in the order of members, each of as many elements of `size` bytes as its PE
  /// contributes. Only the owner of a dest knows where they are, when all have told.
  const void* collected = nullptr;
  std::uint64_t contributes = 0;
};

/// Every member has come to a point after all collectives of the team so far (the world: of all teams): what this PE wrote in
/// them is complete.
void all_have_come(const Call& call, Team& team);

/// One collective: begun before the real routine, finished after it.
class Collective {
 public:
  Collective(const Call& call, Team& team, const Shape& shape);
  void finish();

 private:
  struct Contribution {
    std::uint32_t pe = 0;
    transport::Deposit deposit;
  };
  /// Members may write there in other collectives of the team, too.
  [[nodiscard]] model::Issue write(std::uint32_t pe, ByteRanges to) const;
  [[nodiscard]] std::optional<model::OperationId> write_to(std::uint32_t pe) const;
  /// Where the parts of a collect are; the own one.
  ByteRanges hear_of_parts(const std::vector<Contribution>& contributions);

  const Call& call_;
  Team& team_;
  const Shape& shape_;
  model::ScopeId scope_;
  transport::Stream of_;
  std::optional<model::OperationId> reading_;
  std::vector<engine::Announcement> to_take_;
};

/// Everybody waits for everybody around the real routine; it completes nothing but what collectives wrote before.
template <class Real>
auto synchronise(const Call& call, Team* team, Real real) {
  if (!call || team == nullptr) return real();
  const Dependence everybody = all_to_all(*team, call.me());
  const transport::Stream of = enter(call, *team, everybody);
  const auto leave_it = [&] {
    leave(call, everybody, of);
    all_have_come(call, *team);
  };
  if constexpr (std::is_void_v<decltype(real())>) {
    real();
    leave_it();
  } else {
    const auto result = real();
    leave_it();
    return result;
  }
}

/// The same with a quiet of the default context before it.
template <class Real>
auto barrier(const Call& call, Team* team, Real real) {
  if (call) quiet(call, default_scope());
  return synchronise(call, team, real);
}

}  // namespace farsan::shmem
