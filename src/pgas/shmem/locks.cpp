// Locks: a queue in the lock variable of PE 0. The upper half is the next number to be drawn, the lower half the one that is
// served: zero is a free lock, and so is every value whose halves are equal.
#include <cstdint>

#include "pgas/shmem/library.h"

namespace farsan::pgas::shmem {

namespace {

static_assert(sizeof(long) == sizeof(std::uint64_t), "a lock's two halves need 64 bits");

constexpr int kHome = 0;

std::uint32_t drawn(std::uint64_t word) { return static_cast<std::uint32_t>(word >> 32); }
std::uint32_t served(std::uint64_t word) { return static_cast<std::uint32_t>(word); }
constexpr std::uint64_t kDraw = 1ULL << 32;

std::uint64_t* home_of(const char* routine, const Library& library, long* lock) {
  return reinterpret_cast<std::uint64_t*>(library.symmetric(routine, lock, kHome));
}

}  // namespace

ROUTINE(void, shmem_set_lock, (long* lock)) {
  const Library& library = Library::get(HERE);
  std::uint64_t* word = home_of(HERE, library, lock);
  const std::uint32_t mine = drawn(__atomic_fetch_add(word, kDraw, __ATOMIC_SEQ_CST));
  library.job().wait(kHome, [word, mine] { return served(__atomic_load_n(word, __ATOMIC_ACQUIRE)) == mine; });
}

ROUTINE(int, shmem_test_lock, (long* lock)) {
  const Library& library = Library::get(HERE);
  let_expired_pass();
  std::uint64_t* word = home_of(HERE, library, lock);
  std::uint64_t seen = __atomic_load_n(word, __ATOMIC_RELAXED);
  if (drawn(seen) != served(seen)) return 1;
  return __atomic_compare_exchange_n(word, &seen, seen + kDraw, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED) ? 0 : 1;
}

ROUTINE(void, shmem_clear_lock, (long* lock)) {
  Library& library = Library::get(HERE);
  Library::quiet(library.default_context());
  std::uint64_t* word = home_of(HERE, library, lock);
  std::uint64_t seen = __atomic_load_n(word, __ATOMIC_RELAXED);
  std::uint64_t next = 0;
  do {
    if (drawn(seen) == served(seen)) misuse(HERE, "nobody holds this lock");
    next = (seen & ~0xffffffffULL) | (served(seen) + 1U);  // no carry into the other half
  } while (!__atomic_compare_exchange_n(word, &seen, next, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
  library.job().changed(kHome);
}

}  // namespace farsan::pgas::shmem
