// Sends whose request is freed before it is complete: their buffer is in use until the sender hears, on whatever way, from the
// receiver after it has received the message.
//
// Receivers confirm what they received, at what time of theirs, if the program of any process uses MPI_Request_free.
#pragma once

#include "bindings/mpi/requests.h"

namespace farsan::mpi {

/// Whether messages are confirmed in this job: all processes must agree.
void use_freed_sends(bool used);
[[nodiscard]] bool program_frees_requests();

/// A message of a stream, by the order of sending.
struct Message {
  std::uint32_t sender = 0;
  transport::Stream of;
  std::uint64_t number = 0;
};
/// A message was received or matched: not the first of its stream that waits to be, but the one after `skip` others. Nothing if none are
/// confirmed.
extern bool g_confirms;
[[nodiscard]] Message next_received(std::uint32_t sender, const transport::Stream& of, std::size_t skip);
/// Its data has arrived.
void confirm_received(const Call& call, const Message& message);
inline void confirm(const Call& call, std::uint32_t sender, const transport::Stream& of, std::size_t skip) {
  if (g_confirms) confirm_received(call, next_received(sender, of, skip));
}

/// The request of a send that is in use now; or it was complete; or it is freed, and the buffer stays in use.
void send_started(const Call& call, const Request::Sent& sent);
void send_completed(const Request::Sent& sent);
/// A blocking one: what is confirmed of those before it would gather.
void send_has_no_request(const Call& call, const Comm& comm, int dest, int tag);
void send_freed(const Request::Sent& sent, std::vector<model::OperationId> operations);

/// Completes the freed sends of which this process has heard enough. At the end of every call, if there are any.
void settle_freed_sends(const Call& call);
extern bool g_any_freed;

}  // namespace farsan::mpi
