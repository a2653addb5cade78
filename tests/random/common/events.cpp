#include "random/common/events.h"

namespace farsan::random_programs {

using namespace model;

namespace {

constexpr Address address_of(std::size_t memory, std::uint32_t offset) { return 0x10000 * (memory + 1) + offset; }

}  // namespace

ByteRanges bytes(const Region& region) {
  if (region.empty()) return {};
  const std::uint64_t size = size_of(region.layout.element);
  return ByteRanges({Stripe{address_of(region.memory, region.offset), region.layout.block * size,
                            region.layout.stride * size, region.layout.blocks}});
}

void Events::memory(std::size_t memory, std::uint32_t size) {
  const bool exposed = memory != 0;
  const std::string name = exposed ? "mem" + std::to_string(memory) : "priv";
  execution_.variables.push_back({name, {address_of(memory, 0), address_of(memory, size)}, exposed});
}

void Events::at(UnitId unit, Site site, model::Action action) {
  execution_.events.push_back({unit, SiteId{static_cast<std::uint32_t>(site)}, std::move(action)});
}

OperationId Events::issue(std::uint32_t rank, Site site, Operation operation) {
  const OperationId id{operations_++};
  at(rank, site, Issue{id, std::move(operation)});
  return id;
}

void Events::touch(std::uint32_t rank, Site site, AccessKind kind, const Region& region, std::uint32_t owner) {
  if (!region.empty()) at(rank, site, Touch{kind, {owner}, bytes(region)});
}

std::vector<OperationId> Events::open_buffers(std::uint32_t rank, Site site, const Region& read,
                                              const Region& written) {
  std::vector<OperationId> ids;
  Operation operation;
  operation.target = {rank};
  operation.scope = {0};
  if (!read.empty()) {
    operation.kind = OperationKind::Send;
    operation.source = bytes(read);
    ids.push_back(issue(rank, site, operation));
  }
  if (!written.empty()) {
    operation.kind = OperationKind::Receive;
    operation.source = {};
    operation.result = bytes(written);
    ids.push_back(issue(rank, site, operation));
  }
  return ids;
}

void Events::flush(std::uint32_t rank, Site site, CompletionKind kind, ScopeId scope, Group to) {
  at(rank, site, Flush{kind, scope, std::move(to)});
}

CollectiveId Events::collective(CollectiveKind kind, std::size_t members, std::uint32_t root) {
  execution_.collectives.push_back({kind, std::vector<Member>(members), root});
  return {static_cast<std::uint32_t>(execution_.collectives.size() - 1)};
}

}  // namespace farsan::random_programs
