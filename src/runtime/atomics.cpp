#include "runtime/atomics.h"

#include <array>
#include <optional>
#include <utility>

#include "runtime/access.h"
#include "transport/atomic_cells.h"

namespace farsan::runtime {

namespace {

using transport::AtomicCells;

/// To itself, and to no atomic of a library for one-sided communication. All that the processor does in one piece is atomic to each other,
/// whatever the sizes.
constexpr model::Atomicity kAtomic{.type = {~std::uint32_t{0}}, .domain = {~std::uint32_t{0}}};

/// What is held: one, or one more for each handler that came in between. (A handler may have left for good, by longjmp.)
class Holds {
 public:
  void push(const AtomicCells::Held& held) {
    if (depth_ == held_.size())
      while (depth_ > 0) AtomicCells::let_go(held_[--depth_]);
    held_[depth_++] = held;
  }
  [[nodiscard]] bool any() const { return depth_ > 0; }
  [[nodiscard]] const AtomicCells::Held& last() const { return held_[depth_ - 1]; }
  void pop() { AtomicCells::let_go(held_[--depth_]); }

 private:
  std::array<AtomicCells::Held, 8> held_;
  std::size_t depth_ = 0;
};
Holds g_holds;

// Atomic fences: what relaxed loads have seen and nobody has acquired, and what relaxed stores pass on since a fence that released it.
model::Clock g_seen;
std::optional<model::Snapshot> g_released;

bool acquires(int order) { return order != __ATOMIC_RELAXED && order != __ATOMIC_RELEASE; }
bool releases(int order) { return order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST; }

bool counts() { return Runtime::get() != nullptr && Runtime::own_thread() && !Guard::ignoring(); }

void see(Runtime& runtime, const model::Clock& left, bool acquired) {
  if (left.none()) return;
  if (acquired)
    runtime.process().wait(0, left);
  else
    g_seen.merge(left);
}

void pass_on(Runtime& runtime, AtomicCells& cells, const AtomicCells::Held& held, const Atomic& atomic) {
  const bool updates = atomic.effect == AtomicEffect::Update;
  std::optional<model::Snapshot> clock = g_released;
  if (releases(atomic.order)) clock = runtime.process().signal(0);
  if (clock && updates)
    cells.join(held, *clock);
  else if (clock)
    cells.replace(held, *clock);
  else if (!updates)
    cells.clear(held);
}

}  // namespace

void begin_atomic(std::uint64_t at, std::uint32_t size) {
  if (!counts()) return;
  Runtime& runtime = *Runtime::get();
  const auto object = runtime.shared_object({at, at + size});
  if (object) g_holds.push(runtime.transport().atomics().hold({object->owner.value, object->there, size}));
}

void end_atomic(const Atomic& atomic, std::uint64_t pc) {
  if (!counts()) return;
  Runtime& runtime = *Runtime::get();
  const model::Interval bytes{atomic.at, atomic.at + atomic.size};
  const bool loads = atomic.effect == AtomicEffect::Load;
  const auto kind = loads ? model::AccessKind::Load : model::AccessKind::Store;
  const auto object = runtime.shared_object(bytes);
  if (!object || !g_holds.any()) return access_range(kind, reinterpret_cast<const void*>(atomic.at), atomic.size, pc);

  const Guard guard;
  const model::SiteId site = g_sites->of_access(pc);
  AtomicCells& cells = runtime.transport().atomics();
  const AtomicCells::Held held = g_holds.last();
  if (atomic.effect != AtomicEffect::Store)
    see(runtime, cells.left_at(held, runtime.process().clock(0)), acquires(atomic.order));
  // Behind what it acquires, before what it releases.
  runtime.access_atomically(kind, *object, atomic.size, kAtomic, site);
  if (!loads) pass_on(runtime, cells, held, atomic);
  g_holds.pop();
  runtime.returns_from([&] { return site; });
}

void atomic_fence(int order) {
  Runtime* const runtime = Runtime::get();
  if (runtime == nullptr || !Runtime::own_thread() || !runtime->shares_memory()) return;
  const Guard guard;
  if (acquires(order) && !g_seen.none()) runtime->process().wait(0, std::exchange(g_seen, {}));
  if (releases(order)) g_released = runtime->process().signal(0);
}

}  // namespace farsan::runtime
