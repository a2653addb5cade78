#include "pgas/shmem/library.h"

#include <algorithm>
#include <sstream>
#include <utility>

#include "pgas/node/environment.h"

namespace farsan::pgas::shmem {

namespace {

constexpr std::uint64_t kDefaultHeap = 1ULL << 30;  // takes memory only where it is used

// Keys of boards that all processes find by themselves.
constexpr std::uint64_t kWorldKey = 1;
constexpr std::uint64_t kSharedKey = 2;
constexpr std::uint64_t kActiveSetKey = 1ULL << 62;

std::uint64_t end_of(const std::vector<DataSegment>& segments) {
  return segments.empty() ? 0 : round_up(segments.back().offset + segments.back().size, kGrain);
}

std::uint64_t heap_size() {
  // At least a grain: a job without heap is an empty heap, not an error.
  auto size = environment_size("SHMEM_SYMMETRIC_SIZE");
  if (!size) size = environment_size("SMA_SYMMETRIC_SIZE");  // its deprecated name
  return round_up(std::max<std::uint64_t>(size.value_or(kDefaultHeap), 1), kGrain);
}

Team everyone(const Job& job, std::uint64_t key) {
  Team team;
  team.pes = {.start = 0, .stride = 1, .size = static_cast<int>(job.size())};
  team.me = static_cast<int>(job.rank());
  team.board = Board::find(job, key);
  return team;
}

}  // namespace

Library* Library::current_ = nullptr;

void misuse(const char* routine, const std::string& what) { fail(std::string(routine) + ": " + what); }

void Library::not_running(const char* routine) { misuse(routine, "called before shmem_init or after shmem_finalize"); }

void Library::not_symmetric(const char* routine, const void* address) {
  std::ostringstream text;
  text << "address " << address << " is not symmetric: neither a global or static variable nor from shmem_malloc";
  misuse(routine, text.str());
}

// --- Life ------------------------------------------------------------------------------------------------------------------

Library::Library(Job job, int thread_level)
    : job_(std::move(job)),
      thread_level_(thread_level),
      segments_(find_data_segments(0)),
      heap_begin_(end_of(segments_)),
      heap_end_(heap_begin_ + heap_size()),
      heap_(heap_begin_, heap_end_ - heap_begin_),
      world_(everyone(job_, kWorldKey)),
      shared_(everyone(job_, kSharedKey)),
      default_context_{.team = &world_} {
  if (!job_.agree(fingerprint(segments_))) {
    fail("this is not the same program, or not with the same libraries, as that of the other PEs");
  }
  job_.open_regions(heap_end_);
  share(job_, segments_);
}

void Library::start(int thread_level) {
  // Not a static object: its destructor would run while the program still may use its variables.
  auto* library = new Library(Job::attach("farsan-shmem", "PE"), thread_level);
  library->meet(library->world());
  current_ = library;
}

void Library::finish() {
  Library& library = get("shmem_finalize");
  for (const auto& context : library.contexts_) quiet(*context);
  library.barrier_all();
  library.job().finish();
  current_ = nullptr;
}

// --- Symmetric addresses -----------------------------------------------------------------------------------------------------

std::byte* Library::counterpart(const void* address, int world_pe) const {
  const auto* at = static_cast<const std::byte*>(address);
  std::byte* const theirs = job_.region(static_cast<std::uint32_t>(world_pe));
  const std::uint64_t offset = heap_offset(address);
  if (offset >= heap_begin_ && offset < heap_end_) return theirs + offset;
  for (const DataSegment& segment : segments_) {
    if (at >= segment.begin && at < segment.begin + segment.size) return theirs + segment.offset + (at - segment.begin);
  }
  return nullptr;
}

// --- Teams and contexts ------------------------------------------------------------------------------------------------------

Team* Library::team(const char* routine, shmem_team_t handle) {
  if (handle == SHMEM_TEAM_INVALID) return nullptr;
  if (handle == SHMEM_TEAM_WORLD) return &world_;
  if (handle == SHMEM_TEAM_SHARED) return &shared_;
  const std::lock_guard lock(mutex_);
  if (!teams_.contains(handle) || !handle->alive) misuse(routine, "this team does not exist (any more)");
  return handle;
}

Team& Library::valid_team(const char* routine, shmem_team_t handle) {
  Team* found = team(routine, handle);
  if (found == nullptr) misuse(routine, "called with SHMEM_TEAM_INVALID");
  return *found;
}

Team& Library::active_set(const char* routine, int start, int log_stride, int size) {
  const bool sane = start >= 0 && log_stride >= 0 && log_stride < 31 && size > 0 &&
                    static_cast<long>(start) + (static_cast<long>(size - 1) << log_stride) < n_pes();
  if (!sane) {
    misuse(routine, "no active set: PE_start " + std::to_string(start) + ", logPE_stride " +
                        std::to_string(log_stride) + ", PE_size " + std::to_string(size) + " of " +
                        std::to_string(n_pes()) + " PEs");
  }
  const std::lock_guard lock(mutex_);
  const auto [entry, is_new] = active_sets_.try_emplace({start, log_stride, size});
  Team& set = entry->second;
  if (is_new) {
    set.pes = {.start = start, .stride = 1 << log_stride, .size = size};
    const auto me = set.pes.member(my_pe());
    if (!me) misuse(routine, "this PE is not in the active set");
    set.me = *me;
    set.board = Board::find(job_, kActiveSetKey | static_cast<std::uint64_t>(start) << 40 |
                                      static_cast<std::uint64_t>(log_stride) << 32 | static_cast<std::uint64_t>(size));
  }
  return set;
}

shmem_team_t Library::handle(Team& team) {
  if (&team == &world_) return SHMEM_TEAM_WORLD;
  return &team == &shared_ ? SHMEM_TEAM_SHARED : &team;
}

Team* Library::add_team(const PeSet& pes, Board board) {
  auto team = std::make_unique<Team>();
  team->pes = pes;
  team->me = pes.member(my_pe()).value();
  team->board = board;
  const std::lock_guard lock(mutex_);
  Team* const handle = team.get();
  teams_.emplace(handle, std::move(team));
  return handle;
}

Context& Library::other_context(const char* routine, shmem_ctx_t handle) {
  if (handle == SHMEM_CTX_INVALID) misuse(routine, "called with SHMEM_CTX_INVALID");
  if (!handle->alive) misuse(routine, "this context has been destroyed");
  return *handle;
}

Context* Library::add_context(Team& team, long options) {
  const std::lock_guard lock(mutex_);
  // A destroyed one is used again, or a program that makes one for each operation would grow.
  Context* context = nullptr;
  if (unused_contexts_.empty()) {
    context = contexts_.emplace_back(new Context{.team = &team, .options = options}).get();
  } else {
    context = unused_contexts_.back();
    unused_contexts_.pop_back();
    context->team = &team;
    context->options = options;
    context->alive = true;
  }
  team.contexts.insert(context);
  return context;
}

void Library::destroy(Context& context) {
  quiet(context);
  const std::lock_guard lock(mutex_);
  context.team->contexts.erase(&context);
  context.alive = false;
  unused_contexts_.push_back(&context);
}

// --- Synchronisation -----------------------------------------------------------------------------------------------------------

void Library::quiet(Context& context) {
  if (delaying()) context.held.complete();
  std::atomic_thread_fence(std::memory_order_seq_cst);
}

void Library::barrier_all() {
  quiet(default_context_);
  meet(world_);
}

// --- Targets -----------------------------------------------------------------------------------------------------------------

Target::Target(const char* routine_name, shmem_ctx_t handle, int number)
    : library(Library::get(routine_name)), context(library.context(routine_name, handle)), routine(routine_name) {
  const PeSet& pes = context.team->pes;
  if (number < 0 || number >= pes.size) [[unlikely]] {
    misuse(routine, "PE " + std::to_string(number) + " does not exist (there are " + std::to_string(pes.size) + ")");
  }
  pe = pes.world_pe(number);
}

}  // namespace farsan::pgas::shmem
