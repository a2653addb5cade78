#include "bindings/mpi/comms.h"
#include "bindings/common/immortal.h"
#include "bindings/mpi/discreetly.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <unordered_map>
#include <utility>

namespace farsan::mpi {

namespace {

struct Registry {
  std::unordered_map<std::uint64_t, CommPtr> comms;  // null: freed, or with processes of another job
  std::map<std::uint64_t, std::uint64_t> groups;     // how many were made of the same members, for calls over a group
};
constinit bindings::Immortal<Registry> registry;

/// Lists that keep their room: epochs of MPI_Win_start translate a group each.
struct Scratch {
  std::vector<int> ranks;
  std::vector<int> world;
  std::vector<std::uint32_t> processes;
  MPI_Group right = MPI_GROUP_NULL;  ///< was translated last, to `processes`
};
constinit bindings::Immortal<Scratch> scratch;

/// Appends the ranks of the group as processes of the job. False if some are not of this job; they are left out.
bool translate(MPI_Group group, std::vector<std::uint32_t>& processes) {
  int size = 0;
  if (PMPI_Group_size(group, &size) != MPI_SUCCESS || size < 0) return false;  // below 0: of one that was freed
  std::vector<int>& ranks = scratch().ranks;
  std::vector<int>& world = scratch().world;
  ranks.resize(static_cast<std::size_t>(size));
  world.resize(ranks.size());
  std::iota(ranks.begin(), ranks.end(), 0);
  static const MPI_Group world_group = [] {
    MPI_Group all = MPI_GROUP_NULL;
    PMPI_Comm_group(MPI_COMM_WORLD, &all);
    return all;
  }();
  PMPI_Group_translate_ranks(group, size, ranks.data(), world_group, world.data());
  const runtime::Runtime& runtime = *runtime::Runtime::of(kModel);
  processes.reserve(world.size());
  for (const int rank : world)
    if (rank != MPI_UNDEFINED) processes.push_back(runtime.process_of(kModel, static_cast<std::uint32_t>(rank)));
  return processes.size() == world.size();
}

/// Null if processes of another job are in it (MPI_Comm_spawn), or if there is no such communicator.
CommPtr describe(MPI_Comm handle) {
  const Discreetly discreetly;
  auto comm = model::make_ref<Comm>();
  MPI_Group group = MPI_GROUP_NULL;
  if (PMPI_Comm_group(handle, &group) != MPI_SUCCESS) return nullptr;
  bool known = translate(group, comm->members);
  PMPI_Group_free(&group);
  int inter = 0;
  PMPI_Comm_test_inter(handle, &inter);
  if (inter != 0) {
    PMPI_Comm_remote_group(handle, &group);
    known = translate(group, comm->remote) && known;
    PMPI_Group_free(&group);
  }
  if (!known) return nullptr;
  int rank = 0;
  PMPI_Comm_rank(handle, &rank);
  comm->rank = static_cast<std::uint32_t>(rank);
  return comm;
}

std::uint64_t name_of(const std::vector<std::uint32_t>& members) {
  std::uint64_t name = members.size();
  for (const std::uint32_t member : members) name = mix(name, member);
  return name;
}

void keep(MPI_Comm handle, CommPtr comm) {
  g_last_comm = {};
  registry().comms[key_of(handle)] = std::move(comm);
}

}  // namespace

/// Where it is, or would be.
std::size_t PostedReceives::place_of(std::uint64_t number) const {
  if (first_ == all_.size() || number <= all_[first_].number) return first_;
  if (number >= all_.back().number) return all_.size() - (number == all_.back().number ? 1 : 0);
  const auto begin = all_.begin() + static_cast<std::ptrdiff_t>(first_);
  const auto it = std::lower_bound(begin, all_.end(), number,
                                   [](const PostedReceive& receive, std::uint64_t n) { return receive.number < n; });
  return static_cast<std::size_t>(it - all_.begin());
}

PostedReceive* PostedReceives::find(std::uint64_t number) {
  const std::size_t at = place_of(number);
  return at < all_.size() && all_[at].number == number ? &all_[at] : nullptr;
}

void PostedReceives::erase(std::uint64_t number) {
  constexpr std::size_t kWorthwhile = 64;
  const std::size_t at = place_of(number);
  if (at == all_.size() || all_[at].number != number) return;
  if (at != first_)
    all_.erase(all_.begin() + static_cast<std::ptrdiff_t>(at));
  else if (++first_ == all_.size())
    clear();
  else if (first_ >= kWorthwhile && first_ >= all_.size() / 2)
    all_.erase(all_.begin(), all_.begin() + static_cast<std::ptrdiff_t>(std::exchange(first_, 0)));
}

std::span<PostedReceive> PostedReceives::before(std::uint64_t number) {
  return std::span(all_).subspan(first_, place_of(number) - first_);
}

void Comm::find_others() const {
  std::vector<std::uint32_t> all = peers();
  if (!inter()) all.erase(all.begin() + static_cast<std::ptrdiff_t>(rank));
  others_ = std::move(all);
  others_known_ = true;
}

std::span<const std::uint32_t> processes_of(MPI_Group group) {
  std::vector<std::uint32_t>& processes = scratch().processes;
  // Epochs with the same neighbours follow each other.
  if (group == scratch().right && group != MPI_GROUP_NULL) return processes;
  processes.clear();
  if (group == MPI_GROUP_NULL) return processes;
  const Discreetly discreetly;
  scratch().right = translate(group, processes) ? group : MPI_GROUP_NULL;
  return processes;
}

void group_freed() { scratch().right = MPI_GROUP_NULL; }

LastComm g_last_comm;

const CommPtr& look_up_comm(MPI_Comm handle) {
  Registry& all = registry();
  static const CommPtr kNone;
  if (handle == MPI_COMM_NULL) return kNone;
  auto it = all.comms.find(key_of(handle));
  if (it == all.comms.end()) {
    // The predefined ones, and whatever was made in a way that FarSan does not know.
    CommPtr comm = describe(handle);
    if (comm)
      comm->context = mix(name_of(comm->members), handle == MPI_COMM_WORLD ? 1 : handle == MPI_COMM_SELF ? 2 : 3);
    it = all.comms.emplace(key_of(handle), std::move(comm)).first;
  }
  g_last_comm = {handle, &it->second};
  return it->second;
}

void comm_made(MPI_Comm parent, MPI_Comm made, bool group_call) {
  const CommPtr from = comm_of(parent);
  if (!from) return;
  std::uint64_t context = 0;
  if (!group_call) context = mix(from->context, ++from->children);
  if (made == MPI_COMM_NULL) return;
  CommPtr comm = describe(made);
  if (!comm) return keep(made, nullptr);
  if (group_call) {
    const std::uint64_t name = mix(from->context, name_of(comm->members));
    context = mix(name, ++registry().groups[name]);
  }
  // Both sides of an intercommunicator must come to the same name.
  const std::uint64_t own = name_of(comm->members);
  const std::uint64_t other = comm->inter() ? name_of(comm->remote) : 0;
  comm->context = mix(mix(context, std::max(own, other)), std::min(own, other));
  keep(made, std::move(comm));
}

CommPtr comm_to_be_made(MPI_Comm parent) {
  const CommPtr& from = comm_of(parent);
  auto comm = model::make_ref<Comm>(*from);
  comm->context = mix(mix(from->context, ++from->children), 0x6964'7570);
  comm->collectives = {};
  comm->children = comm->receives = 0;
  comm->posted.clear();
  comm->told_of_any_tag.clear();
  return comm;
}

void comm_is_made(MPI_Comm made, CommPtr comm) { keep(made, std::move(comm)); }

void intercomm_made(MPI_Comm made, int tag) {
  if (made == MPI_COMM_NULL) return;
  CommPtr comm = describe(made);
  if (!comm) return keep(made, nullptr);
  const std::uint64_t own = name_of(comm->members);
  const std::uint64_t other = name_of(comm->remote);
  const std::uint64_t name = mix(mix(std::max(own, other), std::min(own, other)), static_cast<std::uint64_t>(tag) + 7);
  comm->context = mix(name, ++registry().groups[name]);
  keep(made, std::move(comm));
}

void comm_freed(MPI_Comm handle) {
  g_last_comm = {};
  registry().comms[key_of(handle)] = nullptr;  // until it is given again, a copy of it is refused by the library
}

void forget_comms() {
  g_last_comm = {};
  registry() = {};
}

}  // namespace farsan::mpi
