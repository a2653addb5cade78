#include "bindings/shmem/symmetric.h"

#include <algorithm>
#include <map>

#include "bindings/common/immortal.h"
#include "bindings/shmem/job.h"
#include "bindings/shmem/library.h"
#include "bindings/shmem/notifications.h"
#include "bindings/shmem/variables.h"

namespace farsan::shmem {

namespace {

struct Mapped {
  model::Interval here;
  const Symmetric* object;
};

struct Registry {
  std::vector<DataSegment> segments;
  std::map<model::Address, Symmetric> objects;  ///< by the end of their bytes on this PE
  std::vector<Mapped> mapped;
};
constinit bindings::Immortal<Registry> registry;

bool inside(model::Interval bytes, model::Address at) { return bytes.begin <= at && at < bytes.end; }

const Symmetric* find(model::Address own) {
  const auto& objects = registry().objects;
  const auto it = objects.upper_bound(own);
  const bool hit = it != objects.end() && own >= it->first - it->second.size;
  return hit ? &it->second : nullptr;
}

void add(runtime::Runtime& runtime, model::Interval own, bool variables, SiteId made) {
  Symmetric object{gather(runtime, own.begin), own.size(), variables, made};
  registry().objects.insert_or_assign(own.end, std::move(object));
  runtime.expose(own);
}

}  // namespace

void expose_variables(runtime::Runtime& runtime) {
  registry().segments = data_segments();
  if (!libraries_are_symmetric())
    std::erase_if(registry().segments, [](const DataSegment& segment) { return !segment.file.empty(); });
  for (const DataSegment& segment : registry().segments) add(runtime, segment.bytes, true, {0});
}

void expose_block(const Call& call, const void* block, std::uint64_t size) {
  if (block == nullptr || size == 0) return;
  add(call.runtime(), {address_of(block), address_of(block) + size}, false, call.site());
}

std::optional<std::uint64_t> size_of_block(const void* block) {
  const Symmetric* object = find(address_of(block));
  if (object == nullptr || object->variables) return std::nullopt;
  return object->size;
}

void conceal_block(const Call& call, const void* block) {
  const Symmetric* object = find(address_of(block));
  if (object == nullptr || object->variables) return;
  const model::Interval own = object->on(call.me());
  std::erase_if(registry().mapped, [&](const Mapped& mapped) {
    if (mapped.object != object) return false;
    call.runtime().unmap_foreign(mapped.here);
    return true;
  });
  // All have come to the barrier, and told of what they have open: that is compared with what was done to the block while it is known.
  call.process().end_remote_accesses(0, own);
  call.runtime().conceal(own);
  forget_notifications_in(call, own);
  registry().objects.erase(own.end);
}

std::optional<model::Address> counterpart(const void* own, std::uint32_t pe) {
  const Symmetric* object = find(address_of(own));
  if (object == nullptr || pe >= object->at.size()) return std::nullopt;
  return object->at[pe] + (address_of(own) - object->at[runtime::Runtime::get()->rank()]);
}

void map_counterpart(const Call& call, const void* own, std::uint32_t pe, const void* here) {
  const Symmetric* object = find(address_of(own));
  if (object == nullptr || here == nullptr || pe == call.me()) return;
  const model::Address begin = address_of(here) - (address_of(own) - object->at[call.me()]);
  const model::Interval bytes{begin, begin + object->size};
  if (std::ranges::any_of(registry().mapped, [&](const Mapped& mapped) { return mapped.here == bytes; })) return;
  call.runtime().map_foreign(bytes, {pe}, object->at[pe]);
  registry().mapped.push_back({bytes, object});
}

runtime::MemoryDescription SymmetricDirectory::describe(ProcessId owner, model::Address at,
                                                        std::uint32_t /*scope*/) const {
  const std::uint32_t me = runtime::Runtime::get()->rank();
  for (const auto& [end, object] : registry().objects) {
    const model::Interval there = object.on(owner.value);
    if (!inside(there, at)) continue;
    if (!object.variables) return {session::MemoryKind::Symmetric, there, {}, object.made.value};
    // The symbol table speaks of this PE's addresses.
    const std::uint64_t shift = object.at[me] - there.begin;
    for (const DataSegment& segment : registry().segments) {
      if (!inside(segment.bytes, at + shift)) continue;
      if (const auto variable = variable_at(segment, at + shift))
        return {session::MemoryKind::Symmetric,
                {variable->bytes.begin - shift, variable->bytes.end - shift},
                runtime::Runtime::get()->segment().add_text(variable->name),
                0};
    }
    return {session::MemoryKind::Symmetric, there, {}, 0};
  }
  return {session::MemoryKind::Buffer, {at, at}, {}, 0};
}

}  // namespace farsan::shmem
