#include "bindings/mpi/synchronous.h"
#include "bindings/common/immortal.h"
#include "bindings/mpi/imported.h"

#include <algorithm>
#include <deque>
#include <map>
#include <tuple>
#include <utility>

#include "bindings/mpi/freed_sends.h"

namespace farsan::mpi {

namespace {

/// Messages of one stream, and the signals of receives that belong to them, one each.
struct Messages {
  std::uint64_t sent = 0;
  std::uint64_t over = 0;     ///< the first of them, whose signals are gone
  std::uint64_t waiting = 0;  ///< synchronous sends that have not met their receive
  bool listed = false;        ///< in `to_look_at`
};
using Key = std::tuple<std::uint64_t, int, int>;  ///< communicator, receiver, tag
constinit bindings::Immortal<std::map<Key, Messages>> streams;

/// Streams with messages that are not over. The receiver as a process of the job beside it.
constinit bindings::Immortal<std::deque<std::pair<Key, std::uint32_t>>> to_look_at;

transport::Stream signals_of(const Key& key) { return stream(Traffic::Posted, std::get<0>(key), std::get<2>(key)); }

/// Sends that do not wait leave the signals of their receives to nobody. They come when the receives are posted, and go here: else they
/// would gather in programs that have both kinds.
void throw_away_signals(const Call& call) {
  constexpr std::size_t kAtATime = 2;
  for (std::size_t i = std::min(kAtATime, to_look_at().size()); i > 0; --i) {
    const auto [key, receiver] = to_look_at().front();
    to_look_at().pop_front();
    Messages& messages = streams()[key];
    while (messages.waiting == 0 && messages.over < messages.sent && call.transport().take(receiver, signals_of(key)))
      ++messages.over;
    messages.listed = messages.over < messages.sent;
    if (messages.listed)
      to_look_at().emplace_back(key, receiver);
    else if (!g_confirms)
      streams().erase(key);  // it begins anew; confirmations count on
  }
}

}  // namespace

constinit bool g_receives_signal = false;
constinit bool g_messages_count = false;

void use_synchronous_sends(bool used) { g_receives_signal = used; }
void count_messages(bool needed) { g_messages_count = needed; }

bool program_sends_synchronously() { return program_calls({"MPI_Ssend", "MPI_Issend", "MPI_Ssend_init"}); }

void receive_is_not_posted(const Call& call, Comm& comm, int source, int tag) {
  const transport::Stream of = stream(Traffic::Posted, comm.context, tag);
  if (tag == MPI_ANY_TAG) {
    for (const std::size_t peer : comm.told_last) {
      take_back(call, std::span(&comm.peers()[peer], 1), of);
      comm.told_of_any_tag[peer] = false;
    }
  } else if (source == MPI_ANY_SOURCE) {
    take_back(call, comm.peers(), of);
  } else {
    take_back(call, std::span(&comm.peers()[static_cast<std::size_t>(source)], 1), of);
  }
}

void signal_receive(const Call& call, Comm& comm, int source, int tag) {
  if (source == MPI_PROC_NULL) return;
  const transport::Stream of = stream(Traffic::Posted, comm.context, tag);
  if (tag != MPI_ANY_TAG) {
    if (source == MPI_ANY_SOURCE)
      signal_to(call, comm.peers(), of);
    else
      signal_to(call, comm.peers()[static_cast<std::size_t>(source)], of);
    return;
  }
  // The first one is all that a sender asks for.
  comm.told_of_any_tag.resize(comm.peers().size(), false);
  comm.told_last.clear();
  std::vector<std::uint32_t> untold;
  for (std::size_t peer = 0; peer < comm.peers().size(); ++peer) {
    if (comm.told_of_any_tag[peer] || (source != MPI_ANY_SOURCE && static_cast<std::size_t>(source) != peer)) continue;
    comm.told_of_any_tag[peer] = true;
    comm.told_last.push_back(peer);
    untold.push_back(comm.peers()[peer]);
  }
  signal_to(call, untold, of);
}

std::uint64_t next_message(const Call& call, const Comm& comm, int dest, int tag, bool synchronous) {
  if (!g_receives_signal) return streams()[{comm.context, dest, tag}].sent++;
  throw_away_signals(call);
  const Key key{comm.context, dest, tag};
  Messages& messages = streams()[key];
  if (synchronous) ++messages.waiting;
  if (!std::exchange(messages.listed, true))
    to_look_at().emplace_back(key, comm.peers()[static_cast<std::size_t>(dest)]);
  return messages.sent++;
}

void forget_message(const Comm& comm, int dest, int tag, bool synchronous) {
  if (!g_messages_count) return;
  Messages& messages = streams()[{comm.context, dest, tag}];
  --messages.sent;
  if (synchronous && messages.waiting > 0) --messages.waiting;
}

void met_receive(const Call& call, const Comm& comm, int dest, int tag, std::uint64_t number) {
  if (!g_receives_signal) return;
  const std::uint32_t receiver = comm.peers()[static_cast<std::size_t>(dest)];
  const Key key{comm.context, dest, tag};
  Messages& messages = streams()[key];
  // Any receive with a wildcard tag may be the one, from the first on.
  auto posted = call.transport().peek(receiver, stream(Traffic::Posted, comm.context, MPI_ANY_TAG));
  if (!posted) posted = call.transport().peek(receiver, signals_of(key), number - messages.over);
  if (messages.waiting > 0) --messages.waiting;
  if (posted) call.process().wait(0, std::span(&posted->clock, 1));
}

}  // namespace farsan::mpi
