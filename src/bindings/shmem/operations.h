// One-sided operations, in the engine's words. A routine says what it is (Transfer, Update) and gets the rest from here.
//
// Blocking calls touch their own buffers like any routine that reads or writes memory before it returns; only what may
// happen later is an open access.
#pragma once

#include <optional>
#include <type_traits>

#include "bindings/shmem/call.h"
#include "bindings/shmem/teams.h"

namespace farsan::shmem {

/// Is the own buffer free when the call returns, or when the context is quiet?
enum class Blocking : std::uint8_t { Yes, No };

/// `count` elements of `size` bytes, `stride` elements apart (a negative one counts downwards).
[[nodiscard]] ByteRanges elements(model::Address at, std::uint64_t count, std::uint64_t size,
                                  std::ptrdiff_t stride = 1);

/// The name of one more operation of this PE.
[[nodiscard]] model::OperationId new_operation(const Call& call, session::Epoch epoch, std::uint8_t context = 0);

/// The destination of an operation: a PE of a context, and the counterpart of a symmetric address there. Empty for what the
/// library will refuse.
struct Destination {
  const Context* context = nullptr;
  std::uint32_t pe = 0;  ///< as a process of the job
  model::Address at = 0;
};
[[nodiscard]] std::optional<Destination> destination(shmem_ctx_t ctx, const void* symmetric, int pe);

/// What the elements of a put are: can one of them be a variable that somebody waits for?
enum class Elements : std::uint8_t { Integers, Bytes, Others };
template <class T>
constexpr Elements elements_of() {
  if (std::is_void_v<T>) return Elements::Bytes;
  return std::is_integral_v<T> ? Elements::Integers : Elements::Others;
}

/// A put or get between own memory and that of a PE, with elements of `size` bytes at strides on both sides.
struct Transfer {
  shmem_ctx_t ctx;
  const void* remote;  ///< symmetric
  const void* local;
  std::uint64_t count;
  std::uint64_t size;
  int pe;
  std::ptrdiff_t remote_stride = 1;
  std::ptrdiff_t local_stride = 1;
  const void* value = nullptr;  ///< what is put where there is no `local`: an argument of the call
  Elements elements = Elements::Bytes;
};
void put(const Call& call, const Transfer& transfer, Blocking blocking);
void get(const Call& call, const Transfer& transfer, Blocking blocking);
/// A put that a signal will announce; its id.
[[nodiscard]] std::optional<model::OperationId> announced_put(const Call& call, const Transfer& transfer,
                                                              Blocking blocking);

/// Numbers for C types: two names of one type are one type.
template <class T>
constexpr std::uint32_t type_number() {
  constexpr std::uint32_t kind = std::is_floating_point_v<T> ? 3 : std::is_signed_v<T> ? 2 : 1;
  constexpr bool second = std::is_same_v<T, long long> || std::is_same_v<T, unsigned long long>;
  return kind * 64 + (second ? 32 : 0) + static_cast<std::uint32_t>(sizeof(T));
}

struct AtomicType {
  std::uint32_t number;
  std::uint32_t size;
};
template <class T>
constexpr AtomicType atomic_type() {
  return {type_number<T>(), sizeof(T)};
}

/// An atomic operation on one element, to be issued.
[[nodiscard]] model::Issue atomic_issue(const Call& call, const Destination& to, model::OperationKind kind,
                                        AtomicType type, model::DomainId domain, const void* result = nullptr);
/// An atomic operation on one element. `result`: where a non-blocking one stores what it fetched.
[[nodiscard]] model::OperationId atomic(const Call& call, const Destination& to, model::OperationKind kind,
                                        AtomicType type, const void* result = nullptr);
/// One that only reads, and has when it returns.
void atomic_read(const Call& call, const Destination& from, AtomicType type, model::DomainId domain);
/// What a blocking call brought back is there.
void complete_locally(const Call& call, model::OperationId id);

/// A wait or test looked at its own variable: atomically, in the domain of those who are to be waited for.
void look_at(const Call& call, const void* variable, AtomicType type, model::DomainId domain);

/// All operations of the context are complete.
void quiet(const Call& call, model::ScopeId scope);

}  // namespace farsan::shmem
