#include "pgas/gaspi/process.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "pgas/node/environment.h"

namespace farsan::pgas::gaspi {

namespace {

constexpr std::uint64_t kDefaultMemory = 4ULL << 30;  // takes memory only where it is used
constexpr std::uint64_t kAllKey = 1;

std::uint64_t memory_size() {
  return round_up(environment_size("FARSAN_PGAS_SEGMENT_MEMORY").value_or(kDefaultMemory), kGrain);
}

std::uint64_t page_size() {
  static const auto size = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  return size;
}

// Gives pages of the region back: they are zero when they are touched again.
void forget(std::byte* at, std::uint64_t size) { madvise(at, size, MADV_REMOVE); }

}  // namespace

Clock::time_point deadline(gaspi_timeout_t timeout) {
  if (timeout == GASPI_BLOCK) return kForever;
  constexpr gaspi_timeout_t kLong = 1000UL * 3600 * 24 * 365;  // no overflow, and as good as for ever
  return Clock::now() + std::chrono::milliseconds(std::min(timeout, kLong));
}

gaspi_config_t& configuration() {
  static gaspi_config_t config{.queue_num = 8,
                               .queue_size_max = 1024,
                               .queue_max = 16,
                               .group_max = kGroups,
                               .segment_max = kSegments - 1,
                               .transfer_size_max = 1UL << 40,
                               .notification_num = kNotifications,
                               .passive_queue_size_max = 1,
                               .passive_transfer_size_max = kPassiveMost,
                               .allreduce_buf_size = kReduceBytes,
                               .allreduce_elem_max = kReduceElements,
                               .rw_list_elem_max = 255,
                               .network = GASPI_ETHERNET,
                               .build_infrastructure = GASPI_TOPOLOGY_STATIC,
                               .user_defined = nullptr};
  return config;
}

// --- Life ------------------------------------------------------------------------------------------------------------------

Process* Process::current_ = nullptr;
bool Process::running_ = false;

Process::Process(Job job) : job_(std::move(job)), memory_(kSegmentsAt, memory_size()) {
  job_.open_regions(kSegmentsAt + memory_size());
  auto all = std::make_unique<Group>();
  for (std::uint32_t rank = 0; rank < size(); ++rank) all->ranks.push_back(static_cast<gaspi_rank_t>(rank));
  all->board = Board::find(job_, kAllKey);
  groups_.emplace(GASPI_GROUP_ALL, std::move(all));
  for (gaspi_number_t i = 0; i < configuration().queue_num; ++i) queues_.push_back(std::make_unique<Queue>());
}

void Process::start() {
  // Not a static object: a program may use its segments until the very end.
  auto* process = new Process(Job::attach("farsan-gaspi", "rank"));
  process->group(GASPI_GROUP_ALL)->board->meet(process->job(), process->size());
  current_ = process;
  running_ = true;
}

void Process::finish() {
  for (const auto& queue : queues_) {
    if (queue) queue->complete();
  }
  job_.finish();
  running_ = false;
}

// --- Segments ----------------------------------------------------------------------------------------------------------------

bool Process::add_segment(gaspi_segment_id_t id, Segment segment) {
  SegmentEntry& entry = desk(rank()).segments[id];
  for (auto& word : entry.open_to) word.store(0);
  entry.open(rank());
  entry.size.store(segment.size);
  entry.offset.store(segment.offset, std::memory_order_release);
  segments_.emplace(id, segment);
  return true;
}

bool Process::allocate(gaspi_segment_id_t id, std::uint64_t bytes, bool creating) {
  const std::lock_guard lock(mutex_);
  if (bytes == 0 || segments_.contains(id) || segments_.size() >= configuration().segment_max) return false;
  const std::uint64_t room = round_up(bytes, kGrain);
  const auto offset = memory_.allocate(room, kGrain);
  if (!offset) return false;
  return add_segment(
      id,
      {.address = job_.region(rank()) + *offset, .size = bytes, .offset = *offset, .room = room, .creating = creating});
}

// The program's memory becomes a part of the region, as whole pages: what else is on them comes along and does not notice.
bool Process::bind(gaspi_segment_id_t id, std::byte* memory, std::uint64_t bytes, bool creating) {
  const std::lock_guard lock(mutex_);
  if (memory == nullptr || bytes == 0 || segments_.contains(id) || segments_.size() >= configuration().segment_max)
    return false;
  const auto address = reinterpret_cast<std::uint64_t>(memory);
  const std::uint64_t begin = address / page_size() * page_size();
  const std::uint64_t end = round_up(address + bytes, page_size());
  for (const auto& [other_id, other] : segments_) {
    // A page can be in one place of the region only.
    const auto other_begin = reinterpret_cast<std::uint64_t>(other.address) / page_size() * page_size();
    const auto other_end = round_up(reinterpret_cast<std::uint64_t>(other.address) + other.size, page_size());
    if (begin < other_end && other_begin < end) return false;
  }
  const std::uint64_t room = round_up(end - begin, kGrain);
  const auto offset = memory_.allocate(room, kGrain);
  if (!offset) return false;
  auto* const pages = reinterpret_cast<std::byte*>(begin);
  job_.copy_in(*offset, pages, end - begin);
  job_.alias(*offset, end - begin, pages);
  return add_segment(
      id,
      {.address = memory, .size = bytes, .offset = *offset + (address - begin), .room = room, .creating = creating});
}

bool Process::remove(gaspi_segment_id_t id) {
  const std::lock_guard lock(mutex_);
  const auto found = segments_.find(id);
  if (found == segments_.end()) return false;
  const Segment segment = found->second;
  SegmentEntry& entry = desk(rank()).segments[id];
  entry.offset.store(0);
  entry.size.store(0);
  forget(reinterpret_cast<std::byte*>(desk(rank()).notifications[id]), sizeof desk(rank()).notifications[id]);
  // Memory of the program's stays where it is: it still uses it.
  if (segment.address == job_.region(rank()) + segment.offset) {
    forget(segment.address, segment.room);
    memory_.release(segment.offset);
  }
  segments_.erase(found);
  return true;
}

Segment* Process::segment(gaspi_segment_id_t id) {
  const std::lock_guard lock(mutex_);
  const auto found = segments_.find(id);
  return found == segments_.end() ? nullptr : &found->second;
}

std::vector<gaspi_segment_id_t> Process::segment_ids() {
  const std::lock_guard lock(mutex_);
  std::vector<gaspi_segment_id_t> ids;
  for (const auto& [id, segment] : segments_) ids.push_back(id);
  return ids;
}

std::byte* Process::local(gaspi_segment_id_t id, std::uint64_t offset, std::uint64_t bytes) {
  const Segment* found = segment(id);
  if (found == nullptr || offset > found->size || bytes > found->size - offset) return nullptr;
  return found->address + offset;
}

std::byte* Process::remote(std::uint32_t of, gaspi_segment_id_t id, std::uint64_t offset, std::uint64_t bytes) const {
  if (of >= size()) return nullptr;
  const SegmentEntry& entry = desk(of).segments[id];
  const std::uint64_t at = entry.offset.load(std::memory_order_acquire);
  const std::uint64_t most = entry.size.load();
  if (at == 0 || !entry.is_open_to(rank()) || offset > most || bytes > most - offset) return nullptr;
  return job_.region(of) + at + offset;
}

std::atomic<std::uint32_t>* Process::notification(std::uint32_t of, gaspi_segment_id_t id, std::uint32_t number) const {
  if (number >= kNotifications || remote(of, id, 0, 0) == nullptr) return nullptr;
  return &desk(of).notifications[id][number];
}

// --- Groups and queues -------------------------------------------------------------------------------------------------------

Group* Process::group(gaspi_group_t id) {
  const std::lock_guard lock(mutex_);
  const auto found = groups_.find(id);
  return found == groups_.end() ? nullptr : found->second.get();
}

std::optional<gaspi_group_t> Process::add_group() {
  const std::lock_guard lock(mutex_);
  for (gaspi_group_t id = 0; id < kGroups; ++id) {
    if (groups_.try_emplace(id, nullptr).second) {
      groups_[id] = std::make_unique<Group>();
      return id;
    }
  }
  return std::nullopt;
}

bool Process::remove_group(gaspi_group_t id) {
  const std::lock_guard lock(mutex_);
  return id != GASPI_GROUP_ALL && groups_.erase(id) != 0;
}

gaspi_number_t Process::group_count() {
  const std::lock_guard lock(mutex_);
  return static_cast<gaspi_number_t>(groups_.size());
}

// The same in all members: groups of the same ranks are told apart by the order in which they are committed.
std::uint64_t Process::key_for(const Group& group) {
  const std::lock_guard lock(mutex_);
  std::uint64_t hash = 14695981039346656037ULL;  // FNV-1a
  const auto mix = [&hash](std::uint64_t value) { hash = (hash ^ value) * 1099511628211ULL; };
  for (const gaspi_rank_t member : group.ranks) mix(member);
  mix(groups_made_[group.ranks]++);
  return (hash >> 2) | (1ULL << 62);
}

Queue* Process::queue(gaspi_queue_id_t id) {
  const std::lock_guard lock(mutex_);
  return id < queues_.size() ? queues_[id].get() : nullptr;
}

std::optional<gaspi_queue_id_t> Process::add_queue() {
  const std::lock_guard lock(mutex_);
  auto place = std::ranges::find_if(queues_, [](const auto& queue) { return queue == nullptr; });
  if (place == queues_.end()) {
    if (queues_.size() >= configuration().queue_max) return std::nullopt;
    place = queues_.insert(place, nullptr);
  }
  *place = std::make_unique<Queue>();
  return static_cast<gaspi_queue_id_t>(place - queues_.begin());
}

bool Process::remove_queue(gaspi_queue_id_t id) {
  const std::lock_guard lock(mutex_);
  if (id >= queues_.size() || !queues_[id]) return false;
  queues_[id]->complete();
  queues_[id].reset();
  return true;
}

gaspi_number_t Process::queue_count() {
  const std::lock_guard lock(mutex_);
  return static_cast<gaspi_number_t>(
      std::ranges::count_if(queues_, [](const auto& queue) { return queue != nullptr; }));
}

}  // namespace farsan::pgas::gaspi
