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
    if (process_ == nullptr) {
      refused_ = GASPI_ERR_NOINIT;
    } else if (rank >= process_->size()) {
      refused_ = GASPI_ERR_INV_RANK;
    } else {
      queue_ = take(process_->queue(queue));
    }
  }

  Request& transfer(gaspi_segment_id_t local, gaspi_offset_t local_offset, gaspi_segment_id_t remote,
                    gaspi_offset_t remote_offset, gaspi_size_t size) {
    if (!sane()) return *this;
    if (size > configuration().transfer_size_max) refused_ = GASPI_ERR_INV_COMMSIZE;
    std::byte* const here = take(process_->local(local, local_offset, size));
    std::byte* const there = take(process_->remote(rank_, remote, remote_offset, size));
    transfers_.push_back({.local = here, .remote = there, .size = size});
    return *this;
  }
  Request& list(FARSAN_GASPI_LISTS) {
    static_cast<void>(rank);
    if (!sane()) return *this;
    if (num < 1 || num > configuration().rw_list_elem_max) refused_ = GASPI_ERR_INV_NUM;
    for (const void* const given : {static_cast<const void*>(segment_id_local), static_cast<const void*>(offset_local),
                                    static_cast<const void*>(segment_id_remote),
                                    static_cast<const void*>(offset_remote), static_cast<const void*>(size)}) {
      if (given == nullptr) refused_ = GASPI_ERR_NULLPTR;
    }
    for (gaspi_number_t i = 0; sane() && i < num; ++i) {
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
    if (!sane()) return refused_;
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
  [[nodiscard]] bool sane() const { return refused_ == GASPI_SUCCESS; }
  // The first argument that means nothing decides.
  template <class T>
  T* take(const Meaning<T>& argument) {
    if (!argument && sane()) refused_ = argument.why();
    return argument.get();
  }

  Request& notice(std::uint32_t rank, gaspi_segment_id_t segment, gaspi_notification_id_t id,
                  gaspi_notification_t value) {
    if (!sane()) return *this;
    std::atomic<std::uint32_t>* const at = take(process_->notification(rank, segment, id));
    if (sane() && value == 0) refused_ = GASPI_ERR_INV_NOTIF_VAL;
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
  gaspi_return_t refused_ = GASPI_SUCCESS;
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
  if (process == nullptr) return GASPI_ERR_NOINIT;
  if (first_id == nullptr) return GASPI_ERR_NULLPTR;
  if (const auto segment = process->segment(segment_id_local); !segment) return segment.why();
  const gaspi_number_t all = configuration().notification_num;
  if (notification_begin > all) return GASPI_ERR_INV_NOTIF_ID;
  if (notification_num > all - notification_begin) return GASPI_ERR_INV_NUM;
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
  const Process* process = Process::get();
  if (process == nullptr) return GASPI_ERR_NOINIT;
  const auto at = process->notification(process->rank(), segment_id_local, notification_id);
  if (!at) return at.why();
  let_expired_pass();
  const gaspi_notification_t old = at->exchange(0, std::memory_order_acq_rel);
  if (old_notification_val != nullptr) *old_notification_val = old;
  return GASPI_SUCCESS;
}

// --- Queues ------------------------------------------------------------------------------------------------------------------

namespace {

Meaning<Queue> queue_of(gaspi_queue_id_t id) {
  if (Process::get() == nullptr) return GASPI_ERR_NOINIT;
  return Process::get()->queue(id);
}

}  // namespace

ROUTINE(gaspi_wait, (gaspi_queue_id_t queue, gaspi_timeout_t /*timeout*/)) {
  const auto of = queue_of(queue);
  if (!of) return of.why();
  of->complete_locally();
  let_expired_pass();
  return GASPI_SUCCESS;
}

ROUTINE(gaspi_queue_purge, (gaspi_queue_id_t queue, gaspi_timeout_t timeout)) { return pgaspi_wait(queue, timeout); }

ROUTINE(gaspi_queue_create, (gaspi_queue_id_t * queue, gaspi_timeout_t /*timeout*/)) {
  if (Process::get() == nullptr) return GASPI_ERR_NOINIT;
  if (queue == nullptr) return GASPI_ERR_NULLPTR;
  const auto id = Process::get()->add_queue();
  if (!id) return GASPI_ERROR;  // too many: there is no code for it
  *queue = *id;
  return GASPI_SUCCESS;
}

ROUTINE(gaspi_queue_delete, (gaspi_queue_id_t queue)) {
  return Process::get() == nullptr ? GASPI_ERR_NOINIT : Process::get()->remove_queue(queue);
}

ROUTINE(gaspi_queue_size, (gaspi_queue_id_t queue, gaspi_number_t* queue_size)) {
  const auto of = queue_of(queue);
  return of ? answer(queue_size, of->posted()) : of.why();
}

ROUTINE(gaspi_queue_num, (gaspi_number_t * queue_num)) {
  return answer(queue_num, Process::get() == nullptr ? configuration().queue_num : Process::get()->queue_count());
}

}  // namespace farsan::pgas::gaspi
