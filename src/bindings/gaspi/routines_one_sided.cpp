// Writes, reads and notifications, one at a time and as lists, and the queues that they are posted to.
#include "bindings/gaspi/notifications.h"
#include "bindings/gaspi/operations.h"

namespace farsan::gaspi {

namespace {

using engine::Naming;

std::vector<Transfer> list(gaspi_number_t num, const gaspi_segment_id_t* local, const gaspi_offset_t* local_offset,
                           const gaspi_segment_id_t* remote, const gaspi_offset_t* remote_offset,
                           const gaspi_size_t* size) {
  std::vector<Transfer> transfers;
  transfers.reserve(num);
  for (gaspi_number_t i = 0; i < num; ++i)
    transfers.push_back({local[i], local_offset[i], remote[i], remote_offset[i], size[i]});
  return transfers;
}

/// `request` says what it is, once it has been posted.
template <class Describe, class Real>
gaspi_return_t post(const Call& call, Describe request, Real real) {
  const gaspi_return_t result = real();
  if (call && result == GASPI_SUCCESS) posted(call, request(), Naming::Anonymous);
  return result;
}

/// A write of which its target is told: of this one, and nothing else.
template <class Describe, class Real>
gaspi_return_t post_and_notify(const Call& call, Describe request, const Notice::To& to, Real real) {
  if (!call) return real();
  Notice notice(call, to);
  const gaspi_return_t result = real();
  if (result == GASPI_SUCCESS) notice.posted(posted(call, request(), Naming::Named));
  return result;
}

/// A read of which this process itself is told.
template <class Describe, class Real>
gaspi_return_t read_and_notify(const Call& call, Describe request, gaspi_segment_id_t segment,
                               gaspi_notification_id_t id, Real real) {
  const gaspi_return_t result = real();
  if (!call || result != GASPI_SUCCESS) return result;
  const Request read = request();
  read_will_notify(call, segment, id, read.queue, posted(call, read, Naming::Named));
  return result;
}

}  // namespace

}  // namespace farsan::gaspi

using namespace farsan::gaspi;

#define FARSAN_ONE                                                                     \
  gaspi_segment_id_t segment_id_local, gaspi_offset_t offset_local, gaspi_rank_t rank, \
      gaspi_segment_id_t segment_id_remote, gaspi_offset_t offset_remote, gaspi_size_t size
#define FARSAN_THE_ONE segment_id_local, offset_local, rank, segment_id_remote, offset_remote, size
#define FARSAN_AS_ONE(WAY) \
  [=] { return Request{WAY, rank, queue, {{segment_id_local, offset_local, segment_id_remote, offset_remote, size}}}; }
#define FARSAN_LIST                                                                                        \
  gaspi_number_t num, gaspi_segment_id_t *const segment_id_local, gaspi_offset_t *const offset_local,      \
      gaspi_rank_t rank, gaspi_segment_id_t *const segment_id_remote, gaspi_offset_t *const offset_remote, \
      gaspi_size_t *const size
#define FARSAN_THE_LIST num, segment_id_local, offset_local, rank, segment_id_remote, offset_remote, size
#define FARSAN_AS_LIST(WAY)                                                                            \
  [=] {                                                                                                \
    return Request{WAY, rank, queue,                                                                   \
                   list(num, segment_id_local, offset_local, segment_id_remote, offset_remote, size)}; \
  }

