// Notifications, and which of them a wait or a reset has seen (docs/gaspi.md).
//
// Who notifies says so to the target before the real call, and after it what the notification announces: so whoever sees a
// notification knows that more is to come, and waits for it (its sender is inside a call that does not wait for us). The
// target keeps, per notification id, what has come and was not used up.
//
//  - gaspi_notify_waitsome says only that a notification is there. If all that can be meant are of one origin and queue, it
//    was the first of them; if not, the wait has not told which, and orders nothing.
//  - gaspi_notify_reset says the value: the notification with that value was there, and is used up with all that it
//    overwrote.
#pragma once

#include <span>

#include "bindings/gaspi/call.h"

namespace farsan::gaspi {

/// The notification that a call gives: constructed before the real call.
class Notice {
 public:
  struct To {
    std::uint32_t process;
    gaspi_segment_id_t segment;
    gaspi_notification_id_t id;
    gaspi_notification_t value;
    gaspi_queue_id_t queue;
  };
  Notice(const Call& call, const To& to);
  Notice(const Notice&) = delete;
  Notice(Notice&&) = delete;
  Notice& operator=(const Notice&) = delete;
  Notice& operator=(Notice&&) = delete;
  ~Notice();

  /// The call has posted it, with these writes of its own.
  void posted(std::span<const model::OperationId> carried);

 private:
  enum class Phase : std::uint8_t;
  void tell(Phase phase, const std::optional<model::OperationId>& carried);
  friend struct Inbox;

  const Call& call_;
  To to_;
  std::uint64_t number_ = 0;
  bool posted_ = false;
};

/// A read that tells its own process by a notification has been posted.
void read_will_notify(const Call& call, gaspi_segment_id_t segment, gaspi_notification_id_t id, gaspi_queue_id_t queue,
                      std::span<const model::OperationId> reads);

/// gaspi_notify_waitsome has found this one.
void notification_found(const Call& call, gaspi_segment_id_t segment, gaspi_notification_id_t id);
/// gaspi_notify_reset is about to be called, and has found this value.
void before_reset(const Call& call, gaspi_segment_id_t segment, gaspi_notification_id_t id);
void notification_reset(const Call& call, gaspi_segment_id_t segment, gaspi_notification_id_t id,
                        gaspi_notification_t value);

/// The segment is gone, and its notifications with it.
void forget_notifications(const Call& call, gaspi_segment_id_t segment);

/// Only where some program of the job looks at notifications at all.
void let_notifications_matter(bool matter);

}  // namespace farsan::gaspi
