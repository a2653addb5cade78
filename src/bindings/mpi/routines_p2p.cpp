// Point to point. A send signals when it is started, a receive waits when it is complete; buffers of non-blocking ones are
// open in between.
#include <algorithm>
#include <limits>
#include <unordered_map>

#include "bindings/common/immortal.h"
#include "bindings/mpi/arguments.h"
#include "bindings/mpi/datatypes.h"
#include "bindings/mpi/freed_sends.h"
#include "bindings/mpi/imported.h"
#include "bindings/mpi/requests.h"
#include "bindings/mpi/status.h"
#include "bindings/mpi/synchronous.h"

namespace farsan::mpi {

namespace {

using model::OperationKind;

enum class Mode : std::uint8_t { Usual, Buffered, Synchronous };

/// Of a blocking send: it reads a buffer that others may reach, while the message may be probed for.
enum class Reads : std::uint8_t { Unseen, InOwnEpoch };

/// The signal of a send to `dest` with this tag. Returns which message of its stream it is.
std::uint64_t signal_send(const Call& call, Comm& comm, int dest, int tag, Mode mode, Reads reads = Reads::Unseen) {
  const std::uint32_t receiver = comm.peers()[static_cast<std::size_t>(dest)];
  const transport::Stream of = stream(Traffic::Message, comm.context, tag);
  if (reads == Reads::InOwnEpoch)
    signal_after_reading(call, receiver, of);
  else
    signal_to(call, receiver, of, Takers::Learn);
  return count_message(call, comm, dest, tag, mode == Mode::Synchronous);
}

/// Some of these bytes lie where accesses count.
bool may_matter(const void* buffer, std::int64_t count, MPI_Datatype type) {
  return runtime::marks_of(bounds_of(buffer, count, type)) != 0;
}

/// A message of a call, as far as the library looks at it before it sends or receives anything.
struct Envelope {
  std::int64_t count = 0;
  MPI_Datatype type = MPI_DATATYPE_NULL;
  int peer = MPI_PROC_NULL;
  int tag = 0;
  MPI_Comm comm = MPI_COMM_NULL;

