// operator new and delete of the runtime, and of nobody else: hidden, the program has its own. Small blocks that were given back are
// kept by size and thread and given out again, in a tenth of malloc's instructions: clocks, records and lists come and go with every
// synchronising call, and a program's own malloc, whichever that is, is left alone.
//
// Hot. Budget: 15 instructions to take a block that another one left, 10 to give it back.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define FARSAN_OWN_ALLOCATION 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define FARSAN_OWN_ALLOCATION 0
#endif
#endif
#ifndef FARSAN_OWN_ALLOCATION
#define FARSAN_OWN_ALLOCATION 1
#endif

#if FARSAN_OWN_ALLOCATION

namespace farsan::runtime {

namespace {

/// In front of every block. Aligned as malloc's are, and so is what follows.
struct alignas(std::max_align_t) Head {
  std::size_t list = 0;  ///< where it is kept when it is given back; kLarge: nowhere
};
struct Free {
  Free* next;
};

constexpr std::size_t kStep = 16;
constexpr std::size_t kLists = 33;  ///< the last one is of blocks of 512 bytes
constexpr std::size_t kLarge = kLists;
constexpr std::size_t kSlab = std::size_t{1} << 14;

struct Lists {
  std::array<Free*, kLists> first;
  std::byte* rest;  ///< of the last slab
  std::size_t left;
};
thread_local constinit Lists t_lists __attribute__((tls_model("initial-exec"))){};

void* out_of(std::byte* memory, std::size_t list) {
  auto* const head = reinterpret_cast<Head*>(memory);
  head->list = list;
  return head + 1;
}

[[gnu::noinline]] void* allocate_anew(std::size_t size, std::size_t list) {
  if (list >= kLarge) {
    auto* const memory = static_cast<std::byte*>(std::malloc(size + sizeof(Head)));
    if (memory == nullptr) throw std::bad_alloc();
    return out_of(memory, kLarge);
  }
  const std::size_t whole = list * kStep + sizeof(Head);
  Lists& lists = t_lists;
  if (lists.left < whole) {
    lists.rest = static_cast<std::byte*>(std::malloc(kSlab));
    if (lists.rest == nullptr) throw std::bad_alloc();
    lists.left = kSlab;
  }
  std::byte* const memory = lists.rest;
  lists.rest += whole;
  lists.left -= whole;
  return out_of(memory, list);
}

inline void* allocate(std::size_t size) {
  const std::size_t list = (size + kStep - 1) / kStep;
  if (list < kLarge) [[likely]] {
    Free*& first = t_lists.first[list];
    if (first != nullptr) [[likely]] {
      Free* const block = first;
      first = block->next;
      return block;
    }
  }
  return allocate_anew(size, list);
}

inline void give_back(void* block) {
  if (block == nullptr) return;
  Head* const head = static_cast<Head*>(block) - 1;
  if (head->list >= kLarge) [[unlikely]]
    return std::free(head);
  auto* const free = static_cast<Free*>(block);
  Free*& first = t_lists.first[head->list];
  free->next = first;
  first = free;
}

}  // namespace

}  // namespace farsan::runtime

// By their names in object files: <new> declares them visible to everybody.
#define FARSAN_HIDDEN(name) __asm__(name) __attribute__((visibility("hidden")))
extern "C" {
void* farsan_new(std::size_t size) FARSAN_HIDDEN("_Znwm");
void* farsan_new_array(std::size_t size) FARSAN_HIDDEN("_Znam");
void farsan_delete(void* block) FARSAN_HIDDEN("_ZdlPv");
void farsan_delete_array(void* block) FARSAN_HIDDEN("_ZdaPv");
void farsan_delete_sized(void* block, std::size_t size) FARSAN_HIDDEN("_ZdlPvm");
void farsan_delete_array_sized(void* block, std::size_t size) FARSAN_HIDDEN("_ZdaPvm");

void* farsan_new(std::size_t size) { return farsan::runtime::allocate(size); }
void* farsan_new_array(std::size_t size) { return farsan::runtime::allocate(size); }
void farsan_delete(void* block) { farsan::runtime::give_back(block); }
void farsan_delete_array(void* block) { farsan::runtime::give_back(block); }
void farsan_delete_sized(void* block, std::size_t /*size*/) { farsan::runtime::give_back(block); }
void farsan_delete_array_sized(void* block, std::size_t /*size*/) { farsan::runtime::give_back(block); }
}
static_assert(sizeof(std::size_t) == sizeof(unsigned long), "that is how the names were made");

#endif
