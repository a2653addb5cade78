// Files: what is written to one is read from memory, what is read from one is stored there. Buffers of the non-blocking
// routines are open until their request is complete. A file orders nothing.
#include <unordered_map>

#include "bindings/common/immortal.h"
#include "bindings/mpi/arguments.h"
#include "bindings/mpi/datatypes.h"
#include "bindings/mpi/requests.h"
#include "bindings/mpi/status.h"

namespace farsan::mpi {

namespace {

using model::OperationKind;

/// A file may end before the buffer does.
void stored(const Call& call, void* buffer, std::int64_t count, MPI_Datatype type, const MPI_Status& status) {
  call.writes(filled_ranges_of(buffer, count, type, status));
}
void loaded(const Call& call, const void* buffer, std::int64_t count, MPI_Datatype type, const MPI_Status& /*status*/) {
  call.reads(ranges_of(buffer, count, type));
}

RequestPtr opened(const Call& call, OperationKind kind, const void* buffer, std::int64_t count, MPI_Datatype type) {
  auto request = new_request();
  open_buffer(call, *request, kind, call.runtime().rank(), ranges_of(buffer, count, type));
  return request;
}

void started(const Call& call, int result, MPI_Request* handle, OperationKind kind, const void* buffer,
             std::int64_t count, MPI_Datatype type) {
  if (result == MPI_SUCCESS) keep_request(handle, opened(call, kind, buffer, count, type));
}

/// Between the begin and the end of a split collective; a file has one at a time.
constinit bindings::Immortal<std::unordered_map<std::uint64_t, RequestPtr>> split;

void begun(const Call& call, int result, MPI_File file, OperationKind kind, const void* buffer, std::int64_t count,
           MPI_Datatype type) {
  if (result == MPI_SUCCESS) split()[key_of(file)] = opened(call, kind, buffer, count, type);
}

void ended(const Call& call, MPI_File file) {
  const auto it = split().find(key_of(file));
  if (it == split().end()) return;
  close_buffers(call, *it->second);
  split().erase(it);
}

}  // namespace

}  // namespace farsan::mpi

using namespace farsan::mpi;
using farsan::model::OperationKind;

