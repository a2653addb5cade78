// Groups of ranks, and what their members do together: barrier and reductions. A call whose time is over returns
// GASPI_TIMEOUT; the same call made again goes on where it stopped.
#include <algorithm>
#include <cstring>
#include <utility>

#include "pgas/gaspi/process.h"

namespace farsan::pgas::gaspi {

namespace {

// Waits for a meeting that this process has arrived at, in this call or in an earlier one.
gaspi_return_t meet(const Process& process, const Group& group, Meeting& meeting, Clock::time_point until) {
  if (!meeting.awaited) meeting.awaited = meeting.board->arrive(group.size());
  if (!meeting.board->resume(process.job(), *meeting.awaited, until)) return GASPI_TIMEOUT;
  meeting.awaited.reset();
  return GASPI_SUCCESS;
}

Meaning<Group> group_of(gaspi_group_t id) {
  if (Process::get() == nullptr) return GASPI_ERR_NOINIT;
  return Process::get()->group(id);
}

Meaning<Group> committed(gaspi_group_t id) {
  if (Process::get() == nullptr) return GASPI_ERR_NOINIT;
  return Process::get()->committed_group(id);
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
gaspi_return_t reduce(gaspi_group_t id, const void* send, void* receive, gaspi_number_t num, std::size_t element_size,
                      gaspi_timeout_t timeout, Fold fold) {
  const auto group = committed(id);
  if (!group) return group.why();
  if (send == nullptr || receive == nullptr) return GASPI_ERR_NULLPTR;
  if (num > configuration().allreduce_elem_max) return GASPI_ERR_INV_NUM;
  if (num != 0 && element_size > configuration().allreduce_buf_size / num) return GASPI_ERR_INV_SIZE;
  const std::size_t bytes = num * element_size;
  Process& process = *Process::get();
  const std::lock_guard lock(group->mutex);
  const auto until = deadline(timeout);
  // By the board: members may have different numbers for the group.
  const auto buffer = [&](gaspi_rank_t rank) {
    return process.desk(rank).reductions[group->reduction.board->number()];
  };
  if (!group->shown) {
    if (!group->reduction.awaited) std::memcpy(buffer(static_cast<gaspi_rank_t>(process.rank())), send, bytes);
    if (meet(process, *group, group->reduction, until) == GASPI_TIMEOUT) return GASPI_TIMEOUT;
    group->shown = true;
  }
  if (!group->reduced) {
    // The buffer is this process's own operand, too: it is not combined in place.
    std::vector<std::byte> result(buffer(group->ranks.front()), buffer(group->ranks.front()) + bytes);
    gaspi_return_t folded = GASPI_SUCCESS;
    for (std::size_t i = 1; i < group->ranks.size() && folded == GASPI_SUCCESS; ++i)
      folded = fold(result.data(), buffer(group->ranks[i]));
    if (folded == GASPI_TIMEOUT) return folded;
    if (folded == GASPI_SUCCESS && bytes != 0) std::memcpy(receive, result.data(), bytes);
    group->reduced = folded;
  }
  // Also where it failed: the others may have succeeded, and come here.
  if (meet(process, *group, group->reduction, until) == GASPI_TIMEOUT) return GASPI_TIMEOUT;
  group->shown = false;
  return *std::exchange(group->reduced, std::nullopt);
}

}  // namespace

ROUTINE(gaspi_group_create, (gaspi_group_t * group)) {
  if (Process::get() == nullptr) return GASPI_ERR_NOINIT;
  if (group == nullptr) return GASPI_ERR_NULLPTR;
  const auto id = Process::get()->add_group();
  if (!id) return GASPI_ERR_MANY_GRP;
  *group = *id;
  return GASPI_SUCCESS;
}

ROUTINE(gaspi_group_add, (gaspi_group_t group, gaspi_rank_t rank)) {
  const auto to = group_of(group);
  if (!to) return to.why();
  if (rank >= Process::get()->size()) return GASPI_ERR_INV_RANK;
  const std::lock_guard lock(to->mutex);
  if (to->state != Group::State::Open) return GASPI_ERR_INV_GROUP;
  const auto place = std::ranges::lower_bound(to->ranks, rank);
  if (place != to->ranks.end() && *place == rank) return GASPI_ERR_INV_RANK;
  to->ranks.insert(place, rank);
  return GASPI_SUCCESS;
}

ROUTINE(gaspi_group_commit, (gaspi_group_t group, gaspi_timeout_t timeout)) {
  const auto of = group_of(group);
  if (!of) return of.why();
  Process& process = *Process::get();
  const std::lock_guard lock(of->mutex);
  if (of->state == Group::State::Committed || !of->has(process.rank())) return GASPI_ERR_INV_GROUP;
  if (of->state == Group::State::Open) process.seat(*of);
  of->state = Group::State::Committing;
  const gaspi_return_t met = meet(process, *of, of->barrier, deadline(timeout));
  if (met == GASPI_SUCCESS) of->state = Group::State::Committed;
  return met;
}

ROUTINE(gaspi_group_delete, (gaspi_group_t group)) {
  return Process::get() == nullptr ? GASPI_ERR_NOINIT : Process::get()->remove_group(group);
}

ROUTINE(gaspi_group_num, (gaspi_number_t * group_num)) {
  return Process::get() == nullptr ? GASPI_ERR_NOINIT : answer(group_num, Process::get()->group_count());
}

ROUTINE(gaspi_group_size, (gaspi_group_t group, gaspi_number_t* group_size)) {
  const auto of = group_of(group);
  return of ? answer(group_size, of->size()) : of.why();
}

ROUTINE(gaspi_group_ranks, (gaspi_group_t group, gaspi_rank_t* group_ranks)) {
  const auto of = group_of(group);
  if (!of) return of.why();
  if (group_ranks == nullptr) return GASPI_ERR_NULLPTR;
  std::ranges::copy(of->ranks, group_ranks);
  return GASPI_SUCCESS;
}

ROUTINE(gaspi_barrier, (gaspi_group_t group, gaspi_timeout_t timeout)) {
  const auto of = committed(group);
  if (!of) return of.why();
  const std::lock_guard lock(of->mutex);
  return meet(*Process::get(), *of, of->barrier, deadline(timeout));
}

ROUTINE(gaspi_allreduce,
        (gaspi_const_pointer_t buffer_send, gaspi_pointer_t buffer_receive, gaspi_number_t num,
         gaspi_operation_t operation, gaspi_datatype_t datatype, gaspi_group_t group, gaspi_timeout_t timeout)) {
  const auto size = size_of(datatype);
  if (!size || operation < GASPI_OP_MIN || operation > GASPI_OP_SUM) return GASPI_ERROR;
  return reduce(group, buffer_send, buffer_receive, num, *size, timeout, [=](void* result, const void* operand) {
    combine(datatype, operation, result, operand, num);
    return GASPI_SUCCESS;
  });
}

ROUTINE(gaspi_allreduce_user, (gaspi_const_pointer_t buffer_send, gaspi_pointer_t buffer_receive, gaspi_number_t num,
                               gaspi_size_t element_size, gaspi_reduce_operation_t reduce_operation,
                               gaspi_reduce_state_t reduce_state, gaspi_group_t group, gaspi_timeout_t timeout)) {
  if (reduce_operation == nullptr) return GASPI_ERR_NULLPTR;
  std::vector<std::byte> combined;
  return reduce(group, buffer_send, buffer_receive, num, element_size, timeout,
                [&](std::byte* result, std::byte* operand) {
                  combined.resize(num * element_size);
                  const gaspi_return_t returned =
                      reduce_operation(result, operand, combined.data(), reduce_state, num, element_size, timeout);
                  if (returned == GASPI_SUCCESS) std::ranges::copy(combined, result);
                  return returned;
                });
}

}  // namespace farsan::pgas::gaspi
