// Collectives of teams and active sets: who waits for whom by the data that goes between them, and which memory it is.
#include <algorithm>

#include "bindings/shmem/collectives.h"

namespace farsan::shmem {

namespace {

template <class Real>
auto collective(const Call& call, Team* team, const Shape& shape, Real real) {
  if (!call || team == nullptr) return real();
  Collective around(call, *team, shape);
  if constexpr (std::is_void_v<decltype(real())>) {
    real();
    around.finish();
  } else {
    const auto result = real();
    around.finish();
    return result;
  }
}

std::size_t members(const Team* team) { return team == nullptr ? 0 : team->members.size(); }

/// `count` elements of `size` bytes, `stride` elements apart, from element `first` on.
void give_part(Shape& shape, const void* dest, std::size_t first, std::size_t count, std::size_t size,
               std::ptrdiff_t stride) {
  shape.part = static_cast<const std::byte*>(dest) + static_cast<std::ptrdiff_t>(first * size) * stride;
  shape.count = count;
  shape.size = size;
  shape.stride = stride;
}

/// Every member has a part of `count` elements in every dest, and reads `source_parts` times as many.
Shape exchange(const Call& call, const Team* team, const void* dest, const void* source, std::size_t count,
               std::size_t size, std::size_t source_parts, std::ptrdiff_t dst = 1, std::ptrdiff_t sst = 1) {
  if (!call || team == nullptr || count == 0) return {};
  Shape shape;
  shape.dependence = all_to_all(*team, call.me());
  shape.everybody = true;
  shape.source = elements(address_of(source), count * source_parts, size, sst);
  const auto place = std::ranges::find(team->members, call.me()) - team->members.begin();
  give_part(shape, dest, static_cast<std::size_t>(place) * count, count, size, dst);
  shape.writes_to = team->members;
  return shape;
}

/// The result may come from anybody. In place, nobody has it before the owner has called.
Shape reduce(const Call& call, const Team* team, const void* dest, const void* source, std::size_t count,
             std::size_t size) {
  if (!call || team == nullptr || count == 0) return {};
  Shape shape;
  shape.dependence = all_to_all(*team, call.me());
  shape.everybody = true;
  give_part(shape, dest, 0, count, size, 1);
  if (dest == source) {
    shape.writes_to = {call.me()};
  } else {
    shape.source = elements(address_of(source), count, size);
    shape.writes_to = team->members;
  }
  return shape;
}

/// `to_root`: the root's own dest is written, too.
Shape broadcast(const Call& call, const Team* team, const void* dest, const void* source, std::size_t bytes, int root,
                bool to_root) {
  if (!call || team == nullptr || bytes == 0 || root < 0 || static_cast<std::size_t>(root) >= members(team)) return {};
  Shape shape;
  shape.dependence = one_to_all(*team, call.me(), root);
  if (team->members[static_cast<std::size_t>(root)] != call.me()) return shape;
  shape.source = elements(address_of(source), bytes, 1);
  give_part(shape, dest, 0, bytes, 1, 1);
  shape.writes_to = to_root && dest != source ? team->members : team->others(call.me());
  return shape;
}

/// Members may contribute different numbers of elements, so that nobody knows before all have called where its part goes.
Shape collect(const Call& call, const Team* team, const void* dest, const void* source, std::size_t count,
              std::size_t size) {
  if (!call || team == nullptr) return {};
  Shape shape;
  shape.dependence = all_to_all(*team, call.me());
  shape.source = elements(address_of(source), count, size);
  shape.collected = dest;
  shape.contributes = count;
  shape.size = size;
  if (count == 0) shape.dependence.releases.clear();
  return shape;
}

}  // namespace

}  // namespace farsan::shmem

using namespace farsan::shmem;

#define FARSAN_RUN(TEAM, SHAPE, REAL)        \
  Team* const team_ = call ? TEAM : nullptr; \
  const Shape shape = SHAPE;                 \
  return collective(call, team_, shape, [=] { return REAL; })

// --- Teams -----------------------------------------------------------------------------------------------------------

