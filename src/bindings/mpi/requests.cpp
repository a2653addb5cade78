#include "bindings/mpi/requests.h"
#include "bindings/common/immortal.h"
#include "bindings/mpi/imported.h"

#include "bindings/mpi/arguments.h"
#include "bindings/mpi/freed_sends.h"
#include "bindings/mpi/synchronous.h"

#include "engine/pointer_map.h"

#include <algorithm>
#include <utility>

namespace farsan::mpi {

namespace {

constinit bindings::Immortal<engine::PointerMap<RequestPtr>> requests;
constinit bindings::Immortal<std::vector<std::unique_ptr<Request>>> spare;

/// Has this receive, which was posted earlier and is not completed, taken a message of (source, tag)? One that names exactly
/// these has: messages do not overtake each other. One with a wildcard, or that the program has cancelled, says so if it is complete; if
/// it is not yet, no is the answer that takes an earlier signal of the same sender, which tells less, never more.
bool has_taken(PostedReceive& receive, int source, int tag) {
  if (receive.source == source && receive.tag == tag && !receive.cancelled) return true;
  const bool fits = (receive.source == source || receive.source == MPI_ANY_SOURCE) &&
                    (receive.tag == tag || receive.tag == MPI_ANY_TAG);
  if (!fits || receive.handle == MPI_REQUEST_NULL) return false;
  int there = 0;
  int cancelled = 0;
  MPI_Status status{};
  PMPI_Request_get_status(receive.handle, &there, &status);
  if (there != 0) PMPI_Test_cancelled(&status, &cancelled);
  if (there == 0 || cancelled != 0) return false;
  // Nobody asks the library again: who completes thousands of them, the last one first, asks each time.
  receive.source = status.MPI_SOURCE;
  receive.tag = status.MPI_TAG;
  receive.cancelled = false;
  return receive.source == source && receive.tag == tag;
}

/// How many deposits of (source, tag) belong to receives that were posted earlier and are not completed.
std::size_t taken_by_earlier(Comm& comm, int source, int tag, std::uint64_t before) {
  if (comm.posted.empty()) return 0;
  return static_cast<std::size_t>(std::ranges::count_if(
      comm.posted.before(before), [&](PostedReceive& receive) { return has_taken(receive, source, tag); }));
}

/// Null if it is none, or over.
PostedReceive* posted_by(const Request& request) {
  return request.receive ? request.receive->comm->posted.find(request.receive->number) : nullptr;
}

/// Whose message it took, and with which tag. It knows that itself but for wildcards, and MPICH does not say it where the request is one of
/// MPI_Isendrecv.
MPI_Status of_its_message(const Posted& receive, MPI_Status status) {
  if (receive.source != MPI_ANY_SOURCE) status.MPI_SOURCE = receive.source;
  if (receive.tag != MPI_ANY_TAG) status.MPI_TAG = receive.tag;
  return status;
}

int query_complete(void* extra, MPI_Status* status) {
  *status = *static_cast<MPI_Status*>(extra);
  return MPI_SUCCESS;
}
int free_complete(void* extra) {
  delete static_cast<MPI_Status*>(extra);
  return MPI_SUCCESS;
}
int cancel_complete(void* /*extra*/, int /*complete*/) { return MPI_SUCCESS; }

/// A request of its own in place of one that is complete and shared.
void replace_by_own(MPI_Request* handle) {
  auto* status = new MPI_Status{};
  PMPI_Wait(handle, status);
  PMPI_Grequest_start(query_complete, free_complete, cancel_complete, status, handle);
  PMPI_Grequest_complete(*handle);
}

}  // namespace

void Request::renew() {
  operations.clear();
  abroad.clear();
  receive.reset();
  sent.reset();
  synchronous = false;
  collective.reset();
  collective_on = nullptr;
  stream = {};
  when_complete = nullptr;
  start = nullptr;
  active = true;
  arrays.reset();
}

RequestPtr new_request() {
  if (spare().empty()) return RequestPtr(new Request);
  RequestPtr request(spare().back().release());
  spare().pop_back();
  return request;
}

void PutAside::operator()(Request* request) const {
  constexpr std::size_t kMost = 256;
  std::unique_ptr<Request> over(request);
  if (spare().size() >= kMost) return;
  over->renew();
  spare().push_back(std::move(over));
}

void keep_request(MPI_Request* handle, RequestPtr request) {
  if (*handle == MPI_REQUEST_NULL) return;
  if (!request) request = new_request();
  if (requests().find(key_of(*handle)) != nullptr) {
    // One that is not complete is nobody else's: the other one was completed behind FarSan's back, by PMPI_Wait for example.
    int complete = 0;
    PMPI_Request_get_status(*handle, &complete, MPI_STATUS_IGNORE);
    if (complete != 0) replace_by_own(handle);
  }
  name_posted(*request, *handle);
  requests().put(key_of(*handle), std::move(request));
}

void name_posted(const Request& request, MPI_Request handle) {
  if (PostedReceive* const receive = posted_by(request)) receive->handle = handle;
}

void cancel_asked(MPI_Request handle) {
  const Request* const request = request_of(handle);
  if (request == nullptr || !request->active) return;
  if (PostedReceive* const receive = posted_by(*request)) receive->cancelled = true;
}

Request* request_of(MPI_Request handle) {
  const RequestPtr* const found = requests().find(key_of(handle));
  return found == nullptr ? nullptr : found->get();
}

void completed(const Call& call, MPI_Request handle, const MPI_Status& status, bool freed) {
  Request* const request = request_of(handle);
  if (request == nullptr) return;
  const RequestPtr over = freed ? requests().take(key_of(handle)) : nullptr;
  if (!std::exchange(request->active, false)) return;
  if (request->receive) {
    withdraw(*request->receive);
    int cancelled = 0;
    PMPI_Test_cancelled(&status, &cancelled);
    if (cancelled == 0) {
      const Posted& receive = *request->receive;
      received(call, receive.comm, of_its_message(receive, status), receive.number);
    }
  }
  if (request->sent) {
    const Request::Sent& sent = *request->sent;
    if (request->synchronous) met_receive(call, *sent.comm, sent.dest, sent.tag, sent.number);
    send_completed(sent);
    request->sent.reset();
  }
  if (request->when_complete) request->when_complete(call);
  // Others may be still in it.
  if (request->collective) wait_for(call, request->collective->awaits, request->stream);
  close_buffers(call, *request);
  request->operations.clear();
  request->abroad.clear();
}

void close_buffers(const Call& call, const Request& request) {
  for (const model::OperationId id : request.operations) call.process().complete(0, {id});
  close_abroad(call, request.abroad);
}

void refused(const Call& call, const Request& request) {
  // In the other order than they began.
  if (request.sent) {
    const Request::Sent& sent = *request.sent;
    send_completed(sent);
    send_refused(call, *sent.comm, sent.dest, sent.tag, request.synchronous);
  }
  if (request.receive) {
    const Posted& receive = *request.receive;
    withdraw(receive);
    receive_refused(call, *receive.comm, receive.source, receive.tag);
  }
  if (request.collective_on)
    not_begun(call, *request.collective_on, *request.collective, request.stream);
  else if (request.collective)
    take_back(call, request.collective->releases, request.stream);
  close_buffers(call, request);
}

void send_refused(const Call& call, const Comm& comm, int dest, int tag, bool synchronous) {
  take_back(call, std::span(&comm.peers()[static_cast<std::size_t>(dest)], 1),
            stream(Traffic::Message, comm.context, tag));
  forget_message(comm, dest, tag, synchronous);
}

void request_freed(MPI_Request handle) {
  const RequestPtr request = requests().take(key_of(handle));
  if (!request || !request->active || !request->sent) return;
  std::vector<model::OperationId>& in_use = request->operations;
  in_use.insert(in_use.end(), request->abroad.read.begin(), request->abroad.read.end());
  send_freed(*request->sent, std::move(in_use));
}

void open_buffer(const Call& call, Request& request, model::OperationKind kind, std::uint32_t peer, ByteRanges buffer) {
  if (call.runtime().maps_foreign())
    open_abroad(call, kind == model::OperationKind::Send ? Use::Reads : Use::Writes, session::Epoch::Request, buffer,
                request.abroad);
  if (buffer.empty()) return;
  model::Issue issue;
  issue.id = new_operation(call, session::Epoch::Request);
  issue.operation.kind = kind;
  issue.operation.target = {peer};
  issue.operation.scope = {0};  // no window: nothing but the request completes it
  (kind == model::OperationKind::Send ? issue.operation.source : issue.operation.result) = std::move(buffer);
  call.process().issue(0, issue, call.site(), engine::Naming::Named);
  request.operations.push_back(issue.id);
}

Posted post_receive(const CommPtr& comm, int source, int tag) {
  const std::uint64_t number = comm->receives++;
  comm->posted.push_back({source, tag, number});
  return {comm, number, source, tag};
}

void withdraw(const Posted& receive) { receive.comm->posted.erase(receive.number); }

namespace {

/// Signals of messages with that source and tag.
struct Signals {
  std::uint32_t sender = 0;
  transport::Stream of;
  std::size_t skip = 0;  ///< the first of them are of receives that were posted earlier
};
/// Null for MPI_PROC_NULL, or if the library has set nothing.
std::optional<Signals> signals_of(const CommPtr& comm, const MPI_Status& status, std::uint64_t before) {
  if (!names_peer(comm, status.MPI_SOURCE)) return std::nullopt;
  return Signals{comm->peers()[static_cast<std::size_t>(status.MPI_SOURCE)],
                 stream(Traffic::Message, comm->context, status.MPI_TAG),
                 taken_by_earlier(*comm, status.MPI_SOURCE, status.MPI_TAG, before)};
}

}  // namespace

void received(const Call& call, const CommPtr& comm, const MPI_Status& status, std::uint64_t before) {
  const auto signals = signals_of(comm, status, before);
  if (!signals) return;
  wait_for(call, signals->sender, signals->of, signals->skip);
  confirm(call, signals->sender, signals->of, signals->skip);
}

void before_freed(const Call& call, MPI_Request handle) {
  Request* const request = request_of(handle);
  if (request == nullptr || !request->active || !request->receive) return;
  int there = 0;
  int cancelled = 0;
  MPI_Status status{};
  PMPI_Request_get_status(handle, &there, &status);
  if (there != 0) PMPI_Test_cancelled(&status, &cancelled);
  if (cancelled != 0) return completed(call, handle, status, false);
  const Posted receive = *request->receive;
  if (there != 0) {
    // It has its message, of which the program knows nothing: nothing is learnt from it.
    withdraw(receive);
    if (const auto signals = signals_of(receive.comm, of_its_message(receive, status), receive.number)) {
      (void)call.transport().take(signals->sender, signals->of, signals->skip);
      confirm(call, signals->sender, signals->of, signals->skip);
    }
  } else if (PostedReceive* const posted = receive.comm->posted.find(receive.number)) {
    posted->handle = MPI_REQUEST_NULL;
  }
}

namespace {

/// In Deposit::words: the sender's last epoch is that in which it read the buffer.
constexpr std::uint64_t kReadsLast = 1;

bool reads_last(const transport::Deposit& deposit) { return deposit.words[0] == kReadsLast; }

/// What a probe tells: a message is on its way, and may still be read from its buffer.
model::Snapshot before_reading(const transport::Deposit& deposit) {
  const model::Point own = deposit.clock.own();
  return reads_last(deposit) ? model::Snapshot(deposit.clock.shared(), {own.unit, own.epoch - 1}) : deposit.clock;
}

}  // namespace

constinit bool g_probes = false;
void use_probes(bool used) { g_probes = used; }
bool program_probes() { return program_calls({"MPI_Probe", "MPI_Iprobe", "MPI_Mprobe", "MPI_Improbe"}); }

void signal_after_reading(const Call& call, std::uint32_t receiver, const transport::Stream& of) {
  bindings::tell_of_segments(call);
  call.transport().deposit(receiver, of, {call.process().signal(0), {}, nullptr, {kReadsLast}});
}

WhenReceived matched(const Call& call, const CommPtr& comm, const MPI_Status& status) {
  call.process().catch_up();
  const auto signals = signals_of(comm, status, ~std::uint64_t{0});
  if (!signals) return nullptr;
  std::optional<model::Snapshot> more;  // is learnt when it is received
  if (const auto deposit = call.transport().take(signals->sender, signals->of, signals->skip)) {
    const model::Snapshot known = before_reading(*deposit);
    call.process().wait(0, std::span(&known, 1));
    if (reads_last(*deposit)) more = deposit->clock;
  }
  std::optional<Message> message;
  if (g_confirms) message = next_received(signals->sender, signals->of, signals->skip);
  if (!more && !message) return nullptr;
  return [more, message](const Call& at) {
    if (more) at.process().wait(0, std::span(&*more, 1));
    if (message) confirm_received(at, *message);
  };
}

void probed(const Call& call, const CommPtr& comm, const MPI_Status& status) {
  const auto signals = signals_of(comm, status, ~std::uint64_t{0});
  if (!signals) return;
  call.process().wait(0, [&](model::UnitClock& clock) {
    if (const auto deposit = call.transport().peek(signals->sender, signals->of, signals->skip))
      clock.merge(before_reading(*deposit));
  });
}

}  // namespace farsan::mpi
