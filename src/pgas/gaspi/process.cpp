#include "pgas/gaspi/process.h"

#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "pgas/node/environment.h"

namespace farsan::pgas::gaspi {

namespace {

constexpr std::uint64_t kDefaultMemory = 4ULL << 30;  // takes memory only where it is used
constexpr std::uint64_t kAllKey = 2;
constexpr std::uint64_t kForReductions = 1;  // in the key of a board

std::uint64_t memory_size() {
  return round_up(environment_size("FARSAN_PGAS_SEGMENT_MEMORY").value_or(kDefaultMemory), kGrain);
}

std::uint64_t page_size() {
  static const auto size = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  return size;
}

Pages pages_of(const std::byte* memory, std::uint64_t size) {
  const auto address = reinterpret_cast<std::uint64_t>(memory);
  return {address / page_size() * page_size(), round_up(address + size, page_size())};
}

bool is_on_stack(const Pages& pages) {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return false;
  void* lowest = nullptr;
  std::size_t size = 0;
  pthread_attr_getstack(&attributes, &lowest, &size);
  pthread_attr_destroy(&attributes);
  const auto begin = reinterpret_cast<std::uint64_t>(lowest);
  return pages.first < begin + size && begin < pages.second;
}

// Gives pages of the region back: they are zero when they are touched again.
void forget(std::byte* at, std::uint64_t size) { madvise(at, size, MADV_REMOVE); }

// Nothing may be transferred at the very end of a segment.
gaspi_return_t in_segment(std::uint64_t segment, std::uint64_t offset, std::uint64_t bytes,
                          gaspi_return_t wrong_offset) {
  if (offset > segment || (offset == segment && bytes > 0)) return wrong_offset;
  return bytes > segment - offset ? GASPI_ERR_INV_COMMSIZE : GASPI_SUCCESS;
}

// The last member that deletes a group gives its boards back. If one still waits there, nobody does.
void leave(Group& group) {
  if (group.state != Group::State::Committed || group.barrier.awaited || group.reduction.awaited) return;
  std::atomic<std::uint64_t>& left = group.barrier.board->seat(0).words[0];
  if (left.fetch_add(1) + 1 < group.size()) return;
  left.store(0);
  group.barrier.board->release();
  group.reduction.board->release();
}

}  // namespace

Clock::time_point deadline(gaspi_timeout_t timeout) {
  if (timeout == GASPI_BLOCK) return kForever;
  constexpr gaspi_timeout_t kLong = 1000UL * 3600 * 24 * 365;  // no overflow, and as good as for ever
  return Clock::now() + std::chrono::milliseconds(std::min(timeout, kLong));
}

gaspi_config_t& configuration() {
  static gaspi_config_t config = [] {
    gaspi_config_t values{};
    values.logger = 1;
    values.sn_port = 12121;
    values.sn_persistent = 1;
    values.sn_timeout = 30000;
    values.dev_config.network_type = GASPI_ETHERNET;
    values.dev_config.params.ib.netdev_id = -1;
    values.dev_config.params.ib.port_check = 1;
    values.dev_config.params.tcp.port = 19000;
    values.network = GASPI_ETHERNET;
    values.queue_size_max = 1024;
    values.queue_num = 8;
    values.queue_max = 16;
    values.group_max = 32;
    values.segment_max = kSegments - 1;
    values.transfer_size_max = 1UL << 40;
    values.notification_num = kNotifications;
    values.passive_queue_size_max = 1;
    values.passive_transfer_size_max = kPassiveMost;
    values.allreduce_buf_size = 4096;
    values.allreduce_elem_max = 255;
    values.rw_list_elem_max = 255;
    values.build_infrastructure = GASPI_TOPOLOGY_STATIC;
    return values;
  }();
  return config;
}

char* text_of(gaspi_return_t code) {
#define ROW(name, value, text)             \
  case name: {                             \
    static char words[] = #name ": " text; \
    return words;                          \
  }
  switch (code) { FARSAN_GASPI_CODES(ROW) }
#undef ROW
  static char unknown[] = "no code of this library";
  return unknown;
}

// --- Life ------------------------------------------------------------------------------------------------------------------

Process* Process::current_ = nullptr;
bool Process::running_ = false;

Process::Process(Job job) : job_(std::move(job)), memory_(kSegmentsAt, memory_size()) {
  job_.open_regions(kSegmentsAt + memory_size());
  auto all = std::make_unique<Group>();
  for (std::uint32_t rank = 0; rank < size(); ++rank) all->ranks.push_back(static_cast<gaspi_rank_t>(rank));
  all->barrier.board = Board::find(job_, kAllKey);
  all->reduction.board = Board::find(job_, kAllKey | kForReductions);
  all->state = Group::State::Committed;
  groups_.emplace(GASPI_GROUP_ALL, std::move(all));
  for (gaspi_number_t i = 0; i < configuration().queue_num; ++i) queues_.push_back(std::make_unique<Queue>());
}

void Process::start() {
  // Not a static object: a program may use its segments until the very end.
  auto* process = new Process(Job::attach("farsan-gaspi", "rank"));
  process->group(GASPI_GROUP_ALL)->barrier.board->meet(process->job(), process->size());
  current_ = process;
  running_ = true;
}

bool Process::is_healthy(std::uint32_t of) const {
  const Slot& slot = job_.slot(of);
  return slot.stage.load() == Stage::Finished || kill(slot.pid.load(), 0) == 0;
}

void Process::finish() {
  for (const auto& queue : queues_) {
    if (queue) queue->complete();
  }
  job_.finish();
  running_ = false;
}

// --- Segments ----------------------------------------------------------------------------------------------------------------

gaspi_return_t Process::has_room(gaspi_segment_id_t id, std::uint64_t bytes) const {
  if (bytes == 0) return GASPI_ERR_INV_SEGSIZE;
  if (segments_.contains(id)) return GASPI_ERR_INV_SEG;
  return segments_.size() >= configuration().segment_max ? GASPI_ERR_MANY_SEG : GASPI_SUCCESS;
}

gaspi_return_t Process::add_segment(gaspi_segment_id_t id, Segment segment) {
  SegmentEntry& entry = desk(rank()).segments[id];
  for (auto& word : entry.open_to) word.store(0);
  entry.open(rank());
  entry.size.store(segment.size);
  entry.offset.store(segment.offset, std::memory_order_release);
  segments_.emplace(id, segment);
  return GASPI_SUCCESS;
}

gaspi_return_t Process::allocate(gaspi_segment_id_t id, std::uint64_t bytes, bool creating) {
  const std::lock_guard lock(mutex_);
  if (const gaspi_return_t refused = has_room(id, bytes); refused != GASPI_SUCCESS) return refused;
  const std::uint64_t room = round_up(bytes, kGrain);
  const auto offset = memory_.allocate(room, kGrain);
  if (room < bytes || !offset) return GASPI_ERR_MEMALLOC;
  return add_segment(
      id,
      {.address = job_.region(rank()) + *offset, .size = bytes, .offset = *offset, .room = room, .creating = creating});
}

// The program's memory becomes a part of the region, as whole pages: what else is on them comes along and does not notice.
gaspi_return_t Process::bind(gaspi_segment_id_t id, std::byte* memory, std::uint64_t bytes, bool creating) {
  const std::lock_guard lock(mutex_);
  if (memory == nullptr) return GASPI_ERR_NULLPTR;
  if (const gaspi_return_t refused = has_room(id, bytes); refused != GASPI_SUCCESS) return refused;
  const auto [begin, end] = pages_of(memory, bytes);
  if (is_on_stack({begin, end})) {
    // Its pages would be exchanged under this very call, and be shared with every child process that runs on a copy of the stack.
    say("memory of the stack cannot be a segment; take static memory, or malloc");
    return GASPI_ERROR;
  }
  for (const auto& [other_id, other] : segments_) {
    // A page can be in one place of the region only.
    const auto [other_begin, other_end] = pages_of(other.address, other.size);
    if (begin < other_end && other_begin < end) return GASPI_ERROR;
  }
  const std::uint64_t room = round_up(end - begin, kGrain);
  // Pages that were bound before have their place already.
  const auto retired = retired_.extract({begin, end});
  const auto offset = retired ? std::optional(retired.mapped()) : memory_.allocate(room, kGrain);
  if (!offset) return GASPI_ERR_MEMALLOC;
  auto* const pages = reinterpret_cast<std::byte*>(begin);
  job_.copy_in(*offset, pages, end - begin);
  job_.alias(*offset, end - begin, pages);
  const std::uint64_t in_page = reinterpret_cast<std::uint64_t>(memory) - begin;
  return add_segment(
      id, {.address = memory, .size = bytes, .offset = *offset + in_page, .room = room, .creating = creating});
}

gaspi_return_t Process::remove(gaspi_segment_id_t id) {
  const std::lock_guard lock(mutex_);
  const auto found = segments_.find(id);
  if (found == segments_.end()) return GASPI_ERR_INV_SEG;
  const Segment segment = found->second;
  SegmentEntry& entry = desk(rank()).segments[id];
  entry.offset.store(0);
  entry.size.store(0);
  forget(reinterpret_cast<std::byte*>(desk(rank()).notifications[id]), sizeof desk(rank()).notifications[id]);
  if (segment.address == job_.region(rank()) + segment.offset) {
    forget(segment.address, segment.room);
    memory_.release(segment.offset);
  } else {
    // Memory of the program's stays where it is: it still uses it.
    const Pages pages = pages_of(segment.address, segment.size);
    const auto address = reinterpret_cast<std::uint64_t>(segment.address);
    retired_.emplace(pages, segment.offset - (address - pages.first));
  }
  segments_.erase(found);
  return GASPI_SUCCESS;
}

Meaning<Segment> Process::segment(gaspi_segment_id_t id) {
  const std::lock_guard lock(mutex_);
  const auto found = segments_.find(id);
  if (found == segments_.end()) return GASPI_ERR_INV_SEG;
  return &found->second;
}

std::vector<gaspi_segment_id_t> Process::segment_ids() {
  const std::lock_guard lock(mutex_);
  std::vector<gaspi_segment_id_t> ids;
  for (const auto& [id, segment] : segments_) ids.push_back(id);
  return ids;
}

Meaning<std::byte> Process::local(gaspi_segment_id_t id, std::uint64_t offset, std::uint64_t bytes) {
  const auto found = segment(id);
  if (!found) return found.why();
  if (const auto why = in_segment(found->size, offset, bytes, GASPI_ERR_INV_LOC_OFF); why != GASPI_SUCCESS) return why;
  return found->address + offset;
}

Meaning<std::byte> Process::remote(std::uint32_t of, gaspi_segment_id_t id, std::uint64_t offset,
                                   std::uint64_t bytes) const {
  if (of >= size()) return GASPI_ERR_INV_RANK;
  const SegmentEntry& entry = desk(of).segments[id];
  const std::uint64_t at = entry.offset.load(std::memory_order_acquire);
  const std::uint64_t most = entry.size.load();
  if (at == 0 || !entry.is_open_to(rank())) return GASPI_ERR_INV_SEG;
  if (const auto why = in_segment(most, offset, bytes, GASPI_ERR_INV_REM_OFF); why != GASPI_SUCCESS) return why;
  return job_.region(of) + at + offset;
}

Meaning<std::atomic<std::uint32_t>> Process::notification(std::uint32_t of, gaspi_segment_id_t id,
                                                          std::uint32_t number) const {
  if (const auto segment = remote(of, id, 0, 0); !segment) return segment.why();
  if (number >= configuration().notification_num) return GASPI_ERR_INV_NOTIF_ID;
  return &desk(of).notifications[id][number];
}

// --- Groups and queues -------------------------------------------------------------------------------------------------------

Meaning<Group> Process::group(gaspi_group_t id) {
  const std::lock_guard lock(mutex_);
  const auto found = groups_.find(id);
  if (found == groups_.end()) return GASPI_ERR_INV_GROUP;
  return found->second.get();
}

Meaning<Group> Process::committed_group(gaspi_group_t id) {
  const auto found = group(id);
  if (!found) return found;
  if (found->state != Group::State::Committed || !found->has(rank())) return GASPI_ERR_INV_GROUP;
  return found;
}

std::optional<gaspi_group_t> Process::add_group() {
  const std::lock_guard lock(mutex_);
  for (gaspi_number_t number = 0; number < configuration().group_max; ++number) {
    const auto id = static_cast<gaspi_group_t>(number);
    const auto [place, added] = groups_.try_emplace(id, nullptr);
    if (!added) continue;
    place->second = std::make_unique<Group>();
    return id;
  }
  return std::nullopt;
}

gaspi_return_t Process::remove_group(gaspi_group_t id) {
  const std::lock_guard lock(mutex_);
  const auto found = groups_.find(id);
  if (id == GASPI_GROUP_ALL || found == groups_.end()) return GASPI_ERR_INV_GROUP;
  leave(*found->second);
  groups_.erase(found);
  return GASPI_SUCCESS;
}

gaspi_number_t Process::group_count() {
  const std::lock_guard lock(mutex_);
  return static_cast<gaspi_number_t>(groups_.size());
}

// The keys are the same in all members: groups of the same ranks are told apart by the order in which they are committed.
void Process::seat(Group& group) {
  const std::lock_guard lock(mutex_);
  std::uint64_t hash = 14695981039346656037ULL;  // FNV-1a
  const auto mix = [&hash](std::uint64_t value) { hash = (hash ^ value) * 1099511628211ULL; };
  for (const gaspi_rank_t member : group.ranks) mix(member);
  mix(groups_made_[group.ranks]++);
  const std::uint64_t key = ((hash >> 2) | (1ULL << 62)) & ~kForReductions;
  group.barrier.board = Board::find(job_, key);
  group.reduction.board = Board::find(job_, key | kForReductions);
}

Meaning<Queue> Process::queue(gaspi_queue_id_t id) {
  const std::lock_guard lock(mutex_);
  if (id >= queues_.size() || !queues_[id]) return GASPI_ERR_INV_QUEUE;
  return queues_[id].get();
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

gaspi_return_t Process::remove_queue(gaspi_queue_id_t id) {
  const std::lock_guard lock(mutex_);
  if (id >= queues_.size() || !queues_[id]) return GASPI_ERR_INV_QUEUE;
  queues_[id]->complete();
  queues_[id].reset();
  return GASPI_SUCCESS;
}

gaspi_number_t Process::queue_count() {
  const std::lock_guard lock(mutex_);
  return static_cast<gaspi_number_t>(
      std::ranges::count_if(queues_, [](const auto& queue) { return queue != nullptr; }));
}

}  // namespace farsan::pgas::gaspi
