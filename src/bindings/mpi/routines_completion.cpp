// Wait and Test, for one, any, all and some requests.
#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "bindings/mpi/arguments.h"
#include "bindings/mpi/requests.h"

namespace farsan::mpi {

namespace {

/// Some values; no allocation for a few.
template <class T>
class Few {
 public:
  explicit Few(std::size_t count) : many_(count > few_.size() ? count : 0) {}
  T* data() { return many_.empty() ? few_.data() : many_.data(); }

 private:
  std::array<T, 32> few_;  // none is looked at that was not set
  std::vector<T> many_;
};

/// Handles and statuses as they were before and after the real routine: it nulls handles, and a program may not want
/// statuses that FarSan needs.
class Watched {
 public:
  Watched(int count, const MPI_Request* handles, MPI_Status* given)
      : count_(handles == nullptr ? 0 : static_cast<std::size_t>(std::max(count, 0))),
        handles_(count_),
        own_(given == MPI_STATUSES_IGNORE ? count_ : 0),
        before_(handles_.data(), count_),
        statuses_(given == MPI_STATUSES_IGNORE ? own_.data() : given) {
    std::copy_n(handles, count_, handles_.data());
    // A routine that fails need not set them.
    if (given == MPI_STATUSES_IGNORE) std::fill_n(own_.data(), count_, of_nobody());
  }
  Watched(const Watched&) = delete;
  Watched(Watched&&) = delete;
  Watched& operator=(const Watched&) = delete;
  Watched& operator=(Watched&&) = delete;
  ~Watched() = default;
  [[nodiscard]] MPI_Status* statuses() { return statuses_; }
  /// The request that was at `index` is complete, with the status at `status`.
  void complete(const Call& call, std::size_t index, std::size_t status, const MPI_Request* after) const {
    if (before_[index] == MPI_REQUEST_NULL) return;
    completed(call, before_[index], statuses_[status], after[index] == MPI_REQUEST_NULL);
  }
  void complete_all(const Call& call, const MPI_Request* after) const {
    for (std::size_t i = 0; i < before_.size(); ++i) complete(call, i, i, after);
  }
  /// Those at `indices`, whose statuses come in the same order.
  void complete_some(const Call& call, int count, const int* indices, const MPI_Request* after) const {
    for (int i = 0; count != MPI_UNDEFINED && i < count; ++i)
      complete(call, static_cast<std::size_t>(indices[i]), static_cast<std::size_t>(i), after);
  }
  void complete_any(const Call& call, int index, const MPI_Request* after) const {
    if (index != MPI_UNDEFINED && index >= 0) complete(call, static_cast<std::size_t>(index), 0, after);
  }
  /// The routine failed: what it took from the program is complete all the same, with a status if that can be known.
  int failed(const Call& call, const MPI_Request* after, int result) const {
    const bool told = in_statuses(result);
    for (std::size_t i = 0; (told || before_.size() == 1) && i < before_.size(); ++i) {
      complete_taken(call, i, after, statuses_[i]);
      // Of persistent ones the handle tells nothing.
      if (is_persistent(before_[i]) && !(told && error_class(statuses_[i].MPI_ERROR) == MPI_ERR_PENDING))
        completed(call, before_[i], statuses_[i], false);
    }
    return failed_without_status(call, after, result);
  }
  int failed_any(const Call& call, const int* index, const MPI_Request* after, int result) const {
    if (index != nullptr && *index >= 0 && static_cast<std::size_t>(*index) < before_.size())
      complete_taken(call, static_cast<std::size_t>(*index), after, statuses_[0]);
    return failed_without_status(call, after, result);
  }
  int failed_some(const Call& call, const int* count, const int* indices, const MPI_Request* after, int result) const {
    if (in_statuses(result)) complete_some(call, *count, indices, after);
    return failed_without_status(call, after, result);
  }

 private:
  void complete_taken(const Call& call, std::size_t index, const MPI_Request* after, const MPI_Status& status) const {
    if (before_[index] != MPI_REQUEST_NULL && after[index] == MPI_REQUEST_NULL)
      completed(call, before_[index], status, true);
  }
  int failed_without_status(const Call& call, const MPI_Request* after, int result) const {
    for (std::size_t i = 0; i < before_.size(); ++i) complete_taken(call, i, after, of_nobody());
    return result;
  }
  static bool is_persistent(MPI_Request handle) {
    const Request* const request = request_of(handle);
    return request != nullptr && request->start != nullptr;
  }
  /// The statuses tell which requests failed, and why.
  static bool in_statuses(int result) { return error_class(result) == MPI_ERR_IN_STATUS; }
  static MPI_Status of_nobody() {
    MPI_Status status{};
    status.MPI_SOURCE = MPI_PROC_NULL;
    return status;
  }

  std::size_t count_;
  Few<MPI_Request> handles_;
  Few<MPI_Status> own_;
  std::span<const MPI_Request> before_;
  MPI_Status* statuses_;
};

}  // namespace

}  // namespace farsan::mpi

using namespace farsan::mpi;

FARSAN_MPI int MPI_Wait(MPI_Request* request, MPI_Status* status) {
  FARSAN_CALL("MPI_Wait");
  if (!call) return PMPI_Wait(request, status);
  Watched watched(1, request, status);
  const int result = PMPI_Wait(request, watched.statuses());
  if (result != MPI_SUCCESS) return watched.failed(call, request, result);
  watched.complete(call, 0, 0, request);
  return result;
}

