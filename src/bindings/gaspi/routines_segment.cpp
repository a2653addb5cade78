// Segments. FarSan must know the address of one before anybody uses it. So the collective forms are what the specification says
// they are equivalent to: allocation (or binding), registration with all members of the group, and a barrier. Or, where the
// library needs them to be called, nobody comes out before all have told where their segments are.
#include "bindings/gaspi/groups.h"
#include "bindings/gaspi/library.h"
#include "bindings/gaspi/notifications.h"
#include "bindings/gaspi/segments.h"

namespace farsan::gaspi {

namespace {

/// `make` makes the segment; after a timeout, the same call goes on where it stopped.
template <class Make>
gaspi_return_t create(const Call& call, gaspi_segment_id_t id, gaspi_size_t size, Group& group, gaspi_group_t handle,
                      gaspi_timeout_t timeout, Make make) {
  if (!being_created(id)) {
    if (const gaspi_return_t made = make(); made != GASPI_SUCCESS) return made;
    segment_made(call, id, size);
    set_being_created(id, true);
    for (const std::uint32_t process : group.others) announce_segment(call, id, process);
  }
  gaspi_number_t members = 0;
  pgaspi_group_size(handle, &members);
  std::vector<gaspi_rank_t> ranks(members);
  pgaspi_group_ranks(handle, ranks.data());
  for (const gaspi_rank_t rank : ranks) {
    if (process_of(rank) == call.me()) continue;
    const auto registered = pgaspi_segment_register(id, rank, timeout);
    if (registered != GASPI_SUCCESS) return registered;
  }
  const gaspi_return_t met = meet(call, &group, Meeting::Segment, [=] { return pgaspi_barrier(handle, timeout); });
  if (met == GASPI_SUCCESS) set_being_created(id, false);
  return met;
}

/// `real` is the routine itself: it has succeeded here, so it does, or will, with all members, and they meet here.
template <class Real>
gaspi_return_t create_whole(const Call& call, gaspi_segment_id_t id, gaspi_size_t size, Group& group,
                            gaspi_group_t handle, Real real) {
  if (const gaspi_return_t created = real(); created != GASPI_SUCCESS) return created;
  segment_made(call, id, size);
  for (const std::uint32_t rank : group.others) announce_segment(call, id, rank);
  return meet(call, &group, Meeting::Segment, [=] { return pgaspi_barrier(handle, GASPI_BLOCK); });
}

}  // namespace

}  // namespace farsan::gaspi

using namespace farsan::gaspi;

FARSAN_GASPI gaspi_segment_alloc(gaspi_segment_id_t segment_id, gaspi_size_t size, gaspi_alloc_t alloc_policy) {
  FARSAN_CALL("gaspi_segment_alloc");
  const gaspi_return_t result = pgaspi_segment_alloc(segment_id, size, alloc_policy);
  if (call && result == GASPI_SUCCESS) segment_made(call, segment_id, size);
  return result;
}

FARSAN_GASPI gaspi_segment_bind(gaspi_segment_id_t segment_id, gaspi_pointer_t pointer, gaspi_size_t size,
                                gaspi_memory_description_t memory_description) {
  FARSAN_CALL("gaspi_segment_bind");
  const gaspi_return_t result = pgaspi_segment_bind(segment_id, pointer, size, memory_description);
  if (call && result == GASPI_SUCCESS) segment_made(call, segment_id, size);
  return result;
}

FARSAN_GASPI gaspi_segment_register(gaspi_segment_id_t segment_id, gaspi_rank_t rank, gaspi_timeout_t timeout) {
  FARSAN_CALL("gaspi_segment_register");
  if (call) announce_segment(call, segment_id, process_of(rank));
  return pgaspi_segment_register(segment_id, rank, timeout);
}

FARSAN_GASPI gaspi_segment_create(gaspi_segment_id_t segment_id, gaspi_size_t size, gaspi_group_t group,
                                  gaspi_timeout_t timeout, gaspi_alloc_t alloc_policy) {
  FARSAN_CALL("gaspi_segment_create");
  Group* const members = call ? group_of(call, group) : nullptr;
  const auto whole = [=] { return pgaspi_segment_create(segment_id, size, group, timeout, alloc_policy); };
  if (members == nullptr) return whole();
  if (segments_are_created_whole()) return create_whole(call, segment_id, size, *members, group, whole);
  return create(call, segment_id, size, *members, group, timeout,
                [=] { return pgaspi_segment_alloc(segment_id, size, alloc_policy); });
}

FARSAN_GASPI gaspi_segment_use(gaspi_segment_id_t segment_id, gaspi_pointer_t pointer, gaspi_size_t size,
                               gaspi_group_t group, gaspi_timeout_t timeout,
                               gaspi_memory_description_t memory_description) {
  FARSAN_CALL("gaspi_segment_use");
  Group* const members = call ? group_of(call, group) : nullptr;
  const auto whole = [=] { return pgaspi_segment_use(segment_id, pointer, size, group, timeout, memory_description); };
  if (members == nullptr) return whole();
  if (segments_are_created_whole()) return create_whole(call, segment_id, size, *members, group, whole);
  return create(call, segment_id, size, *members, group, timeout,
                [=] { return pgaspi_segment_bind(segment_id, pointer, size, memory_description); });
}

FARSAN_GASPI gaspi_segment_delete(gaspi_segment_id_t segment_id) {
  FARSAN_CALL("gaspi_segment_delete");
  const gaspi_return_t result = pgaspi_segment_delete(segment_id);
  if (!call || result != GASPI_SUCCESS) return result;
  segment_deleted(call, segment_id);
  forget_notifications(call, segment_id);
  return result;
}
