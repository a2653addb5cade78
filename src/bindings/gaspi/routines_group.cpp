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

bool is_known(gaspi_operation_t operation) {
  return operation == GASPI_OP_MIN || operation == GASPI_OP_MAX || operation == GASPI_OP_SUM;
}

/// What somebody wants to have combined.
struct Operands {
  const void* send;
  const void* receive;
  gaspi_number_t num;
  std::size_t element_size;

  [[nodiscard]] std::size_t bytes() const { return num * element_size; }
  /// The library refuses them: the call meets nobody. (So it must not signal: nobody would know which call it was that they met.)
  [[nodiscard]] bool are_refused() const {
    gaspi_number_t most = 0;
    gaspi_size_t room = 0;
    pgaspi_allreduce_elem_max(&most);
    pgaspi_allreduce_buf_size(&room);
    return send == nullptr || receive == nullptr || num > most || element_size > room / num;
  }
};

/// Without elements nobody waits for anybody.
template <class Real>
gaspi_return_t reduce(const Call& call, const Operands& operands, Group* group, Real real) {
  if (!call || operands.bytes() == 0 || operands.are_refused()) return real();
  call.reads(ByteRanges::contiguous(address_of(operands.send), operands.bytes()));
  const gaspi_return_t result = meet(call, group, Meeting::Reduction, real);
  if (result == GASPI_SUCCESS) call.writes(ByteRanges::contiguous(address_of(operands.receive), operands.bytes()));
  return result;
}

}  // namespace

}  // namespace farsan::gaspi

using namespace farsan::gaspi;

FARSAN_GASPI gaspi_group_commit(gaspi_group_t group, gaspi_timeout_t timeout) {
  FARSAN_CALL("gaspi_group_commit");
  Group* const members = call ? group_committed(call, group) : nullptr;
  const gaspi_return_t result =
      meet(call, members, Meeting::Commit, [=] { return pgaspi_group_commit(group, timeout); });
  if (members != nullptr && result == GASPI_SUCCESS) members->committed = true;
  return result;
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
  const Operands operands{buffer_send, buffer_receive, num, is_known(operation) ? size_of(datatype) : 0};
  return reduce(call, operands, call ? group_of(call, group) : nullptr, [=] {
    return pgaspi_allreduce(buffer_send, buffer_receive, num, operation, datatype, group, timeout);
  });
}

FARSAN_GASPI gaspi_allreduce_user(gaspi_const_pointer_t buffer_send, gaspi_pointer_t buffer_receive, gaspi_number_t num,
                                  gaspi_size_t element_size, gaspi_reduce_operation_t reduce_operation,
                                  gaspi_reduce_state_t reduce_state, gaspi_group_t group, gaspi_timeout_t timeout) {
  FARSAN_CALL("gaspi_allreduce_user");
  const Operands operands{buffer_send, buffer_receive, num, reduce_operation == nullptr ? 0 : element_size};
  Group* const members = call ? group_of(call, group) : nullptr;
  const gaspi_return_t result = reduce(call, operands, members, [=] {
    return pgaspi_allreduce_user(buffer_send, buffer_receive, num, element_size, reduce_operation, reduce_state, group,
                                 timeout);
  });
  // The operation has failed, when all operands were there.
  if (members != nullptr && result != GASPI_SUCCESS && result != GASPI_TIMEOUT) is_over(*members, Meeting::Reduction);
  return result;
}
