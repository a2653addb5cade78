// Groups of ranks, and what their members do together: barrier and reductions. A call whose time is over returns
// GASPI_TIMEOUT; the same call made again goes on where it stopped.
#include <algorithm>
#include <cstring>

#include "pgas/gaspi/process.h"

namespace farsan::pgas::gaspi {

namespace {

bool is_member(const Group& group, std::uint32_t rank) {
  return std::ranges::binary_search(group.ranks, static_cast<gaspi_rank_t>(rank));
}

// Waits for a meeting that this process has arrived at, in this call or in an earlier one.
gaspi_return_t meet(const Process& process, Group& group, std::optional<std::uint32_t>& meeting,
                    Clock::time_point until) {
  if (!meeting) meeting = group.board->arrive(group.size());
  if (!group.board->resume(process.job(), *meeting, until)) return GASPI_TIMEOUT;
  meeting.reset();
  return GASPI_SUCCESS;
}

template <class T>
void combine(gaspi_operation_t operation, T* result, const T* operand, gaspi_number_t count) {
  for (gaspi_number_t i = 0; i < count; ++i) {
    switch (operation) {
      case GASPI_OP_MIN: result[i] = std::min(result[i], operand[i]); break;
      case GASPI_OP_MAX: result[i] = std::max(result[i], operand[i]); break;
      case GASPI_OP_SUM: result[i] = static_cast<T>(result[i] + operand[i]); break;
    }
  }
}

std::optional<std::size_t> size_of(gaspi_datatype_t datatype) {
  switch (datatype) {
    case GASPI_TYPE_INT:
    case GASPI_TYPE_UINT: return sizeof(int);
    case GASPI_TYPE_FLOAT: return sizeof(float);
    case GASPI_TYPE_DOUBLE: return sizeof(double);
    case GASPI_TYPE_LONG:
    case GASPI_TYPE_ULONG: return sizeof(long);
  }
  return std::nullopt;
}

void combine(gaspi_datatype_t datatype, gaspi_operation_t operation, void* result, const void* operand,
             gaspi_number_t count) {
  const auto as = [&]<class T>(T* typed) { combine(operation, typed, static_cast<const T*>(operand), count); };
  switch (datatype) {
    // Sums of signed numbers wrap around.
    case GASPI_TYPE_INT:
      if (operation == GASPI_OP_SUM) return as(static_cast<unsigned*>(result));
      return as(static_cast<int*>(result));
    case GASPI_TYPE_UINT: return as(static_cast<unsigned*>(result));
    case GASPI_TYPE_FLOAT: return as(static_cast<float*>(result));
    case GASPI_TYPE_DOUBLE: return as(static_cast<double*>(result));
    case GASPI_TYPE_LONG:
      if (operation == GASPI_OP_SUM) return as(static_cast<unsigned long*>(result));
      return as(static_cast<long*>(result));
    case GASPI_TYPE_ULONG: return as(static_cast<unsigned long*>(result));
  }
}

// Everybody shows its operand, all meet, everybody combines all operands in the order of ranks, all meet again.
// `fold(result, operand)` combines two.
template <class Fold>
gaspi_return_t reduce(gaspi_group_t id, const void* send, void* receive, std::size_t bytes, gaspi_timeout_t timeout,
                      Fold fold) {
  Process* process = Process::get();
  Group* group = process == nullptr ? nullptr : process->group(id);
  if (group == nullptr || !group->board || !is_member(*group, process->rank()) || send == nullptr ||
      receive == nullptr || bytes > configuration().allreduce_buf_size) {
    return GASPI_ERROR;
  }
  const std::lock_guard lock(group->mutex);
  const auto until = deadline(timeout);
  // By the board: members may have different numbers for the group.
  const auto buffer = [&](gaspi_rank_t rank) { return process->desk(rank).reductions[group->board->number()]; };
  if (!group->reduced) {
    if (!group->reduction) std::memcpy(buffer(static_cast<gaspi_rank_t>(process->rank())), send, bytes);
    if (meet(*process, *group, group->reduction, until) == GASPI_TIMEOUT) return GASPI_TIMEOUT;
    alignas(16) std::byte result[kReduceBytes];
    std::memcpy(result, buffer(group->ranks.front()), bytes);
    for (std::size_t i = 1; i < group->ranks.size(); ++i) {
      const gaspi_return_t folded = fold(result, buffer(group->ranks[i]));
      if (folded != GASPI_SUCCESS) return folded;
    }
    std::memcpy(receive, result, bytes);
    group->reduced = true;
  }
  if (meet(*process, *group, group->reduction, until) == GASPI_TIMEOUT) return GASPI_TIMEOUT;
  group->reduced = false;
  return GASPI_SUCCESS;
}

}  // namespace

ROUTINE(gaspi_group_create, (gaspi_group_t * group)) {
  if (Process::get() == nullptr || group == nullptr) return GASPI_ERROR;
  const auto id = Process::get()->add_group();
  if (!id) return GASPI_ERROR;
  *group = *id;
  return GASPI_SUCCESS;
}

ROUTINE(gaspi_group_add, (gaspi_group_t group, gaspi_rank_t rank)) {
  Process* process = Process::get();
  Group* to = process == nullptr ? nullptr : process->group(group);
  if (to == nullptr || to->board || rank >= process->size()) return GASPI_ERROR;
  const std::lock_guard lock(to->mutex);
  const auto place = std::ranges::lower_bound(to->ranks, rank);
  if (place != to->ranks.end() && *place == rank) return GASPI_ERROR;
  to->ranks.insert(place, rank);
  return GASPI_SUCCESS;
}

ROUTINE(gaspi_group_commit, (gaspi_group_t group, gaspi_timeout_t timeout)) {
  Process* process = Process::get();
  Group* of = process == nullptr ? nullptr : process->group(group);
  if (of == nullptr || group == GASPI_GROUP_ALL || !is_member(*of, process->rank())) return GASPI_ERROR;
  const std::lock_guard lock(of->mutex);
  if (of->board && !of->committing) return GASPI_ERROR;  // is committed
  if (!of->board) of->board = Board::find(process->job(), process->key_for(*of));
  return meet(*process, *of, of->committing, deadline(timeout));
}

ROUTINE(gaspi_group_delete, (gaspi_group_t group)) {
  return Process::get() != nullptr && Process::get()->remove_group(group) ? GASPI_SUCCESS : GASPI_ERROR;
}

ROUTINE(gaspi_group_num, (gaspi_number_t * group_num)) {
  if (Process::get() == nullptr || group_num == nullptr) return GASPI_ERROR;
  *group_num = Process::get()->group_count();
  return GASPI_SUCCESS;
}

ROUTINE(gaspi_group_size, (gaspi_group_t group, gaspi_number_t* group_size)) {
  const Group* of = Process::get() == nullptr ? nullptr : Process::get()->group(group);
  if (of == nullptr || group_size == nullptr) return GASPI_ERROR;
  *group_size = of->size();
  return GASPI_SUCCESS;
}

ROUTINE(gaspi_group_ranks, (gaspi_group_t group, gaspi_rank_t* group_ranks)) {
  const Group* of = Process::get() == nullptr ? nullptr : Process::get()->group(group);
  if (of == nullptr || group_ranks == nullptr) return GASPI_ERROR;
  std::ranges::copy(of->ranks, group_ranks);
  return GASPI_SUCCESS;
}

ROUTINE(gaspi_barrier, (gaspi_group_t group, gaspi_timeout_t timeout)) {
  Process* process = Process::get();
  Group* of = process == nullptr ? nullptr : process->group(group);
  if (of == nullptr || !of->board || !is_member(*of, process->rank())) return GASPI_ERROR;
  const std::lock_guard lock(of->mutex);
  return meet(*process, *of, of->barrier, deadline(timeout));
}

ROUTINE(gaspi_allreduce,
        (gaspi_const_pointer_t buffer_send, gaspi_pointer_t buffer_receive, gaspi_number_t num,
         gaspi_operation_t operation, gaspi_datatype_t datatype, gaspi_group_t group, gaspi_timeout_t timeout)) {
  const auto size = size_of(datatype);
  if (!size || operation < GASPI_OP_MIN || operation > GASPI_OP_SUM || num > configuration().allreduce_elem_max) {
    return GASPI_ERROR;
  }
  return reduce(group, buffer_send, buffer_receive, num * *size, timeout, [=](void* result, const void* operand) {
    combine(datatype, operation, result, operand, num);
    return GASPI_SUCCESS;
  });
}

ROUTINE(gaspi_allreduce_user, (gaspi_const_pointer_t buffer_send, gaspi_pointer_t buffer_receive, gaspi_number_t num,
                               gaspi_size_t element_size, gaspi_reduce_operation_t reduce_operation,
                               gaspi_reduce_state_t reduce_state, gaspi_group_t group, gaspi_timeout_t timeout)) {
  if (reduce_operation == nullptr || num > configuration().allreduce_elem_max) return GASPI_ERROR;
  return reduce(group, buffer_send, buffer_receive, num * element_size, timeout,
                [=](std::byte* result, std::byte* operand) {
                  alignas(16) std::byte combined[kReduceBytes];
                  const gaspi_return_t returned =
                      reduce_operation(result, operand, combined, reduce_state, num, element_size, timeout);
                  if (returned == GASPI_SUCCESS) std::memcpy(result, combined, num * element_size);
                  return returned;
                });
}

}  // namespace farsan::pgas::gaspi
