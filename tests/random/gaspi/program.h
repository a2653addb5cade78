// A small GASPI program as data (common/program.h): made from a seed (generate.h), checked (legal.h), translated to model events
// (translate.h), executed with real calls (driver.cpp).
//
// Memory 0 is private, memory n + 1 is segment n. What happens to one notification happens in the simulated order
// (`hidden_order_of`), so it is known which one a wait or reset finds (mailboxes.h). Nothing depends on other values.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "random/common/program.h"

namespace farsan::random_programs::gaspi {

enum class Verb : std::uint8_t {
  Load,
  Store,
  // Posted to a queue.
  Write,
  WriteList,
  WriteNotify,
  WriteListNotify,
  Read,
  ReadList,
  ReadNotify,
  ReadListNotify,
  Notify,
  // Completion.
  Wait,
  WaitSome,
  Reset,
  // Complete on return.
  FetchAdd,
  CompareSwap,
  // Both at one place of the list.
  PassiveSend,
  PassiveReceive,
  // Collectives.
  Barrier,
  Allreduce,
};

/// One element of a write or read.
struct Piece {
  Region local;
  Region remote;
};

struct Action : Step {
  Verb verb = Verb::Load;
  std::uint32_t peer = 0;  ///< target, receiver
  std::uint32_t queue = 0;
  std::vector<Piece> pieces;
  Region local;               ///< what is loaded, stored, sent, contributed
  Region result;              ///< what is received, or brought back by an atomic
  Region remote;              ///< of an atomic
  std::uint32_t segment = 0;  ///< of the notification
  std::uint32_t id = 0;       ///< of the notification, or the first of `ids` of them
  std::uint32_t ids = 1;
  std::uint32_t value = 0;  ///< of the notification
  bool early = false;       ///< a wait that may be called before what it finds
  std::size_t team = 0;
};

struct Memory {
  std::uint32_t size = 0;
};
inline constexpr std::size_t kPrivate = 0;
inline constexpr std::uint32_t kSegments = 2;
inline constexpr std::uint32_t kQueues = 3;
inline constexpr std::uint32_t kNotifications = 3;  ///< ids in use

struct Program {
  std::uint64_t seed = 0;
  std::uint32_t ranks = 2;
  std::vector<Memory> memories;
  std::vector<Team> teams;  ///< groups; 0 is all
  std::vector<Action> actions;
};

constexpr bool writes(Verb verb) { return verb >= Verb::Write && verb <= Verb::WriteListNotify; }
constexpr bool reads(Verb verb) { return verb >= Verb::Read && verb <= Verb::ReadListNotify; }
constexpr bool is_list(Verb verb) {
  return verb == Verb::WriteList || verb == Verb::WriteListNotify || verb == Verb::ReadList ||
         verb == Verb::ReadListNotify;
}
/// A notification comes of it: at the target, or of a read at the rank itself.
constexpr bool notifies(Verb verb) {
  return verb == Verb::WriteNotify || verb == Verb::WriteListNotify || verb == Verb::ReadNotify ||
         verb == Verb::ReadListNotify || verb == Verb::Notify;
}
constexpr bool is_atomic(Verb verb) { return verb == Verb::FetchAdd || verb == Verb::CompareSwap; }
constexpr bool is_passive(Verb verb) { return verb == Verb::PassiveSend || verb == Verb::PassiveReceive; }
constexpr bool is_meeting(Verb verb) { return verb >= Verb::Barrier; }

/// Who takes part in what all do at one place of the list: ranks of the world, in the order of their actions.
[[nodiscard]] std::vector<std::uint32_t> members(const Program& program, const Action& action);
constexpr std::uint32_t segment_of(const Region& region) { return static_cast<std::uint32_t>(region.memory) - 1; }

/// What happens to one notification happens in the simulated order, but that a wait may be called early; passive messages to
/// one rank come one after the other.
[[nodiscard]] Order hidden_order_of(const Program& program, const Kept& kept);

[[nodiscard]] std::string setting_of(const Program& program);
[[nodiscard]] std::string to_text(const Program& program, const Action& action);

}  // namespace farsan::random_programs::gaspi
