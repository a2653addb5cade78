#include "bindings/shmem/locks.h"

#include <algorithm>
#include <atomic>
#include <optional>
#include <string>
#include <utility>

#include "bindings/shmem/job.h"
#include "bindings/shmem/symmetric.h"

namespace farsan::shmem {

namespace {

using Held = transport::ShmTransport::Held;

/// All clocks lie with PE 0: a lock is one thing, though each PE has the variable.
std::uint32_t home() { return process_of(0); }

/// Variables that are used as locks: as many as there is address space for, since the clocks of one grow with the square of the PEs.
constexpr std::uint64_t kMostLocks = 65'536;
constexpr std::uint64_t kFewestLocks = 1024;
constexpr std::uint64_t kAddressSpace = std::uint64_t{1} << 28;

struct Place {
  transport::Offset keys = 0;   ///< addresses at PE 0 of the locks in use: who comes first enters one
  transport::Offset first = 0;  ///< their clocks, by place in `keys`
  std::uint64_t apart = 0;
  std::uint64_t count = 0;
};
Place g_place;

/// The clocks of this lock; none if there are too many locks, or it is not symmetric.
std::optional<transport::Offset> clocks_of(const Call& call, const long* lock) {
  const auto key = counterpart(lock, home());
  if (!key || g_place.keys == 0) return std::nullopt;
  auto* const keys = reinterpret_cast<std::atomic<std::uint64_t>*>(call.runtime().segments()[home()].at(g_place.keys));
  const std::uint64_t first = mix(0, *key) % g_place.count;
  for (std::uint64_t i = 0; i < g_place.count; ++i) {
    const std::uint64_t place = (first + i) % g_place.count;
    std::uint64_t there = keys[place].load(std::memory_order_acquire);
    const bool entered = there == 0 && keys[place].compare_exchange_strong(there, *key, std::memory_order_acq_rel);
    if (entered || there == *key) return g_place.first + place * g_place.apart;
  }
  static bool told = false;
  if (!std::exchange(told, true))
    runtime::say("more than " + std::to_string(g_place.count) + " locks: the others order nothing");
  return std::nullopt;
}

}  // namespace

void make_locks(runtime::Runtime& runtime) {
  Place own;
  if (runtime.rank() == home()) {
    // The arena gives out room from front to back: pieces of one size lie at one distance.
    own.keys = runtime.transport().make_lock();
    own.apart = runtime.transport().make_lock() - own.keys;
    own.count = std::clamp(kAddressSpace / own.apart, kFewestLocks, kMostLocks);
    const std::uint64_t for_keys = (own.count * sizeof(std::uint64_t) + own.apart - 1) / own.apart;
    transport::Offset last = own.keys + own.apart;
    for (std::uint64_t i = 2; i <= for_keys; ++i) last = runtime.transport().make_lock();
    own.first = runtime.transport().make_lock();
    for (std::uint64_t i = 1; i < own.count; ++i) last = runtime.transport().make_lock();
    if (last == 0) own = {};
  }
  g_place = gather(runtime, own)[home()];
}

void lock_taken(const Call& call, const long* lock) {
  if (const auto clocks = clocks_of(call, lock))
    call.process().wait(0, call.transport().handed_over(home(), *clocks, Held::Exclusive, &call.process().clock(0)));
}

void lock_given(const Call& call, const long* lock) {
  if (const auto clocks = clocks_of(call, lock))
    call.transport().leave(home(), *clocks, Held::Exclusive, call.process().signal(0));
}

}  // namespace farsan::shmem
