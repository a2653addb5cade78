// The symmetric heap. All are collective: allocation ends with a barrier, freeing begins with one (of the default context).
#include "bindings/shmem/collectives.h"
#include "bindings/shmem/job.h"
#include "bindings/shmem/notifications.h"
#include "bindings/shmem/symmetric.h"

namespace farsan::shmem {

namespace {

/// A barrier of all PEs around what the library does.
template <class Real>
auto with_barrier(const Call& call, Real real) {
  return barrier(call, &world(), real);
}

template <class Real>
void* allocate(const Call& call, std::size_t size, Real real) {
  if (!call || size == 0) return real();
  void* const block = with_barrier(call, real);
  expose_block(call, block, size);
  return block;
}

/// A barrier after which the block goes. It completes nothing on other contexts than the default one: its owner must have heard of that
/// by then, too.
void barrier_before_end(const Call& call) {
  call.process().send_all();
  with_barrier(call, [] { pshmem_sync_all(); });
}

void release(const Call& call, void* block, void (*real)(void*)) {
  if (!call || block == nullptr) return real(block);
  // Barrier, then free: nobody touches the block any more.
  barrier_before_end(call);
  conceal_block(call, block);
  real(block);
}

void* reallocate(const Call& call, void* block, std::size_t size, void* (*real)(void*, std::size_t)) {
  if (!call || (block == nullptr && size == 0)) return real(block, size);
  // Only after the barrier all is known that was done to the block so far.
  barrier_before_end(call);
  const auto before = block == nullptr ? std::nullopt : size_of_block(block);
  if (before) conceal_block(call, block);
  void* const moved = real(block, size);
  if (moved != nullptr) expose_block(call, moved, size);
  if (moved == nullptr && before && size != 0) expose_block(call, block, *before);  // it was left as it was
  return moved;
}

}  // namespace

}  // namespace farsan::shmem

using namespace farsan::shmem;

#define FARSAN_ALLOCATE(NAME, PARAMETERS, SIZE, ARGUMENTS)          \
  FARSAN_SHMEM void* NAME PARAMETERS {                              \
    FARSAN_CALL(#NAME);                                             \
    return allocate(call, SIZE, [&] { return p##NAME ARGUMENTS; }); \
  }
FARSAN_ALLOCATE(shmem_malloc, (size_t size), size, (size))
FARSAN_ALLOCATE(shmem_malloc_with_hints, (size_t size, long hints), size, (size, hints))
FARSAN_ALLOCATE(shmem_calloc, (size_t count, size_t size), count* size, (count, size))
FARSAN_ALLOCATE(shmem_align, (size_t alignment, size_t size), size, (alignment, size))
FARSAN_ALLOCATE(shmalloc, (size_t size), size, (size))
#ifdef FARSAN_SHMEM_ADDITIONS
FARSAN_ALLOCATE(shmemx_malloc_with_hint, (size_t size, long hint), size, (size, hint))
#endif
FARSAN_ALLOCATE(shmemalign, (size_t alignment, size_t size), size, (alignment, size))

#define FARSAN_RELEASE(NAME)          \
  FARSAN_SHMEM void NAME(void* ptr) { \
    FARSAN_CALL(#NAME);               \
    release(call, ptr, p##NAME);      \
  }
FARSAN_RELEASE(shmem_free)
FARSAN_RELEASE(shfree)

#define FARSAN_REALLOCATE(NAME)                     \
  FARSAN_SHMEM void* NAME(void* ptr, size_t size) { \
    FARSAN_CALL(#NAME);                             \
    return reallocate(call, ptr, size, p##NAME);    \
  }
FARSAN_REALLOCATE(shmem_realloc)
FARSAN_REALLOCATE(shrealloc)