  [[nodiscard]] bool sent() const { return is_sent(comm_of(comm), count, type, peer, tag); }
  [[nodiscard]] bool received() const { return is_received(comm_of(comm), count, type, peer, tag); }
};

/// The library refuses it, as it says of a message to nobody: then its buffer is not read. Asked for where that matters, and where
/// a refused call returns at all.
bool is_known_to_be_refused(const void* buffer, const Envelope& message) {
  static const bool may_return = program_calls({"MPI_Comm_set_errhandler", "MPI_Errhandler_set"});
  if (!may_return) return false;
  MPI_Errhandler before = MPI_ERRHANDLER_NULL;
  PMPI_Comm_get_errhandler(message.comm, &before);
  PMPI_Comm_set_errhandler(message.comm, MPI_ERRORS_RETURN);
  const int count = static_cast<int>(std::min<std::int64_t>(message.count, std::numeric_limits<int>::max()));
  const int result = PMPI_Send(buffer, count, message.type, MPI_PROC_NULL, message.tag, message.comm);
  PMPI_Comm_set_errhandler(message.comm, before);
  PMPI_Errhandler_free(&before);
  return result != MPI_SUCCESS;
}

/// A blocking send begins, if the message goes to somebody. Returns which one of its stream it is.
std::uint64_t begin_send(const Call& call, const void* buffer, const Envelope& message, Mode mode = Mode::Usual) {
  if (!message.sent()) return 0;
  Reads reads = Reads::Unseen;
  if (may_matter(buffer, message.count, message.type) && !is_known_to_be_refused(buffer, message)) {
    if (g_probes && mode != Mode::Buffered) {
      reads = Reads::InOwnEpoch;
      call.process().signal(
          0, [](const model::UnitClock& /*clock*/) {});  // to nobody: what was before it is known to probes
    }
    call.reads(ranges_of(buffer, message.count, message.type));
  }
  if (g_confirms) send_has_no_request(call, *comm_of(message.comm), message.peer, message.tag);
  return signal_send(call, *comm_of(message.comm), message.peer, message.tag, mode, reads);
}

/// A blocking receive begins. It waits anyway: time for what the receive before it brought.
void begin_receive(const Call& call, const Envelope& message) {
  call.process().catch_up();
  if (message.received()) receive_posted(call, *comm_of(message.comm), message.peer, message.tag);
}

/// They were refused: what was said of them is taken back.
void take_back_send(const Call& call, const Envelope& message, Mode mode = Mode::Usual) {
  if (message.sent()) send_refused(call, *comm_of(message.comm), message.peer, message.tag, mode == Mode::Synchronous);
}
void take_back_receive(const Call& call, const Envelope& message) {
  if (message.received()) receive_refused(call, *comm_of(message.comm), message.peer, message.tag);
}

template <class Real>
int send(const Call& call, const void* buffer, const Envelope& message, Mode mode, Real&& real) {
  if (!call) return real();
  const std::uint64_t number = begin_send(call, buffer, message, mode);
  const int result = real();
  if (!message_came(result))
    take_back_send(call, message, mode);
  else if (mode == Mode::Synchronous && message.sent())
    met_receive(call, *comm_of(message.comm), message.peer, message.tag, number);
  return result;
}

/// What was received lies in the buffer, as much as there was. `matters`: of the buffer, asked beforehand, while nobody waits for it.
void store_received(const Call& call, bool matters, void* buffer, std::int64_t count, MPI_Datatype type,
                    const MPI_Status& status) {
  if (matters) call.writes(filled_ranges_of(buffer, count, type, status));
}

/// The buffers of a call that sends and receives, open until it returns if they overlap: MPI forbids it in any memory. Else null.
RequestPtr open_overlapping(const Call& call, const void* from, const Envelope& sent, const void* to,
                            const Envelope& message) {
  if (!bounds_of(from, sent.count, sent.type).overlaps(bounds_of(to, message.count, message.type))) return nullptr;
  if (!sent.sent() || !message.received() || is_known_to_be_refused(from, sent)) return nullptr;
  ByteRanges reads = ranges_of(from, sent.count, sent.type);
  ByteRanges writes = ranges_of(to, message.count, message.type);
  if (!reads.overlaps(writes)) return nullptr;
  auto in_use = new_request();
  open_buffer(call, *in_use, OperationKind::Send, call.runtime().rank(), std::move(reads));
  open_buffer(call, *in_use, OperationKind::Receive, call.runtime().rank(), std::move(writes));
  return in_use;
}

void start_send(const Call& call, Request& request, const CommPtr& comm, ByteRanges buffer, int dest, int tag,
                Mode mode) {
  open_buffer(call, request, OperationKind::Send, comm->peers()[static_cast<std::size_t>(dest)], std::move(buffer));
  const std::uint64_t number = signal_send(call, *comm, dest, tag, mode);
  request.sent = {comm, dest, tag, number};
  request.synchronous = mode == Mode::Synchronous;
  send_started(call, *request.sent);
}

/// The operation is started before the real routine, the request is kept after it.
RequestPtr isend(const Call& call, const void* buffer, std::int64_t count, MPI_Datatype type, int dest, int tag,
                 MPI_Comm comm, Mode mode) {
  const CommPtr& of = comm_of(comm);
  if (!is_sent(of, count, type, dest, tag)) return nullptr;
  if (may_matter(buffer, count, type) && is_known_to_be_refused(buffer, {count, type, dest, tag, comm})) return nullptr;
  auto request = new_request();
  start_send(call, *request, of, ranges_of(buffer, count, type), dest, tag, mode);
  return request;
}

RequestPtr irecv(const Call& call, void* buffer, std::int64_t count, MPI_Datatype type, int source, int tag,
                 MPI_Comm comm) {
  const CommPtr& of = comm_of(comm);
  if (!is_received(of, count, type, source, tag)) return nullptr;
  auto request = new_request();
  receive_posted(call, *of, source, tag);
  request->receive = post_receive(of, source, tag);
  open_buffer(call, *request, OperationKind::Receive, call.runtime().rank(), ranges_of(buffer, count, type));
  return request;
}

#if MPI_VERSION >= 4
/// What one call sends and receives completes together.
RequestPtr isendrecv(const Call& call, const ByteRanges& sent, int dest, int s_tag, void* buffer, std::int64_t count,
                     MPI_Datatype type, int source, int r_tag, MPI_Comm comm) {
  RequestPtr request = irecv(call, buffer, count, type, source, r_tag, comm);
  if (!is_sent(comm_of(comm), 0, MPI_BYTE, dest, s_tag)) return request;
  if (!request) request = new_request();
  start_send(call, *request, comm_of(comm), sent, dest, s_tag, Mode::Usual);
  return request;
}
#endif

void keep(const Call& call, int result, MPI_Request* handle, RequestPtr request) {
  if (!call) return;
  if (result == MPI_SUCCESS)
    keep_request(handle, std::move(request));
  else if (request)
    refused(call, *request);
}

RequestPtr send_init(const void* buffer, std::int64_t count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
                     Mode mode) {
  if (!is_sent(comm_of(comm), count, type, dest, tag)) return nullptr;
  auto request = new_request();
  request->active = false;
  request->start = [of = comm_of(comm), ranges = ranges_of(buffer, count, type), dest, tag, mode](
                       const Call& call, Request& self) { start_send(call, self, of, ranges, dest, tag, mode); };
  return request;
}

RequestPtr recv_init(void* buffer, std::int64_t count, MPI_Datatype type, int source, int tag, MPI_Comm comm) {
  if (!is_received(comm_of(comm), count, type, source, tag)) return nullptr;
  auto request = new_request();
  request->active = false;
  request->start = [of = comm_of(comm), ranges = ranges_of(buffer, count, type), source, tag](const Call& call,
                                                                                              Request& self) {
    receive_posted(call, *of, source, tag);
    self.receive = post_receive(of, source, tag);
    open_buffer(call, self, OperationKind::Receive, call.runtime().rank(), ranges);
  };
  return request;
}

/// Says if it began.
bool start(const Call& call, MPI_Request handle) {
  Request* const request = request_of(handle);
  if (!request || !request->start || request->active) return false;
  request->active = true;
  request->start(call, *request);
  name_posted(*request, handle);
  return true;
}

/// The library did not start it.
void not_started(const Call& call, MPI_Request handle) {
  Request& request = *request_of(handle);
  refused(call, request);
  request.active = false;
  request.receive.reset();
  request.sent.reset();
  request.operations.clear();
  request.abroad.clear();
}

/// Messages that were matched by a probe: their communicator, and the status of the probe.
struct Matched {
  CommPtr comm;
  MPI_Status status;
  WhenReceived when_received;
};
constinit bindings::Immortal<std::unordered_map<std::uint64_t, Matched>> matched_messages;

void keep_matched(const Call& call, MPI_Comm comm, MPI_Message message, const MPI_Status& status) {
  if (message == MPI_MESSAGE_NO_PROC || !comm_of(comm)) return;
  matched_messages()[key_of(message)] = {comm_of(comm), status, matched(call, comm_of(comm), status)};
}

/// The message that a probe matched is received now; null if FarSan does not know of it.
Matched* matched_message(MPI_Message message) {
  const auto it = matched_messages().find(key_of(message));
  return it == matched_messages().end() ? nullptr : &it->second;
}

/// Whatever the library makes of it, the receive has begun before the real routine.
void begin_receive(const Call& call, const Matched* message) {
  if (message != nullptr) receive_posted(call, *message->comm, message->status.MPI_SOURCE, message->status.MPI_TAG);
}

/// Afterwards: what is to be called when the message is there, if anything is. Refused, it can still be received.
WhenReceived end_receive(const Call& call, MPI_Message message, int result) {
  Matched* const of = matched_message(message);
  if (of == nullptr) return nullptr;
  if (!message_came(result)) {
    receive_refused(call, *of->comm, of->status.MPI_SOURCE, of->status.MPI_TAG);
    return nullptr;
  }
  WhenReceived when_received = std::move(of->when_received);
  matched_messages().erase(key_of(message));
  return when_received;
}

}  // namespace

}  // namespace farsan::mpi

