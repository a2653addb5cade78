#include "bindings/gaspi/groups.h"

#include <algorithm>
#include <map>

#include "bindings/common/immortal.h"

namespace farsan::gaspi {

namespace {

constexpr std::uint64_t kAllName = 1;
constexpr std::uint64_t kCommittedName = 2;

struct Registry {
  std::map<gaspi_group_t, Group> groups;
  std::map<std::vector<std::uint32_t>, std::uint64_t> made;  ///< how many of the same members
};
constinit bindings::Immortal<Registry> registry;

Group make(const Call& call, std::uint64_t name, std::vector<std::uint32_t> members) {
  Group group;
  group.name = name;
  group.others = members;
  std::erase(group.others, call.me());
  group.members = std::move(members);
  return group;
}

std::vector<std::uint32_t> members_of(gaspi_group_t handle) {
  gaspi_number_t size = 0;
  if (pgaspi_group_size(handle, &size) != GASPI_SUCCESS) return {};
  std::vector<gaspi_rank_t> ranks(size);
  if (size == 0 || pgaspi_group_ranks(handle, ranks.data()) != GASPI_SUCCESS) return {};
  std::vector<std::uint32_t> members;
  members.reserve(ranks.size());
  for (const gaspi_rank_t rank : ranks) members.push_back(process_of(rank));
  std::ranges::sort(members);
  return members;
}

}  // namespace

Group* group_of(const Call& call, gaspi_group_t handle) {
  auto& groups = registry().groups;
  const auto it = groups.find(handle);
  if (it != groups.end()) return it->second.committed ? &it->second : nullptr;
  if (handle != GASPI_GROUP_ALL) return nullptr;
  Group& all = groups.emplace(handle, make(call, kAllName, call.runtime().processes(kModel))).first->second;
  all.committed = true;
  return &all;
}

Group* group_committed(const Call& call, gaspi_group_t handle) {
  auto& groups = registry().groups;
  const auto it = groups.find(handle);
  if (it != groups.end()) return &it->second;
  std::vector<std::uint32_t> members = members_of(handle);
  if (handle == GASPI_GROUP_ALL || !std::ranges::binary_search(members, call.me())) return nullptr;
  // Members may have different handles for it. Groups of the same ranks are told apart by the order of their making.
  std::uint64_t name = mix(kCommittedName, ++registry().made[members]);
  for (const std::uint32_t member : members) name = mix(name, member);
  return &groups.emplace(handle, make(call, name, std::move(members))).first->second;
}

void group_deleted(gaspi_group_t handle) { registry().groups.erase(handle); }

}  // namespace farsan::gaspi
