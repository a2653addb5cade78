// Source positions of code: of this very file (built with -g1 for that, see cmake/FarsanTests.cmake), and of small
// libraries built by whichever compilers are there.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "report/symbolizer.h"
#include "report/text.h"
#include "support/fake_job.h"
#include "support/folder.h"

namespace farsan::report {
namespace {

using testing_support::FakeJob;
using testing_support::Folder;
using testing_support::here;
using testing_support::side;

struct Marked {
  const void* pc;
  std::uint32_t line;
};

/// A call that were the last thing in its function would become a jump, and its function be no caller.
[[gnu::always_inline]] inline Marked behind_the_call(Marked marked) {
  asm volatile("" : : "r"(marked.pc) : "memory");
  return marked;
}

[[gnu::noinline]] Marked plain_function() {
  const Marked marked{here(), __LINE__};
  return behind_the_call(marked);
}
#ifdef __clang__
constexpr std::uint32_t kPlainColumn = 23;  // of the name
#else
constexpr std::uint32_t kPlainColumn = 27;  // of the parenthesis
#endif

[[gnu::always_inline]] inline Marked innermost() {
  const Marked marked{here(), __LINE__};
  return behind_the_call(marked);
}
[[gnu::always_inline]] inline Marked middle() { return innermost(); }
constexpr std::uint32_t kMiddleLine = __LINE__ - 1;
[[gnu::noinline]] Marked outer_function() { return middle(); }
constexpr std::uint32_t kOuterLine = __LINE__ - 1;

/// The stack of a site of this process.
std::vector<Frame> stack_of(const void* pc, const std::vector<const void*>& callers = {}) {
  FakeJob job(1);
  const auto site = job.site(0, pc, "", callers);
  job.race(0, side(model::AccessKind::Store, 0, site), side(model::AccessKind::Store, 0, site));
  return job.report().races.at(0).accesses[0].stack;
}

TEST(ReportSymbolizer, ACallHasItsFileLineAndFunction) {
  const Marked marked = plain_function();
  const auto stack = stack_of(marked.pc);
  ASSERT_EQ(stack.size(), 1U);
  const std::filesystem::path file = stack[0].file;
  EXPECT_TRUE(file.is_absolute()) << file;
  EXPECT_TRUE(file.string().ends_with("/tests/unit/report_symbolizer_test.cpp")) << file;
  EXPECT_EQ(stack[0].line, marked.line);
  EXPECT_EQ(stack[0].column, kPlainColumn);
  EXPECT_NE(stack[0].function.find("plain_function"), std::string::npos) << stack[0].function;
}

TEST(ReportSymbolizer, InlinedFunctionsAreFramesInnermostFirst) {
  const Marked marked = outer_function();
  const auto stack = stack_of(marked.pc);
  ASSERT_EQ(stack.size(), 3U);
  EXPECT_EQ(stack[0].line, marked.line);
  EXPECT_EQ(stack[1].line, kMiddleLine);
  EXPECT_EQ(stack[2].line, kOuterLine);
  EXPECT_NE(stack[0].function.find("innermost"), std::string::npos) << stack[0].function;
  EXPECT_NE(stack[1].function.find("middle"), std::string::npos) << stack[1].function;
  EXPECT_NE(stack[2].function.find("outer_function"), std::string::npos) << stack[2].function;
}

TEST(ReportSymbolizer, CallersFollow) {
  const auto stack = stack_of(plain_function().pc, {outer_function().pc});
  ASSERT_EQ(stack.size(), 4U);
  EXPECT_EQ(stack[3].line, kOuterLine);
}

TEST(ReportSymbolizer, AFileThatIsNotThereLeavesModuleAndOffset) {
  Symbolizer symbolizer;
  for (const char* module : {"/nowhere/to/be/found", "", "/", "/etc/passwd"}) {
    const auto& frames = symbolizer.frames(module, 0x1235);
    ASSERT_EQ(frames.size(), 1U);
    EXPECT_EQ(frames[0].file, "");
    EXPECT_EQ(frames[0].function, "");
    EXPECT_EQ(frames[0].module, module);
    EXPECT_EQ(frames[0].offset, 0x1234U);
  }
}

TEST(ReportSymbolizer, AFileThatWasBuiltAgainHasNoLines) {
  FakeJob job(1);
  const auto site = job.site(0, plain_function().pc);
  job.race(0, side(model::AccessKind::Store, 0, site), side(model::AccessKind::Store, 0, site));
  EXPECT_NE(job.report().races.at(0).accesses[0].at.line, 0U);
  EXPECT_TRUE(job.report().replaced.empty());
  job[0].header().modules[0].build_id = job[0].add_text("another one");
  const Report report = job.report();
  EXPECT_EQ(report.races.at(0).accesses[0].at.line, 0U);
  EXPECT_EQ(report.races.at(0).accesses[0].at.function, "");
  ASSERT_EQ(report.replaced.size(), 1U);
  EXPECT_EQ(report.replaced[0], std::filesystem::read_symlink("/proc/self/exe").string());
  EXPECT_NE(to_text(report, {}).find("was built again since the program was started"), std::string::npos);
}

TEST(ReportSymbolizer, AnAddressOutsideTheFileIsNoError) {
  Symbolizer symbolizer;
  const std::string self = std::filesystem::read_symlink("/proc/self/exe");
  for (const std::uint64_t address : {std::uint64_t{0}, std::uint64_t{1}, UINT64_MAX, UINT64_MAX / 2})
    EXPECT_EQ(symbolizer.frames(self, address).size(), 1U);
}

// --- Libraries of other compilers -------------------------------------------------------------------------------------

/// All sources call it where the test looks.
constexpr const char* kNote = R"(void *observed;
void note(void) { observed = __builtin_return_address(0); }
)";

constexpr const char* kSource = R"(void note(void);
static inline __attribute__((always_inline)) void inner(int *p) {
  *p += 1;

    note();
}
void outer(int *p) {

  inner(p);
  *p = 2;
}
)";

