#include "bindings/mpi/windows.h"
#include "bindings/common/immortal.h"

#include <algorithm>
#include <unordered_map>

namespace farsan::mpi {

namespace {

struct Registry {
  std::unordered_map<std::uint64_t, WindowPtr> by_handle;
  MPI_Win last_handle = MPI_WIN_NULL;
  Window* last = nullptr;
};
constinit bindings::Immortal<Registry> registry;

/// Locks of windows that were freed: programs make and free them as long as they run.
constinit bindings::Immortal<std::vector<transport::Offset>> spare_locks;

}  // namespace

transport::Offset take_lock(const Call& call) {
  if (spare_locks().empty()) return call.transport().make_lock();
  const transport::Offset lock = spare_locks().back();
  spare_locks().pop_back();
  return lock;
}

void give_back_lock(const Call& call, const Window& window) {
  const transport::Offset lock = window.parts[window.comm->rank].lock;
  if (lock == 0) return;
  call.transport().renew_lock(lock);
  spare_locks().push_back(lock);
}

Window* window_of(MPI_Win handle) {
  Registry& all = registry();
  if (handle == all.last_handle) return all.last;
  const auto it = all.by_handle.find(key_of(handle));
  if (it == all.by_handle.end()) return nullptr;
  all.last_handle = handle;
  all.last = it->second.get();
  return all.last;
}

void keep_window(WindowPtr window) {
  const std::uint64_t key = key_of(window->handle);
  registry().by_handle[key] = std::move(window);
}

void window_freed(MPI_Win handle) {
  ++g_changed_handles;
  Registry& all = registry();
  all.last_handle = MPI_WIN_NULL;
  all.last = nullptr;
  all.by_handle.erase(key_of(handle));
}

void for_each_window(const std::function<void(const Window&)>& visit) {
  for (const auto& [key, window] : registry().by_handle) visit(*window);
}

runtime::MemoryDescription WindowDirectory::describe(ProcessId owner, model::Address at, std::uint32_t scope) const {
  runtime::MemoryDescription best{session::MemoryKind::Buffer, {at, at}, {}, 0};
  std::uint32_t meant = 0;
  const auto number = [](std::size_t rank) { return static_cast<std::uint32_t>(rank) + 1; };
  const auto inside = [&](model::Interval bytes) { return bytes.begin <= at && at < bytes.end; };
  for (const auto& [key, window] : registry().by_handle) {
    for (std::size_t rank = 0; rank < window->parts.size(); ++rank) {
      if (window->comm->members[rank] != owner.value) continue;
      const WindowPart& part = window->parts[rank];
      if (scope == window->mark()) meant = number(rank);
      model::Interval bytes{part.base, part.base + part.size};
      if (window->dynamic && rank == window->comm->rank) {
        const auto attached = std::find_if(window->exposed.begin(), window->exposed.end(), inside);
        if (attached != window->exposed.end()) bytes = *attached;
      }
      if (!inside(bytes)) continue;
      const runtime::MemoryDescription found{session::MemoryKind::Window, bytes, window->name, window->made.value,
                                             number(rank)};
      if (scope == window->mark()) return found;
      if (best.kind == session::MemoryKind::Buffer || bytes.size() < best.bytes.size()) best = found;
    }
  }
  if (meant != 0) best.owner = meant;  // although something else lies there by now
  return best;
}

}  // namespace farsan::mpi
