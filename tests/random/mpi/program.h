// A small MPI program as data (common/program.h). It is made from a seed (generate.h), checked (legal.h), translated to model
// events for the oracle (translate.h), and executed with real MPI calls (driver.cpp). Nothing here knows MPI or the model.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "random/common/program.h"

namespace farsan::random_programs::mpi {

enum class Verb : std::uint8_t {
  // The program's own accesses.
  Load,
  Store,
  // Operations.
  Put,
  Get,
  Accumulate,
  GetAccumulate,
  FetchAndOp,
  CompareAndSwap,
  Rput,
  Rget,
  // Synchronisation on windows.
  Fence,
  Lock,
  Unlock,
  LockAll,
  UnlockAll,
  Flush,
  FlushAll,
  FlushLocal,
  FlushLocalAll,
  Post,
  Start,
  Complete,
  WaitExposure,
  // Messages and collectives.
  Send,
  Recv,
  Isend,
  Irecv,
  Barrier,
  Bcast,
  Reduce,
  Allreduce,
  Scan,
  Ibarrier,
  Ibcast,
  Iallreduce,
  Wait,
  // Windows themselves.
  MakeWindow,
  FreeWindow,
  /// All ranks wait for each other in a way that no tool sees: it makes epochs of different kinds legal after each other,
  /// and orders nothing.
  Meet,
};

enum class Reduction : std::uint8_t { Sum, Replace, None };
enum class Mode : std::uint8_t { Shared, Exclusive };
enum class Epochs : std::uint8_t { None, Fence, Lock, Post };

struct Action : Step {
  Verb verb = Verb::Load;
  std::size_t window = 0;
  std::size_t comm = 0;              ///< of messages and collectives; of window routines it is the window's
  std::uint32_t peer = 0;            ///< target, destination, source or root: rank in the communicator
  std::vector<std::uint32_t> peers;  ///< Post, Start: ranks in the communicator
  Region local;                      ///< what is loaded, stored, sent, put; operand of atomics
  Region result;                     ///< what is received, gotten
  Region compare;
  Region remote;  ///< in the target's memory
  Reduction reduction = Reduction::Sum;
  Mode mode = Mode::Shared;
  bool no_precede = false;
  bool no_succeed = false;
  int tag = 0;
  Site request = 0;  ///< Wait: the action that made it
};

/// Equal in all ranks; each has its own bytes.
struct Memory {
  std::uint32_t size = 0;
  bool allocated = false;  ///< by MPI_Win_allocate: exists while its window does
};

struct Window {
  std::size_t comm = 0;
  std::size_t memory = 0;
  std::uint32_t offset = 0;  ///< where in the memory it begins, and up to its end it goes
  std::uint32_t unit = 1;    ///< MPI's disp_unit
};

struct Program {
  std::uint64_t seed = 0;
  std::uint32_t ranks = 2;
  std::vector<Memory> memories;  ///< 0 is in no window
  std::vector<Window> windows;
  std::vector<Team> comms;  ///< 0 is the world
  std::vector<Action> actions;
};

constexpr bool is_operation(Verb verb) { return verb >= Verb::Put && verb <= Verb::Rget; }
/// The origin gets something back.
constexpr bool brings_back(Verb verb) {
  return is_operation(verb) && verb != Verb::Put && verb != Verb::Rput && verb != Verb::Accumulate;
}
constexpr bool makes_request(Verb verb) {
  return verb == Verb::Rput || verb == Verb::Rget || verb == Verb::Isend || verb == Verb::Irecv ||
         verb == Verb::Ibarrier || verb == Verb::Ibcast || verb == Verb::Iallreduce;
}
/// Collectives that all members call at one place of the list, one after the other, and that may wait for each other.
constexpr bool is_meeting(Verb verb) {
  return verb == Verb::Fence || (verb >= Verb::Barrier && verb <= Verb::Scan) || verb == Verb::MakeWindow ||
         verb == Verb::FreeWindow || verb == Verb::Meet;
}
/// Collectives that members start when they like, though in one order on each communicator.
constexpr bool is_started_collective(Verb verb) { return verb >= Verb::Ibarrier && verb <= Verb::Iallreduce; }

const char* name(Verb verb);

/// Who takes part in a meeting or started collective: world ranks.
[[nodiscard]] const std::vector<std::uint32_t>& members(const Program& program, const Action& action);

/// A run takes locks in the simulated order. Uses of one lock that exclude each other are ordered like this, and by nothing
/// that a tool can see: what the lock orders is left for the tool to find out.
[[nodiscard]] Order hidden_order_of(const Program& program, const Kept& kept);

[[nodiscard]] std::string setting_of(const Program& program);
[[nodiscard]] std::string to_text(const Program& program, const Action& action);

}  // namespace farsan::random_programs::mpi
