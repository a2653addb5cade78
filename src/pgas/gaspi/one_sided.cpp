// Writes, reads and notifications, one at a time and as lists. In delay mode, a write's source is read in gaspi_wait, and its
// effect comes after that, unless a notification on the queue has to come after it; a read takes effect in gaspi_wait.
#include <cstring>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "pgas/gaspi/process.h"

namespace farsan::pgas::gaspi {

namespace {

/// Which way the bytes go.
enum class Way { Write, Read };

struct Transfer {
  std::byte* local;
  std::byte* remote;
  std::size_t size;
};

/// A notification to give with, or after, transfers.
struct Notice {
  std::atomic<std::uint32_t>* at;
  std::uint32_t value;
  std::uint32_t rank;
};

// A request as the routine's arguments say it, and then as what they mean.
class Request {
 public:
  Request(gaspi_rank_t rank, gaspi_queue_id_t queue) : process_(Process::get()), rank_(rank) {
    if (process_ != nullptr) queue_ = process_->queue(queue);
    sane_ = queue_ != nullptr && rank < process_->size();
  }

  Request& transfer(gaspi_segment_id_t local, gaspi_offset_t local_offset, gaspi_segment_id_t remote,
                    gaspi_offset_t remote_offset, gaspi_size_t size) {
    if (!sane_) return *this;
    const Transfer transfer{.local = process_->local(local, local_offset, size),
                            .remote = process_->remote(rank_, remote, remote_offset, size),
                            .size = size};
    sane_ = transfer.local != nullptr && transfer.remote != nullptr && size <= configuration().transfer_size_max;
    transfers_.push_back(transfer);
    return *this;
  }
  Request& list(FARSAN_GASPI_LISTS) {
    static_cast<void>(rank);
    sane_ = sane_ && num >= 1 && num <= configuration().rw_list_elem_max;
    for (gaspi_number_t i = 0; sane_ && i < num; ++i) {
      transfer(segment_id_local[i], offset_local[i], segment_id_remote[i], offset_remote[i], size[i]);
    }
    return *this;
  }
  /// To the target of the transfers, or to this process itself.
  Request& notice(gaspi_segment_id_t segment, gaspi_notification_id_t id, gaspi_notification_t value) {
    return notice(rank_, segment, id, value);
  }
  Request& own_notice(gaspi_segment_id_t segment, gaspi_notification_id_t id) {
    return notice(process_ == nullptr ? 0 : process_->rank(), segment, id, 1);
  }

  gaspi_return_t post(Way way) {
    if (!sane_) return GASPI_ERROR;
    const auto requests = static_cast<unsigned>(transfers_.size() + (notice_ ? 1 : 0));
    if (!queue_->post(requests, configuration().queue_size_max)) return GASPI_QUEUE_FULL;
    if (!delaying()) {
      for (const Transfer& transfer : transfers_) {
        if (way == Way::Write) {
          std::memmove(transfer.remote, transfer.local, transfer.size);
        } else {
          std::memmove(transfer.local, transfer.remote, transfer.size);
        }
      }
      give(*process_, way == Way::Write ? rank_ : process_->rank(), notice_);
    } else if (way == Way::Read) {
      queue_->hold_read([process = process_, transfers = std::move(transfers_), notice = notice_] {
        for (const Transfer& transfer : transfers) std::memmove(transfer.local, transfer.remote, transfer.size);
        give(*process, process->rank(), notice);
      });
    } else if (transfers_.empty()) {
      queue_->hold_notification([process = process_, rank = rank_, notice = notice_] { give(*process, rank, notice); });
    } else {
      hold_write();
    }
    return GASPI_SUCCESS;
  }

 private:
  Request& notice(std::uint32_t rank, gaspi_segment_id_t segment, gaspi_notification_id_t id,
                  gaspi_notification_t value) {
    if (!sane_) return *this;
    std::atomic<std::uint32_t>* at = process_->notification(rank, segment, id);
    sane_ = at != nullptr && value != 0 && id < configuration().notification_num;
    notice_ = Notice{.at = at, .value = value, .rank = rank};
    return *this;
  }