using namespace farsan::mpi;

#define FARSAN_SENT(n) const void *buf, n count, MPI_Datatype type, int dest, int tag, MPI_Comm comm
#define FARSAN_SEND(name, n, mode)                                               \
  FARSAN_MPI int MPI_##name(FARSAN_SENT(n)) {                                    \
    FARSAN_CALL("MPI_" #name);                                                   \
    return send(call, buf, {count, type, dest, tag, comm}, mode,                 \
                [&] { return PMPI_##name(buf, count, type, dest, tag, comm); }); \
  }
#define FARSAN_ISEND(name, n, mode)                                                             \
  FARSAN_MPI int MPI_##name(FARSAN_SENT(n), MPI_Request* request) {                             \
    FARSAN_CALL("MPI_" #name);                                                                  \
    RequestPtr started = call ? isend(call, buf, count, type, dest, tag, comm, mode) : nullptr; \
    const int result = PMPI_##name(buf, count, type, dest, tag, comm, request);                 \
    keep(call, result, request, std::move(started));                                            \
    return result;                                                                              \
  }
#define FARSAN_SEND_INIT(name, n, mode)                                                        \
  FARSAN_MPI int MPI_##name(FARSAN_SENT(n), MPI_Request* request) {                            \
    FARSAN_CALL("MPI_" #name);                                                                 \
    const int result = PMPI_##name(buf, count, type, dest, tag, comm, request);                \
    if (call) keep(call, result, request, send_init(buf, count, type, dest, tag, comm, mode)); \
    return result;                                                                             \
  }
#define FARSAN_ISENDRECV(suffix, n)                                                                                    \
  FARSAN_MPI int MPI_Isendrecv##suffix(const void* s_buf, n s_count, MPI_Datatype s_type, int dest, int s_tag,         \
                                       void* r_buf, n r_count, MPI_Datatype r_type, int source, int r_tag,             \
                                       MPI_Comm comm, MPI_Request* request) {                                          \
    FARSAN_CALL("MPI_Isendrecv" #suffix);                                                                              \
    RequestPtr started = call ? isendrecv(call, ranges_of(s_buf, s_count, s_type), dest, s_tag, r_buf, r_count,        \
                                          r_type, source, r_tag, comm)                                                 \
                              : nullptr;                                                                               \
    const int result = PMPI_Isendrecv##suffix(s_buf, s_count, s_type, dest, s_tag, r_buf, r_count, r_type, source,     \
                                              r_tag, comm, request);                                                   \
    keep(call, result, request, std::move(started));                                                                   \
    return result;                                                                                                     \
  }                                                                                                                    \
  FARSAN_MPI int MPI_Isendrecv_replace##suffix(void* buf, n count, MPI_Datatype type, int dest, int s_tag, int source, \
                                               int r_tag, MPI_Comm comm, MPI_Request* request) {                       \
    FARSAN_CALL("MPI_Isendrecv_replace" #suffix);                                                                      \
    /* Replaced is written, and nothing else. */                                                                       \
    const ByteRanges sent = call && source == MPI_PROC_NULL ? ranges_of(buf, count, type) : ByteRanges();              \
    RequestPtr started = call ? isendrecv(call, sent, dest, s_tag, buf, count, type, source, r_tag, comm) : nullptr;   \
    const int result = PMPI_Isendrecv_replace##suffix(buf, count, type, dest, s_tag, source, r_tag, comm, request);    \
    keep(call, result, request, std::move(started));                                                                   \
    return result;                                                                                                     \
  }
#if MPI_VERSION >= 4
FARSAN_ISENDRECV(, int)
FARSAN_ISENDRECV(_c, MPI_Count)
#endif
#define FARSAN_RECV(suffix, n)                                                                                        \
  FARSAN_MPI int MPI_Recv##suffix(void* buf, n count, MPI_Datatype type, int source, int tag, MPI_Comm comm,          \
                                  MPI_Status* given) {                                                                \
    FARSAN_CALL("MPI_Recv" #suffix);                                                                                  \
    if (!call) return PMPI_Recv##suffix(buf, count, type, source, tag, comm, given);                                  \
    Status status(given);                                                                                             \
    const Envelope message{count, type, source, tag, comm};                                                           \
    begin_receive(call, message);                                                                                     \
    const bool matters = may_matter(buf, count, type);                                                                \
    const int result = PMPI_Recv##suffix(buf, count, type, source, tag, comm, status);                                \
    if (!message_came(result)) take_back_receive(call, message);                                                      \
    if (source == MPI_PROC_NULL || !message_came(result)) return result;                                              \
    received(call, comm_of(comm), *status);                                                                           \
    store_received(call, matters, buf, count, type, *status);                                                         \
    return result;                                                                                                    \
  }                                                                                                                   \
  FARSAN_MPI int MPI_Irecv##suffix(void* buf, n count, MPI_Datatype type, int source, int tag, MPI_Comm comm,         \
                                   MPI_Request* request) {                                                            \
    FARSAN_CALL("MPI_Irecv" #suffix);                                                                                 \
    RequestPtr started = call ? irecv(call, buf, count, type, source, tag, comm) : nullptr;                           \
    const int result = PMPI_Irecv##suffix(buf, count, type, source, tag, comm, request);                              \
    keep(call, result, request, std::move(started));                                                                  \
    return result;                                                                                                    \
  }                                                                                                                   \
  FARSAN_MPI int MPI_Recv_init##suffix(void* buf, n count, MPI_Datatype type, int source, int tag, MPI_Comm comm,     \
                                       MPI_Request* request) {                                                        \
    FARSAN_CALL("MPI_Recv_init" #suffix);                                                                             \
    const int result = PMPI_Recv_init##suffix(buf, count, type, source, tag, comm, request);                          \
    if (call) keep(call, result, request, recv_init(buf, count, type, source, tag, comm));                            \
    return result;                                                                                                    \
  }                                                                                                                   \
  FARSAN_MPI int MPI_Sendrecv##suffix(const void* s_buf, n s_count, MPI_Datatype s_type, int dest, int s_tag,         \
                                      void* r_buf, n r_count, MPI_Datatype r_type, int source, int r_tag,             \
                                      MPI_Comm comm, MPI_Status* given) {                                             \
    FARSAN_CALL("MPI_Sendrecv" #suffix);                                                                              \
    if (!call)                                                                                                        \
      return PMPI_Sendrecv##suffix(s_buf, s_count, s_type, dest, s_tag, r_buf, r_count, r_type, source, r_tag, comm,  \
                                   given);                                                                            \
    const Envelope sent{s_count, s_type, dest, s_tag, comm};                                                          \
    const Envelope message{r_count, r_type, source, r_tag, comm};                                                     \
    begin_send(call, s_buf, sent);                                                                                    \
    Status status(given);                                                                                             \
    begin_receive(call, message);                                                                                     \
    const bool matters = may_matter(r_buf, r_count, r_type);                                                          \
    const RequestPtr in_use = open_overlapping(call, s_buf, sent, r_buf, message);                                    \
    const int result = PMPI_Sendrecv##suffix(s_buf, s_count, s_type, dest, s_tag, r_buf, r_count, r_type, source,     \
                                             r_tag, comm, status);                                                    \
    if (in_use) close_buffers(call, *in_use);                                                                         \
    if (!message_came(result)) take_back_receive(call, message), take_back_send(call, sent);                          \
    if (source == MPI_PROC_NULL || !message_came(result)) return result;                                              \
    received(call, comm_of(comm), *status);                                                                           \
    store_received(call, matters, r_buf, r_count, r_type, *status);                                                   \
    return result;                                                                                                    \
  }                                                                                                                   \
  FARSAN_MPI int MPI_Sendrecv_replace##suffix(void* buf, n count, MPI_Datatype type, int dest, int s_tag, int source, \
                                              int r_tag, MPI_Comm comm, MPI_Status* given) {                          \
    FARSAN_CALL("MPI_Sendrecv_replace" #suffix);                                                                      \
    if (!call) return PMPI_Sendrecv_replace##suffix(buf, count, type, dest, s_tag, source, r_tag, comm, given);       \
    const Envelope sent{count, type, dest, s_tag, comm};                                                              \
    const Envelope message{count, type, source, r_tag, comm};                                                         \
    begin_send(call, buf, sent);                                                                                      \
    Status status(given);                                                                                             \
    begin_receive(call, message);                                                                                     \
    const bool matters = may_matter(buf, count, type);                                                                \
    const int result = PMPI_Sendrecv_replace##suffix(buf, count, type, dest, s_tag, source, r_tag, comm, status);     \
    if (!message_came(result)) take_back_receive(call, message), take_back_send(call, sent);                          \
    if (source == MPI_PROC_NULL || !message_came(result)) return result;                                              \
    received(call, comm_of(comm), *status);                                                                           \
    store_received(call, matters, buf, count, type, *status);                                                         \
    return result;                                                                                                    \
  }                                                                                                                   \
  FARSAN_MPI int MPI_Mrecv##suffix(void* buf, n count, MPI_Datatype type, MPI_Message* message, MPI_Status* given) {  \
    FARSAN_CALL("MPI_Mrecv" #suffix);                                                                                 \
    if (!call) return PMPI_Mrecv##suffix(buf, count, type, message, given);                                           \
    const MPI_Message handle = *message;                                                                              \
    begin_receive(call, matched_message(handle));                                                                     \
    const bool real = handle != MPI_MESSAGE_NO_PROC;                                                                  \
    Status status(given);                                                                                             \
    const bool matters = may_matter(buf, count, type);                                                                \
    const int result = PMPI_Mrecv##suffix(buf, count, type, message, status);                                         \
    const WhenReceived when_received = end_receive(call, handle, result);                                             \
    if (!real || !message_came(result)) return result;                                                                \
    if (when_received) when_received(call);                                                                           \
    store_received(call, matters, buf, count, type, *status);                                                         \
    return result;                                                                                                    \
  }                                                                                                                   \
  FARSAN_MPI int MPI_Imrecv##suffix(void* buf, n count, MPI_Datatype type, MPI_Message* message,                      \
                                    MPI_Request* request) {                                                           \
    FARSAN_CALL("MPI_Imrecv" #suffix);                                                                                \
    if (!call) return PMPI_Imrecv##suffix(buf, count, type, message, request);                                        \
    const MPI_Message handle = *message;                                                                              \
    begin_receive(call, matched_message(handle));                                                                     \
    RequestPtr started;                                                                                               \
    if (*message != MPI_MESSAGE_NO_PROC) {                                                                            \
      started = new_request();                                                                                        \
      open_buffer(call, *started, farsan::model::OperationKind::Receive, call.runtime().rank(),                       \
                  ranges_of(buf, count, type));                                                                       \
    }                                                                                                                 \
    const int result = PMPI_Imrecv##suffix(buf, count, type, message, request);                                       \
    WhenReceived when_received = end_receive(call, handle, result);                                                   \
    if (started) started->when_complete = std::move(when_received);                                                   \
    keep(call, result, request, std::move(started));                                                                  \
    return result;                                                                                                    \
  }

#define FARSAN_P2P(suffix, n)                                \
  FARSAN_SEND(Send##suffix, n, Mode::Usual)                  \
  FARSAN_SEND(Bsend##suffix, n, Mode::Buffered)              \
  FARSAN_SEND(Ssend##suffix, n, Mode::Synchronous)           \
  FARSAN_SEND(Rsend##suffix, n, Mode::Usual)                 \
  FARSAN_ISEND(Isend##suffix, n, Mode::Usual)                \
  FARSAN_ISEND(Ibsend##suffix, n, Mode::Usual)               \
  FARSAN_ISEND(Issend##suffix, n, Mode::Synchronous)         \
  FARSAN_ISEND(Irsend##suffix, n, Mode::Usual)               \
  FARSAN_SEND_INIT(Send_init##suffix, n, Mode::Usual)        \
  FARSAN_SEND_INIT(Bsend_init##suffix, n, Mode::Usual)       \
  FARSAN_SEND_INIT(Ssend_init##suffix, n, Mode::Synchronous) \
  FARSAN_SEND_INIT(Rsend_init##suffix, n, Mode::Usual)       \
  FARSAN_RECV(suffix, n)

FARSAN_P2P(, int)
#if MPI_VERSION >= 4
FARSAN_P2P(_c, MPI_Count)
#endif

FARSAN_MPI int MPI_Start(MPI_Request* request) {
  FARSAN_CALL("MPI_Start");
  const bool begun = call && request != nullptr && start(call, *request);
  const int result = PMPI_Start(request);
  if (begun && is_refused(result)) not_started(call, *request);
  return result;
}

FARSAN_MPI int MPI_Startall(int count, MPI_Request requests[]) {
  FARSAN_CALL("MPI_Startall");
  std::vector<MPI_Request> begun;
  for (int i = 0; call && requests != nullptr && i < count; ++i)
    if (start(call, requests[i])) begun.push_back(requests[i]);
  const int result = PMPI_Startall(count, requests);
  // For another reason some of them may have been started.
  if (error_class(result) == MPI_ERR_REQUEST)
    for (const MPI_Request handle : begun) not_started(call, handle);
  return result;
}

// --- Probes ----------------------------------------------------------------------------------------------------------

FARSAN_MPI int MPI_Probe(int source, int tag, MPI_Comm comm, MPI_Status* given) {
  FARSAN_CALL("MPI_Probe");
  if (!call) return PMPI_Probe(source, tag, comm, given);
  Status status(given);
  const int result = PMPI_Probe(source, tag, comm, status);
  if (source != MPI_PROC_NULL && result == MPI_SUCCESS) probed(call, comm_of(comm), *status);
  return result;
}

FARSAN_MPI int MPI_Iprobe(int source, int tag, MPI_Comm comm, int* flag, MPI_Status* given) {
  FARSAN_CALL("MPI_Iprobe");
  if (!call) return PMPI_Iprobe(source, tag, comm, flag, given);
  Status status(given);
  const int result = PMPI_Iprobe(source, tag, comm, flag, status);
  if (result == MPI_SUCCESS && *flag != 0 && source != MPI_PROC_NULL) probed(call, comm_of(comm), *status);
  return result;
}

FARSAN_MPI int MPI_Mprobe(int source, int tag, MPI_Comm comm, MPI_Message* message, MPI_Status* given) {
  FARSAN_CALL("MPI_Mprobe");
  if (!call) return PMPI_Mprobe(source, tag, comm, message, given);
  Status status(given);
  const int result = PMPI_Mprobe(source, tag, comm, message, status);
  if (result == MPI_SUCCESS) keep_matched(call, comm, *message, *status);
  return result;
}

FARSAN_MPI int MPI_Improbe(int source, int tag, MPI_Comm comm, int* flag, MPI_Message* message, MPI_Status* given) {
  FARSAN_CALL("MPI_Improbe");
  if (!call) return PMPI_Improbe(source, tag, comm, flag, message, given);
  Status status(given);
  const int result = PMPI_Improbe(source, tag, comm, flag, message, status);
  if (result == MPI_SUCCESS && *flag != 0) keep_matched(call, comm, *message, *status);
  return result;
}
