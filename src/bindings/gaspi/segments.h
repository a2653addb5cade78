// Segments: own ones, where those of others lie, and what the report calls them.
//
// Nothing here knows how a library lays its memory out. Who registers a segment with a rank deposits there first where it
// lies; that rank may use it only after the registration, and finds the deposit then.
#pragma once

#include <optional>

#include "bindings/gaspi/call.h"
#include "runtime/race_keeper.h"

namespace farsan::gaspi {

/// The segment of this id has been made: exposed from now on, known to nobody else yet.
void segment_made(const Call& call, gaspi_segment_id_t id, gaspi_size_t size);
/// It is gone.
void segment_deleted(const Call& call, gaspi_segment_id_t id);
/// All own ones are.
void conceal_segments(runtime::Runtime& runtime);
/// Before it is registered with a process.
void announce_segment(const Call& call, gaspi_segment_id_t id, std::uint32_t process);

/// Was it made, and by a collective call that has not come to its end yet?
[[nodiscard]] bool being_created(gaspi_segment_id_t id);
void set_being_created(gaspi_segment_id_t id, bool creating);

/// The address of these bytes in the address space of the process; none if it is not known to have such a segment.
[[nodiscard]] std::optional<model::Address> address_in(const Call& call, std::uint32_t process, gaspi_segment_id_t id,
                                                       gaspi_offset_t offset);

/// Tells the report what lies where.
class SegmentDirectory final : public runtime::MemoryDirectory {
 public:
  [[nodiscard]] runtime::MemoryDescription describe(ProcessId owner, model::Address at,
                                                    std::uint32_t scope) const override;
};

}  // namespace farsan::gaspi
