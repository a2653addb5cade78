// One-sided operations, in the engine's words. A routine says what it transfers and gets the rest from here.
#pragma once

#include <vector>

#include "bindings/gaspi/call.h"

namespace farsan::gaspi {

/// What gaspi_wait and gaspi_notify are about: one scope per queue.
[[nodiscard]] model::ScopeId scope_of(gaspi_queue_id_t queue);
/// The queue is a new one, whatever its id was used for before.
void queue_created(gaspi_queue_id_t queue);

/// Which way the bytes go.
enum class Way : std::uint8_t { Write, Read };

/// One transfer between an own segment and one of another rank.
struct Transfer {
  gaspi_segment_id_t local;
  gaspi_offset_t local_offset;
  gaspi_segment_id_t remote;
  gaspi_offset_t remote_offset;
  gaspi_size_t size;
};

/// The transfers of one routine.
struct Request {
  Way way;
  gaspi_rank_t rank;
  gaspi_queue_id_t queue;
  std::vector<Transfer> transfers;
};

/// They have been posted. With `named`, what a notification can say is complete: their operations, usually one.
std::vector<model::OperationId> posted(const Call& call, const Request& request, engine::Naming named);

/// An atomic update of one value of a segment: complete when it returns.
void updated(const Call& call, gaspi_rank_t rank, gaspi_segment_id_t segment, gaspi_offset_t offset);

/// Bytes of an own segment that a blocking routine reads or writes; none if there is no such segment.
[[nodiscard]] ByteRanges own_bytes(const Call& call, gaspi_segment_id_t segment, gaspi_offset_t offset,
                                   gaspi_size_t size);

}  // namespace farsan::gaspi
