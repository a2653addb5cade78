// Broadcast, collect and all-to-all, over teams and active sets: all meet, everybody copies what it is to get from the
// others' sources, and all meet again, so that sources can be used again. Work arrays (pSync) are not needed.
#include <cstring>
#include <vector>

#include "pgas/shmem/library.h"

namespace farsan::pgas::shmem {

namespace {

/// Whether the root of a broadcast gets a copy in its own dest: with teams it does, with active sets it does not.
enum class Root { Included, LeftOut };

// One collective call of this PE: what it has in common with the others'.
class Call {
 public:
  /// `bytes`: that this PE contributes (to each, where they differ). Where there are none, any address will do.
  Call(const char* routine, Library& library, const Team& team, void* dest, const void* source, std::size_t bytes)
      : routine_(routine),
        library_(library),
        team_(team),
        dest_(static_cast<std::byte*>(dest)),
        source_(source),
        bytes_(bytes) {
    if (bytes != 0) static_cast<void>(this->dest());
  }

  void meet() const { library_.meet(team_); }
  [[nodiscard]] int members() const { return team_.pes.size; }
  [[nodiscard]] int me() const { return team_.me; }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  [[nodiscard]] std::byte* dest() const { return library_.symmetric(routine_, dest_, library_.my_pe()); }
  [[nodiscard]] const std::byte* source_of(int member) const {
    return static_cast<const std::byte*>(library_.symmetric(routine_, source_, team_.pes.world_pe(member)));
  }
  [[nodiscard]] std::atomic<std::uint64_t>& word_of(int member) const {
    return team_.board.seat(static_cast<std::uint32_t>(member)).words[0];
  }
  [[nodiscard]] const char* routine() const { return routine_; }