// x: the suffix of the routine, n: the type of counts.
#define FARSAN_FILE(x, n, name, what, parameters, arguments, pointer)                                               \
  FARSAN_MPI int MPI_File_##name##x(MPI_File file, FARSAN_STRIP parameters pointer buf, n count, MPI_Datatype type, \
                                    MPI_Status* given) {                                                            \
    FARSAN_CALL("MPI_File_" #name #x);                                                                              \
    if (!call) return PMPI_File_##name##x(file, FARSAN_STRIP arguments buf, count, type, given);                    \
    Status status(given);                                                                                           \
    const int result = PMPI_File_##name##x(file, FARSAN_STRIP arguments buf, count, type, status);                  \
    if (result == MPI_SUCCESS) what(call, buf, count, type, *status);                                               \
    return result;                                                                                                  \
  }
#define FARSAN_IFILE(x, n, name, kind, parameters, arguments, pointer)                                              \
  FARSAN_MPI int MPI_File_##name##x(MPI_File file, FARSAN_STRIP parameters pointer buf, n count, MPI_Datatype type, \
                                    MPI_Request* request) {                                                         \
    FARSAN_CALL("MPI_File_" #name #x);                                                                              \
    const int result = PMPI_File_##name##x(file, FARSAN_STRIP arguments buf, count, type, request);                 \
    if (call) started(call, result, request, OperationKind::kind, buf, count, type);                                \
    return result;                                                                                                  \
  }
#define FARSAN_FILE_BEGIN(x, n, name, kind, parameters, arguments, pointer)                              \
  FARSAN_MPI int MPI_File_##name##_begin##x(MPI_File file, FARSAN_STRIP parameters pointer buf, n count, \
                                            MPI_Datatype type) {                                         \
    FARSAN_CALL("MPI_File_" #name "_begin" #x);                                                          \
    const int result = PMPI_File_##name##_begin##x(file, FARSAN_STRIP arguments buf, count, type);       \
    if (call) begun(call, result, file, OperationKind::kind, buf, count, type);                          \
    return result;                                                                                       \
  }
#define FARSAN_FILE_END(name, pointer)                                                   \
  FARSAN_MPI int MPI_File_##name##_end(MPI_File file, pointer buf, MPI_Status* status) { \
    FARSAN_CALL("MPI_File_" #name "_end");                                               \
    const int result = PMPI_File_##name##_end(file, buf, status);                        \
    if (call) ended(call, file);                                                         \
    return result;                                                                       \
  }

#define FARSAN_READ(x, n, name) FARSAN_FILE(x, n, name, stored, (), (), void*)
#define FARSAN_READ_AT(x, n, name) FARSAN_FILE(x, n, name, stored, (MPI_Offset at, ), (at, ), void*)
#define FARSAN_WRITE(x, n, name) FARSAN_FILE(x, n, name, loaded, (), (), const void*)
#define FARSAN_WRITE_AT(x, n, name) FARSAN_FILE(x, n, name, loaded, (MPI_Offset at, ), (at, ), const void*)

#define FARSAN_FILES(x, n)                                                        \
  FARSAN_READ(x, n, read)                                                         \
  FARSAN_READ(x, n, read_all)                                                     \
  FARSAN_READ(x, n, read_shared)                                                  \
  FARSAN_READ(x, n, read_ordered)                                                 \
  FARSAN_READ_AT(x, n, read_at)                                                   \
  FARSAN_READ_AT(x, n, read_at_all)                                               \
  FARSAN_WRITE(x, n, write)                                                       \
  FARSAN_WRITE(x, n, write_all)                                                   \
  FARSAN_WRITE(x, n, write_shared)                                                \
  FARSAN_WRITE(x, n, write_ordered)                                               \
  FARSAN_WRITE_AT(x, n, write_at)                                                 \
  FARSAN_WRITE_AT(x, n, write_at_all)                                             \
  FARSAN_IFILE(x, n, iread, Receive, (), (), void*)                               \
  FARSAN_IFILE(x, n, iread_all, Receive, (), (), void*)                           \
  FARSAN_IFILE(x, n, iread_shared, Receive, (), (), void*)                        \
  FARSAN_IFILE(x, n, iread_at, Receive, (MPI_Offset at, ), (at, ), void*)         \
  FARSAN_IFILE(x, n, iread_at_all, Receive, (MPI_Offset at, ), (at, ), void*)     \
  FARSAN_IFILE(x, n, iwrite, Send, (), (), const void*)                           \
  FARSAN_IFILE(x, n, iwrite_all, Send, (), (), const void*)                       \
  FARSAN_IFILE(x, n, iwrite_shared, Send, (), (), const void*)                    \
  FARSAN_IFILE(x, n, iwrite_at, Send, (MPI_Offset at, ), (at, ), const void*)     \
  FARSAN_IFILE(x, n, iwrite_at_all, Send, (MPI_Offset at, ), (at, ), const void*) \
  FARSAN_FILE_BEGIN(x, n, read_all, Receive, (), (), void*)                       \
  FARSAN_FILE_BEGIN(x, n, read_ordered, Receive, (), (), void*)                   \
  FARSAN_FILE_BEGIN(x, n, read_at_all, Receive, (MPI_Offset at, ), (at, ), void*) \
  FARSAN_FILE_BEGIN(x, n, write_all, Send, (), (), const void*)                   \
  FARSAN_FILE_BEGIN(x, n, write_ordered, Send, (), (), const void*)               \
  FARSAN_FILE_BEGIN(x, n, write_at_all, Send, (MPI_Offset at, ), (at, ), const void*)

FARSAN_FILES(, int)
#if MPI_VERSION >= 4
FARSAN_FILES(_c, MPI_Count)
#endif

FARSAN_FILE_END(read_all, void*)
FARSAN_FILE_END(read_ordered, void*)
FARSAN_FILE_END(read_at_all, void*)
FARSAN_FILE_END(write_all, const void*)
FARSAN_FILE_END(write_ordered, const void*)
FARSAN_FILE_END(write_at_all, const void*)
