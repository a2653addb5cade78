#include "bindings/mpi/freed_sends.h"
#include "bindings/common/immortal.h"
#include "bindings/mpi/imported.h"

#include <algorithm>
#include <map>
#include <set>

namespace farsan::mpi {

namespace {

/// Messages to one receiver with one tag.
struct Outgoing {
  std::uint32_t receiver = 0;
  transport::Stream confirmations;
  /// Those whose request may still be freed, and when the receiver had them if that is known.
  std::map<std::uint64_t, std::optional<model::Point>> in_use;
};
/// Messages that came from one sender with one tag: all before `next` were received, and these.
struct Incoming {
  std::uint64_t next = 0;
  std::set<std::uint64_t> early;
};
struct Freed {
  Outgoing* of = nullptr;
  std::uint64_t number = 0;
  std::vector<model::OperationId> operations;
};

struct State {
  std::map<std::pair<std::uint32_t, transport::Stream>, Outgoing> outgoing;
  std::map<std::pair<std::uint32_t, transport::Stream>, Incoming> incoming;
  std::vector<Freed> freed;
};
constinit bindings::Immortal<State> state;

transport::Stream confirmations_of(const transport::Stream& messages) {
  return {messages.context, messages.tag, static_cast<std::uint32_t>(Traffic::Received)};
}

Outgoing& outgoing(const Comm& comm, int dest, int tag) {
  const std::uint32_t receiver = comm.peers()[static_cast<std::size_t>(dest)];
  const transport::Stream messages = stream(Traffic::Message, comm.context, tag);
  Outgoing& out = state().outgoing[{receiver, messages}];
  out.receiver = receiver;
  out.confirmations = confirmations_of(messages);
  return out;
}

void look(const Call& call, Outgoing& out) {
  while (const auto deposit = call.transport().take(out.receiver, out.confirmations)) {
    const auto it = out.in_use.find(deposit->scope.value);
    if (it != out.in_use.end()) it->second = deposit->clock.own();
  }
}

}  // namespace

constinit bool g_any_freed = false;
constinit bool g_confirms = false;

void use_freed_sends(bool used) { g_confirms = used; }

bool program_frees_requests() { return program_calls({"MPI_Request_free"}); }

Message next_received(std::uint32_t sender, const transport::Stream& of, std::size_t skip) {
  Incoming& in = state().incoming[{sender, of}];
  std::uint64_t number = in.next;
  for (;; ++number)
    if (!in.early.contains(number) && skip-- == 0) break;
  in.early.insert(number);
  while (in.early.erase(in.next) != 0) ++in.next;
  return {sender, of, number};
}

void confirm_received(const Call& call, const Message& message) {
  call.transport().deposit(message.sender, confirmations_of(message.of),
                           {call.process().clock(0).snapshot(), {static_cast<std::uint32_t>(message.number)}, nullptr});
}

void send_started(const Call& call, const Request::Sent& sent) {
  if (!g_confirms) return;
  Outgoing& out = outgoing(*sent.comm, sent.dest, sent.tag);
  look(call, out);  // else what nobody asks for would gather
  out.in_use.emplace(sent.number, std::nullopt);
}

void send_has_no_request(const Call& call, const Comm& comm, int dest, int tag) {
  const std::uint32_t receiver = comm.peers()[static_cast<std::size_t>(dest)];
  const transport::Stream messages = stream(Traffic::Message, comm.context, tag);
  const auto it = state().outgoing.find({receiver, messages});
  if (it != state().outgoing.end()) return look(call, it->second);
  const transport::Stream confirmations = confirmations_of(messages);
  while (call.transport().take(receiver, confirmations)) {
  }
}

void send_completed(const Request::Sent& sent) {
  if (g_confirms) outgoing(*sent.comm, sent.dest, sent.tag).in_use.erase(sent.number);
}

void send_freed(const Request::Sent& sent, std::vector<model::OperationId> operations) {
  if (!g_confirms) return;
  state().freed.push_back({&outgoing(*sent.comm, sent.dest, sent.tag), sent.number, std::move(operations)});
  g_any_freed = true;
}

void settle_freed_sends(const Call& call) {
  std::erase_if(state().freed, [&](const Freed& freed) {
    look(call, *freed.of);
    const auto it = freed.of->in_use.find(freed.number);
    if (it == freed.of->in_use.end() || !it->second || !call.process().clock(0).knows(*it->second)) return false;
    for (const model::OperationId id : freed.operations) call.process().complete(0, {id});
    freed.of->in_use.erase(it);
    return true;
  });
  g_any_freed = !state().freed.empty();
}

}  // namespace farsan::mpi
