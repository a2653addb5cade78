#include "bindings/common/exchange.h"

namespace farsan::bindings {

namespace {

bool are_all_others(const Call& call, std::span<const std::uint32_t> processes) {
  return processes.size() + 1 == call.transport().ranks();
}
bool at_board(const Call& call, std::span<const std::uint32_t> processes) {
  return are_all_others(call, processes) && call.transport().has_board();
}

}  // namespace

void signal_to(const Call& call, std::span<const std::uint32_t> processes, const transport::Stream& stream,
               Takers takers) {
  if (processes.empty()) return;
  tell_of_segments(call);
  call.process().signal(0, [&](const model::UnitClock& clock) {
    for (const std::uint32_t process : processes) call.transport().deposit(process, stream, clock, takers);
  });
}

bool wait_for(const Call& call, std::span<const std::uint32_t> processes, const transport::Stream& stream) {
  if (processes.empty()) return true;
  bool all = true;
  // All of them are on their way at once.
  for (const std::uint32_t process : processes) call.transport().will_take(process);
  call.process().wait(0, [&](model::UnitClock& clock) {
    for (const std::uint32_t process : processes) all &= call.transport().take_into(clock, process, stream);
  });
  return all;
}

void signal_together(const Call& call, std::span<const std::uint32_t> processes, const transport::Stream& stream) {
  if (!at_board(call, processes)) return signal_to(call, processes, stream, Takers::Learn);
  tell_of_segments(call);
  call.process().signal(0, [&](const model::UnitClock& clock) { call.transport().enter_together(stream, clock); });
}

void take_back_together(const Call& call, std::span<const std::uint32_t> processes, const transport::Stream& stream) {
  if (!at_board(call, processes)) return take_back(call, processes, stream);
  call.transport().not_entered_together(stream);
}

std::vector<std::uint32_t> wait_together(const Call& call, std::span<const std::uint32_t> processes,
                                         const transport::Stream& stream) {
  std::vector<std::uint32_t> apart;
  bool all = true;
  if (at_board(call, processes))
    call.process().wait(0,
                        [&](model::UnitClock& clock) { all = call.transport().leave_together(clock, stream, apart); });
  else
    all = wait_for(call, processes, stream);
  if (all && apart.empty() && are_all_others(call, processes)) call.transport().all_know(call.process().clock(0));
  return apart;
}

}  // namespace farsan::bindings
