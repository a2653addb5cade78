#include "pgas/shmem/rma.h"

#include <atomic>
#include <cstring>
#include <string>
#include <vector>

namespace farsan::pgas::shmem {

namespace {

using Bytes = std::vector<std::byte>;

Bytes copy_of(const void* source, std::size_t bytes) {
  const auto* begin = static_cast<const std::byte*>(source);
  return {begin, begin + bytes};
}

// memmove: a PE may put to itself, and source and dest may then be the same.
void copy(void* dest, const void* source, std::size_t bytes) {
  if (bytes != 0) std::memmove(dest, source, bytes);
}

template <std::size_t Size>
void copy_strided(std::byte* dest, const std::byte* source, Strides strides, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    std::memcpy(dest, source, Size);
    dest += strides.dest * static_cast<std::ptrdiff_t>(Size);
    source += strides.source * static_cast<std::ptrdiff_t>(Size);
  }
}

void copy_strided(void* dest, const void* source, Strides strides, std::size_t count, std::size_t size) {
  auto* to = static_cast<std::byte*>(dest);
  const auto* from = static_cast<const std::byte*>(source);
  switch (size) {
    case 1: return copy_strided<1>(to, from, strides, count);
    case 2: return copy_strided<2>(to, from, strides, count);
    case 4: return copy_strided<4>(to, from, strides, count);
    case 8: return copy_strided<8>(to, from, strides, count);
    default: return copy_strided<16>(to, from, strides, count);
  }
}

void change(Signal signal) {
  if (signal.operation == SHMEM_SIGNAL_SET) {
    __atomic_store_n(signal.address, signal.value, __ATOMIC_RELEASE);
  } else {
    __atomic_fetch_add(signal.address, signal.value, __ATOMIC_ACQ_REL);
  }
}

}  // namespace

// Where nothing is moved, nobody looks at addresses: programs with empty parts have none.

void put(const Target& target, void* dest, const void* source, std::size_t bytes, Buffer buffer) {
  if (bytes == 0) return;
  void* to = target.address(dest);
  if (!delaying()) [[likely]] {
    copy(to, source, bytes);
    target.changed();
  } else if (buffer == Buffer::FreeOnReturn) {
    target.context.held.hold([target, to, data = copy_of(source, bytes)] {
      copy(to, data.data(), data.size());
      target.changed();
    });
  } else {
    target.context.held.hold([target, to, source, bytes] {
      copy(to, source, bytes);
      target.changed();
    });
  }
}

void get(const Target& target, void* dest, const void* source, std::size_t bytes, Buffer buffer) {
  if (bytes == 0) return;
  const void* from = target.address(source);
  if (!delaying() || buffer == Buffer::FreeOnReturn) [[likely]] {
    let_expired_pass();
    copy(dest, from, bytes);
  } else {
    target.context.held.hold([dest, from, bytes] { copy(dest, from, bytes); });
  }
}

void put_strided(const Target& target, void* dest, const void* source, Strides strides, std::size_t count,
                 std::size_t size) {
  if (count == 0) return;
  void* to = target.address(dest);
  if (!delaying()) [[likely]] {
    copy_strided(to, source, strides, count, size);
    target.changed();
    return;
  }
  Bytes data(count * size);
  copy_strided(data.data(), source, {.dest = 1, .source = strides.source}, count, size);
  target.context.held.hold([target, to, data = std::move(data), strides, count, size] {
    copy_strided(to, data.data(), {.dest = strides.dest, .source = 1}, count, size);
    target.changed();
  });
}

void get_strided(const Target& target, void* dest, const void* source, Strides strides, std::size_t count,
                 std::size_t size) {
  if (count == 0) return;
  let_expired_pass();
  copy_strided(dest, target.address(source), strides, count, size);
}

void put_signal(const Target& target, void* dest, const void* source, std::size_t bytes, Signal signal, Buffer buffer) {
  if (signal.operation != SHMEM_SIGNAL_SET && signal.operation != SHMEM_SIGNAL_ADD) {
    misuse(target.routine, "sig_op is neither SHMEM_SIGNAL_SET nor SHMEM_SIGNAL_ADD");
  }
  void* to = bytes == 0 ? dest : target.address(dest);
  signal.address = target.address(signal.address);
  const auto effect = [target, to, signal](const void* from, std::size_t count) {
    copy(to, from, count);
    change(signal);
    target.changed();
  };
  if (!delaying()) [[likely]] {
    effect(source, bytes);
  } else if (buffer == Buffer::FreeOnReturn) {
    target.context.held.hold([effect, data = copy_of(source, bytes)] { effect(data.data(), data.size()); });
  } else {
    target.context.held.hold([effect, source, bytes] { effect(source, bytes); });
  }
}

// --- The routines: contexts first, those without call them ----------------------------------------------------------------

