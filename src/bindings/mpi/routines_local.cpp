// Routines that read and write buffers of the program here and now, and tell nobody. Refused, they do neither.
#include "bindings/mpi/call.h"
#include "bindings/mpi/datatypes.h"

using namespace farsan::mpi;

namespace {

/// Packed bytes between two positions.
template <class Position>
ByteRanges packed(const void* buffer, Position from, Position to) {
  return to <= from
             ? ByteRanges()
             : ByteRanges::contiguous(reinterpret_cast<std::uintptr_t>(buffer) + static_cast<std::uint64_t>(from),
                                      static_cast<std::uint64_t>(to - from));
}

}  // namespace

// n: the type of counts, p: of positions.
#define FARSAN_LOCAL(suffix, n, p)                                                                               \
  FARSAN_MPI int MPI_Pack##suffix(const void* in, n count, MPI_Datatype type, void* out, p size, p* position,    \
                                  MPI_Comm comm) {                                                               \
    FARSAN_CALL("MPI_Pack" #suffix);                                                                             \
    const p from = *position;                                                                                    \
    const int result = PMPI_Pack##suffix(in, count, type, out, size, position, comm);                            \
    if (!call || result != MPI_SUCCESS) return result;                                                           \
    call.reads(ranges_of(in, count, type));                                                                      \
    call.writes(packed(out, from, *position));                                                                   \
    return result;                                                                                               \
  }                                                                                                              \
  FARSAN_MPI int MPI_Unpack##suffix(const void* in, p size, p* position, void* out, n count, MPI_Datatype type,  \
                                    MPI_Comm comm) {                                                             \
    FARSAN_CALL("MPI_Unpack" #suffix);                                                                           \
    const p from = *position;                                                                                    \
    const int result = PMPI_Unpack##suffix(in, size, position, out, count, type, comm);                          \
    if (!call || result != MPI_SUCCESS) return result;                                                           \
    call.reads(packed(in, from, *position));                                                                     \
    call.writes(ranges_of(out, count, type));                                                                    \
    return result;                                                                                               \
  }                                                                                                              \
  FARSAN_MPI int MPI_Reduce_local##suffix(const void* in, void* in_out, n count, MPI_Datatype type, MPI_Op op) { \
    FARSAN_CALL("MPI_Reduce_local" #suffix);                                                                     \
    const int result = PMPI_Reduce_local##suffix(in, in_out, count, type, op);                                   \
    if (!call || result != MPI_SUCCESS) return result;                                                           \
    call.reads(ranges_of(in, count, type));                                                                      \
    call.writes(ranges_of(in_out, count, type));                                                                 \
    return result;                                                                                               \
  }
#define FARSAN_EXTERNAL(suffix, n, p)                                                                                 \
  FARSAN_MPI int MPI_Pack_external##suffix(const char* format, const void* in, n count, MPI_Datatype type, void* out, \
                                           p size, p* position) {                                                     \
    FARSAN_CALL("MPI_Pack_external" #suffix);                                                                         \
    const p from = *position;                                                                                         \
    const int result = PMPI_Pack_external##suffix(format, in, count, type, out, size, position);                      \
    if (!call || result != MPI_SUCCESS) return result;                                                                \
    call.reads(ranges_of(in, count, type));                                                                           \
    call.writes(packed(out, from, *position));                                                                        \
    return result;                                                                                                    \
  }                                                                                                                   \
  FARSAN_MPI int MPI_Unpack_external##suffix(const char* format, const void* in, p size, p* position, void* out,      \
                                             n count, MPI_Datatype type) {                                            \
    FARSAN_CALL("MPI_Unpack_external" #suffix);                                                                       \
    const p from = *position;                                                                                         \
    const int result = PMPI_Unpack_external##suffix(format, in, size, position, out, count, type);                    \
    if (!call || result != MPI_SUCCESS) return result;                                                                \
    call.reads(packed(in, from, *position));                                                                          \
    call.writes(ranges_of(out, count, type));                                                                         \
    return result;                                                                                                    \
  }

FARSAN_LOCAL(, int, int)
FARSAN_EXTERNAL(, int, MPI_Aint)
#if MPI_VERSION >= 4
FARSAN_LOCAL(_c, MPI_Count, MPI_Count)
FARSAN_EXTERNAL(_c, MPI_Count, MPI_Count)
#endif
