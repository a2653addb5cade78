// Remote memory access on bytes: what all typed and sized routines come to. In delay mode, effects wait in the context.
#pragma once

#include <cstddef>
#include <cstdint>

#include "pgas/shmem/library.h"

namespace farsan::pgas::shmem {

/// When the origin may use its buffer again: on return, or after quiet.
enum class Buffer { FreeOnReturn, FreeAfterQuiet };

void put(const Target& target, void* dest, const void* source, std::size_t bytes, Buffer buffer);
void get(const Target& target, void* dest, const void* source, std::size_t bytes, Buffer buffer);

/// Strides are in elements.
struct Strides {
  std::ptrdiff_t dest;
  std::ptrdiff_t source;
};
void put_strided(const Target& target, void* dest, const void* source, Strides strides, std::size_t count,
                 std::size_t size);
void get_strided(const Target& target, void* dest, const void* source, Strides strides, std::size_t count,
                 std::size_t size);

/// The signal changes after the data.
struct Signal {
  std::uint64_t* address;
  std::uint64_t value;
  int operation;
};
void put_signal(const Target& target, void* dest, const void* source, std::size_t bytes, Signal signal, Buffer buffer);

}  // namespace farsan::pgas::shmem
