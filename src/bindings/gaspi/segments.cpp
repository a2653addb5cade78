#include "bindings/gaspi/segments.h"

#include <map>
#include <string>
#include <utility>

#include "bindings/common/immortal.h"

namespace farsan::gaspi {

namespace {

struct Segment {
  model::Interval bytes;
  std::uint32_t made = 0;  ///< site, at its owner
  bool creating = false;
};

/// By process and id: own ones and those that others have announced.
constinit bindings::Immortal<std::map<std::pair<std::uint32_t, gaspi_segment_id_t>, Segment>> segments;

std::uint32_t me() { return runtime::Runtime::get()->rank(); }

Segment* find(std::uint32_t process, gaspi_segment_id_t id) {
  const auto it = segments().find({process, id});
  return it == segments().end() ? nullptr : &it->second;
}

/// A segment may have been made anew under the same id: the last announcement counts.
void hear_of(const Call& call, std::uint32_t process, gaspi_segment_id_t id) {
  while (const auto deposit = call.transport().take(process, stream(Traffic::Segment, id))) {
    const auto [begin, size, made, nothing] = deposit->words;
    segments()[{process, id}] = {{begin, begin + size}, static_cast<std::uint32_t>(made), false};
  }
}

}  // namespace

void segment_made(const Call& call, gaspi_segment_id_t id, gaspi_size_t size) {
  gaspi_pointer_t pointer = nullptr;
  if (pgaspi_segment_ptr(id, &pointer) != GASPI_SUCCESS || size == 0) return;
  const model::Interval bytes{address_of(pointer), address_of(pointer) + size};
  segments()[{call.me(), id}] = {bytes, call.site().value, false};
  call.runtime().expose(bytes);
}

void segment_deleted(const Call& call, gaspi_segment_id_t id) {
  const Segment* segment = find(call.me(), id);
  if (segment == nullptr) return;
  call.runtime().end_exposure(segment->bytes);
  segments().erase({call.me(), id});
}

void conceal_segments(runtime::Runtime& runtime) {
  std::erase_if(segments(), [&](const auto& entry) {
    if (entry.first.first != runtime.rank()) return false;
    runtime.end_exposure(entry.second.bytes);
    return true;
  });
}

void announce_segment(const Call& call, gaspi_segment_id_t id, std::uint32_t process) {
  const Segment* segment = find(call.me(), id);
  if (segment == nullptr || process == call.me() || process >= call.runtime().ranks()) return;
  call.transport().deposit(
      process, stream(Traffic::Segment, id),
      {call.process().clock(0).snapshot(), {}, nullptr, {segment->bytes.begin, segment->bytes.size(), segment->made}});
}

bool being_created(gaspi_segment_id_t id) {
  const Segment* segment = find(me(), id);
  return segment != nullptr && segment->creating;
}

void set_being_created(gaspi_segment_id_t id, bool creating) {
  if (Segment* segment = find(me(), id)) segment->creating = creating;
}

std::optional<model::Address> address_in(const Call& call, std::uint32_t process, gaspi_segment_id_t id,
                                         gaspi_offset_t offset) {
  if (process >= call.runtime().ranks()) return std::nullopt;
  if (process != call.me()) hear_of(call, process, id);
  const Segment* segment = find(process, id);
  if (segment == nullptr) return std::nullopt;
  return segment->bytes.begin + offset;
}

runtime::MemoryDescription SegmentDirectory::describe(ProcessId owner, model::Address at,
                                                      std::uint32_t /*scope*/) const {
  for (const auto& [key, segment] : segments()) {
    const auto [process, id] = key;
    if (process != owner.value || at < segment.bytes.begin || at >= segment.bytes.end) continue;
    return {session::MemoryKind::Segment, segment.bytes,
            runtime::Runtime::get()->segment().add_text(std::to_string(static_cast<unsigned>(id))), segment.made};
  }
  return {session::MemoryKind::Buffer, {at, at}, {}, 0};
}

}  // namespace farsan::gaspi