#define FARSAN_POST(NAME, WAY, PARAMETERS, ARGUMENTS, DESCRIBE)                           \
  FARSAN_GASPI NAME(PARAMETERS, gaspi_queue_id_t queue, gaspi_timeout_t timeout) {        \
    FARSAN_CALL(#NAME);                                                                   \
    return post(call, DESCRIBE(WAY), [=] { return p##NAME(ARGUMENTS, queue, timeout); }); \
  }
FARSAN_POST(gaspi_write, Way::Write, FARSAN_ONE, FARSAN_THE_ONE, FARSAN_AS_ONE)
FARSAN_POST(gaspi_read, Way::Read, FARSAN_ONE, FARSAN_THE_ONE, FARSAN_AS_ONE)
FARSAN_POST(gaspi_write_list, Way::Write, FARSAN_LIST, FARSAN_THE_LIST, FARSAN_AS_LIST)
FARSAN_POST(gaspi_read_list, Way::Read, FARSAN_LIST, FARSAN_THE_LIST, FARSAN_AS_LIST)

// --- With notifications ----------------------------------------------------------------------------------------------

FARSAN_GASPI gaspi_write_notify(FARSAN_ONE, gaspi_notification_id_t notification_id,
                                gaspi_notification_t notification_value, gaspi_queue_id_t queue,
                                gaspi_timeout_t timeout) {
  FARSAN_CALL("gaspi_write_notify");
  return post_and_notify(
      call, FARSAN_AS_ONE(Way::Write),
      {process_of(rank), segment_id_remote, notification_id, notification_value, queue},
      [=] { return pgaspi_write_notify(FARSAN_THE_ONE, notification_id, notification_value, queue, timeout); });
}

FARSAN_GASPI gaspi_write_list_notify(FARSAN_LIST, gaspi_segment_id_t segment_id_notification,
                                     gaspi_notification_id_t notification_id, gaspi_notification_t notification_value,
                                     gaspi_queue_id_t queue, gaspi_timeout_t timeout) {
  FARSAN_CALL("gaspi_write_list_notify");
  return post_and_notify(call, FARSAN_AS_LIST(Way::Write),
                         {process_of(rank), segment_id_notification, notification_id, notification_value, queue}, [=] {
                           return pgaspi_write_list_notify(FARSAN_THE_LIST, segment_id_notification, notification_id,
                                                           notification_value, queue, timeout);
                         });
}

FARSAN_GASPI gaspi_read_notify(FARSAN_ONE, gaspi_notification_id_t notification_id, gaspi_queue_id_t queue,
                               gaspi_timeout_t timeout) {
  FARSAN_CALL("gaspi_read_notify");
  return read_and_notify(call, FARSAN_AS_ONE(Way::Read), segment_id_local, notification_id,
                         [=] { return pgaspi_read_notify(FARSAN_THE_ONE, notification_id, queue, timeout); });
}

FARSAN_GASPI gaspi_read_list_notify(FARSAN_LIST, gaspi_segment_id_t segment_id_notification,
                                    gaspi_notification_id_t notification_id, gaspi_queue_id_t queue,
                                    gaspi_timeout_t timeout) {
  FARSAN_CALL("gaspi_read_list_notify");
  return read_and_notify(call, FARSAN_AS_LIST(Way::Read), segment_id_notification, notification_id, [=] {
    return pgaspi_read_list_notify(FARSAN_THE_LIST, segment_id_notification, notification_id, queue, timeout);
  });
}

// Comes after all that was written to the same rank on the same queue.
FARSAN_GASPI gaspi_notify(gaspi_segment_id_t segment_id_remote, gaspi_rank_t rank,
                          gaspi_notification_id_t notification_id, gaspi_notification_t notification_value,
                          gaspi_queue_id_t queue, gaspi_timeout_t timeout) {
  FARSAN_CALL("gaspi_notify");
  const auto real = [=] {
    return pgaspi_notify(segment_id_remote, rank, notification_id, notification_value, queue, timeout);
  };
  if (!call) return real();
  Notice notice(call, {process_of(rank), segment_id_remote, notification_id, notification_value, queue});
  const gaspi_return_t result = real();
  if (result != GASPI_SUCCESS) return result;
  call.process().fence(0, {scope_of(queue), farsan::model::Group::only({process_of(rank)})});
  notice.posted({});
  return result;
}

FARSAN_GASPI gaspi_notify_waitsome(gaspi_segment_id_t segment_id_local, gaspi_notification_id_t notification_begin,
                                   gaspi_number_t notification_num, gaspi_notification_id_t* first_id,
                                   gaspi_timeout_t timeout) {
  FARSAN_CALL("gaspi_notify_waitsome");
  const gaspi_return_t result =
      pgaspi_notify_waitsome(segment_id_local, notification_begin, notification_num, first_id, timeout);
  if (!call || result != GASPI_SUCCESS || notification_num == 0) return result;
  notification_found(call, segment_id_local, *first_id);
  call.writes(ByteRanges::contiguous(address_of(first_id), sizeof *first_id));
  return result;
}

FARSAN_GASPI gaspi_notify_reset(gaspi_segment_id_t segment_id_local, gaspi_notification_id_t notification_id,
                                gaspi_notification_t* old_notification_val) {
  FARSAN_CALL("gaspi_notify_reset");
  if (!call) return pgaspi_notify_reset(segment_id_local, notification_id, old_notification_val);
  before_reset(call, segment_id_local, notification_id);
  gaspi_notification_t value = 0;
  const gaspi_return_t result = pgaspi_notify_reset(segment_id_local, notification_id, &value);
  if (result != GASPI_SUCCESS) return result;
  notification_reset(call, segment_id_local, notification_id, value);
  if (old_notification_val != nullptr) {
    *old_notification_val = value;
    call.writes(ByteRanges::contiguous(address_of(old_notification_val), sizeof value));
  }
  return result;
}

// --- Queues ----------------------------------------------------------------------------------------------------------

FARSAN_GASPI gaspi_wait(gaspi_queue_id_t queue, gaspi_timeout_t timeout) {
  FARSAN_CALL("gaspi_wait");
  const gaspi_return_t result = pgaspi_wait(queue, timeout);
  if (!call || result != GASPI_SUCCESS) return result;
  call.process().flush(0, {farsan::model::CompletionKind::LocalFlush, scope_of(queue), farsan::model::Group()});
  // Nothing more happens to the writes here: their targets are told, and the next wait does not look at them again.
  call.process().send_writes();
  return result;
}

FARSAN_GASPI gaspi_queue_create(gaspi_queue_id_t* queue, gaspi_timeout_t timeout) {
  FARSAN_CALL("gaspi_queue_create");
  const gaspi_return_t result = pgaspi_queue_create(queue, timeout);
  if (call && result == GASPI_SUCCESS) queue_created(*queue);
  return result;
}

// Neither tells whether anything is complete. What the library does in them is not the program's doing.
FARSAN_GASPI gaspi_queue_delete(gaspi_queue_id_t queue) {
  FARSAN_CALL("gaspi_queue_delete");
  return pgaspi_queue_delete(queue);
}

FARSAN_GASPI gaspi_queue_purge(gaspi_queue_id_t queue, gaspi_timeout_t timeout) {
  FARSAN_CALL("gaspi_queue_purge");
  return pgaspi_queue_purge(queue, timeout);
}