class Compiled : public ::testing::TestWithParam<const char*> {
 protected:
  /// Builds and loads a source with one more command after it; the frames at the call of `note`. None without the compiler,
  /// and for no other reason.
  std::vector<Frame> frames(const std::string& name, const char* source, const std::string& after = "true") {
    const std::string with = GetParam();
    if (std::system(("command -v " + with.substr(0, with.find(' ')) + " >/dev/null").c_str()) != 0) return {};
    std::ofstream(folder_.path() / name) << source;
    std::ofstream(folder_.path() / "note.c") << kNote;
    const std::string command = "cd " + folder_.path().string() + " && gcc -O1 -fPIC -c note.c && " + with +
                                " -shared -fPIC -o tiny.so " + name + " note.o && " + after;
    EXPECT_EQ(std::system(command.c_str()), 0) << command;
    const std::string file = (folder_.path() / "tiny.so").string();
    void* library = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    EXPECT_NE(library, nullptr) << ::dlerror();
    if (library == nullptr) return {};
    int value = 0;
    reinterpret_cast<void (*)(int*)>(::dlsym(library, "outer"))(&value);
    auto stack = stack_of(*static_cast<void**>(::dlsym(library, "observed")));
    ::dlclose(library);
    EXPECT_FALSE(stack.empty());
    return stack;
  }
  std::vector<Frame> frames(const std::string& after = "true") { return frames("tiny.c", kSource, after); }

  Folder folder_;
};

TEST_P(Compiled, HasInlinedFrames) {
  const auto stack = frames();
  if (stack.empty()) GTEST_SKIP() << "no " << GetParam();
  ASSERT_EQ(stack.size(), 2U);
  EXPECT_EQ(stack[0].function, "inner");
  EXPECT_EQ(stack[0].file, (folder_.path() / "tiny.c").string());
  EXPECT_EQ(stack[0].line, 5U);
  EXPECT_EQ(stack[0].column, 5U);
  EXPECT_EQ(stack[1].function, "outer");
  EXPECT_EQ(stack[1].file, (folder_.path() / "tiny.c").string());
  EXPECT_EQ(stack[1].line, 9U);
  EXPECT_EQ(stack[1].column, 3U);
}

TEST_P(Compiled, KeepsItsFunctionWithoutDebugInformation) {
  const auto stack = frames("strip -g tiny.so");
  if (stack.empty()) GTEST_SKIP() << "no " << GetParam();
  ASSERT_EQ(stack.size(), 1U);
  EXPECT_EQ(stack[0].function, "outer");
  EXPECT_EQ(stack[0].file, "");
  EXPECT_EQ(stack[0].module, (folder_.path() / "tiny.so").string());
}

