// What atomics of the program leave for those that read what they wrote: for each object the clock that belongs to the value which is in it
// now, kept in the segment of the process whose memory it is.
//
// Who does an atomic holds the object meanwhile (`hold`, `let_go`), so that value and clock change together; nobody else holds it then.
// A process that dies with it, or that leaves it for good (a handler's longjmp), costs others a moment and no more.
//
// Budget: holding and letting go is two exchanges with a line that the object's users share; a look at a cell is a walk from the root of
// its tree, which is about as long as the logarithm of how many objects there are. Objects within 16 bytes have one way, since they may overlap.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

#include "model/clock.h"
#include "session/segment.h"
#include "transport/arena.h"

namespace farsan::transport {

class AtomicCells {
 public:
  /// Of a tree of cells of one process, in its segment.
  struct alignas(64) Head {
    std::atomic<std::int32_t> holder;  ///< its pid; 0: nobody
    std::uint64_t root;                ///< place of the first cell
  };
  static constexpr std::size_t kHeads = 512;
  static constexpr std::uint64_t kHeadsSize = kHeads * sizeof(Head);

  /// An object, by address at its owner.
  struct Object {
    std::uint32_t owner = 0;
    std::uint64_t address = 0;
    std::uint32_t size = 0;
  };
  class Held {
   public:
    Held() = default;

   private:
    friend class AtomicCells;
    Held(Head* head, Object object, std::int32_t by) : head_(head), object_(object), by_(by) {}
    Head* head_ = nullptr;
    Object object_;
    std::int32_t by_ = 0;  // 0: this process had it already, in a handler of a signal, which came in between
  };

  /// `heads`: zeroed room in the segment of each process. Cells that this one, which has this `pid`, makes are in its own.
  AtomicCells(std::uint32_t self, std::int32_t pid, std::vector<session::Segment>& segments, Arena& arena,
              Offset heads);

  [[nodiscard]] Held hold(Object object);
  static void let_go(const Held& held);

  /// What the value that is there was left with; nothing if `known` has all of that.
  [[nodiscard]] model::Clock left_at(const Held& held, const model::UnitClock& known) const;
  /// A new value, with this clock and no other.
  void replace(const Held& held, const model::Snapshot& clock);
  /// A new value without one.
  void clear(const Held& held);
  /// A value that was made of the one that was there: with its clock and this one.
  void join(const Held& held, const model::Snapshot& clock);
  /// The own memory there is another one's from now on.
  void forget(std::uint64_t begin, std::uint64_t end);

 private:
  /// Followed by an epoch for each process; all 0: nothing is left. A cell stays where it is: who has lost what it held spoils no way.
  struct Cell {
    std::uint64_t address;
    std::uint64_t size;                 // 0: free
    std::array<std::uint64_t, 2> next;  // places: bits of the address, mixed, say which way it goes on
  };
  /// The links from a root to where the cells of an object are, or would be.
  class Way;
  [[nodiscard]] Head& head_of(const Object& object) const;
  /// False: this process has it.
  [[nodiscard]] bool take(Head& head) const;
  /// If it was not taken away meanwhile.
  static void give_back(Head& head, std::int32_t holder);
  [[nodiscard]] Cell* cell_at(std::uint64_t place) const;
  static std::uint64_t* epochs(Cell& cell) { return reinterpret_cast<std::uint64_t*>(&cell + 1); }
  /// That of the object itself, which is made if there is none. Null if there is no more room.
  Cell* own_cell(const Held& held);
  template <class Visit>
  void for_each_overlapping(const Held& held, Visit&& visit) const;

  std::uint32_t self_;
  std::int32_t pid_;
  std::vector<session::Segment>& segments_;
  Arena& arena_;
  Offset heads_;
};

}  // namespace farsan::transport
