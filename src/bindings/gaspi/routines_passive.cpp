// Passive communication, which is synchronous, and atomics, which are complete on return.
#include <sched.h>

#include <chrono>
#include <limits>
#include <set>

#include "bindings/common/exchange.h"
#include "bindings/common/immortal.h"
#include "bindings/gaspi/operations.h"

namespace farsan::gaspi {

namespace {

// The words of a deposit of a sender: (number, bytes). Of the receiver's: (number).
std::uint64_t g_sends = 0;

/// Processes that were seen not to answer: another thread sends or receives there, which FarSan does not follow.
constinit bindings::Immortal<std::set<std::pair<std::uint32_t, Traffic>>> silent;

/// A deposit of the other one, which is in its call still, and about to make it.
template <class Wanted>
std::optional<transport::Deposit> answer_of(const Call& call, std::uint32_t process, Traffic traffic, Wanted wanted) {
  constexpr std::chrono::seconds kPatience{1};
  if (silent().contains({process, traffic})) return std::nullopt;
  const auto until = std::chrono::steady_clock::now() + kPatience;
  while (std::chrono::steady_clock::now() < until) {
    while (auto deposit = call.transport().take(process, stream(traffic)))
      if (wanted(*deposit)) return deposit;
    ::sched_yield();
  }
  silent().insert({process, traffic});
  return std::nullopt;
}

template <class Real>
gaspi_return_t atomic(const Call& call, gaspi_rank_t rank, gaspi_segment_id_t segment, gaspi_offset_t offset,
                      const gaspi_atomic_value_t* old, Real real) {
  const gaspi_return_t result = real();
  if (!call || result != GASPI_SUCCESS) return result;
  updated(call, rank, segment, offset);
  call.writes(ByteRanges::contiguous(address_of(old), sizeof *old));
  return result;
}

}  // namespace

}  // namespace farsan::gaspi

using namespace farsan::gaspi;

FARSAN_GASPI gaspi_passive_send(gaspi_segment_id_t segment_id_local, gaspi_offset_t offset_local, gaspi_rank_t rank,
                                gaspi_size_t size, gaspi_timeout_t timeout) {
  FARSAN_CALL("gaspi_passive_send");
  const auto real = [=] { return pgaspi_passive_send(segment_id_local, offset_local, rank, size, timeout); };
  const std::uint32_t process = call ? process_of(rank) : farsan::runtime::Runtime::kNobody;
  if (process == farsan::runtime::Runtime::kNobody || process == call.me()) return real();
  call.reads(own_bytes(call, segment_id_local, offset_local, size));
  // Of a call that may be made again and again until somebody takes the message: they hear of the last one only.
  farsan::bindings::tell_of_segments(call);
  const farsan::model::Snapshot clock = call.process().signal(0);
  const gaspi_return_t result = real();
  if (result != GASPI_SUCCESS) return result;
  const std::uint64_t number = ++g_sends;
  call.transport().deposit(process, stream(Traffic::PassiveSend), {clock, {}, nullptr, {number, size, 0}});
  const auto received =
      answer_of(call, process, Traffic::PassiveReceived,
                [=](const farsan::transport::Deposit& deposit) { return deposit.words[0] == number; });
  if (received) call.process().wait(0, std::span(&received->clock, 1));
  return result;
}

FARSAN_GASPI gaspi_passive_receive(gaspi_segment_id_t segment_id_local, gaspi_offset_t offset_local, gaspi_rank_t* rank,
                                   gaspi_size_t size, gaspi_timeout_t timeout) {
  FARSAN_CALL("gaspi_passive_receive");
  if (!call || rank == nullptr) return pgaspi_passive_receive(segment_id_local, offset_local, rank, size, timeout);
  farsan::bindings::tell_of_segments(call);
  const farsan::model::Snapshot clock = call.process().signal(0);
  constexpr gaspi_rank_t kNobody = std::numeric_limits<gaspi_rank_t>::max();
  gaspi_rank_t sender = kNobody;
  const gaspi_return_t result = pgaspi_passive_receive(segment_id_local, offset_local, &sender, size, timeout);
  if (sender == kNobody) return result;
  // A message was taken, also if it did not fit: its sender does not know.
  *rank = sender;
  call.writes(ByteRanges::contiguous(address_of(rank), sizeof *rank));
  const std::uint32_t process = process_of(sender);
  if (process == call.me()) return result;
  const auto sent =
      answer_of(call, process, Traffic::PassiveSend, [](const farsan::transport::Deposit&) { return true; });
  if (!sent) return result;
  if (result == GASPI_SUCCESS) call.process().wait(0, std::span(&sent->clock, 1));
  call.transport().deposit(process, stream(Traffic::PassiveReceived), {clock, {}, nullptr, {sent->words[0], 0, 0}});
  if (result != GASPI_SUCCESS) return result;
  call.writes(own_bytes(call, segment_id_local, offset_local, std::min<gaspi_size_t>(size, sent->words[1])));
  return result;
}

FARSAN_GASPI gaspi_atomic_fetch_add(gaspi_segment_id_t segment_id, gaspi_offset_t offset, gaspi_rank_t rank,
                                    gaspi_atomic_value_t val_add, gaspi_atomic_value_t* val_old,
                                    gaspi_timeout_t timeout) {
  FARSAN_CALL("gaspi_atomic_fetch_add");
  return atomic(call, rank, segment_id, offset, val_old,
                [=] { return pgaspi_atomic_fetch_add(segment_id, offset, rank, val_add, val_old, timeout); });
}

FARSAN_GASPI gaspi_atomic_compare_swap(gaspi_segment_id_t segment_id, gaspi_offset_t offset, gaspi_rank_t rank,
                                       gaspi_atomic_value_t comparator, gaspi_atomic_value_t val_new,
                                       gaspi_atomic_value_t* val_old, gaspi_timeout_t timeout) {
  FARSAN_CALL("gaspi_atomic_compare_swap");
  return atomic(call, rank, segment_id, offset, val_old, [=] {
    return pgaspi_atomic_compare_swap(segment_id, offset, rank, comparator, val_new, val_old, timeout);
  });
}