#define DEFINE(X, TYPE, NAME)                                                                                        \
  ROUTINE(void, shmem_ctx_##NAME##_put, (shmem_ctx_t ctx, TYPE * dest, const TYPE* source, size_t nelems, int pe)) { \
    put(Target(HERE, ctx, pe), dest, source, nelems * sizeof(TYPE), Buffer::FreeOnReturn);                           \
  }                                                                                                                  \
  ROUTINE(void, shmem_##NAME##_put, (TYPE * dest, const TYPE* source, size_t nelems, int pe)) {                      \
    put(Target(HERE, SHMEM_CTX_DEFAULT, pe), dest, source, nelems * sizeof(TYPE), Buffer::FreeOnReturn);             \
  }                                                                                                                  \
  ROUTINE(void, shmem_ctx_##NAME##_get, (shmem_ctx_t ctx, TYPE * dest, const TYPE* source, size_t nelems, int pe)) { \
    get(Target(HERE, ctx, pe), dest, source, nelems * sizeof(TYPE), Buffer::FreeOnReturn);                           \
  }                                                                                                                  \
  ROUTINE(void, shmem_##NAME##_get, (TYPE * dest, const TYPE* source, size_t nelems, int pe)) {                      \
    get(Target(HERE, SHMEM_CTX_DEFAULT, pe), dest, source, nelems * sizeof(TYPE), Buffer::FreeOnReturn);             \
  }                                                                                                                  \
  ROUTINE(void, shmem_ctx_##NAME##_put_nbi,                                                                          \
          (shmem_ctx_t ctx, TYPE * dest, const TYPE* source, size_t nelems, int pe)) {                               \
    put(Target(HERE, ctx, pe), dest, source, nelems * sizeof(TYPE), Buffer::FreeAfterQuiet);                         \
  }                                                                                                                  \
  ROUTINE(void, shmem_##NAME##_put_nbi, (TYPE * dest, const TYPE* source, size_t nelems, int pe)) {                  \
    put(Target(HERE, SHMEM_CTX_DEFAULT, pe), dest, source, nelems * sizeof(TYPE), Buffer::FreeAfterQuiet);           \
  }                                                                                                                  \
  ROUTINE(void, shmem_ctx_##NAME##_get_nbi,                                                                          \
          (shmem_ctx_t ctx, TYPE * dest, const TYPE* source, size_t nelems, int pe)) {                               \
    get(Target(HERE, ctx, pe), dest, source, nelems * sizeof(TYPE), Buffer::FreeAfterQuiet);                         \
  }                                                                                                                  \
  ROUTINE(void, shmem_##NAME##_get_nbi, (TYPE * dest, const TYPE* source, size_t nelems, int pe)) {                  \
    get(Target(HERE, SHMEM_CTX_DEFAULT, pe), dest, source, nelems * sizeof(TYPE), Buffer::FreeAfterQuiet);           \
  }                                                                                                                  \
  ROUTINE(void, shmem_ctx_##NAME##_p, (shmem_ctx_t ctx, TYPE * dest, TYPE value, int pe)) {                          \
    put(Target(HERE, ctx, pe), dest, &value, sizeof(TYPE), Buffer::FreeOnReturn);                                    \
  }                                                                                                                  \
  ROUTINE(void, shmem_##NAME##_p, (TYPE * dest, TYPE value, int pe)) {                                               \
    put(Target(HERE, SHMEM_CTX_DEFAULT, pe), dest, &value, sizeof(TYPE), Buffer::FreeOnReturn);                      \
  }                                                                                                                  \
  ROUTINE(TYPE, shmem_ctx_##NAME##_g, (shmem_ctx_t ctx, const TYPE* source, int pe)) {                               \
    TYPE value{};                                                                                                    \
    get(Target(HERE, ctx, pe), &value, source, sizeof(TYPE), Buffer::FreeOnReturn);                                  \
    return value;                                                                                                    \
  }                                                                                                                  \
  ROUTINE(TYPE, shmem_##NAME##_g, (const TYPE* source, int pe)) {                                                    \
    TYPE value{};                                                                                                    \
    get(Target(HERE, SHMEM_CTX_DEFAULT, pe), &value, source, sizeof(TYPE), Buffer::FreeOnReturn);                    \
    return value;                                                                                                    \
  }                                                                                                                  \
  ROUTINE(void, shmem_ctx_##NAME##_iput,                                                                             \
          (shmem_ctx_t ctx, TYPE * dest, const TYPE* source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe)) { \
    put_strided(Target(HERE, ctx, pe), dest, source, {dst, sst}, nelems, sizeof(TYPE));                              \
  }                                                                                                                  \
  ROUTINE(void, shmem_##NAME##_iput,                                                                                 \
          (TYPE * dest, const TYPE* source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe)) {                  \
    put_strided(Target(HERE, SHMEM_CTX_DEFAULT, pe), dest, source, {dst, sst}, nelems, sizeof(TYPE));                \
  }                                                                                                                  \
  ROUTINE(void, shmem_ctx_##NAME##_iget,                                                                             \
          (shmem_ctx_t ctx, TYPE * dest, const TYPE* source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe)) { \
    get_strided(Target(HERE, ctx, pe), dest, source, {dst, sst}, nelems, sizeof(TYPE));                              \
  }                                                                                                                  \
  ROUTINE(void, shmem_##NAME##_iget,                                                                                 \
          (TYPE * dest, const TYPE* source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe)) {                  \
    get_strided(Target(HERE, SHMEM_CTX_DEFAULT, pe), dest, source, {dst, sst}, nelems, sizeof(TYPE));                \
  }
