// What farsan-gpi2-front.o is made of: gaspi_write in the program itself, as a jump to FarSan's (library_gpi2.cpp says why). A jump
// leaves the parameters and the return address as they are.
#pragma once

#if defined(__x86_64__)
#define FARSAN_FRONT_JUMP(name) "  jmp *farsan_" name "@GOTPCREL(%rip)\n"
#elif defined(__aarch64__)
#define FARSAN_FRONT_JUMP(name)             \
  "  adrp x16, :got:farsan_" name           \
  "\n"                                      \
  "  ldr x16, [x16, :got_lo12:farsan_" name \
  "]\n"                                     \
  "  br x16\n"
#else
#error "how does one jump to a shared library here?"
#endif

#define FARSAN_FRONT(name)                                                       \
  asm(".pushsection .text\n.globl " #name "\n.type " #name ", %function\n" #name \
      ":\n" FARSAN_FRONT_JUMP(#name) ".size " #name ", .-" #name "\n.popsection\n");