TEST_P(Compiled, FindsASeparateDebugFile) {
  const auto stack = frames(
      "objcopy --only-keep-debug tiny.so tiny.so.debug && strip -g tiny.so && "
      "objcopy --add-gnu-debuglink=tiny.so.debug tiny.so");
  if (stack.empty()) GTEST_SKIP() << "no " << GetParam();
  ASSERT_EQ(stack.size(), 2U);
  EXPECT_EQ(stack[0].line, 5U);
}

// Lines in the library, functions in a file beside it.
class CompiledApart : public Compiled {};

TEST_P(CompiledApart, HasInlinedFrames) {
  const auto stack = frames();
  if (stack.empty()) GTEST_SKIP() << "no " << GetParam();
  ASSERT_EQ(stack.size(), 2U);
  EXPECT_EQ(stack[0].function, "inner");
  EXPECT_EQ(stack[0].line, 5U);
  EXPECT_EQ(stack[1].function, "outer");
  EXPECT_EQ(stack[1].file, (folder_.path() / "tiny.c").string());
  EXPECT_EQ(stack[1].line, 9U);
}

TEST_P(CompiledApart, KeepsItsLinesWithoutThatFile) {
  const auto stack = frames("rm -f *.dwo");
  if (stack.empty()) GTEST_SKIP() << "no " << GetParam();
  ASSERT_EQ(stack.size(), 1U);
  EXPECT_EQ(stack[0].function, "outer");
  EXPECT_EQ(stack[0].line, 5U);
}

INSTANTIATE_TEST_SUITE_P(ByCompilers, CompiledApart,
                         ::testing::Values("gcc -g -gsplit-dwarf -O2", "gcc -gdwarf-4 -gsplit-dwarf -O2",
                                           "clang-19 -g -gsplit-dwarf -O2"));

INSTANTIATE_TEST_SUITE_P(ByCompilers, Compiled,
                         ::testing::Values("gcc -g -O2", "gcc -g -O0", "gcc -gdwarf-4 -O2", "gcc -g -gz -O1",
                                           "clang-19 -g -O2", "clang-19 -g -O0", "clang-19 -gdwarf-4 -O2"));

// clang describes functions inside their namespaces, gfortran inside their modules and subroutines.
class CompiledNamespaces : public Compiled {};

TEST_P(CompiledNamespaces, HaveInlinedFrames) {
  const auto stack = frames("tiny.cpp", R"(extern "C" void note(void);
namespace far::away {

inline __attribute__((always_inline)) void inner(int* p) {
  *p += 1;
  note();
}

__attribute__((noinline)) void work(int* p) {
  inner(p);
  *p = 2;
}
}
extern "C" void outer(int* p) { far::away::work(p); }
)");
  if (stack.empty()) GTEST_SKIP() << "no " << GetParam();
  ASSERT_EQ(stack.size(), 2U);
  EXPECT_EQ(stack[0].function, "far::away::inner(int*)");
  EXPECT_EQ(stack[0].line, 6U);
  EXPECT_EQ(stack[1].function, "far::away::work(int*)");
  EXPECT_EQ(stack[1].line, 10U);
}

INSTANTIATE_TEST_SUITE_P(ByCompilers, CompiledNamespaces,
                         ::testing::Values("g++ -g -O2", "g++ -g -O0", "clang++-19 -g -O2", "clang++-19 -g -O0"));

class CompiledModules : public Compiled {};

TEST_P(CompiledModules, HaveTheNamesOfTheirProcedures) {
  const auto stack = frames("tiny.f90", R"(module far
contains
  subroutine work(p)
    integer, intent(inout) :: p
    call inner()
    p = p + 1
  contains
    subroutine inner()
      interface
        subroutine note() bind(c)
        end subroutine
      end interface
      call note()
      p = 2
    end subroutine
  end subroutine
end module

subroutine outer(p) bind(c)
  use far
  use iso_c_binding
  integer(c_int) :: p
  call work(p)
  p = 3
end subroutine
)");
  if (stack.empty()) GTEST_SKIP() << "no " << GetParam();
  EXPECT_EQ(stack[0].function, "inner");
  EXPECT_EQ(stack[0].line, 13U);
}

INSTANTIATE_TEST_SUITE_P(ByCompilers, CompiledModules, ::testing::Values("gfortran -g -O0", "gfortran -g -O2"));

}  // namespace
}  // namespace farsan::report
