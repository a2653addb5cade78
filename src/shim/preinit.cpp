// gcc puts libtsan_preinit.o into every executable that it makes with -fsanitize=thread, and finds this one. Constructors of libraries
// may call instrumented functions of the program before the program's own constructors are run, and before FarSan's.
extern "C" void __tsan_init();

namespace {
__attribute__((section(".preinit_array"), used)) void (*const g_begin)() = __tsan_init;
}  // namespace
