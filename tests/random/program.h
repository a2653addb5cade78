// A small MPI program as data: what each rank does, in one order in which all of it can happen. It is made from a seed
// (generate.h), checked (legal.h), translated to model events for the oracle (translate.h), and executed with real MPI calls
// (driver.cpp). Nothing here knows MPI or the model.
//
// The order of `actions` is the simulated schedule. A real run follows program order in each rank, and waits across ranks
// only where MPI does, or where `hidden_order` makes it: every wait is for something earlier in the list, so a real run
// cannot hang, whatever its schedule.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace farsan::random_programs {

/// The index of an action in its program. Reports name it: the driver has one function for each.
using Site = std::size_t;
inline constexpr Site kMostActions = 256;

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

enum class Element : std::uint8_t { Byte, Int, Long };
constexpr std::uint32_t size_of(Element element) {
  return element == Element::Byte ? 1 : element == Element::Int ? 4 : 8;
}

/// Blocks of elements, `stride` elements apart: one block is contiguous, several are an MPI vector.
struct Layout {
  Element element = Element::Byte;
  std::uint32_t blocks = 1;
  std::uint32_t block = 0;
  std::uint32_t stride = 0;
  [[nodiscard]] std::uint32_t elements() const { return blocks * block; }
  [[nodiscard]] std::uint32_t extent() const {
    return elements() == 0 ? 0 : ((blocks - 1) * stride + block) * size_of(element);
  }
  friend bool operator==(const Layout&, const Layout&) = default;
};

/// Bytes of one rank: in memory number `memory`, from `offset` on. Without elements there are none.
struct Region {
  std::size_t memory = 0;
  std::uint32_t offset = 0;
  Layout layout;
  [[nodiscard]] bool empty() const { return layout.elements() == 0; }
  [[nodiscard]] std::uint32_t end() const { return offset + layout.extent(); }
  friend bool operator==(const Region&, const Region&) = default;
};

enum class Reduction : std::uint8_t { Sum, Replace, None };
enum class Mode : std::uint8_t { Shared, Exclusive };
enum class Epochs : std::uint8_t { None, Fence, Lock, Post };

struct Action {
  std::uint32_t rank = 0;  ///< who does it, in the world
  Verb verb = Verb::Load;
  std::size_t group = 0;  ///< actions that can only be left out together
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

struct Comm {
  std::vector<std::uint32_t> members;  ///< world ranks, by rank
  [[nodiscard]] std::uint32_t rank_of(std::uint32_t world) const;
  [[nodiscard]] bool has(std::uint32_t world) const;
};

struct Program {
  std::uint64_t seed = 0;
  std::uint32_t ranks = 2;
  std::vector<Memory> memories;  ///< 0 is in no window
  std::vector<Window> windows;
  std::vector<Comm> comms;  ///< 0 is the world
  std::vector<Action> actions;
};

/// Which actions are left in.
using Kept = std::vector<bool>;

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

/// What a run has to add to MPI's own waiting, so that it takes locks in the simulated order: the second action begins
/// after the first has ended. Uses of one lock that exclude each other are ordered like this, and by nothing that a tool can
/// see: what the lock orders is left for the tool to find out.
[[nodiscard]] std::vector<std::pair<Site, Site>> hidden_order(const Program& program, const Kept& kept);

/// A table for people: one row per action, one column per rank.
[[nodiscard]] std::string to_text(const Program& program, const Kept& kept);
[[nodiscard]] std::string to_text(const Program& program, const Action& action);

}  // namespace farsan::random_programs