 private:
  const char* routine_;
  Library& library_;
  const Team& team_;
  std::byte* dest_;
  const void* source_;
  std::size_t bytes_;
};

void copy(std::byte* dest, const std::byte* source, std::size_t bytes) {
  if (dest != source) std::memmove(dest, source, bytes);
}

void broadcast(const Call& call, int root, Root included) {
  if (root < 0 || root >= call.members()) misuse(call.routine(), "PE_root is not a member of the team or active set");
  const bool copies = call.bytes() != 0 && (call.me() != root || included == Root::Included);
  call.meet();
  if (copies) copy(call.dest(), call.source_of(root), call.bytes());
  call.meet();
}

// Contributions may differ in length.
void collect(const Call& call) {
  call.word_of(call.me()) = call.bytes();
  call.meet();
  std::size_t before = 0;
  for (int member = 0; member < call.members(); ++member) {
    const std::size_t theirs = call.word_of(member);
    if (theirs != 0) copy(call.dest() + before, call.source_of(member), theirs);
    before += theirs;
  }
  call.meet();
}

/// All meet, move what `move(member)` moves to or from each, and meet again.
template <class Move>
void with_each(const Call& call, Move move) {
  call.meet();
  for (int member = 0; call.bytes() != 0 && member < call.members(); ++member) move(member);
  call.meet();
}

void fcollect(const Call& call) {
  with_each(call, [&](int member) {
    copy(call.dest() + static_cast<std::size_t>(member) * call.bytes(), call.source_of(member), call.bytes());
  });
}

void alltoall(const Call& call) {
  with_each(call, [&](int member) {
    copy(call.dest() + static_cast<std::size_t>(member) * call.bytes(),
         call.source_of(member) + static_cast<std::size_t>(call.me()) * call.bytes(), call.bytes());
  });
}

void alltoalls(const Call& call, std::ptrdiff_t dst, std::ptrdiff_t sst, std::size_t size) {
  if (dst < 1 || sst < 1) misuse(call.routine(), "strides have to be 1 or more");
  const auto to_stride = static_cast<std::size_t>(dst) * size;
  const auto from_stride = static_cast<std::size_t>(sst) * size;
  const std::size_t count = call.bytes() / size;
  with_each(call, [&](int member) {
    std::byte* to = call.dest() + static_cast<std::size_t>(member) * count * to_stride;
    const std::byte* from = call.source_of(member) + static_cast<std::size_t>(call.me()) * count * from_stride;
    for (std::size_t i = 0; i < count; ++i) copy(to + i * to_stride, from + i * from_stride, size);
  });
}

Call on_team(const char* routine, shmem_team_t team, void* dest, const void* source, std::size_t bytes) {
  Library& library = Library::get(routine);
  return {routine, library, library.valid_team(routine, team), dest, source, bytes};
}

Call on_set(const char* routine, int start, int log_stride, int size, void* dest, const void* source,
            std::size_t bytes) {
  Library& library = Library::get(routine);
  return {routine, library, library.active_set(routine, start, log_stride, size), dest, source, bytes};
}

}  // namespace

#define DEFINE_ON_TEAM(TYPE, SIZE, BROADCAST, COLLECT, FCOLLECT, ALLTOALL, ALLTOALLS)                          \
  ROUTINE(int, BROADCAST, (shmem_team_t team, TYPE * dest, const TYPE* source, size_t nelems, int PE_root)) {  \
    broadcast(on_team(HERE, team, dest, source, nelems*(SIZE)), PE_root, Root::Included);                      \
    return 0;                                                                                                  \
  }                                                                                                            \
  ROUTINE(int, COLLECT, (shmem_team_t team, TYPE * dest, const TYPE* source, size_t nelems)) {                 \
    collect(on_team(HERE, team, dest, source, nelems*(SIZE)));                                                 \
    return 0;                                                                                                  \
  }                                                                                                            \
  ROUTINE(int, FCOLLECT, (shmem_team_t team, TYPE * dest, const TYPE* source, size_t nelems)) {                \
    fcollect(on_team(HERE, team, dest, source, nelems*(SIZE)));                                                \
    return 0;                                                                                                  \
  }                                                                                                            \
  ROUTINE(int, ALLTOALL, (shmem_team_t team, TYPE * dest, const TYPE* source, size_t nelems)) {                \
    alltoall(on_team(HERE, team, dest, source, nelems*(SIZE)));                                                \
    return 0;                                                                                                  \
  }                                                                                                            \
  ROUTINE(int, ALLTOALLS,                                                                                      \
          (shmem_team_t team, TYPE * dest, const TYPE* source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems)) { \
    alltoalls(on_team(HERE, team, dest, source, nelems*(SIZE)), dst, sst, SIZE);                               \
    return 0;                                                                                                  \
  }
#define DEFINE(X, TYPE, NAME)                                                                                   \
  DEFINE_ON_TEAM(TYPE, sizeof(TYPE), shmem_##NAME##_broadcast, shmem_##NAME##_collect, shmem_##NAME##_fcollect, \
                 shmem_##NAME##_alltoall, shmem_##NAME##_alltoalls)
FARSAN_SHMEM_RMA_TYPES(DEFINE, )
#undef DEFINE
DEFINE_ON_TEAM(void, 1, shmem_broadcastmem, shmem_collectmem, shmem_fcollectmem, shmem_alltoallmem, shmem_alltoallsmem)

#define DEFINE(X, NAME, BYTES)                                                                                         \
  ROUTINE(void, shmem_broadcast##NAME,                                                                                 \
          (void* dest, const void* source, size_t nelems, int PE_root, int PE_start, int logPE_stride, int PE_size,    \
           long* /*pSync*/)) {                                                                                         \
    broadcast(on_set(HERE, PE_start, logPE_stride, PE_size, dest, source, nelems*(BYTES)), PE_root, Root::LeftOut);    \
  }                                                                                                                    \
  ROUTINE(                                                                                                             \
      void, shmem_collect##NAME,                                                                                       \
      (void* dest, const void* source, size_t nelems, int PE_start, int logPE_stride, int PE_size, long* /*pSync*/)) { \
    collect(on_set(HERE, PE_start, logPE_stride, PE_size, dest, source, nelems*(BYTES)));                              \
  }                                                                                                                    \
  ROUTINE(                                                                                                             \
      void, shmem_fcollect##NAME,                                                                                      \
      (void* dest, const void* source, size_t nelems, int PE_start, int logPE_stride, int PE_size, long* /*pSync*/)) { \
    fcollect(on_set(HERE, PE_start, logPE_stride, PE_size, dest, source, nelems*(BYTES)));                             \
  }                                                                                                                    \
  ROUTINE(                                                                                                             \
      void, shmem_alltoall##NAME,                                                                                      \
      (void* dest, const void* source, size_t nelems, int PE_start, int logPE_stride, int PE_size, long* /*pSync*/)) { \
    alltoall(on_set(HERE, PE_start, logPE_stride, PE_size, dest, source, nelems*(BYTES)));                             \
  }                                                                                                                    \
  ROUTINE(void, shmem_alltoalls##NAME,                                                                                 \
          (void* dest, const void* source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int PE_start,                  \
           int logPE_stride, int PE_size, long* /*pSync*/)) {                                                          \
    alltoalls(on_set(HERE, PE_start, logPE_stride, PE_size, dest, source, nelems*(BYTES)), dst, sst, BYTES);           \
  }
FARSAN_SHMEM_COLLECTIVE_SIZES(DEFINE, )
#undef DEFINE

}  // namespace farsan::pgas::shmem