FARSAN_MPI int MPI_Test(MPI_Request* request, int* flag, MPI_Status* status) {
  FARSAN_CALL("MPI_Test");
  if (!call) return PMPI_Test(request, flag, status);
  Watched watched(1, request, status);
  const int result = PMPI_Test(request, flag, watched.statuses());
  if (result != MPI_SUCCESS) return watched.failed(call, request, result);
  if (*flag != 0) watched.complete(call, 0, 0, request);
  return result;
}

FARSAN_MPI int MPI_Waitall(int count, MPI_Request requests[], MPI_Status statuses[]) {
  FARSAN_CALL("MPI_Waitall");
  if (!call) return PMPI_Waitall(count, requests, statuses);
  Watched watched(count, requests, statuses);
  const int result = PMPI_Waitall(count, requests, watched.statuses());
  if (result != MPI_SUCCESS) return watched.failed(call, requests, result);
  watched.complete_all(call, requests);
  return result;
}

FARSAN_MPI int MPI_Testall(int count, MPI_Request requests[], int* flag, MPI_Status statuses[]) {
  FARSAN_CALL("MPI_Testall");
  if (!call) return PMPI_Testall(count, requests, flag, statuses);
  Watched watched(count, requests, statuses);
  const int result = PMPI_Testall(count, requests, flag, watched.statuses());
  if (result != MPI_SUCCESS) return watched.failed(call, requests, result);
  if (*flag != 0) watched.complete_all(call, requests);
  return result;
}

FARSAN_MPI int MPI_Waitany(int count, MPI_Request requests[], int* index, MPI_Status* status) {
  FARSAN_CALL("MPI_Waitany");
  if (!call) return PMPI_Waitany(count, requests, index, status);
  Watched watched(count, requests, status);
  MPI_Status own{};
  MPI_Status* used = count > 0 ? watched.statuses() : status == MPI_STATUS_IGNORE ? &own : status;
  const int result = PMPI_Waitany(count, requests, index, used);
  if (result != MPI_SUCCESS) return watched.failed_any(call, index, requests, result);
  watched.complete_any(call, *index, requests);
  return result;
}

FARSAN_MPI int MPI_Testany(int count, MPI_Request requests[], int* index, int* flag, MPI_Status* status) {
  FARSAN_CALL("MPI_Testany");
  if (!call) return PMPI_Testany(count, requests, index, flag, status);
  Watched watched(count, requests, status);
  MPI_Status own{};
  MPI_Status* used = count > 0 ? watched.statuses() : status == MPI_STATUS_IGNORE ? &own : status;
  const int result = PMPI_Testany(count, requests, index, flag, used);
  if (result != MPI_SUCCESS) return watched.failed_any(call, index, requests, result);
  if (*flag != 0) watched.complete_any(call, *index, requests);
  return result;
}

FARSAN_MPI int MPI_Waitsome(int count, MPI_Request requests[], int* done, int indices[], MPI_Status statuses[]) {
  FARSAN_CALL("MPI_Waitsome");
  if (!call) return PMPI_Waitsome(count, requests, done, indices, statuses);
  Watched watched(count, requests, statuses);
  const int result = PMPI_Waitsome(count, requests, done, indices, watched.statuses());
  if (result != MPI_SUCCESS) return watched.failed_some(call, done, indices, requests, result);
  watched.complete_some(call, *done, indices, requests);
  return result;
}

FARSAN_MPI int MPI_Testsome(int count, MPI_Request requests[], int* done, int indices[], MPI_Status statuses[]) {
  FARSAN_CALL("MPI_Testsome");
  if (!call) return PMPI_Testsome(count, requests, done, indices, statuses);
  Watched watched(count, requests, statuses);
  const int result = PMPI_Testsome(count, requests, done, indices, watched.statuses());
  if (result != MPI_SUCCESS) return watched.failed_some(call, done, indices, requests, result);
  watched.complete_some(call, *done, indices, requests);
  return result;
}

// It is complete, and stays to be waited for.
FARSAN_MPI int MPI_Request_get_status(MPI_Request request, int* flag, MPI_Status* status) {
  FARSAN_CALL("MPI_Request_get_status");
  if (!call) return PMPI_Request_get_status(request, flag, status);
  Watched watched(1, &request, status);
  const int result = PMPI_Request_get_status(request, flag, watched.statuses());
  if (result == MPI_SUCCESS && *flag != 0) watched.complete(call, 0, 0, &request);
  return result;
}

// Whether it was, the completion tells.
FARSAN_MPI int MPI_Cancel(MPI_Request* request) {
  FARSAN_CALL("MPI_Cancel");
  const int result = PMPI_Cancel(request);
  if (call && result == MPI_SUCCESS) cancel_asked(*request);
  return result;
}

// No call tells any more when it is complete: its buffers stay open, those of a send until the receiver is heard of.
FARSAN_MPI int MPI_Request_free(MPI_Request* request) {
  FARSAN_CALL("MPI_Request_free");
  const MPI_Request handle = request == nullptr ? MPI_REQUEST_NULL : *request;
  if (call) before_freed(call, handle);
  const int result = PMPI_Request_free(request);
  if (call && result == MPI_SUCCESS) request_freed(handle);
  return result;
}
