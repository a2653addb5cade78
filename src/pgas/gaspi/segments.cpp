// Segments: memory that other ranks reach.
#include <algorithm>

#include "pgas/gaspi/process.h"

namespace farsan::pgas::gaspi {

namespace {

// The end of a collective creation: the segment is registered with the group, and the group meets. After GASPI_TIMEOUT, the
// same call finds the segment there and goes on.
gaspi_return_t open_to_group(Process& process, gaspi_segment_id_t id, gaspi_group_t group, gaspi_timeout_t timeout) {
  const Group* members = process.group(group);
  if (members == nullptr) return GASPI_ERROR;
  SegmentEntry& entry = process.desk(process.rank()).segments[id];
  for (const gaspi_rank_t rank : members->ranks) entry.open(rank);
  const gaspi_return_t met = pgaspi_barrier(group, timeout);
  if (met == GASPI_SUCCESS) process.segment(id)->creating = false;
  return met;
}

bool being_created(Process& process, gaspi_segment_id_t id, gaspi_size_t size) {
  const Segment* segment = process.segment(id);
  return segment != nullptr && segment->creating && segment->size == size;
}

}  // namespace

ROUTINE(gaspi_segment_alloc, (gaspi_segment_id_t segment_id, gaspi_size_t size, gaspi_alloc_t /*alloc_policy*/)) {
  Process* process = Process::get();
  return process != nullptr && process->allocate(segment_id, size, false) ? GASPI_SUCCESS : GASPI_ERROR;
}

ROUTINE(gaspi_segment_bind, (gaspi_segment_id_t segment_id, gaspi_pointer_t pointer, gaspi_size_t size,
                             gaspi_memory_description_t /*memory_description*/)) {
  Process* process = Process::get();
  if (process == nullptr) return GASPI_ERROR;
  return process->bind(segment_id, static_cast<std::byte*>(pointer), size, false) ? GASPI_SUCCESS : GASPI_ERROR;
}

ROUTINE(gaspi_segment_register, (gaspi_segment_id_t segment_id, gaspi_rank_t rank, gaspi_timeout_t /*timeout*/)) {
  Process* process = Process::get();
  if (process == nullptr || process->segment(segment_id) == nullptr || rank >= process->size()) return GASPI_ERROR;
  process->desk(process->rank()).segments[segment_id].open(rank);
  return GASPI_SUCCESS;
}

ROUTINE(gaspi_segment_create, (gaspi_segment_id_t segment_id, gaspi_size_t size, gaspi_group_t group,
                               gaspi_timeout_t timeout, gaspi_alloc_t /*alloc_policy*/)) {
  Process* process = Process::get();
  if (process == nullptr) return GASPI_ERROR;
  if (!being_created(*process, segment_id, size) && !process->allocate(segment_id, size, true)) return GASPI_ERROR;
  return open_to_group(*process, segment_id, group, timeout);
}

ROUTINE(gaspi_segment_use,
        (gaspi_segment_id_t segment_id, gaspi_pointer_t pointer, gaspi_size_t size, gaspi_group_t group,
         gaspi_timeout_t timeout, gaspi_memory_description_t /*memory_description*/)) {
  Process* process = Process::get();
  if (process == nullptr) return GASPI_ERROR;
  if (!being_created(*process, segment_id, size) &&
      !process->bind(segment_id, static_cast<std::byte*>(pointer), size, true)) {
    return GASPI_ERROR;
  }
  return open_to_group(*process, segment_id, group, timeout);
}

ROUTINE(gaspi_segment_delete, (gaspi_segment_id_t segment_id)) {
  return Process::get() != nullptr && Process::get()->remove(segment_id) ? GASPI_SUCCESS : GASPI_ERROR;
}

ROUTINE(gaspi_segment_num, (gaspi_number_t * segment_num)) {
  if (Process::get() == nullptr || segment_num == nullptr) return GASPI_ERROR;
  *segment_num = static_cast<gaspi_number_t>(Process::get()->segment_ids().size());
  return GASPI_SUCCESS;
}

ROUTINE(gaspi_segment_list, (gaspi_number_t num, gaspi_segment_id_t* segment_id_list)) {
  if (Process::get() == nullptr || segment_id_list == nullptr) return GASPI_ERROR;
  const auto ids = Process::get()->segment_ids();
  if (num > ids.size()) return GASPI_ERROR;
  std::copy_n(ids.begin(), num, segment_id_list);
  return GASPI_SUCCESS;
}

ROUTINE(gaspi_segment_ptr, (gaspi_segment_id_t segment_id, gaspi_pointer_t* pointer)) {
  const Segment* segment = Process::get() == nullptr ? nullptr : Process::get()->segment(segment_id);
  if (segment == nullptr || pointer == nullptr) return GASPI_ERROR;
  *pointer = segment->address;
  return GASPI_SUCCESS;
}

ROUTINE(gaspi_segment_size, (gaspi_segment_id_t segment_id, gaspi_rank_t rank, gaspi_size_t* size)) {
  const Process* process = Process::get();
  if (process == nullptr || size == nullptr || process->remote(rank, segment_id, 0, 0) == nullptr) return GASPI_ERROR;
  *size = process->desk(rank).segments[segment_id].size.load();
  return GASPI_SUCCESS;
}

}  // namespace farsan::pgas::gaspi
