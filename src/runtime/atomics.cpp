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

/// An object that is held, and what a store to it leaves there.
struct Hold {
  AtomicCells::Held held;
  std::optional<model::Snapshot> left;
};

/// What is held: one, or one more for each handler that came in between. (A handler may have left for good, by longjmp.)
class Holds {
 public:
  void push(Hold hold) {
    if (depth_ == holds_.size())
      while (depth_ > 0) AtomicCells::let_go(holds_[--depth_].held);
    holds_[depth_++] = std::move(hold);
  }
  [[nodiscard]] bool any() const { return depth_ > 0; }
  [[nodiscard]] const Hold& last() const { return holds_[depth_ - 1]; }
  void let_go() { AtomicCells::let_go(holds_[--depth_].held); }

 private:
  std::array<Hold, 8> holds_;
  std::size_t depth_ = 0;
};
Holds g_holds;

// Atomic fences: what relaxed loads have seen and nobody has acquired, and what relaxed stores pass on since a fence that released it.
model::Clock g_seen;
std::optional<model::Snapshot> g_released;

bool acquires(int order) { return order != __ATOMIC_RELAXED && order != __ATOMIC_RELEASE; }
bool releases(int order) { return order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST; }

bool counts() { return Runtime::get() != nullptr && Runtime::own_thread() && !Guard::ignoring(); }

/// Reports name it as if it were a routine: which of two stores is an atomic makes a difference.
model::SiteId site_of(std::uint64_t pc) { return g_sites->of_call(pc, "an atomic", nullptr); }

model::Interval bytes_of(const Atomic& atomic) { return {atomic.at, atomic.at + atomic.size}; }

void see(Runtime& runtime, const model::Clock& left, int order) {
  if (left.none()) return;
  if (acquires(order))
    runtime.process().wait(0, left);
  else
    g_seen.merge(left);
}

/// What one that writes leaves with its value.
std::optional<model::Snapshot> to_leave(Runtime& runtime, int order) {
  if (releases(order)) return runtime.process().signal(0);
  return g_released;
}

void touch(Runtime& runtime, const Atomic& atomic, const Runtime::SharedObject& object, model::SiteId site) {
  const auto kind = atomic.effect == AtomicEffect::Load ? model::AccessKind::Load : model::AccessKind::Store;
  runtime.access_atomically(kind, object, atomic.size, kAtomic, site);
}

void end_load(Runtime& runtime, const Atomic& atomic, const Runtime::SharedObject& object, model::SiteId site) {
  const model::Clock left = runtime.transport().atomics().left_at(g_holds.last().held, runtime.process().clock(0));
  g_holds.let_go();
  see(runtime, left, atomic.order);
  touch(runtime, atomic, object, site);
}

void end_store(Runtime& runtime) {
  AtomicCells& cells = runtime.transport().atomics();
  const Hold& hold = g_holds.last();
  if (hold.left)
    cells.replace(hold.held, *hold.left);
  else
    cells.clear(hold.held);
  g_holds.let_go();
}

/// It comes after what it acquires, and before what it releases.
void end_update(Runtime& runtime, const Atomic& atomic, const Runtime::SharedObject& object, model::SiteId site) {
  AtomicCells& cells = runtime.transport().atomics();
  const AtomicCells::Held held = g_holds.last().held;
  see(runtime, cells.left_at(held, runtime.process().clock(0)), atomic.order);
  touch(runtime, atomic, object, site);
  if (const auto left = to_leave(runtime, atomic.order)) cells.join(held, *left);
  g_holds.let_go();
}

}  // namespace

void begin_atomic(const Atomic& atomic, std::uint64_t pc) {
  if (!counts()) return;
  Runtime& runtime = *Runtime::get();
  const auto object = runtime.shared_object(bytes_of(atomic));
  if (!object) return;
  const Guard guard;
  Hold hold;
  if (atomic.effect == AtomicEffect::Store) {
    touch(runtime, atomic, *object, site_of(pc));
    hold.left = to_leave(runtime, atomic.order);
  }
  hold.held = runtime.transport().atomics().hold({object->owner.value, object->there, atomic.size});
  g_holds.push(std::move(hold));
}

void end_atomic(const Atomic& atomic, std::uint64_t pc) {
  if (!counts()) return;
  Runtime& runtime = *Runtime::get();
  const auto object = runtime.shared_object(bytes_of(atomic));
  if (!object || !g_holds.any()) {
    const auto kind = atomic.effect == AtomicEffect::Load ? model::AccessKind::Load : model::AccessKind::Store;
    return access_range(kind, reinterpret_cast<const void*>(atomic.at), atomic.size, pc);
  }
  const Guard guard;
  const model::SiteId site = site_of(pc);
  switch (atomic.effect) {
    case AtomicEffect::Load: end_load(runtime, atomic, *object, site); break;
    case AtomicEffect::Store: end_store(runtime); break;
    case AtomicEffect::Update: end_update(runtime, atomic, *object, site); break;
  }
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