#define FARSAN_ON_TEAM(TYPE, SIZE, BROADCAST, COLLECT, FCOLLECT, ALLTOALL, ALLTOALLS)                         \
  FARSAN_SHMEM int BROADCAST(shmem_team_t team, TYPE* dest, const TYPE* source, size_t nelems, int PE_root) { \
    FARSAN_CALL(#BROADCAST);                                                                                  \
    FARSAN_RUN(team_of(team), broadcast(call, team_, dest, source, nelems*(SIZE), PE_root, true),             \
               p##BROADCAST(team, dest, source, nelems, PE_root));                                            \
  }                                                                                                           \
  FARSAN_SHMEM int COLLECT(shmem_team_t team, TYPE* dest, const TYPE* source, size_t nelems) {                \
    FARSAN_CALL(#COLLECT);                                                                                    \
    FARSAN_RUN(team_of(team), collect(call, team_, dest, source, nelems, SIZE),                               \
               p##COLLECT(team, dest, source, nelems));                                                       \
  }                                                                                                           \
  FARSAN_SHMEM int FCOLLECT(shmem_team_t team, TYPE* dest, const TYPE* source, size_t nelems) {               \
    FARSAN_CALL(#FCOLLECT);                                                                                   \
    FARSAN_RUN(team_of(team), exchange(call, team_, dest, source, nelems, SIZE, 1),                           \
               p##FCOLLECT(team, dest, source, nelems));                                                      \
  }                                                                                                           \
  FARSAN_SHMEM int ALLTOALL(shmem_team_t team, TYPE* dest, const TYPE* source, size_t nelems) {               \
    FARSAN_CALL(#ALLTOALL);                                                                                   \
    FARSAN_RUN(team_of(team), exchange(call, team_, dest, source, nelems, SIZE, members(team_)),              \
               p##ALLTOALL(team, dest, source, nelems));                                                      \
  }                                                                                                           \
  FARSAN_SHMEM int ALLTOALLS(shmem_team_t team, TYPE* dest, const TYPE* source, ptrdiff_t dst, ptrdiff_t sst, \
                             size_t nelems) {                                                                 \
    FARSAN_CALL(#ALLTOALLS);                                                                                  \
    FARSAN_RUN(team_of(team), exchange(call, team_, dest, source, nelems, SIZE, members(team_), dst, sst),    \
               p##ALLTOALLS(team, dest, source, dst, sst, nelems));                                           \
  }
#define FARSAN_TYPED_COLLECTIVES(X, TYPE, NAME)                                                                 \
  FARSAN_ON_TEAM(TYPE, sizeof(TYPE), shmem_##NAME##_broadcast, shmem_##NAME##_collect, shmem_##NAME##_fcollect, \
                 shmem_##NAME##_alltoall, shmem_##NAME##_alltoalls)
FARSAN_SHMEM_RMA_TYPES(FARSAN_TYPED_COLLECTIVES, )
FARSAN_ON_TEAM(void, 1, shmem_broadcastmem, shmem_collectmem, shmem_fcollectmem, shmem_alltoallmem, shmem_alltoallsmem)

#define FARSAN_REDUCE(TYPE, NAME, OP)                                                                                \
  FARSAN_SHMEM int shmem_##NAME##_##OP##_reduce(shmem_team_t team, TYPE* dest, const TYPE* source, size_t nreduce) { \
    FARSAN_CALL("shmem_" #NAME "_" #OP "_reduce");                                                                   \
    FARSAN_RUN(team_of(team), reduce(call, team_, dest, source, nreduce, sizeof(TYPE)),                              \
               pshmem_##NAME##_##OP##_reduce(team, dest, source, nreduce));                                          \
  }
#define FARSAN_REDUCE_BITWISE(X, TYPE, NAME) \
  FARSAN_REDUCE(TYPE, NAME, and) FARSAN_REDUCE(TYPE, NAME, or) FARSAN_REDUCE(TYPE, NAME, xor)
#define FARSAN_REDUCE_ORDERED(X, TYPE, NAME) FARSAN_REDUCE(TYPE, NAME, max) FARSAN_REDUCE(TYPE, NAME, min)
#define FARSAN_REDUCE_ARITHMETIC(X, TYPE, NAME) FARSAN_REDUCE(TYPE, NAME, sum) FARSAN_REDUCE(TYPE, NAME, prod)
FARSAN_SHMEM_REDUCE_BITWISE_TYPES(FARSAN_REDUCE_BITWISE, )
FARSAN_SHMEM_REDUCE_ORDERED_TYPES(FARSAN_REDUCE_ORDERED, )
FARSAN_SHMEM_REDUCE_TYPES(FARSAN_REDUCE_ARITHMETIC, )

// --- Active sets -----------------------------------------------------------------------------------------------------

#define FARSAN_ACTIVE_SET int PE_start, int logPE_stride, int PE_size
#define FARSAN_THE_ACTIVE_SET PE_start, logPE_stride, PE_size

#define FARSAN_ON_SET(X, NAME, BYTES)                                                                                  \
  FARSAN_SHMEM void shmem_broadcast##NAME(void* dest, const void* source, size_t nelems, int PE_root,                  \
                                          FARSAN_ACTIVE_SET, long* pSync) {                                            \
    FARSAN_CALL("shmem_broadcast" #NAME);                                                                              \
    FARSAN_RUN(active_set(FARSAN_THE_ACTIVE_SET),                                                                      \
               broadcast(call, team_, dest, source, nelems*(BYTES), PE_root, false),                                   \
               pshmem_broadcast##NAME(dest, source, nelems, PE_root, FARSAN_THE_ACTIVE_SET, pSync));                   \
  }                                                                                                                    \
  FARSAN_SHMEM void shmem_collect##NAME(void* dest, const void* source, size_t nelems, FARSAN_ACTIVE_SET,              \
                                        long* pSync) {                                                                 \
    FARSAN_CALL("shmem_collect" #NAME);                                                                                \
    FARSAN_RUN(active_set(FARSAN_THE_ACTIVE_SET), collect(call, team_, dest, source, nelems, BYTES),                   \
               pshmem_collect##NAME(dest, source, nelems, FARSAN_THE_ACTIVE_SET, pSync));                              \
  }                                                                                                                    \
  FARSAN_SHMEM void shmem_fcollect##NAME(void* dest, const void* source, size_t nelems, FARSAN_ACTIVE_SET,             \
                                         long* pSync) {                                                                \
    FARSAN_CALL("shmem_fcollect" #NAME);                                                                               \
    FARSAN_RUN(active_set(FARSAN_THE_ACTIVE_SET), exchange(call, team_, dest, source, nelems, BYTES, 1),               \
               pshmem_fcollect##NAME(dest, source, nelems, FARSAN_THE_ACTIVE_SET, pSync));                             \
  }                                                                                                                    \
  FARSAN_SHMEM void shmem_alltoall##NAME(void* dest, const void* source, size_t nelems, FARSAN_ACTIVE_SET,             \
                                         long* pSync) {                                                                \
    FARSAN_CALL("shmem_alltoall" #NAME);                                                                               \
    FARSAN_RUN(active_set(FARSAN_THE_ACTIVE_SET), exchange(call, team_, dest, source, nelems, BYTES, members(team_)),  \
               pshmem_alltoall##NAME(dest, source, nelems, FARSAN_THE_ACTIVE_SET, pSync));                             \
  }                                                                                                                    \
  FARSAN_SHMEM void shmem_alltoalls##NAME(void* dest, const void* source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, \
                                          FARSAN_ACTIVE_SET, long* pSync) {                                            \
    FARSAN_CALL("shmem_alltoalls" #NAME);                                                                              \
    FARSAN_RUN(active_set(FARSAN_THE_ACTIVE_SET),                                                                      \
               exchange(call, team_, dest, source, nelems, BYTES, members(team_), dst, sst),                           \
               pshmem_alltoalls##NAME(dest, source, dst, sst, nelems, FARSAN_THE_ACTIVE_SET, pSync));                  \
  }
FARSAN_SHMEM_COLLECTIVE_SIZES(FARSAN_ON_SET, )

#define FARSAN_TO_ALL(TYPE, STEM, OP)                                                                                \
  FARSAN_SHMEM void STEM##_##OP##_to_all(TYPE* dest, const TYPE* source, int nreduce, FARSAN_ACTIVE_SET, TYPE* pWrk, \
                                         long* pSync) {                                                              \
    FARSAN_CALL(#STEM "_" #OP "_to_all");                                                                            \
    FARSAN_RUN(active_set(FARSAN_THE_ACTIVE_SET),                                                                    \
               reduce(call, team_, dest, source, static_cast<std::size_t>(nreduce < 0 ? 0 : nreduce), sizeof(TYPE)), \
               p##STEM##_##OP##_to_all(dest, source, nreduce, FARSAN_THE_ACTIVE_SET, pWrk, pSync));                  \
  }
#define FARSAN_TO_ALL_BITWISE_OF(TYPE, STEM) \
  FARSAN_TO_ALL(TYPE, STEM, and) FARSAN_TO_ALL(TYPE, STEM, or) FARSAN_TO_ALL(TYPE, STEM, xor)
#define FARSAN_TO_ALL_ORDERED_OF(TYPE, STEM) FARSAN_TO_ALL(TYPE, STEM, max) FARSAN_TO_ALL(TYPE, STEM, min)
#define FARSAN_TO_ALL_ARITHMETIC_OF(TYPE, STEM) FARSAN_TO_ALL(TYPE, STEM, sum) FARSAN_TO_ALL(TYPE, STEM, prod)
#define FARSAN_TO_ALL_BITWISE(X, TYPE, NAME) FARSAN_TO_ALL_BITWISE_OF(TYPE, shmem_##NAME)
#define FARSAN_TO_ALL_ORDERED(X, TYPE, NAME) FARSAN_TO_ALL_ORDERED_OF(TYPE, shmem_##NAME)
#define FARSAN_TO_ALL_ARITHMETIC(X, TYPE, NAME) FARSAN_TO_ALL_ARITHMETIC_OF(TYPE, shmem_##NAME)
FARSAN_SHMEM_OLD_WAIT_TYPES(FARSAN_TO_ALL_BITWISE, )
FARSAN_SHMEM_OLD_REDUCE_ORDERED_TYPES(FARSAN_TO_ALL_ORDERED, )
FARSAN_SHMEM_OLD_REDUCE_TYPES(FARSAN_TO_ALL_ARITHMETIC, )

// What a library has besides the standard.
#ifdef FARSAN_SHMEM_ADDITIONS
FARSAN_SHMEM_ADDED_VALUES(FARSAN_TO_ALL_BITWISE_OF)
FARSAN_SHMEM_ADDED_VALUES(FARSAN_TO_ALL_ORDERED_OF)
FARSAN_SHMEM_ADDED_VALUES(FARSAN_TO_ALL_ARITHMETIC_OF)
#endif