FARSAN_SHMEM_RMA_TYPES(DEFINE, )
#undef DEFINE

#define DEFINE(X, NAME, BYTES)                                                                                         \
  ROUTINE(void, shmem_ctx_put##NAME, (shmem_ctx_t ctx, void* dest, const void* source, size_t nelems, int pe)) {       \
    put(Target(HERE, ctx, pe), dest, source, nelems*(BYTES), Buffer::FreeOnReturn);                                    \
  }                                                                                                                    \
  ROUTINE(void, shmem_put##NAME, (void* dest, const void* source, size_t nelems, int pe)) {                            \
    put(Target(HERE, SHMEM_CTX_DEFAULT, pe), dest, source, nelems*(BYTES), Buffer::FreeOnReturn);                      \
  }                                                                                                                    \
  ROUTINE(void, shmem_ctx_get##NAME, (shmem_ctx_t ctx, void* dest, const void* source, size_t nelems, int pe)) {       \
    get(Target(HERE, ctx, pe), dest, source, nelems*(BYTES), Buffer::FreeOnReturn);                                    \
  }                                                                                                                    \
  ROUTINE(void, shmem_get##NAME, (void* dest, const void* source, size_t nelems, int pe)) {                            \
    get(Target(HERE, SHMEM_CTX_DEFAULT, pe), dest, source, nelems*(BYTES), Buffer::FreeOnReturn);                      \
  }                                                                                                                    \
  ROUTINE(void, shmem_ctx_put##NAME##_nbi, (shmem_ctx_t ctx, void* dest, const void* source, size_t nelems, int pe)) { \
    put(Target(HERE, ctx, pe), dest, source, nelems*(BYTES), Buffer::FreeAfterQuiet);                                  \
  }                                                                                                                    \
  ROUTINE(void, shmem_put##NAME##_nbi, (void* dest, const void* source, size_t nelems, int pe)) {                      \
    put(Target(HERE, SHMEM_CTX_DEFAULT, pe), dest, source, nelems*(BYTES), Buffer::FreeAfterQuiet);                    \
  }                                                                                                                    \
  ROUTINE(void, shmem_ctx_get##NAME##_nbi, (shmem_ctx_t ctx, void* dest, const void* source, size_t nelems, int pe)) { \
    get(Target(HERE, ctx, pe), dest, source, nelems*(BYTES), Buffer::FreeAfterQuiet);                                  \
  }                                                                                                                    \
  ROUTINE(void, shmem_get##NAME##_nbi, (void* dest, const void* source, size_t nelems, int pe)) {                      \
    get(Target(HERE, SHMEM_CTX_DEFAULT, pe), dest, source, nelems*(BYTES), Buffer::FreeAfterQuiet);                    \
  }
FARSAN_SHMEM_SIZES_AND_MEM(DEFINE, )
#undef DEFINE

#define DEFINE(X, NAME, BYTES)                                                                                      \
  ROUTINE(void, shmem_ctx_iput##NAME,                                                                               \
          (shmem_ctx_t ctx, void* dest, const void* source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe)) { \
    put_strided(Target(HERE, ctx, pe), dest, source, {dst, sst}, nelems, BYTES);                                    \
  }                                                                                                                 \
  ROUTINE(void, shmem_iput##NAME,                                                                                   \
          (void* dest, const void* source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe)) {                  \
    put_strided(Target(HERE, SHMEM_CTX_DEFAULT, pe), dest, source, {dst, sst}, nelems, BYTES);                      \
  }                                                                                                                 \
  ROUTINE(void, shmem_ctx_iget##NAME,                                                                               \
          (shmem_ctx_t ctx, void* dest, const void* source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe)) { \
    get_strided(Target(HERE, ctx, pe), dest, source, {dst, sst}, nelems, BYTES);                                    \
  }                                                                                                                 \
  ROUTINE(void, shmem_iget##NAME,                                                                                   \
          (void* dest, const void* source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe)) {                  \
    get_strided(Target(HERE, SHMEM_CTX_DEFAULT, pe), dest, source, {dst, sst}, nelems, BYTES);                      \
  }
FARSAN_SHMEM_SIZES(DEFINE, )
#undef DEFINE

}  // namespace farsan::pgas::shmem
