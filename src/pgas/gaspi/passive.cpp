// Passive communication: the sender names the receiver, the receiver takes what comes. Each process has one mailbox; a send is
// over when the receiver has emptied it.
#include <cstring>

#include "pgas/gaspi/process.h"

namespace farsan::pgas::gaspi {

namespace {

// True if the mailbox went from one state to the other, before the time was over.
bool change(const Process& process, std::uint32_t owner, Mailbox& mailbox, std::uint32_t from, std::uint32_t to,
            Clock::time_point until) {
  return process.job().wait_until(owner, until, [&] {
    std::uint32_t expected = from;
    return mailbox.state.compare_exchange_strong(expected, to);
  });
}

}  // namespace

ROUTINE(gaspi_passive_send, (gaspi_segment_id_t segment_id_local, gaspi_offset_t offset_local, gaspi_rank_t rank,
                             gaspi_size_t size, gaspi_timeout_t timeout)) {
  Process* process = Process::get();
  if (process == nullptr) return GASPI_ERR_NOINIT;
  if (rank >= process->size()) return GASPI_ERR_INV_RANK;
  if (size == 0 || size > configuration().passive_transfer_size_max) return GASPI_ERR_INV_COMMSIZE;
  const auto data = process->local(segment_id_local, offset_local, size);
  if (!data) return data.why();
  const auto until = deadline(timeout);
  Mailbox& mailbox = process->desk(rank).mailbox;
  if (!change(*process, rank, mailbox, Mailbox::Free, Mailbox::Claimed, until)) return GASPI_TIMEOUT;
  mailbox.sender = process->rank();
  mailbox.size = size;
  std::memcpy(mailbox.data, data.get(), size);
  mailbox.state.store(Mailbox::Full);
  process->job().changed(rank);

  const bool taken = process->job().wait_until(rank, until, [&] { return mailbox.state.load() == Mailbox::Taken; });
  if (!taken) {
    // Nobody has come for it: it is withdrawn, unless the receiver is just there.
    std::uint32_t full = Mailbox::Full;
    if (mailbox.state.compare_exchange_strong(full, Mailbox::Free)) {
      process->job().changed(rank);
      return GASPI_TIMEOUT;
    }
    process->job().wait(rank, [&] { return mailbox.state.load() == Mailbox::Taken; });
  }
  mailbox.state.store(Mailbox::Free);
  process->job().changed(rank);
  return GASPI_SUCCESS;
}

ROUTINE(gaspi_passive_receive, (gaspi_segment_id_t segment_id_local, gaspi_offset_t offset_local, gaspi_rank_t* rank,
                                gaspi_size_t size, gaspi_timeout_t timeout)) {
  Process* process = Process::get();
  if (process == nullptr) return GASPI_ERR_NOINIT;
  if (rank == nullptr) return GASPI_ERR_NULLPTR;
  if (size > configuration().passive_transfer_size_max) return GASPI_ERR_INV_COMMSIZE;
  const auto to = process->local(segment_id_local, offset_local, size);
  if (!to) return to.why();
  const std::uint32_t me = process->rank();
  Mailbox& mailbox = process->desk(me).mailbox;
  if (!change(*process, me, mailbox, Mailbox::Full, Mailbox::Claimed, deadline(timeout))) return GASPI_TIMEOUT;
  const bool fits = mailbox.size <= size;
  if (fits) std::memcpy(to.get(), mailbox.data, mailbox.size);
  *rank = static_cast<gaspi_rank_t>(mailbox.sender);
  mailbox.state.store(Mailbox::Taken);
  process->job().changed(me);
  return fits ? GASPI_SUCCESS : GASPI_ERR_INV_COMMSIZE;
}

// A send has either been over or been withdrawn.
ROUTINE(gaspi_passive_queue_purge, (gaspi_timeout_t /*timeout*/)) {
  return Process::get() != nullptr ? GASPI_SUCCESS : GASPI_ERR_NOINIT;
}

// --- Atomics: over on return ---------------------------------------------------------------------------------------------------

namespace {

Meaning<gaspi_atomic_value_t> atomic_at(gaspi_rank_t rank, gaspi_segment_id_t id, gaspi_offset_t offset,
                                        const gaspi_atomic_value_t* old) {
  if (Process::get() == nullptr) return GASPI_ERR_NOINIT;
  if (old == nullptr) return GASPI_ERR_NULLPTR;
  const auto bytes = Process::get()->remote(rank, id, offset, sizeof(gaspi_atomic_value_t));
  if (!bytes) return bytes.why();
  if (offset % sizeof(gaspi_atomic_value_t) != 0) return GASPI_ERR_UNALIGN_OFF;
  return reinterpret_cast<gaspi_atomic_value_t*>(bytes.get());
}

}  // namespace

ROUTINE(gaspi_atomic_fetch_add,
        (gaspi_segment_id_t segment_id, gaspi_offset_t offset, gaspi_rank_t rank, gaspi_atomic_value_t val_add,
         gaspi_atomic_value_t* val_old, gaspi_timeout_t /*timeout*/)) {
  const auto at = atomic_at(rank, segment_id, offset, val_old);
  if (!at) return at.why();
  let_expired_pass();
  *val_old = __atomic_fetch_add(at.get(), val_add, __ATOMIC_SEQ_CST);
  Process::get()->job().changed(rank);
  return GASPI_SUCCESS;
}

ROUTINE(gaspi_atomic_compare_swap,
        (gaspi_segment_id_t segment_id, gaspi_offset_t offset, gaspi_rank_t rank, gaspi_atomic_value_t comparator,
         gaspi_atomic_value_t val_new, gaspi_atomic_value_t* val_old, gaspi_timeout_t /*timeout*/)) {
  const auto at = atomic_at(rank, segment_id, offset, val_old);
  if (!at) return at.why();
  let_expired_pass();
  gaspi_atomic_value_t old = comparator;
  __atomic_compare_exchange_n(at.get(), &old, val_new, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  *val_old = old;
  Process::get()->job().changed(rank);
  return GASPI_SUCCESS;
}

}  // namespace farsan::pgas::gaspi
