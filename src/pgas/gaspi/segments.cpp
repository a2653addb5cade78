// Segments: memory that other ranks reach.
#include <algorithm>

#include <GASPI_Ext.h>

#include "pgas/gaspi/process.h"

namespace farsan::pgas::gaspi {

namespace {

// The end of a collective creation: the segment is registered with the group, and the group meets. After GASPI_TIMEOUT, the
// same call finds the segment there and goes on.
gaspi_return_t open_to_group(Process& process, gaspi_segment_id_t id, gaspi_group_t group, gaspi_timeout_t timeout) {
  const auto members = process.group(group);
  if (!members) return members.why();
  SegmentEntry& entry = process.desk(process.rank()).segments[id];
  for (const gaspi_rank_t rank : members->ranks) entry.open(rank);
  const gaspi_return_t met = pgaspi_barrier(group, timeout);
  if (met == GASPI_SUCCESS) process.segment(id)->creating = false;
  return met;
}

bool being_created(Process& process, gaspi_segment_id_t id, gaspi_size_t size) {
  const auto segment = process.segment(id);
  return segment && segment->creating && segment->size == size;
}

// `make` makes the segment, if the call does not go on with one that it made before.
template <class Make>
gaspi_return_t create(gaspi_segment_id_t id, gaspi_size_t size, gaspi_group_t group, gaspi_timeout_t timeout,
                      Make make) {
  Process* process = Process::get();
  if (process == nullptr) return GASPI_ERR_NOINIT;
  if (const auto members = process->committed_group(group); !members) return members.why();
  if (!being_created(*process, id, size)) {
    if (const gaspi_return_t made = make(*process); made != GASPI_SUCCESS) return made;
  }
  return open_to_group(*process, id, group, timeout);
}

}  // namespace

ROUTINE(gaspi_segment_alloc, (gaspi_segment_id_t segment_id, gaspi_size_t size, gaspi_alloc_t /*alloc_policy*/)) {
  return Process::get() == nullptr ? GASPI_ERR_NOINIT : Process::get()->allocate(segment_id, size, false);
}

ROUTINE(gaspi_segment_bind, (gaspi_segment_id_t segment_id, gaspi_pointer_t pointer, gaspi_size_t size,
                             gaspi_memory_description_t /*memory_description*/)) {
  if (Process::get() == nullptr) return GASPI_ERR_NOINIT;
  return Process::get()->bind(segment_id, static_cast<std::byte*>(pointer), size, false);
}

ROUTINE(gaspi_segment_register, (gaspi_segment_id_t segment_id, gaspi_rank_t rank, gaspi_timeout_t /*timeout*/)) {
  Process* process = Process::get();
  if (process == nullptr) return GASPI_ERR_NOINIT;
  if (const auto segment = process->segment(segment_id); !segment) return segment.why();
  if (rank >= process->size()) return GASPI_ERR_INV_RANK;
  process->desk(process->rank()).segments[segment_id].open(rank);
  return GASPI_SUCCESS;
}

ROUTINE(gaspi_segment_create, (gaspi_segment_id_t segment_id, gaspi_size_t size, gaspi_group_t group,
                               gaspi_timeout_t timeout, gaspi_alloc_t /*alloc_policy*/)) {
  return create(segment_id, size, group, timeout,
                [=](Process& process) { return process.allocate(segment_id, size, true); });
}

ROUTINE(gaspi_segment_use,
        (gaspi_segment_id_t segment_id, gaspi_pointer_t pointer, gaspi_size_t size, gaspi_group_t group,
         gaspi_timeout_t timeout, gaspi_memory_description_t /*memory_description*/)) {
  return create(segment_id, size, group, timeout, [=](Process& process) {
    return process.bind(segment_id, static_cast<std::byte*>(pointer), size, true);
  });
}

ROUTINE(gaspi_segment_delete, (gaspi_segment_id_t segment_id)) {
  return Process::get() == nullptr ? GASPI_ERR_NOINIT : Process::get()->remove(segment_id);
}

ROUTINE(gaspi_segment_num, (gaspi_number_t * segment_num)) {
  return Process::get() == nullptr ? GASPI_ERR_NOINIT : answer(segment_num, Process::get()->segment_ids().size());
}

ROUTINE(gaspi_segment_list, (gaspi_number_t num, gaspi_segment_id_t* segment_id_list)) {
  if (Process::get() == nullptr) return GASPI_ERR_NOINIT;
  if (segment_id_list == nullptr) return GASPI_ERR_NULLPTR;
  const auto ids = Process::get()->segment_ids();
  if (num > ids.size()) return GASPI_ERR_INV_NUM;
  std::copy_n(ids.begin(), num, segment_id_list);
  return GASPI_SUCCESS;
}

ROUTINE(gaspi_segment_avail_local, (gaspi_segment_id_t * avail_segment_id)) {
  if (Process::get() == nullptr) return GASPI_ERR_NOINIT;
  gaspi_number_t free = 0;
  for (const gaspi_segment_id_t id : Process::get()->segment_ids()) {
    if (id == free) ++free;  // they ascend
  }
  return free < configuration().segment_max ? answer(avail_segment_id, free) : GASPI_ERR_MANY_SEG;
}

ROUTINE(gaspi_segment_ptr, (gaspi_segment_id_t segment_id, gaspi_pointer_t* pointer)) {
  if (Process::get() == nullptr) return GASPI_ERR_NOINIT;
  const auto segment = Process::get()->segment(segment_id);
  return segment ? answer(pointer, segment->address) : segment.why();
}

ROUTINE(gaspi_segment_size, (gaspi_segment_id_t segment_id, gaspi_rank_t rank, gaspi_size_t* size)) {
  const Process* process = Process::get();
  if (process == nullptr) return GASPI_ERR_NOINIT;
  if (const auto segment = process->remote(rank, segment_id, 0, 0); !segment) return segment.why();
  return answer(size, process->desk(rank).segments[segment_id].size.load());
}

}  // namespace farsan::pgas::gaspi