  static void give(const Process& process, std::uint32_t rank, const std::optional<Notice>& notice) {
    if (notice) notice->at->store(notice->value, std::memory_order_release);
    process.job().changed(rank);
  }

  void hold_write() {
    std::vector<std::shared_ptr<Source>> sources;
    std::vector<std::byte*> targets;
    for (const Transfer& transfer : transfers_) {
      sources.push_back(std::make_shared<Source>(transfer.local, transfer.size));
      targets.push_back(transfer.remote);
    }
    queue_->hold_write(sources, [process = process_, rank = rank_, sources, targets, notice = notice_] {
      for (std::size_t i = 0; i < sources.size(); ++i) sources[i]->copy_to(targets[i]);
      give(*process, rank, notice);
    });
  }

  Process* process_;
  Queue* queue_ = nullptr;
  std::uint32_t rank_;
  bool sane_ = false;
  std::vector<Transfer> transfers_;
  std::optional<Notice> notice_;
};

}  // namespace

// Requests are posted at once: no time is ever over.
#define ONE segment_id_local, offset_local, segment_id_remote, offset_remote, size
#define LISTS num, segment_id_local, offset_local, rank, segment_id_remote, offset_remote, size

ROUTINE(gaspi_write, (FARSAN_GASPI_ONE, gaspi_queue_id_t queue, gaspi_timeout_t /*timeout*/)) {
  return Request(rank, queue).transfer(ONE).post(Way::Write);
}
ROUTINE(gaspi_read, (FARSAN_GASPI_ONE, gaspi_queue_id_t queue, gaspi_timeout_t /*timeout*/)) {
  return Request(rank, queue).transfer(ONE).post(Way::Read);
}
ROUTINE(gaspi_write_list, (FARSAN_GASPI_LISTS, gaspi_queue_id_t queue, gaspi_timeout_t /*timeout*/)) {
  return Request(rank, queue).list(LISTS).post(Way::Write);
}
ROUTINE(gaspi_read_list, (FARSAN_GASPI_LISTS, gaspi_queue_id_t queue, gaspi_timeout_t /*timeout*/)) {
  return Request(rank, queue).list(LISTS).post(Way::Read);
}
ROUTINE(gaspi_notify, (gaspi_segment_id_t segment_id_remote, gaspi_rank_t rank, gaspi_notification_id_t notification_id,
                       gaspi_notification_t notification_value, gaspi_queue_id_t queue, gaspi_timeout_t /*timeout*/)) {
  return Request(rank, queue).notice(segment_id_remote, notification_id, notification_value).post(Way::Write);
}
ROUTINE(gaspi_write_notify,
        (FARSAN_GASPI_ONE, gaspi_notification_id_t notification_id, gaspi_notification_t notification_value,
         gaspi_queue_id_t queue, gaspi_timeout_t /*timeout*/)) {
  return Request(rank, queue)
      .transfer(ONE)
      .notice(segment_id_remote, notification_id, notification_value)
      .post(Way::Write);
}
ROUTINE(gaspi_write_list_notify,
        (FARSAN_GASPI_LISTS, gaspi_segment_id_t segment_id_notification, gaspi_notification_id_t notification_id,
         gaspi_notification_t notification_value, gaspi_queue_id_t queue, gaspi_timeout_t /*timeout*/)) {
  return Request(rank, queue)
      .list(LISTS)
      .notice(segment_id_notification, notification_id, notification_value)
      .post(Way::Write);
}
ROUTINE(gaspi_read_notify, (FARSAN_GASPI_ONE, gaspi_notification_id_t notification_id, gaspi_queue_id_t queue,
                            gaspi_timeout_t /*timeout*/)) {
  return Request(rank, queue).transfer(ONE).own_notice(segment_id_local, notification_id).post(Way::Read);
}
ROUTINE(gaspi_read_list_notify,
        (FARSAN_GASPI_LISTS, gaspi_segment_id_t segment_id_notification, gaspi_notification_id_t notification_id,
         gaspi_queue_id_t queue, gaspi_timeout_t /*timeout*/)) {
  return Request(rank, queue).list(LISTS).own_notice(segment_id_notification, notification_id).post(Way::Read);
}

ROUTINE(gaspi_notify_waitsome,
        (gaspi_segment_id_t segment_id_local, gaspi_notification_id_t notification_begin,
         gaspi_number_t notification_num, gaspi_notification_id_t* first_id, gaspi_timeout_t timeout)) {
  Process* process = Process::get();
  if (process == nullptr || first_id == nullptr || process->segment(segment_id_local) == nullptr ||
      notification_num > configuration().notification_num - notification_begin) {
    return GASPI_ERROR;
  }
  if (notification_num == 0) return GASPI_SUCCESS;
  const std::span notifications(process->desk(process->rank()).notifications[segment_id_local] + notification_begin,
                                notification_num);
  let_expired_pass();
  const bool found = process->job().wait_until(process->rank(), deadline(timeout), [&] {
    for (std::size_t i = 0; i < notifications.size(); ++i) {
      if (notifications[i].load(std::memory_order_acquire) == 0) continue;
      *first_id = static_cast<gaspi_notification_id_t>(notification_begin + i);
      return true;
    }
    return false;
  });
  return found ? GASPI_SUCCESS : GASPI_TIMEOUT;
}

ROUTINE(gaspi_notify_reset, (gaspi_segment_id_t segment_id_local, gaspi_notification_id_t notification_id,
                             gaspi_notification_t* old_notification_val)) {
  Process* process = Process::get();
  std::atomic<std::uint32_t>* at =
      process == nullptr ? nullptr : process->notification(process->rank(), segment_id_local, notification_id);
  if (at == nullptr) return GASPI_ERROR;
  const gaspi_notification_t old = at->exchange(0, std::memory_order_acq_rel);
  if (old_notification_val != nullptr) *old_notification_val = old;
  return GASPI_SUCCESS;
}

// --- Queues ------------------------------------------------------------------------------------------------------------------

ROUTINE(gaspi_wait, (gaspi_queue_id_t queue, gaspi_timeout_t /*timeout*/)) {
  Queue* of = Process::get() == nullptr ? nullptr : Process::get()->queue(queue);
  if (of == nullptr) return GASPI_ERROR;
  of->complete_locally();
  let_expired_pass();
  return GASPI_SUCCESS;
}

ROUTINE(gaspi_queue_purge, (gaspi_queue_id_t queue, gaspi_timeout_t timeout)) { return pgaspi_wait(queue, timeout); }

ROUTINE(gaspi_queue_create, (gaspi_queue_id_t * queue, gaspi_timeout_t /*timeout*/)) {
  if (Process::get() == nullptr || queue == nullptr) return GASPI_ERROR;
  const auto id = Process::get()->add_queue();
  if (!id) return GASPI_ERROR;
  *queue = *id;
  return GASPI_SUCCESS;
}

ROUTINE(gaspi_queue_delete, (gaspi_queue_id_t queue)) {
  return Process::get() != nullptr && Process::get()->remove_queue(queue) ? GASPI_SUCCESS : GASPI_ERROR;
}

ROUTINE(gaspi_queue_size, (gaspi_queue_id_t queue, gaspi_number_t* queue_size)) {
  const Queue* of = Process::get() == nullptr ? nullptr : Process::get()->queue(queue);
  if (of == nullptr || queue_size == nullptr) return GASPI_ERROR;
  *queue_size = of->posted();
  return GASPI_SUCCESS;
}

ROUTINE(gaspi_queue_num, (gaspi_number_t * queue_num)) {
  if (queue_num == nullptr) return GASPI_ERROR;
  *queue_num = Process::get() == nullptr ? configuration().queue_num : Process::get()->queue_count();
  return GASPI_SUCCESS;
}

}  // namespace farsan::pgas::gaspi
