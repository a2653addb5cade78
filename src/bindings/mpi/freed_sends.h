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

/// A message was received: not the first of its stream that waits to be, but the one after `skip` others.
/// `whole`: its data has arrived, too.
extern bool g_confirms;
void confirm_received(const Call& call, std::uint32_t sender, const transport::Stream& of, std::size_t skip,
                      bool whole);
inline void confirm(const Call& call, std::uint32_t sender, const transport::Stream& of, std::size_t skip, bool whole) {
  if (g_confirms) confirm_received(call, sender, of, skip, whole);
}

/// The request of a send that is in use now; or it was complete; or it is freed, and the buffer stays in use.
void send_started(const Call& call, const Request::Sent& sent);
void send_completed(const Request::Sent& sent);
void send_freed(const Request::Sent& sent, std::vector<model::OperationId> operations);

/// Completes the freed sends of which this process has heard enough. At the end of every call, if there are any.
void settle_freed_sends(const Call& call);
extern bool g_any_freed;

}  // namespace farsan::mpi
