// Point to point. A send signals when it is started, a receive waits when it is complete; buffers of non-blocking ones are
// open in between.
#include <algorithm>
#include <unordered_map>

#include "bindings/common/immortal.h"
#include "bindings/mpi/arguments.h"
#include "bindings/mpi/datatypes.h"
#include "bindings/mpi/freed_sends.h"
#include "bindings/mpi/requests.h"
#include "bindings/mpi/status.h"
#include "bindings/mpi/synchronous.h"

namespace farsan::mpi {

namespace {

using model::OperationKind;

enum class Mode : std::uint8_t { Usual, Synchronous };

/// The signal of a send to `dest` with this tag. Returns which message of its stream it is.
std::uint64_t signal_send(const Call& call, Comm& comm, int dest, int tag, Mode mode) {
  signal_to(call, comm.peers()[static_cast<std::size_t>(dest)], stream(Traffic::Message, comm.context, tag));
  return count_message(call, comm, dest, tag, mode == Mode::Synchronous);
}

/// Some of these bytes lie where accesses count.
bool may_matter(const void* buffer, std::int64_t count, MPI_Datatype type) {
  return runtime::marks_of(bounds_of(buffer, count, type)) != 0;
}

/// Returns which message of its stream it is.
std::uint64_t send(const Call& call, const void* buffer, std::int64_t count, MPI_Datatype type, int dest, int tag,
                   MPI_Comm comm, Mode mode = Mode::Usual) {
  const CommPtr& of = comm_of(comm);
  if (!is_sent(of, count, type, dest, tag)) return 0;
  if (may_matter(buffer, count, type)) call.reads(ranges_of(buffer, count, type));
  return signal_send(call, *of, dest, tag, mode);
}

/// A blocking receive begins. It waits anyway: time for what the receive before it brought.
void receive(const Call& call, std::int64_t count, MPI_Datatype type, int source, int tag, MPI_Comm comm) {
  call.process().catch_up();
  if (const CommPtr& of = comm_of(comm); is_received(of, count, type, source, tag))
    receive_posted(call, *of, source, tag);
}

/// What was received lies in the buffer, as much as there was. `matters`: of the buffer, asked beforehand, while nobody waits for it.
void store_received(const Call& call, bool matters, void* buffer, std::int64_t count, MPI_Datatype type,
                    const MPI_Status& status) {
  if (matters) call.writes(ranges_of(buffer, filled_elements(count, type, status), type));
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

void start(const Call& call, MPI_Request handle) {
  Request* const request = request_of(handle);
  if (!request || !request->start || request->active) return;
  request->active = true;
  request->start(call, *request);
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

/// The message that a probe matched is received now. Returns what is to be called when it is there, if anything is.
WhenReceived receive_matched(const Call& call, MPI_Message message) {
  const auto it = matched_messages().find(key_of(message));
  if (it == matched_messages().end()) return nullptr;
  receive_posted(call, *it->second.comm, it->second.status.MPI_SOURCE, it->second.status.MPI_TAG);
  WhenReceived when_received = std::move(it->second.when_received);
  matched_messages().erase(it);
  return when_received;
}

}  // namespace

}  // namespace farsan::mpi

using namespace farsan::mpi;

#define FARSAN_SENT(n) const void *buf, n count, MPI_Datatype type, int dest, int tag, MPI_Comm comm
#define FARSAN_SEND(name, n)                                 \
  FARSAN_MPI int MPI_##name(FARSAN_SENT(n)) {                \
    FARSAN_CALL("MPI_" #name);                               \
    if (call) send(call, buf, count, type, dest, tag, comm); \
    return PMPI_##name(buf, count, type, dest, tag, comm);   \
  }
#define FARSAN_SSEND(name, n)                                                                             \
  FARSAN_MPI int MPI_##name(FARSAN_SENT(n)) {                                                             \
    FARSAN_CALL("MPI_" #name);                                                                            \
    if (!call || !names_peer(comm_of(comm), dest)) return PMPI_##name(buf, count, type, dest, tag, comm); \
    const std::uint64_t number = send(call, buf, count, type, dest, tag, comm, Mode::Synchronous);        \
    const int result = PMPI_##name(buf, count, type, dest, tag, comm);                                    \
    met_receive(call, *comm_of(comm), dest, tag, number);                                                 \
    return result;                                                                                        \
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
    receive(call, count, type, source, tag, comm);                                                                    \
    const bool matters = may_matter(buf, count, type);                                                                \
    const int result = PMPI_Recv##suffix(buf, count, type, source, tag, comm, status);                                \
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
    send(call, s_buf, s_count, s_type, dest, s_tag, comm);                                                            \
    Status status(given);                                                                                             \
    receive(call, r_count, r_type, source, r_tag, comm);                                                              \
    const bool matters = may_matter(r_buf, r_count, r_type);                                                          \
    const int result = PMPI_Sendrecv##suffix(s_buf, s_count, s_type, dest, s_tag, r_buf, r_count, r_type, source,     \
                                             r_tag, comm, status);                                                    \
    if (source == MPI_PROC_NULL || !message_came(result)) return result;                                              \
    received(call, comm_of(comm), *status);                                                                           \
    store_received(call, matters, r_buf, r_count, r_type, *status);                                                   \
    return result;                                                                                                    \
  }                                                                                                                   \
  FARSAN_MPI int MPI_Sendrecv_replace##suffix(void* buf, n count, MPI_Datatype type, int dest, int s_tag, int source, \
                                              int r_tag, MPI_Comm comm, MPI_Status* given) {                          \
    FARSAN_CALL("MPI_Sendrecv_replace" #suffix);                                                                      \
    if (!call) return PMPI_Sendrecv_replace##suffix(buf, count, type, dest, s_tag, source, r_tag, comm, given);       \
    send(call, buf, count, type, dest, s_tag, comm);                                                                  \
    Status status(given);                                                                                             \
    receive(call, count, type, source, r_tag, comm);                                                                  \
    const bool matters = may_matter(buf, count, type);                                                                \
    const int result = PMPI_Sendrecv_replace##suffix(buf, count, type, dest, s_tag, source, r_tag, comm, status);     \
    if (source == MPI_PROC_NULL || !message_came(result)) return result;                                              \
    received(call, comm_of(comm), *status);                                                                           \
    store_received(call, matters, buf, count, type, *status);                                                         \
    return result;                                                                                                    \
  }                                                                                                                   \
  FARSAN_MPI int MPI_Mrecv##suffix(void* buf, n count, MPI_Datatype type, MPI_Message* message, MPI_Status* given) {  \
    FARSAN_CALL("MPI_Mrecv" #suffix);                                                                                 \
    if (!call) return PMPI_Mrecv##suffix(buf, count, type, message, given);                                           \
    WhenReceived when_received = receive_matched(call, *message);                                                     \
    const bool real = *message != MPI_MESSAGE_NO_PROC;                                                                \
    Status status(given);                                                                                             \
    const bool matters = may_matter(buf, count, type);                                                                \
    const int result = PMPI_Mrecv##suffix(buf, count, type, message, status);                                         \
    if (!real || !message_came(result)) return result;                                                                \
    if (when_received) when_received(call);                                                                           \
    store_received(call, matters, buf, count, type, *status);                                                         \
    return result;                                                                                                    \
  }                                                                                                                   \
  FARSAN_MPI int MPI_Imrecv##suffix(void* buf, n count, MPI_Datatype type, MPI_Message* message,                      \
                                    MPI_Request* request) {                                                           \
    FARSAN_CALL("MPI_Imrecv" #suffix);                                                                                \
    if (!call) return PMPI_Imrecv##suffix(buf, count, type, message, request);                                        \
    WhenReceived when_received = receive_matched(call, *message);                                                     \
    RequestPtr started;                                                                                               \
    if (*message != MPI_MESSAGE_NO_PROC) {                                                                            \
      started = new_request();                                                                                        \
      started->when_complete = std::move(when_received);                                                              \
      open_buffer(call, *started, farsan::model::OperationKind::Receive, call.runtime().rank(),                       \
                  ranges_of(buf, count, type));                                                                       \
    }                                                                                                                 \
    const int result = PMPI_Imrecv##suffix(buf, count, type, message, request);                                       \
    keep(call, result, request, std::move(started));                                                                  \
    return result;                                                                                                    \
  }

#define FARSAN_P2P(suffix, n)                                \
  FARSAN_SEND(Send##suffix, n)                               \
  FARSAN_SEND(Bsend##suffix, n)                              \
  FARSAN_SSEND(Ssend##suffix, n)                             \
  FARSAN_SEND(Rsend##suffix, n)                              \
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
  if (call && request != nullptr) start(call, *request);
  return PMPI_Start(request);
}

FARSAN_MPI int MPI_Startall(int count, MPI_Request requests[]) {
  FARSAN_CALL("MPI_Startall");
  for (int i = 0; call && requests != nullptr && i < count; ++i) start(call, requests[i]);
  return PMPI_Startall(count, requests);
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
