// Requests: what an unfinished operation of the program is, and what its completion means.
#pragma once

#include <mpi.h>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "bindings/mpi/abroad.h"
#include "bindings/mpi/exchange.h"

namespace farsan::mpi {

/// A receive of a request: one of those posted on the communicator.
struct Posted {
  CommPtr comm;
  std::uint64_t number = 0;
  int source = MPI_ANY_SOURCE;
  int tag = MPI_ANY_TAG;
};

struct Request {
  /// Buffers that are open until it is complete.
  std::vector<model::OperationId> operations;
  Abroad abroad;
  std::optional<Posted> receive;
  /// A send, and which message of its stream it is.
  struct Sent {
    CommPtr comm;
    int dest = MPI_PROC_NULL;
    int tag = 0;
    std::uint64_t number = 0;
  };
  std::optional<Sent> sent;
  bool synchronous = false;  ///< it waits for the receive that it met
  /// A collective: whom completing it waits for, and on which communicator if it was not made beforehand.
  std::optional<Dependence> collective;
  CommPtr collective_on;
  transport::Stream stream;
  /// What else its completion tells.
  std::function<void(const Call&)> when_complete;
  /// Persistent: begins it anew.
  std::function<void(const Call&, Request&)> start;
  bool active = true;
  /// Arguments that the library may still look at.
  std::shared_ptr<const void> arrays;

  /// To what a new one is, but for the room of its list.
  void renew();
};
/// Requests that are over are used again: programs make thousands of them a second, and have many at a time.
struct PutAside {
  void operator()(Request* request) const;
};
using RequestPtr = std::unique_ptr<Request, PutAside>;
[[nodiscard]] RequestPtr new_request();

/// The program holds this handle from now on; without a request, that of an operation with MPI_PROC_NULL. Libraries may give one handle to several operations that are complete at once:
/// then it is replaced by one of its own.
void keep_request(MPI_Request* handle, RequestPtr request);
/// Its receive, if it is one, has this handle: by that others find out which message it took.
void name_posted(const Request& request, MPI_Request handle);
/// It was cancelled: if it is a receive, the message that it would have had may be another's.
void cancel_asked(MPI_Request handle);
/// Null if FarSan has nothing to do for it.
[[nodiscard]] Request* request_of(MPI_Request handle);

/// The operation behind the handle is complete. `freed`: the handle is not valid any more.
void completed(const Call& call, MPI_Request handle, const MPI_Status& status, bool freed);
/// The library did not take what was begun.
void refused(const Call& call, const Request& request);
/// The same of the last message to `dest` with this tag, which was signalled.
void send_refused(const Call& call, const Comm& comm, int dest, int tag, bool synchronous);
/// A request is about to be freed, and has been.
void before_freed(const Call& call, MPI_Request handle);
void request_freed(MPI_Request handle);

/// Opens a buffer that a non-blocking operation reads or writes, until the request is complete.
void open_buffer(const Call& call, Request& request, model::OperationKind kind, std::uint32_t peer, ByteRanges buffer);

/// Those of the request are not read or written any more.
void close_buffers(const Call& call, const Request& request);

/// Whether some program of the job looks at messages before it receives them: blocking sends then say when they read their buffer.
void use_probes(bool used);
extern bool g_probes;
[[nodiscard]] bool program_probes();
/// The signal of a blocking send that has read its buffer in an epoch of its own: who probes for the message knows what was before that epoch.
void signal_after_reading(const Call& call, std::uint32_t receiver, const transport::Stream& stream);

/// A receive on `comm` was posted; matched messages are told apart by the order of posting.
[[nodiscard]] Posted post_receive(const CommPtr& comm, int source, int tag);
void withdraw(const Posted& receive);
/// A message was received: the sender's signal is waited for. `before`: what was posted later than this does not matter.
void received(const Call& call, const CommPtr& comm, const MPI_Status& status,
              std::uint64_t before = ~std::uint64_t{0});
/// The same for a message that was matched, and will be received by another call: returns what is to be called when it is.
using WhenReceived = std::function<void(const Call&)>;
[[nodiscard]] WhenReceived matched(const Call& call, const CommPtr& comm, const MPI_Status& status);
/// The same for a message that was only looked at.
void probed(const Call& call, const CommPtr& comm, const MPI_Status& status);

}  // namespace farsan::mpi
