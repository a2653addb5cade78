// Sandia OpenSHMEM.
//
// It has profiling names only where it was configured with --enable-profiling, which is not the default. So they are made here:
// pshmem_quiet is a jump to the shmem_quiet that comes after ours, whatever its parameters are.
#include <dlfcn.h>
#include <shmem.h>

#include <array>
#include <cstdio>
#include <cstdlib>

#include "bindings/shmem/job.h"
#include "bindings/shmem/library.h"

#if defined(__x86_64__)
#define FARSAN_JUMP(name) "  jmp *farsan_to_" name "(%rip)\n"
#elif defined(__aarch64__)
#define FARSAN_JUMP(name)                  \
  "  adrp x16, farsan_to_" name            \
  "\n"                                     \
  "  ldr x16, [x16, :lo12:farsan_to_" name \
  "]\n"                                    \
  "  br x16\n"
#else
#error "how does one jump through a pointer here?"
#endif

// NOLINTBEGIN(bugprone-reserved-identifier): _my_pe is called so
#define FARSAN_SHMEM_TO_LIBRARY(result, name, parameters)                                               \
  extern "C" __attribute__((visibility("hidden"))) void* farsan_to_##name;                              \
  void* farsan_to_##name = nullptr;                                                                     \
  asm(".pushsection .text\n.globl p" #name "\n.hidden p" #name "\n.type p" #name ", %function\np" #name \
      ":\n" FARSAN_JUMP(#name) ".size p" #name ", .-p" #name "\n.popsection\n");
FARSAN_SHMEM_ROUTINES(FARSAN_SHMEM_TO_LIBRARY)
#undef FARSAN_SHMEM_TO_LIBRARY
// NOLINTEND(bugprone-reserved-identifier)

namespace {

struct Routine {
  const char* name;
  void** place;
};
#define FARSAN_SHMEM_ROW(result, name, parameters) {#name, &farsan_to_##name},
constexpr std::array kRoutines = std::to_array<Routine>({FARSAN_SHMEM_ROUTINES(FARSAN_SHMEM_ROW)});
#undef FARSAN_SHMEM_ROW

/// Stands for routines that the library does not have. Programs cannot come here: their wrappers are not exported.
[[noreturn]] void missing() {
  std::fputs("farsan: a routine was called that this Sandia OpenSHMEM does not have\n", stderr);
  std::abort();
}

/// Before anything of the program runs.
__attribute__((constructor)) void find_routines() {
  for (const auto& [name, place] : kRoutines) {
    void* const found = ::dlsym(RTLD_NEXT, name);
    *place = found != nullptr ? found : reinterpret_cast<void*>(missing);
  }
}

}  // namespace

namespace farsan::shmem {

std::string library_name() {
  std::array<char, SHMEM_MAX_NAME_LEN> name{};
  pshmem_info_get_name(name.data());
  return name.data();
}

// Where its network does not work by itself (--enable-manual-progress), it does so in tests that say no.
void let_library_progress() { (void)pshmem_long_test(symmetric_zero(), SHMEM_CMP_NE, 0); }

// It looks for symmetric variables between __data_start and _end.
bool libraries_are_symmetric() { return false; }

void begin_other_models() {}
void end_other_models() {}

}  // namespace farsan::shmem
