// Making, describing and freeing windows.
#include <cstring>

#include "bindings/mpi/discreetly.h"
#include "bindings/mpi/epochs.h"
#include "bindings/mpi/exchange.h"
#include "bindings/mpi/libraries.h"
#include "bindings/mpi/windows.h"

namespace farsan::mpi {

namespace {

using model::Interval;

/// What every member tells the others when a window is made.
struct Introduction {
  WindowPart part;
  std::uint64_t next_id = 0;
};

std::uint32_t g_next_id = 1;

std::string info_value(MPI_Info info, const char* key) {
  std::array<char, MPI_MAX_INFO_VAL + 1> value{};
  int found = 0;
  PMPI_Info_get(info, key, MPI_MAX_INFO_VAL, value.data(), &found);
  return found != 0 ? value.data() : "";
}

/// To be asked before the real routine: a library may take the text apart where it stands.
Promises heed(const Call& call, Promises so_far, MPI_Info info) {
  if (!call || info == MPI_INFO_NULL) return so_far;
  const Discreetly discreetly;
  const std::string ops = info_value(info, "accumulate_ops");
  if (ops == "same_op") so_far.admission = model::Admission::SameOperation;
  if (ops == "same_op_no_op") so_far.admission = model::Admission::SameOrNone;
  if (info_value(info, "no_locks") == "true") so_far.no_locks = true;
  const std::string ordering = info_value(info, "accumulate_ordering");
  if (ordering.empty()) return so_far;
  const auto names = [&](const char* order) { return ordering.find(order) != std::string::npos; };
  so_far.orders = {names("raw"), names("war"), names("waw")};
  return so_far;
}

/// The window exists: its members introduce themselves to each other, which also orders what they did before making it
/// before what they do to it (nobody can reach memory that was not offered yet).
WindowPtr made(const Call& call, MPI_Win handle, MPI_Comm comm, const Promises& promises, void* base,
               std::uint64_t size, std::int64_t unit) {
  const CommPtr parent = comm_of(comm);
  auto window = std::make_shared<Window>(handle, model::make_ref<Comm>(*parent));
  Introduction own{{reinterpret_cast<std::uintptr_t>(base), size, unit, take_lock(call)}, g_next_id};
  const Dependence everybody = all_to_all(*parent);
  const transport::Stream of = enter(call, *parent, kind_of("Win_create"), everybody);
  std::vector<Introduction> all(window->comm->members.size());
  PMPI_Allgather(&own, sizeof own, MPI_BYTE, all.data(), sizeof own, MPI_BYTE, comm);
  for (const Introduction& member : all) {
    window->parts.push_back(member.part);
    window->id = std::max(window->id, static_cast<std::uint32_t>(member.next_id));
  }
  g_next_id = window->id + 1;
  window->comm->context = window->context();
  window->promises = promises;
  window->made = call.site();
  leave(call, everybody, of);
  keep_window(window);
  return window;
}

void expose(const Call& call, Window& window, Interval bytes) {
  call.runtime().expose(bytes);
  window.exposed.push_back(bytes);
}

void expose_own_part(const Call& call, Window& window) {
  const WindowPart& own = window.parts[window.comm->rank];
  if (own.size > 0) expose(call, window, {own.base, own.base + own.size});
}

/// Memory of this size at `base` is offered to the others.
Window& offer(const Call& call, MPI_Win handle, MPI_Comm comm, const Promises& promises, void* base, MPI_Aint size,
              std::int64_t unit) {
  const WindowPtr window = made(call, handle, comm, promises, base, static_cast<std::uint64_t>(size), unit);
  expose_own_part(call, *window);
  return *window;
}

/// What MPI_Win_allocate stores there.
void* pointer_at(const void* place) {
  void* pointer = nullptr;
  std::memcpy(&pointer, place, sizeof pointer);
  return pointer;
}

/// Where the neighbours' parts of a shared window lie in this process.
void map_neighbours(const Call& call, Window& window) {
  window.shared = true;
  const WindowPart& own = window.parts[window.comm->rank];
  if (own.size > 0 && window.parts.size() > 1) call.runtime().share({own.base, own.base + own.size});
  for (std::size_t rank = 0; rank < window.parts.size(); ++rank) {
    if (rank == window.comm->rank || window.parts[rank].size == 0) continue;
    MPI_Aint size = 0;
    int unit = 1;
    void* base = nullptr;
    PMPI_Win_shared_query(window.handle, static_cast<int>(rank), &size, &unit, &base);
    const auto at = reinterpret_cast<std::uintptr_t>(base);
    const Interval here{at, at + window.parts[rank].size};
    call.runtime().map_foreign(here, {window.comm->members[rank]}, window.parts[rank].base);
    window.foreign.push_back(here);
  }
}

}  // namespace

}  // namespace farsan::mpi

using namespace farsan::mpi;
using farsan::model::Interval;

