// A small OpenSHMEM program as data (common/program.h): made from a seed (generate.h), checked (legal.h), translated to model
// events (translate.h), executed with real calls (driver.cpp).
//
// Memory 0 is private, 1 on the symmetric heap, 2 a symmetric variable, and 3 holds the flags: variables that are waited for.
// What happens to flags happens in the simulated order (`hidden_order_of`), so their values are known (flags.h). Nothing else
// depends on values.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "random/common/program.h"

namespace farsan::random_programs::shmem {

enum class Verb : std::uint8_t {
  // The program's own accesses; the latter two through shmem_ptr.
  Load,
  Store,
  LoadThere,
  StoreThere,
  // Operations without order among each other.
  Put,
  PutNbi,
  P,
  Iput,
  Get,
  GetNbi,
  G,
  Iget,
  AtomicSet,
  AtomicInc,
  AtomicAdd,
  AtomicSwap,
  AtomicFetchAdd,
  AtomicFetchAddNbi,
  AtomicCompareSwap,
  AtomicFetch,
  AtomicFetchNbi,
  PutSignal,
  PutSignalNbi,
  // Waits for flags.
  WaitUntil,
  Test,
  SignalWaitUntil,
  SignalFetch,
  // Completion and order.
  Fence,
  Quiet,
  SetLock,
  TestLock,
  ClearLock,
  // Collectives.
  BarrierAll,
  SyncAll,
  TeamSync,
  Broadcast,
  Reduce,
  Fcollect,
  Alltoall,
};

/// Types of atomics and flags. A signal is unsigned.
enum class Type : std::uint8_t { Int, Long, Unsigned };
constexpr Element element_of(Type type) { return type == Type::Int ? Element::Int : Element::Long; }

enum class Compare : std::uint8_t { Equal, NotEqual, Greater, GreaterEqual, Less, LessEqual };

struct Action : Step {
  Verb verb = Verb::Load;
  std::size_t context = 0;
  std::uint32_t peer = 0;  ///< target, or root: number in the context's or collective's team
  Region local;            ///< what is loaded, stored, put, contributed
  Region result;           ///< what is gotten; dest of a collective, all of it
  Region remote;           ///< in the target's memory
  Type type = Type::Int;
  std::size_t flag = 0;  ///< of put_signal and of waits; of others if `remote` is in the flags' memory
  std::uint64_t value = 0;
  std::uint64_t expected = 0;  ///< AtomicCompareSwap
  bool adds = false;           ///< put_signal: SHMEM_SIGNAL_ADD
  Compare compare = Compare::Equal;
  bool early = false;  ///< a wait that may be called before what makes it succeed
  std::size_t team = 0;
  std::size_t lock = 0;
};

struct Memory {
  std::uint32_t size = 0;
};
inline constexpr std::size_t kPrivate = 0;
inline constexpr std::size_t kHeap = 1;
inline constexpr std::size_t kVariable = 2;
inline constexpr std::size_t kFlags = 3;
inline constexpr std::uint32_t kFlagsApart = 16;
inline constexpr std::size_t kLocks = 2;

/// Equal in all PEs.
struct Flag {
  Type type = Type::Int;
  bool put = false;  ///< it is put by one PE for each owner, and not updated by atomics
};

struct Context {
  std::size_t team = 0;
  bool shared = false;  ///< made of SHMEM_TEAM_SHARED, an atomicity domain of its own
};

struct Program {
  std::uint64_t seed = 0;
  std::uint32_t ranks = 2;
  std::vector<Memory> memories;
  std::vector<Team> teams;        ///< 0 is the world; PEs at equal distances
  std::vector<Context> contexts;  ///< 0 is the default one
  std::vector<Flag> flags;
  std::vector<Action> actions;
};

constexpr bool is_operation(Verb verb) { return verb >= Verb::Put && verb <= Verb::PutSignalNbi; }
constexpr bool is_atomic(Verb verb) { return verb >= Verb::AtomicSet && verb <= Verb::AtomicFetchNbi; }
constexpr bool signals(Verb verb) { return verb == Verb::PutSignal || verb == Verb::PutSignalNbi; }
/// Something goes from the origin's memory to the target.
constexpr bool sends(Verb verb) {
  return verb == Verb::Put || verb == Verb::PutNbi || verb == Verb::Iput || signals(verb);
}
/// Something is brought back into the origin's memory.
constexpr bool brings_back(Verb verb) {
  return verb == Verb::Get || verb == Verb::GetNbi || verb == Verb::Iget || verb == Verb::AtomicFetchAddNbi ||
         verb == Verb::AtomicFetchNbi;
}
constexpr bool only_reads(Verb verb) {
  return (verb >= Verb::Get && verb <= Verb::Iget) || verb == Verb::AtomicFetch || verb == Verb::AtomicFetchNbi;
}
constexpr bool waits(Verb verb) { return verb >= Verb::WaitUntil && verb <= Verb::SignalFetch; }
constexpr bool is_meeting(Verb verb) { return verb >= Verb::BarrierAll; }
constexpr bool moves_data(Verb verb) { return verb >= Verb::Broadcast; }
constexpr bool locks(Verb verb) { return verb == Verb::SetLock || verb == Verb::TestLock; }

/// Who takes part in a collective: PEs of the world.
[[nodiscard]] const std::vector<std::uint32_t>& members(const Program& program, const Action& action);
/// The target of an operation, as a PE of the world.
[[nodiscard]] std::uint32_t target(const Program& program, const Action& action);
[[nodiscard]] Region place_of(const Flag& flag, std::size_t number);

/// Updates of a flag and waits for it, and uses of a lock, happen in the simulated order; a wait may be called early, and a
/// lock may be asked for while another PE has it.
[[nodiscard]] Order hidden_order_of(const Program& program, const Kept& kept);

[[nodiscard]] std::string setting_of(const Program& program);
[[nodiscard]] std::string to_text(const Program& program, const Action& action);

}  // namespace farsan::random_programs::shmem
