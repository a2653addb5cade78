// Synchronous sends wait for the receive: it signals when it is posted, and the send waits for that signal when it is
// complete. Receives of a program that has no synchronous send do not signal: nobody would listen.
//
// Which receive a send was matched with is not said by MPI. Messages of one sender, communicator and tag do not overtake
// each other, so the n-th of them meets the n-th receive that names the sender and tag, or a later one if receives with
// wildcards took messages of others. The earlier one is taken: it tells less, never more.
#pragma once

#include "bindings/mpi/exchange.h"

namespace farsan::mpi {

/// Whether receives signal in this job: all processes must agree.
void use_synchronous_sends(bool used);
[[nodiscard]] bool program_sends_synchronously();

/// A receive is about to be posted.
extern bool g_receives_signal;
void signal_receive(const Call& call, Comm& comm, int source, int tag);
inline void receive_posted(const Call& call, Comm& comm, int source, int tag) {
  if (g_receives_signal) signal_receive(call, comm, source, tag);
}

/// The library refused it.
void receive_is_not_posted(const Call& call, Comm& comm, int source, int tag);
inline void receive_refused(const Call& call, Comm& comm, int source, int tag) {
  if (g_receives_signal) receive_is_not_posted(call, comm, source, tag);
}

/// Whether messages are counted.
void count_messages(bool needed);
/// A message to `dest`: which one of its stream it is. Every message counts, whatever its mode.
extern bool g_messages_count;
[[nodiscard]] std::uint64_t next_message(const Call& call, const Comm& comm, int dest, int tag, bool synchronous);
[[nodiscard]] inline std::uint64_t count_message(const Call& call, const Comm& comm, int dest, int tag,
                                                 bool synchronous) {
  return g_messages_count ? next_message(call, comm, dest, tag, synchronous) : 0;
}
/// The last message to `dest` was not sent.
void forget_message(const Comm& comm, int dest, int tag, bool synchronous);
/// The synchronous send with this number is complete.
void met_receive(const Call& call, const Comm& comm, int dest, int tag, std::uint64_t number);

}  // namespace farsan::mpi
