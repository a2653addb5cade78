// The symmetric heap's routines. All are collective: the PEs compare what they ask for, so that a call that not all make alike
// ends with a line instead of with addresses that do not correspond.
#include <bit>
#include <cstring>
#include <limits>
#include <string>

#include "pgas/shmem/library.h"

namespace farsan::pgas::shmem {

namespace {

constexpr std::uint64_t kAnyAlignment = 1;

// A barrier at which all PEs show the size they were called with. Two words take turns: a PE that is ahead by one call must
// not overwrite what others still look at.
void barrier_with(const char* routine, Library& library, std::uint64_t size) {
  static std::uint64_t calls = 0;
  const int word = 4 + static_cast<int>(calls++ % 2);
  const Board& board = library.world().board;
  board.seat(library.job().rank()).words[word] = size;
  library.barrier_all();
  const std::uint64_t first = board.seat(0).words[word];
  if (first != size) {
    misuse(routine, "called with " + std::to_string(size) + " here and with " + std::to_string(first) +
                        " on PE 0: the arguments have to be the same on all PEs");
  }
}

void* allocate(const char* routine, std::uint64_t size, std::uint64_t alignment, bool zeroed = false) {
  Library& library = Library::get(routine);
  if (size == 0) return nullptr;
  const auto offset = library.heap().allocate(size, alignment);
  void* memory = offset ? library.heap_address(*offset) : nullptr;
  if (zeroed && memory != nullptr) std::memset(memory, 0, size);
  barrier_with(routine, library, size);
  return memory;
}

// The offset of a block, which the address has to be.
std::uint64_t block(const char* routine, Library& library, const void* address) {
  const std::uint64_t offset = library.heap_offset(address);
  if (!library.heap().size_of(offset)) misuse(routine, "the address is not that of a block of the symmetric heap");
  return offset;
}

void release(const char* routine, void* address) {
  Library& library = Library::get(routine);
  if (address == nullptr) return;
  const std::uint64_t offset = block(routine, library, address);
  barrier_with(routine, library, offset);
  library.heap().release(offset);
}

void* reallocate(const char* routine, void* address, std::uint64_t size) {
  Library& library = Library::get(routine);
  if (address == nullptr) return allocate(routine, size, kAnyAlignment);
  if (size == 0) {
    release(routine, address);
    return nullptr;
  }
  const std::uint64_t old = block(routine, library, address);
  const std::uint64_t old_size = library.heap().size_of(old).value();
  barrier_with(routine, library, size);
  const auto offset = library.heap().allocate(size, kAnyAlignment);
  if (!offset) return nullptr;
  void* memory = library.heap_address(*offset);
  std::memcpy(memory, address, std::min(size, old_size));
  library.heap().release(old);
  library.barrier_all();
  return memory;
}

void* allocate_aligned(const char* routine, std::uint64_t alignment, std::uint64_t size) {
  if (!std::has_single_bit(alignment)) misuse(routine, "the alignment has to be a power of two");
  // The heap itself is not better aligned, nor equally in all processes.
  if (alignment > kGrain) {
    barrier_with(routine, Library::get(routine), size);  // who gets nothing meets the others, too
    return nullptr;
  }
  return allocate(routine, size, alignment);
}

}  // namespace

ROUTINE(void*, shmem_malloc, (size_t size)) { return allocate(HERE, size, kAnyAlignment); }
ROUTINE(void*, shmem_malloc_with_hints, (size_t size, long /*hints*/)) { return allocate(HERE, size, kAnyAlignment); }
ROUTINE(void*, shmem_calloc, (size_t count, size_t size)) {
  if (size != 0 && count > std::numeric_limits<size_t>::max() / size) return nullptr;
  return allocate(HERE, count * size, kAnyAlignment, true);
}
ROUTINE(void*, shmem_align, (size_t alignment, size_t size)) { return allocate_aligned(HERE, alignment, size); }
ROUTINE(void*, shmem_realloc, (void* ptr, size_t size)) { return reallocate(HERE, ptr, size); }
ROUTINE(void, shmem_free, (void* ptr)) { release(HERE, ptr); }

// Deprecated names.
ROUTINE(void*, shmalloc, (size_t size)) { return allocate(HERE, size, kAnyAlignment); }
ROUTINE(void*, shmemalign, (size_t alignment, size_t size)) { return allocate_aligned(HERE, alignment, size); }
ROUTINE(void*, shrealloc, (void* ptr, size_t size)) { return reallocate(HERE, ptr, size); }
ROUTINE(void, shfree, (void* ptr)) { release(HERE, ptr); }

}  // namespace farsan::pgas::shmem
