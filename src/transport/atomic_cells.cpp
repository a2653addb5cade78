#include "transport/atomic_cells.h"

#include <sched.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>

namespace farsan::transport {

namespace {

constexpr unsigned kOffsetBits = 48;
constexpr unsigned kOneWay = 4;  // bytes, as a power of two
constexpr unsigned kHeadBits = 9;
static_assert(AtomicCells::kHeads == std::size_t{1} << kHeadBits);

/// The upper bits are good ones: first those that say which tree, then those that say which way in it.
constexpr std::uint64_t mixed(std::uint64_t address) { return (address >> kOneWay) * 0x9E3779B97F4A7C15U; }

/// Where a cell is, in any segment. Never 0.
constexpr std::uint64_t place_of(std::uint32_t rank, Offset at) { return std::uint64_t{rank + 1} << kOffsetBits | at; }

bool is_gone(std::int32_t pid) { return ::kill(pid, 0) != 0 && errno == ESRCH; }

/// Waits for what other processes hold for microseconds. After so long they are taken to have lost it.
class Patience {
 public:
  /// Says if there is any left.
  bool wait_for(std::int32_t holder) {
    if (++rounds_ < kSpins) return true;
    ::sched_yield();
    if (rounds_ % kSpins != 0) return true;
    const auto now = std::chrono::steady_clock::now();
    if (rounds_ == kSpins) began_ = now;
    return now - began_ < std::chrono::seconds(2) && !is_gone(holder);
  }

 private:
  static constexpr unsigned kSpins = 128;
  unsigned rounds_ = 0;
  std::chrono::steady_clock::time_point began_;
};

}  // namespace

class AtomicCells::Way {
 public:
  explicit Way(const Held& held) : link_(&held.head_->root), turns_(mixed(held.object_.address) << kHeadBits) {}
  [[nodiscard]] std::uint64_t& link() const { return *link_; }
  void go_on(Cell& cell) {
    link_ = &cell.next[turns_ >> 63];
    turns_ <<= 1;
  }

 private:
  std::uint64_t* link_;
  std::uint64_t turns_;
};

AtomicCells::AtomicCells(std::uint32_t self, std::int32_t pid, std::vector<session::Segment>& segments, Arena& arena,
                         Offset heads)
    : self_(self), pid_(pid), segments_(segments), arena_(arena), heads_(heads) {}

AtomicCells::Head& AtomicCells::head_of(const Object& object) const {
  auto* const heads = reinterpret_cast<Head*>(segments_[object.owner].at(heads_));
  return heads[mixed(object.address) >> (64 - kHeadBits)];
}

AtomicCells::Cell* AtomicCells::cell_at(std::uint64_t place) const {
  if (place == 0) return nullptr;
  const auto rank = static_cast<std::uint32_t>((place >> kOffsetBits) - 1);
  return reinterpret_cast<Cell*>(segments_[rank].at(place & ((std::uint64_t{1} << kOffsetBits) - 1)));
}

bool AtomicCells::take(Head& head) const {
  Patience patience;
  for (;;) {
    std::int32_t holder = head.holder.load(std::memory_order_relaxed);
    if (holder == pid_) return false;
    // After a time it is taken from whoever has it.
    if (holder != 0 && patience.wait_for(holder)) continue;
    if (head.holder.compare_exchange_strong(holder, pid_, std::memory_order_acquire)) return true;
  }
}

void AtomicCells::give_back(Head& head, std::int32_t holder) {
  head.holder.compare_exchange_strong(holder, 0, std::memory_order_release, std::memory_order_relaxed);
}

AtomicCells::Held AtomicCells::hold(Object object) {
  Head& head = head_of(object);
  return {&head, object, take(head) ? pid_ : 0};
}

void AtomicCells::let_go(const Held& held) {
  if (held.by_ != 0) give_back(*held.head_, held.by_);
}

template <class Visit>
void AtomicCells::for_each_overlapping(const Held& held, Visit&& visit) const {
  const Object& object = held.object_;
  Way way(held);
  for (; Cell* const cell = cell_at(way.link()); way.go_on(*cell))
    if (cell->address < object.address + object.size && object.address < cell->address + cell->size) visit(*cell);
}

model::Clock AtomicCells::left_at(const Held& held, const model::UnitClock& known) const {
  std::vector<model::Epoch> left;
  for_each_overlapping(held, [&](Cell& cell) {
    const std::uint64_t* const epoch = epochs(cell);
    const auto ranks = static_cast<std::uint32_t>(segments_.size());
    for (std::uint32_t rank = 0; rank < ranks; ++rank) {
      if (epoch[rank] == 0 || known.knows({{model::ProcessId{rank}, 0}, epoch[rank]})) continue;
      left.resize(ranks, 0);
      left[rank] = std::max(left[rank], epoch[rank]);
    }
  });
  return {std::move(left), {}};
}

AtomicCells::Cell* AtomicCells::own_cell(const Held& held) {
  const Object& object = held.object_;
  Cell* free = nullptr;
  Way way(held);
  for (; Cell* const cell = cell_at(way.link()); way.go_on(*cell)) {
    if (cell->size == object.size && cell->address == object.address) return cell;
    if (cell->size == 0) free = cell;
  }
  if (free == nullptr) {
    const Offset at = arena_.take(sizeof(Cell) + segments_.size() * sizeof(std::uint64_t));
    if (at == 0) return nullptr;
    const std::uint64_t place = place_of(self_, at);
    free = cell_at(place);
    way.link() = place;
  }
  free->address = object.address;
  free->size = object.size;
  return free;
}

/// Of one that is wider, a part of its value stays.
void AtomicCells::clear(const Held& held) {
  const Object& object = held.object_;
  for_each_overlapping(held, [&](Cell& cell) {
    const bool is_all = object.address <= cell.address && cell.address + cell.size <= object.address + object.size;
    if (is_all) std::fill_n(epochs(cell), segments_.size(), 0);
  });
}

void AtomicCells::join(const Held& held, const model::Snapshot& clock) {
  Cell* const cell = own_cell(held);
  if (cell == nullptr) return;
  std::uint64_t* const epoch = epochs(*cell);
  for (std::uint32_t rank = 0; rank < segments_.size(); ++rank)
    epoch[rank] = std::max(epoch[rank], clock.at({model::ProcessId{rank}, 0}));
}

void AtomicCells::replace(const Held& held, const model::Snapshot& clock) {
  clear(held);
  join(held, clock);
}

void AtomicCells::forget(std::uint64_t begin, std::uint64_t end) {
  auto* const heads = reinterpret_cast<Head*>(segments_[self_].at(heads_));
  for (std::size_t i = 0; i < kHeads; ++i) {
    // Nobody uses what is forgotten, but others may be in the tree.
    if (heads[i].root == 0) continue;
    const bool taken = take(heads[i]);
    std::vector<std::uint64_t> places{heads[i].root};
    while (!places.empty()) {
      Cell* const cell = cell_at(places.back());
      places.pop_back();
      if (cell == nullptr) continue;
      places.insert(places.end(), cell->next.begin(), cell->next.end());
      if (cell->size == 0 || cell->address < begin || end < cell->address + cell->size) continue;
      std::fill_n(epochs(*cell), segments_.size(), 0);
      cell->size = 0;
    }
    if (taken) give_back(heads[i], pid_);
  }
}

}  // namespace farsan::transport
