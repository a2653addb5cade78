// operator new and delete of the runtime, and of nobody else: hidden, the program has its own. Clocks, records and lists come and go with
// every synchronising call, and a program's own malloc, whichever that is, is left alone.
#include "runtime/small_blocks.h"

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

thread_local constinit SmallBlocks t_blocks __attribute__((tls_model("initial-exec")));

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

void* farsan_new(std::size_t size) { return farsan::runtime::t_blocks.take(size); }
void* farsan_new_array(std::size_t size) { return farsan::runtime::t_blocks.take(size); }
void farsan_delete(void* block) { farsan::runtime::t_blocks.give_back(block); }
void farsan_delete_array(void* block) { farsan::runtime::t_blocks.give_back(block); }
void farsan_delete_sized(void* block, std::size_t /*size*/) { farsan::runtime::t_blocks.give_back(block); }
void farsan_delete_array_sized(void* block, std::size_t /*size*/) { farsan::runtime::t_blocks.give_back(block); }
}
static_assert(sizeof(std::size_t) == sizeof(unsigned long), "that is how the names were made");

#endif
