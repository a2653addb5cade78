// Groups and collectives. A rank's own operand is read and its own result written inside its call.
#include "bindings/gaspi/groups.h"

namespace farsan::gaspi {

namespace {

std::size_t size_of(gaspi_datatype_t datatype) {
  switch (datatype) {
    case GASPI_TYPE_INT:
    case GASPI_TYPE_UINT: return sizeof(gaspi_int);
    case GASPI_TYPE_FLOAT: return sizeof(gaspi_float);
    case GASPI_TYPE_DOUBLE: return sizeof(gaspi_double);
    case GASPI_TYPE_LONG:
    case GASPI_TYPE_ULONG: return sizeof(gaspi_long);
  }
  return 0;
}

/// The library refuses more elements: this call meets nobody.
bool too_many(gaspi_number_t num) {
  gaspi_number_t most = 0;
  pgaspi_allreduce_elem_max(&most);
  return num > most;
}

/// Without elements nobody waits for anybody.
template <class Real>
gaspi_return_t reduce(const Call& call, const void* send, const void* receive, gaspi_number_t num,
                      std::size_t element_size, gaspi_group_t group, Real real) {
  const std::size_t bytes = num * element_size;
  if (!call || bytes == 0 || too_many(num)) return real();
  call.reads(ByteRanges::contiguous(address_of(send), bytes));
  const gaspi_return_t result = meet(call, group_of(call, group), Meeting::Reduction, real);
  if (result == GASPI_SUCCESS) call.writes(ByteRanges::contiguous(address_of(receive), bytes));
  return result;
}

}  // namespace

}  // namespace farsan::gaspi

using namespace farsan::gaspi;

FARSAN_GASPI gaspi_group_commit(gaspi_group_t group, gaspi_timeout_t timeout) {
  FARSAN_CALL("gaspi_group_commit");
  return meet(call, call ? group_committed(call, group) : nullptr, Meeting::Commit,
              [=] { return pgaspi_group_commit(group, timeout); });
}

FARSAN_GASPI gaspi_group_delete(gaspi_group_t group) {
  FARSAN_CALL("gaspi_group_delete");
  const gaspi_return_t result = pgaspi_group_delete(group);
  if (call && result == GASPI_SUCCESS) group_deleted(group);
  return result;
}

FARSAN_GASPI gaspi_barrier(gaspi_group_t group, gaspi_timeout_t timeout) {
  FARSAN_CALL("gaspi_barrier");
  return meet(call, call ? group_of(call, group) : nullptr, Meeting::Barrier,
              [=] { return pgaspi_barrier(group, timeout); });
}

FARSAN_GASPI gaspi_allreduce(gaspi_const_pointer_t buffer_send, gaspi_pointer_t buffer_receive, gaspi_number_t num,
                             gaspi_operation_t operation, gaspi_datatype_t datatype, gaspi_group_t group,
                             gaspi_timeout_t timeout) {
  FARSAN_CALL("gaspi_allreduce");
  return reduce(call, buffer_send, buffer_receive, num, size_of(datatype), group, [=] {
    return pgaspi_allreduce(buffer_send, buffer_receive, num, operation, datatype, group, timeout);
  });
}

FARSAN_GASPI gaspi_allreduce_user(gaspi_const_pointer_t buffer_send, gaspi_pointer_t buffer_receive, gaspi_number_t num,
                                  gaspi_size_t element_size, gaspi_reduce_operation_t reduce_operation,
                                  gaspi_reduce_state_t reduce_state, gaspi_group_t group, gaspi_timeout_t timeout) {
  FARSAN_CALL("gaspi_allreduce_user");
  return reduce(call, buffer_send, buffer_receive, num, element_size, group, [=] {
    return pgaspi_allreduce_user(buffer_send, buffer_receive, num, element_size, reduce_operation, reduce_state, group,
                                 timeout);
  });
}