// With the small and the large type of disp_unit.
#define FARSAN_WINDOWS(suffix, unit)                                                                                  \
  FARSAN_MPI int MPI_Win_create##suffix(void* base, MPI_Aint size, unit disp_unit, MPI_Info info, MPI_Comm comm,      \
                                        MPI_Win* win) {                                                               \
    FARSAN_CALL("MPI_Win_create" #suffix);                                                                            \
    const Promises promises = heed(call, {}, info);                                                                   \
    const int result = PMPI_Win_create##suffix(base, size, disp_unit, info, comm, win);                               \
    if (call && result == MPI_SUCCESS && comm_of(comm)) offer(call, *win, comm, promises, base, size, disp_unit);     \
    return result;                                                                                                    \
  }                                                                                                                   \
  FARSAN_MPI int MPI_Win_allocate##suffix(MPI_Aint size, unit disp_unit, MPI_Info info, MPI_Comm comm, void* baseptr, \
                                          MPI_Win* win) {                                                             \
    FARSAN_CALL("MPI_Win_allocate" #suffix);                                                                          \
    const Promises promises = heed(call, {}, info);                                                                   \
    const int result = PMPI_Win_allocate##suffix(size, disp_unit, info, comm, baseptr, win);                          \
    if (call && result == MPI_SUCCESS && comm_of(comm))                                                               \
      offer(call, *win, comm, promises, pointer_at(baseptr), size, disp_unit);                                        \
    return result;                                                                                                    \
  }                                                                                                                   \
  FARSAN_MPI int MPI_Win_allocate_shared##suffix(MPI_Aint size, unit disp_unit, MPI_Info info, MPI_Comm comm,         \
                                                 void* baseptr, MPI_Win* win) {                                       \
    FARSAN_CALL("MPI_Win_allocate_shared" #suffix);                                                                   \
    const Promises promises = heed(call, {}, info);                                                                   \
    const int result = PMPI_Win_allocate_shared##suffix(size, disp_unit, info, comm, baseptr, win);                   \
    if (!call || result != MPI_SUCCESS || !comm_of(comm)) return result;                                              \
    map_neighbours(call, offer(call, *win, comm, promises, pointer_at(baseptr), size, disp_unit));                    \
    return result;                                                                                                    \
  }
FARSAN_WINDOWS(, int)
#if MPI_VERSION >= 4
FARSAN_WINDOWS(_c, MPI_Aint)
#endif

FARSAN_MPI int MPI_Win_create_dynamic(MPI_Info info, MPI_Comm comm, MPI_Win* win) {
  FARSAN_CALL("MPI_Win_create_dynamic");
  const Promises promises = heed(call, {}, info);
  const int result = PMPI_Win_create_dynamic(info, comm, win);
  if (!call || result != MPI_SUCCESS || !comm_of(comm)) return result;
  made(call, *win, comm, promises, nullptr, 0, 1)->dynamic = true;
  return result;
}

FARSAN_MPI int MPI_Win_attach(MPI_Win win, void* base, MPI_Aint size) {
  FARSAN_CALL("MPI_Win_attach");
  const int result = PMPI_Win_attach(win, base, size);
  if (!call || result != MPI_SUCCESS) return result;
  const auto at = reinterpret_cast<std::uintptr_t>(base);
  if (Window* const window = window_of(win)) expose(call, *window, {at, at + static_cast<std::uint64_t>(size)});
  return result;
}

FARSAN_MPI int MPI_Win_detach(MPI_Win win, const void* base) {
  FARSAN_CALL("MPI_Win_detach");
  const int result = PMPI_Win_detach(win, base);
  Window* const window = call && result == MPI_SUCCESS ? window_of(win) : nullptr;
  if (!window) return result;
  std::erase_if(window->exposed, [&](Interval bytes) {
    if (bytes.begin != reinterpret_cast<std::uintptr_t>(base)) return false;
    call.runtime().conceal(bytes);
    return true;
  });
  return result;
}

// The members wait for each other: nobody returns before all have called it. Unless they have promised to lock nothing.
FARSAN_MPI int MPI_Win_free(MPI_Win* win) {
  FARSAN_CALL("MPI_Win_free");
  Window* const window = call && win != nullptr ? window_of(*win) : nullptr;
  if (!window) return PMPI_Win_free(win);
  const MPI_Win handle = *win;
  // Operations that nothing has completed are a mistake that a library may let pass: their targets hear of them all the same.
  if (takes_locks_at_once()) locks_are_held(call, *window);
  call.process().leave_scope(window->scope());
  const Dependence everybody = window->promises.no_locks ? Dependence{} : all_to_all(*window->comm);
  const farsan::transport::Stream of = enter(call, *window->comm, kind_of("Win_free"), everybody);
  const int result = PMPI_Win_free(win);
  if (result != MPI_SUCCESS) {
    not_entered(call, *window->comm, everybody, of);
    return result;
  }
  leave(call, everybody, of);
  call.process().end_scope(0, window->scope());
  for (const Interval bytes : window->exposed) {
    call.runtime().end_sharing(bytes);
    call.runtime().conceal(bytes);
  }
  for (const Interval bytes : window->foreign) call.runtime().unmap_foreign(bytes);
  give_back_lock(call, *window);
  window_freed(handle);
  return result;
}

FARSAN_MPI int MPI_Win_set_name(MPI_Win win, const char* name) {
  FARSAN_CALL("MPI_Win_set_name");
  if (Window* const window = call && name != nullptr ? window_of(win) : nullptr)
    window->name = call.runtime().segment().add_text(name);
  return PMPI_Win_set_name(win, name);
}

FARSAN_MPI int MPI_Win_set_info(MPI_Win win, MPI_Info info) {
  FARSAN_CALL("MPI_Win_set_info");
  if (Window* const window = call ? window_of(win) : nullptr) {
    const bool no_locks = window->promises.no_locks;
    window->promises = heed(call, window->promises, info);
    window->promises.no_locks = no_locks;
    ++g_changed_handles;
  }
  return PMPI_Win_set_info(win, info);
}
