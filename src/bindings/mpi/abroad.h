// Buffers in memory of other processes, which shared windows map here (MPI_Win_shared_query): their owner has to hear of what an
// operation of this process reads or writes there, until the operation is complete.
#pragma once

#include <vector>

#include "bindings/mpi/call.h"

namespace farsan::mpi {

struct Abroad {
  /// Over when they are complete here, as any buffer.
  std::vector<model::OperationId> read;
  /// Over when they are flushed: each has a scope of its own.
  struct Written {
    ProcessId owner;
    model::ScopeId scope;
  };
  std::vector<Written> written;

  [[nodiscard]] bool empty() const { return read.empty() && written.empty(); }
  void clear() {
    read.clear();
    written.clear();
  }
};

enum class Use : std::uint8_t { Reads, Writes };

/// Takes what lies abroad out of `buffer`, and adds it to `opened`. `epoch` is how the operation is synchronised.
void open_abroad(const Call& call, Use use, session::Epoch epoch, ByteRanges& buffer, Abroad& opened);
void close_abroad(const Call& call, const Abroad& opened);

}  // namespace farsan::mpi
